"""Kills `valence copy` at random moments: the target must be empty or whole, and the source
unchanged.

A bank with demo data and 60,000 more rows is copied from a file to a PostgreSQL server, and from
there to files, in turn. SIGKILL ends each copy before the time that a whole one takes. Every third
time it ends the server too. A target with rows must have all of them, and `check-database` finds no
fault. The same copy, repeated, has the digests of the first one.
"""
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import time

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Fault, Server

SERVER = os.path.join(ROOT, "Tests/PostgreSQL/server")
EXTRA = 60_000


def command(*words):
    return subprocess.run(words, capture_output=True, text=True)


@pytest.mark.landing(rounds=4)
@pytest.mark.full(rounds=25)
def test_killed_copies_are_empty_or_whole(valence, postgresql, rounds, seed):
    """A killed copy leaves an empty or a whole target. Its source only gets the records of the runs."""
    place = command(SERVER, "make").stdout.strip()
    try:
        with tempfile.TemporaryDirectory(prefix="valence-copies-") as folder:
            run(valence, rounds, random.Random(seed), place, folder, seed)
    finally:
        command(SERVER, "remove", place)


def run(program, rounds, chance, place, folder, seed):
    file, keys, count = os.path.join(folder, "bank.sqlite"), os.path.join(folder, "bank.sqlite.key"), 0
    Server(program, file).stop()
    base = sqlite3.connect(file)
    person = base.execute("SELECT id FROM person").fetchone()[0]
    base.executemany("INSERT INTO known_login VALUES (randomblob(32), ?, ?)", ((person, number) for number in range(EXTRA)))
    base.commit()
    base.close()

    def valence(*words):
        return [program, *words, "--migrations", os.path.join(ROOT, "migrations"), "--secret-key-file", keys]

    def database():
        nonlocal count
        count += 1
        made = command("createdb", "-h", place, "-U", "owner", f"bank{count}")
        if made.returncode:
            raise Fault(made.stderr)
        return f"postgresql://owner@/bank{count}?host={place}"

    def digests(outcome):
        if outcome.returncode:
            raise Fault(f"seed {seed}: a copy failed: {outcome.stderr}")
        # Each run adds rows to these tables of the source.
        return [line for line in outcome.stdout.splitlines()
                if " row" in line and " in " not in line and not line.startswith(("audit_record:", "command_run:"))]

    def rows(target):
        """Returns the number of rows in all tables; -1 if there is no database."""
        if target.startswith("postgresql:"):
            # The server notices the killed client at its next read, and then ends the transaction.
            while command("psql", "-At", target, "-c", "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() "
                          "AND application_name LIKE 'valence %'").stdout.strip():
                pass
            names = command("psql", "-At", target, "-c", "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
                            "AND relname NOT IN ('migration', 'chain_head', 'batch_mark', 'batch_lock')").stdout.split()
            return sum(int(command("psql", "-At", target, "-c", f'SELECT count(*) FROM "{name}"').stdout) for name in names)
        if not os.path.exists(target):
            return -1
        base = sqlite3.connect(target)
        names = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migration' AND name NOT LIKE 'sqlite_%'")]
        found = sum(base.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names)
        base.close()
        return found

    served = database()
    began = time.monotonic()
    whole = digests(command(*valence("copy", file, served)))
    took = {True: time.monotonic() - began}
    first = os.path.join(folder, "first.sqlite")
    began = time.monotonic()
    if digests(command(*valence("copy", served, first))) != whole:
        raise Fault("the copy back to a file has other digests")
    took[False] = time.monotonic() - began
    ends = {"nothing": 0, "empty": 0, "whole": 0}
    for number in range(rounds):
        there = number % 2 == 0
        source, target = (file, database()) if there else (served, os.path.join(folder, f"copy{number}.sqlite"))
        process = subprocess.Popen(valence("copy", source, target), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, 1.1 * took[there]))
        process.send_signal(signal.SIGKILL)
        if number % 3 == 2:
            command(SERVER, "kill", place)
            command(SERVER, "start", place)
        process.wait()
        found, total = rows(target), rows(source)
        if found not in (-1, 0, total):
            raise Fault(f"seed {seed}, round {number}: {found} of {total} rows in {target}")
        ends["nothing" if found < 0 else "whole" if found else "empty"] += 1
        if found > 0:
            checked = command(*valence("check-database", "--database", target))
            if checked.returncode:
                raise Fault(f"seed {seed}, round {number}: {checked.stdout}{checked.stderr}")
            again = command(*valence("copy", source, target))
            if again.returncode != 1 or "not empty" not in again.stderr:
                raise Fault(f"seed {seed}, round {number}: a copy into a non-empty target was not refused: {again.stdout}{again.stderr}")
        elif digests(command(*valence("copy", source, target))) != whole:
            raise Fault(f"seed {seed}, round {number}: the digests differ")
        elif rows(target) != rows(source):
            raise Fault(f"seed {seed}, round {number}: the copy after the kill has other rows")
        if there:
            command("dropdb", "-h", place, "-U", "owner", "--force", f"bank{count}")
        else:
            os.remove(target)
    print(f"{rounds} copies killed: {ends['nothing']} before there was a file, {ends['empty']} left no row, {ends['whole']} were whole; "
          f"a whole one of {total} rows takes {took[True]:.2f} s there and {took[False]:.2f} s back")
