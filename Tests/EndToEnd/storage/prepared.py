"""A PostgreSQL server whose roles and database were made by `valence prepare-database --print`. Both
roles need a password."""
import os
import subprocess

from EndToEnd.bank import run
from EndToEnd.own_server import OwnServer

OWNER, LOGIN = "keeper", "valence"
PASSWORDS = {OWNER: "owner's password", LOGIN: "server's password"}


class PreparedServer(OwnServer):
    """The database `valence` of its owner `keeper`. The superuser of this machine is `owner`."""

    def __init__(self, program, place):
        super().__init__(place)
        self.keys = os.path.join(place, "keys")
        status, sql = run(program, "prepare-database", "--print", "--owner", OWNER)
        assert status == 0, sql
        self.sql = sql
        prepared = subprocess.run(["psql", "-XqAt", "-h", self.server, "-U", "owner", "-d", "postgres"], input=sql, capture_output=True, text=True)
        assert prepared.returncode == 0 and not prepared.stderr, prepared.stderr
        for role, password in PASSWORDS.items():
            quoted = password.replace("'", "''")
            self.ask(f"ALTER ROLE {role} PASSWORD '{quoted}'")
        with open(os.path.join(self.server, "data/pg_hba.conf"), "w", encoding="ascii") as file:
            file.write("local all owner trust\nlocal all all scram-sha-256\n")
        self.ask("SELECT pg_reload_conf()")

    def address(self, role):
        return f"postgresql://{role}@/valence?host={self.server}"

    def as_role(self, role):
        """The options and the environment of a command with a role."""
        return (["--database", self.address(role), "--secret-key-file", self.keys], {**os.environ, "PGPASSWORD": PASSWORDS[role]})

    def run(self, program, role, *words):
        """Runs a command with a role; returns its status and its output."""
        options, environment = self.as_role(role)
        done = subprocess.run([program, *words, *options], env=environment, capture_output=True, text=True, timeout=300)
        return done.returncode, done.stdout + done.stderr
