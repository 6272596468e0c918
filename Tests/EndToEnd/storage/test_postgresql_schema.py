"""The schema of migrations/postgresql: its invariants, the schema of SQLite, and the statements of
the
program.

docs/postgresql.md lists the intended differences from SQLite.
"""
import glob
import os
import re
import subprocess

import pytest

from EndToEnd import ROOT

SNAPSHOT = os.path.join(ROOT, "Tests", "PostgreSQL", "schema.sql")

pytestmark = pytest.mark.landing


@pytest.fixture(scope="module")
def database(postgresql):
    """The environment of a database on a server that listens only on a unix socket."""
    place = subprocess.run([postgresql, "make"], check=True, capture_output=True, text=True).stdout.strip()
    environment = {**os.environ, "PGHOST": place, "PGUSER": "owner", "PGDATABASE": "bank", "PGOPTIONS": "-c client_min_messages=warning"}
    subprocess.run(["createdb", "bank"], check=True, env=environment)
    yield environment
    subprocess.run([postgresql, "remove", place])


@pytest.mark.parametrize("script", ["invariants.sh", "compare-schemas", "prepare-statements"])
def test_schema(database, script):
    """The scripts of Tests/PostgreSQL find no fault. `invariants.sh` fills the database that the
    other scripts read."""
    done = subprocess.run([f"Tests/PostgreSQL/{script}"], env=database, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def dumped(environment):
    """Returns the schema of a database from `pg_dump`, with privileges, without comments, settings
    and blank lines."""
    done = subprocess.run(
        ["pg_dump", "--schema-only", "--no-owner", "--exclude-table=migration"], env=environment, check=True, capture_output=True, text=True)
    return "".join(f"{line}\n" for line in done.stdout.split("\n") if line.strip() and not re.match(r"\s*--|SET |SELECT pg_catalog|\\", line))


def test_schema_matches_snapshot(database):
    """The migrations create the recorded schema: tables, indexes, views, functions, triggers and
    privileges. With VALENCE_RECORD=1 the test records a difference and fails."""
    environment = {**database, "PGDATABASE": "schema"}
    subprocess.run(["createdb", "schema"], check=True, env=environment)
    for path in sorted(glob.glob(os.path.join(ROOT, "migrations", "postgresql", "*.sql"))):
        subprocess.run(["psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-1", "-f", path], check=True, env=environment)
    found = dumped(environment)
    with open(SNAPSHOT, encoding="utf-8") as file:
        recorded = file.read()
    if found != recorded and os.environ.get("VALENCE_RECORD") == "1":
        with open(SNAPSHOT, "w", encoding="utf-8") as file:
            file.write(found)
        pytest.fail(f"recorded {SNAPSHOT}: review it and run again without VALENCE_RECORD")
    assert found == recorded
    rows = subprocess.run(
        ["psql", "-XqAt", "-c", "SELECT chain, sequence, encode(hash, 'hex') FROM chain_head ORDER BY chain", "-c", "SELECT count(*) FROM batch_lock"],
        env=environment, check=True, capture_output=True, text=True).stdout
    assert rows == f"audit|0|{'00' * 32}\nfeed|0|\n1024\n"
