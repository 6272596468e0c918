#!/bin/bash
# Runs each statement of invariants.txt on the empty database named by PGDATABASE, as its owner, a superuser:
#     PGHOST=/run/valence PGUSER=owner PGDATABASE=empty Tests/PostgreSQL/invariants.sh
set -eu
cd "$(dirname "$0")"
for migration in ../../migrations/postgresql/*.sql; do psql -Xq -v ON_ERROR_STOP=1 -1 -f "$migration"; done
psql -Xq -v ON_ERROR_STOP=1 -1 -f bank.sql
wrong=0 count=0
while IFS= read -r line; do
  case $line in '' | '#'*) continue ;; esac
  statement=${line% | *} expected=${line##* | } role='RESET ROLE'
  case $statement in 'as serve '*) statement=${statement#as serve } role='SET ROLE valence_serve' ;; esac
  found=$(printf 'BEGIN;\n%s;\n%s;\nROLLBACK;\n' "$role" "$statement" | psql -Xq -v ON_ERROR_STOP=1 2>&1 >/dev/null | sed -n 's/.*ERROR:  //p') || true
  count=$((count + 1))
  case ${found:-OK} in *"$expected"*) ;; *)
    wrong=$((wrong + 1))
    printf '%s\n  expected %s\n  found %s\n' "$statement" "$expected" "${found:-OK}" ;;
  esac
done < invariants.txt
printf '%s statements, %s with unexpected results\n' "$count" "$wrong"
[ "$wrong" = 0 ]
