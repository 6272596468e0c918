"""The schema of migrations/postgresql: its invariants, the schema of SQLite, and the statements of the program.

docs/postgresql.md lists the intended differences from SQLite.
"""
import os
import subprocess

import pytest

pytestmark = pytest.mark.landing


@pytest.fixture(scope="module")
def database(postgresql):
    """The environment of a database on a server that only a socket reaches."""
    place = subprocess.run([postgresql, "make"], check=True, capture_output=True, text=True).stdout.strip()
    environment = {**os.environ, "PGHOST": place, "PGUSER": "owner", "PGDATABASE": "bank", "PGOPTIONS": "-c client_min_messages=warning"}
    subprocess.run(["createdb", "bank"], check=True, env=environment)
    yield environment
    subprocess.run([postgresql, "remove", place])


@pytest.mark.parametrize("script", ["invariants.sh", "compare-schemas", "prepare-statements"])
def test_schema(database, script):
    """The scripts of Tests/PostgreSQL find nothing. `invariants.sh` fills the database that the others read."""
    done = subprocess.run([f"Tests/PostgreSQL/{script}"], env=database, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
