#!/usr/bin/env bash
# Loads raw libmicrohttpd (../http/limit.c) and Valence in turn with wrk, for each kind of request. The raw program reads a body and
# answers as many fixed bytes as the server. It runs twice: answering each request when it is read, and answering all requests of one
# iteration together, as Valence does.
# Prints for each run the requests per second, and the processor time per request, in microseconds, of the server and of wrk, which
# shares the machine. The medians and the ratios of the requests per second follow.
# Valence authenticates every request, counts it against its person's limit, and writes its access log to a file.
# RUNS (5), SECONDS_EACH (5), THREADS of each server (2), 64 connections. CASES: some of evaluate, tree, accounts, refused (a
# submission with a wrong value), taken (a transfer between own accounts, executed and on disk before the response). Only
# Benchmarks/cost-check counts a 304, because wrk waits for the body of its length. ../writes/run measures stored submissions of
# many people, because a person may have only a few that await a signature.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
runs=${RUNS:-5} seconds=${SECONDS_EACH:-5} threads=${THREADS:-2}
cases=${CASES:-evaluate tree accounts refused taken}
command -v wrk >/dev/null || { echo "wrk is missing: apt-get install wrk" >&2; exit 1; }

limit=$("$here/../http/build.sh")
valence=${PROGRAM:-$("$root/scripts/build")}
ticks=$(getconf CLK_TCK)

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

"$valence" serve --demo --port 18082 --threads "$threads" --requests-per-person 100000 --submissions-per-day 1000000 --database "$work/valence.sqlite" --log "$work/access.log" \
  --config "$root/config" --migrations "$root/migrations" >"$work/out" &
server=$!
until grep -q '^listening' "$work/out"; do sleep 0.05; done
address=http://127.0.0.1:18082
reply=$(curl -fsS $address/auth/login -H 'Content-Type: application/json' \
  -d '{"login": "demo", "password": "valence-demo"}')
token=$(printf '%s' "$reply" | sed 's/.*"token":"\([^"]*\)".*/\1/')

# A person has filled in most of the form and has just left the field of the BIC: a body of 400 bytes.
values='"from":"40817810500000000001","name":"ООО Ромашка и партнёры","inn":"7707083893","kpp":"770701001","account":"40702810138250123017","bic":"044525225","purpose":"Оплата по счету 12 от 01.02.2026, без НДС"'
body="{\"values\":{$values,\"amount\":\"100.50\"},\"changed\":[\"bic\"],\"commit\":true,\"revision\":7}"
while [ "$(printf '%s' "$body" | wc -c)" -lt 400 ]; do body="$body "; done

# Sets `method`, `path`, `sent`, `expected` and `more`, further lines of the script for wrk, for a case.
describe() {
  method=GET sent='' more='' expected=200
  case $1 in
    evaluate) method=POST path=/operations/pp.quick/evaluate sent=$body ;;
    tree) path=/operations/pp.full ;;
    accounts) path=/accounts ;;
    refused)
      method=POST path=/operations/pp.quick/submissions sent="{\"values\":{$values,\"amount\":\"0\"}}" expected=422
      more="wrk.headers['Idempotency-Key'] = 'refused'"
      ;;
    taken)
      method=POST path=/operations/transfer.own/submissions expected=201
      sent='{"values":{"from":"40817810500000000001","to":"40817810800000000002","amount":"0.01"}}'
      more="local thread = 0
function setup(one) one:set('number', thread); thread = thread + 1 end
function request()
  times = (times or 0) + 1
  wrk.headers['Idempotency-Key'] = 'taken-' .. number .. '-' .. times .. '-' .. os.time()
  return wrk.format()
end"
      ;;
    *) echo "no such case: $1" >&2; exit 1 ;;
  esac
}

# Loads a server; prints requests per second, and microseconds of processor time per request of the server and of wrk.
measure() {
  local port=$1 process=$2 before used
  before=$(awk '{ print $14 + $15 }' "/proc/$process/stat")
  { TIMEFORMAT='%U %S'; time wrk -t2 -c64 -d"${seconds}s" -s "$work/case.lua" "http://127.0.0.1:$port$path" >"$work/wrk" 2>"$work/faults"; } 2>"$work/client"
  used=$(($(awk '{ print $14 + $15 }' "/proc/$process/stat") - before))
  if grep -q "Socket errors" "$work/wrk" || { [ "$expected" -lt 400 ] && grep -q "Non-2xx" "$work/wrk"; }; then
    cat "$work/wrk" >&2
    exit 1
  fi
  awk -v used="$used" -v ticks="$ticks" -v client="$(cat "$work/client")" '
    / requests in / { requests = $1 }
    /^Requests\/sec:/ { split(client, time, " "); printf "%.0f %.1f %.1f\n", $2, used / ticks * 1e6 / requests, (time[1] + time[2]) * 1e6 / requests }' "$work/wrk"
}

median() { printf '%s\n' "$@" | sort -g | sed -n "$((($# + 1) / 2))p"; }
ratio() { awk "BEGIN { printf \"%.3f\", $1 / $2 }"; }

mkfifo "$work/hold"
for name in $cases; do
  describe "$name"
  status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X "$method" "$address$path" -H "Authorization: Bearer $token" \
    ${sent:+-H 'Content-Type: application/json' -d "$sent"} -H "Idempotency-Key: first-$name")
  [ "$status" = "$expected" ] || { echo "$name: $status instead of $expected" >&2; cat "$work/answer" >&2; exit 1; }
  size=$(wc -c <"$work/answer")
  {
    echo "wrk.method = '$method'"
    [ -z "$sent" ] || printf 'wrk.body = [[%s]]\nwrk.headers["Content-Type"] = "application/json"\n' "$sent"
    echo "wrk.headers['Authorization'] = 'Bearer $token'"
    echo "$more"
  } >"$work/case.lua"
  "$limit" 18081 "$threads" fresh "$size" <"$work/hold" & plain=$!
  "$limit" 18083 "$threads" batched "$size" <"$work/hold" & batched=$!
  exec 3>"$work/hold"
  for port in 18081 18083; do until (exec 4<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; do sleep 0.05; done; done
  declare -a first=() second=() third=() against_first=() against_second=()
  for run in $(seq "$runs"); do
    one=$(measure 18081 "$plain") two=$(measure 18083 "$batched") three=$(measure 18082 "$server")
    echo "$name, run $run: raw $one, raw in batches $two, valence $three (requests/s, server us, client us)"
    first+=("${one%% *}") second+=("${two%% *}") third+=("${three%% *}")
    against_first+=("$(ratio "${three%% *}" "${one%% *}")") against_second+=("$(ratio "${three%% *}" "${two%% *}")")
  done
  exec 3>&-
  wait "$plain" "$batched"
  echo "$name, median of $runs, $size bytes: raw $(median "${first[@]}"), raw in batches $(median "${second[@]}"), valence" \
    "$(median "${third[@]}") requests/s, ratio $(median "${against_first[@]}") to raw, $(median "${against_second[@]}") to raw in batches"
done
