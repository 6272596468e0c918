"""A PostgreSQL server of one test, with one database."""
import os
import subprocess

from EndToEnd import ROOT
from EndToEnd.bank import expect, run


class Database:
    """A database of PostgreSQL. `psql` is the command that connects as its owner, `options` are the
    options for commands of Valence."""

    def ask(self, sql):
        done = subprocess.run([*self.psql, "-XAtc", sql], capture_output=True, text=True)
        expect(done.returncode == 0, f"{sql}: {done.stderr}")
        return done.stdout.strip()

    def look_into(self):
        """Checks the database with plain SQL: the chains have no gaps, no submission moved money
        twice, and balances are the sums of entries."""
        for table, chain in (("audit_record", "audit"), ("core_feed", "feed")):
            found = self.ask(f"SELECT count(*), coalesce(max(sequence), 0), (SELECT sequence FROM chain_head WHERE chain = '{chain}') FROM {table}")
            expect(len(set(found.split("|"))) == 1, f"{table}: {found}")
        found = self.ask("SELECT submission FROM ledger WHERE submission IS NOT NULL GROUP BY submission HAVING count(*) > 1")
        expect(found == "", f"submissions that moved money twice: {found}")
        found = self.ask(
            "SELECT number FROM account WHERE kind = 'customer' AND balance <> coalesce((SELECT sum(amount) FROM entry WHERE account = number), 0)")
        expect(found == "", f"accounts whose balance differs from the sum of their entries: {found}")


class OwnServer(Database):
    """A database of a PostgreSQL server that only this test uses."""

    SCRIPT = os.path.join(ROOT, "Tests", "PostgreSQL", "server")
    # The disturbances under load, with the argument of the script. None only terminates the
    # connections.
    BESIDE = {"with a killed database": "kill", "with a stopped database": "stop", "with cut connections": None}

    def __init__(self, place):
        self.server = subprocess.run([self.SCRIPT, "make"], check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run(["createdb", "-h", self.server, "-U", "owner", "bank"], check=True)
        self.options = ["--database", f"postgresql://owner@/bank?host={self.server}", "--secret-key-file", os.path.join(place, "keys")]

    @property
    def psql(self):
        return ["psql", "-h", self.server, "-U", "owner", "-d", "bank"]

    def disturb(self, how):
        """Interrupts the database under load and restores it."""
        if self.BESIDE[how]:
            subprocess.run([self.SCRIPT, self.BESIDE[how], self.server], check=True)
            subprocess.run([self.SCRIPT, "start", self.server], check=True)
        else:
            self.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'valence%'")

    def waiting(self):
        return int(self.ask("SELECT count(*) FROM message"))

    def backup(self, program):
        """Starts `pg_dump`; returns a function that waits for it, restores the copy and checks
        it."""
        path = os.path.join(self.server, "dump")
        process = subprocess.Popen(
            ["pg_dump", "-h", self.server, "-U", "owner", "--format=custom", f"--file={path}", "bank"], stderr=subprocess.DEVNULL)

        def look():
            if process.wait(60) != 0:
                return
            for command in (["dropdb", "--if-exists", "copy"], ["createdb", "copy"], ["pg_restore", "--dbname=copy", path]):
                subprocess.run([command[0], "-h", self.server, "-U", "owner", *command[1:]], check=True, stderr=subprocess.DEVNULL)
            address = self.options[1].replace("/bank?", "/copy?")
            status, output = run(program, "check-ledger", "--database", address, *self.options[2:])
            expect(status == 0, f"check-ledger of the copy: {output}")
        return look

    def end(self):
        subprocess.run([self.SCRIPT, "remove", self.server])
