"""An update on PostgreSQL in the order of docs/operating.md: the owner migrates while the servers of
the previous release serve, then the servers get the new program."""
import os
import shutil

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Server, pay, run
from EndToEnd.storage.prepared import LOGIN, OWNER, PreparedServer

pytestmark = pytest.mark.landing


@pytest.fixture
def database(valence, postgresql, tmp_path):
    database = PreparedServer(valence, str(tmp_path))
    yield database
    database.end()


def newer_migrations(folder):
    """Copies the migrations, and adds one of the next release."""
    path = os.path.join(folder, "migrations")
    shutil.copytree(os.path.join(ROOT, "migrations"), path)
    number = len(os.listdir(f"{path}/postgresql")) + 1
    with open(f"{path}/postgresql/{number:04}_newer.sql", "w", encoding="utf-8") as file:
        file.write("-- release: 2\nALTER TABLE person ADD COLUMN newer text;\n")
    return ["--migrations", path], f"{number}  newer"


def test_owner_migrates_before_the_servers_are_updated(valence, database, tmp_path):
    """A new server does not start before the migration, and names the remedy. After it, servers of
    both releases carry out payments."""
    newer, name = newer_migrations(str(tmp_path))
    options, environment = database.as_role(OWNER)
    status, output = database.run(valence, OWNER, "migrate")
    assert status == 0, output
    first = Server(valence, options[1], *options[2:], environment=environment)
    assert first.address, "".join(first.greeting)
    matrix = first.matrix()
    assert first.stop() == 0

    options, environment = database.as_role(LOGIN)

    def serve(*more):
        server = Server(valence, options[1], *options[2:], *more, environment=environment, log=str(tmp_path / "log"), demo=False)
        server.matrix = lambda: matrix
        return server

    old = serve()
    assert old.address, "".join(old.greeting)
    pay(old, "one")
    early = serve(*newer)
    assert not early.address and early.process.wait(60) == 1
    assert "run `valence migrate` as the owner of the tables" in "".join(early.greeting), early.greeting
    status, output = database.run(valence, LOGIN, "migrate", *newer)
    assert status == 1 and "as the owner of the tables" in output, output

    status, output = database.run(valence, OWNER, "migrate", *newer)
    assert status == 0 and f"applied  {name}" in output, output
    pay(old, "two")
    new = serve(*newer)
    assert new.address, "".join(new.greeting)
    pay(new, "three")
    pay(old, "four")
    # A server of the previous release that restarts accepts the database.
    assert old.stop() == 0
    old = serve()
    assert old.address, "".join(old.greeting)
    pay(old, "five")
    assert old.stop() == 0 and new.stop() == 0
    status, output = database.run(valence, LOGIN, "check-ledger")
    assert status == 0, output


def test_prepared_roles_have_no_further_rights(valence, database):
    """The login of the servers owns nothing, and other roles cannot connect to the database."""
    database.ask("CREATE ROLE stranger LOGIN")
    found = database.ask("SELECT rolname, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles "
                         "WHERE rolname IN ('keeper', 'valence', 'valence_serve') ORDER BY 1")
    assert found.splitlines() == ["keeper|f|f|f", "valence|f|f|f", "valence_serve|f|f|f"]
    found = database.ask("SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding), has_database_privilege('valence', oid, 'CONNECT'), "
                         "has_database_privilege('valence', oid, 'CREATE'), has_database_privilege('stranger', oid, 'CONNECT') "
                         "FROM pg_database WHERE datname = 'valence'")
    assert found == "keeper|UTF8|t|f|f"
    assert "PASSWORD" not in database.sql


def test_cluster_is_prepared_with_the_same_statements(valence):
    """The script of deploy/patroni.yaml creates the database with the printed statements."""
    printed = run(valence, "prepare-database", "--print")[1].replace('"', "").splitlines()
    with open(os.path.join(ROOT, "deploy/prepare-database"), encoding="utf-8") as file:
        script = file.read().splitlines()
    statements = [line for line in printed if line.startswith(("CREATE DATABASE", "REVOKE", "GRANT"))]
    assert len(statements) == 3 and not set(statements) - set(script), script


def test_server_without_directory_is_ready_on_demand(valence, database, tmp_path):
    """A server without a BIC directory is not ready, unless the operator requires none."""
    status, output = database.run(valence, OWNER, "migrate")
    assert status == 0, output
    options, environment = database.as_role(LOGIN)
    server = Server(valence, options[1], *options[2:], environment=environment, demo=False)
    assert server.address, "".join(server.greeting)
    assert Client(server.address).send("GET", "/readyz")[0] == 503
    assert server.stop() == 0
    server = Server(valence, options[1], *options[2:], "--no-require-directory", environment=environment, demo=False)
    assert server.address, "".join(server.greeting)
    status, answer = Client(server.address).send("GET", "/readyz")
    assert (status, answer["status"], answer["checks"]["directory"]["status"]) == (200, "ok", "empty")
    assert server.stop() == 0
