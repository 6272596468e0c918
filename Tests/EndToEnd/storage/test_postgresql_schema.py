#!/usr/bin/env bash
# Holds migrations/postgresql to its invariants, to the schema of SQLite and to the statements of Persistence, on a server of its own
# that only a socket reaches. docs/postgresql.md says what differs on purpose.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! ls /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
  echo "PostgreSQL's server is not installed here (Debian's postgresql): skipped"
  exit
fi
place=$(Tests/PostgreSQL/server make)
trap 'Tests/PostgreSQL/server remove "$place"' EXIT
export PGHOST=$place PGUSER=owner PGDATABASE=bank PGOPTIONS='-c client_min_messages=warning'
createdb bank
Tests/PostgreSQL/invariants.sh
Tests/PostgreSQL/compare-schemas
Tests/PostgreSQL/prepare-statements
