#!/usr/bin/env bash
# Loads raw libmicrohttpd (../http/limit.c: reads a 400-byte body, answers 600 fixed bytes) and Valence's
# POST /operations/pp.quick/evaluate in turn with wrk, and prints every figure, both medians and their ratio.
# Valence authenticates every request, counts it against its person and writes its access log to a file.
# RUNS (5), SECONDS_EACH (5), THREADS of each server (2), 64 connections.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
runs=${RUNS:-5} seconds=${SECONDS_EACH:-5} threads=${THREADS:-2}
command -v wrk >/dev/null || { echo "wrk is missing: apt-get install wrk" >&2; exit 1; }

limit=$("$here/../http/build.sh")
valence=$("$root/scripts/build")

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

mkfifo "$work/hold"
"$limit" 18081 "$threads" <"$work/hold" &
exec 3>"$work/hold"

"$valence" serve --demo --port 18082 --threads "$threads" --requests-per-person 100000 --database "$work/valence.sqlite" --log "$work/access.log" \
  --config "$root/config" --migrations "$root/migrations" >"$work/out" &
until grep -q '^listening' "$work/out"; do sleep 0.05; done
reply=$(curl -fsS http://127.0.0.1:18082/auth/login -H 'Content-Type: application/json' \
  -d '{"login": "demo", "password": "valence-demo"}')
token=$(printf '%s' "$reply" | sed 's/.*"token":"\([^"]*\)".*/\1/')

# A person has filled in most of the form and has just left the field of the BIC: a body of 400 bytes.
body='{"values":{"from":"40817810500000000001","name":"ООО Ромашка и партнёры","inn":"7707083893","kpp":"770701001","account":"40702810138250123017","bic":"044525225","purpose":"Оплата по счету 12 от 01.02.2026, без НДС","amount":"100.50"},"changed":["bic"],"commit":true,"revision":7}'
while [ "$(printf '%s' "$body" | wc -c)" -lt 400 ]; do body="$body "; done
cat >"$work/evaluate.lua" <<EOF
wrk.method = "POST"
wrk.body = [[$body]]
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer $token"
EOF
answer=$(curl -fsS http://127.0.0.1:18082/operations/pp.quick/evaluate -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' -d "$body")
echo "body $(printf '%s' "$body" | wc -c) bytes, answer $(printf '%s' "$answer" | wc -c) bytes: $answer"

measure() {
  wrk -t2 -c64 -d"${seconds}s" -s "$work/evaluate.lua" "http://127.0.0.1:$1/operations/pp.quick/evaluate" >"$work/wrk"
  if grep -q "Non-2xx\|Socket errors" "$work/wrk"; then cat "$work/wrk" >&2; exit 1; fi
  sed -n 's/^Requests\/sec: *//p' "$work/wrk"
}

limits='' figures='' ratios=''
for run in $(seq "$runs"); do
  first=$(measure 18081)
  second=$(measure 18082)
  ratio=$(awk "BEGIN { printf \"%.3f\", $second / $first }")
  echo "run $run: limit $first req/s, evaluate $second req/s, ratio $ratio"
  limits="$limits $first" figures="$figures $second" ratios="$ratios $ratio"
done
exec 3>&-
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }
# shellcheck disable=SC2086
echo "median of $runs: limit $(median $limits) req/s, evaluate $(median $figures) req/s, ratio $(median $ratios)"
