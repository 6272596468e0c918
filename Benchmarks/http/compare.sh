#!/bin/bash
# Loads limit.c and the Swift server of echo/main.swift in turn with wrk, RUNS times (default 5), and prints every
# figure, both medians and their ratio. Seconds of each run: SECONDS_EACH (default 5); connections: 64.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
threads=${THREADS:-2}
runs=${RUNS:-5}
seconds=${SECONDS_EACH:-5}
mode=${MODE:-now}
response=${RESPONSE:-fresh}
limit=$("$here/build.sh")
VALENCE_BENCHMARKS=1 swift build -c release --package-path "$root" --product http-echo >&2
echo=$(VALENCE_BENCHMARKS=1 swift build -c release --package-path "$root" --show-bin-path)/http-echo

# Starts a server whose standard input stays open, loads it, ends it; prints requests per second.
measure() {
  pipe=$(mktemp -u)
  mkfifo "$pipe"
  "$@" <"$pipe" &
  exec 3>"$pipe"
  rm "$pipe"
  until (exec 4<>/dev/tcp/127.0.0.1/"$2") 2>/dev/null; do sleep 0.05; done
  wrk -t2 -c64 -d"${seconds}s" -s "$here/post.lua" "http://127.0.0.1:$2/operations/pp.quick/evaluate" >"$log"
  exec 3>&-
  wait
  if grep -q "Non-2xx\|Socket errors" "$log"; then cat "$log" >&2; exit 1; fi
  sed -n 's/^Requests\/sec: *//p' "$log"
}

log=$(mktemp)
limits= echoes= ratios=
for run in $(seq "$runs"); do
  first=$(measure "$limit" 18081 "$threads" "$response")
  second=$(measure "$echo" 18082 "$threads" "$mode")
  ratio=$(awk "BEGIN { printf \"%.3f\", $second / $first }")
  echo "run $run: limit $first, http $second, ratio $ratio"
  limits="$limits $first" echoes="$echoes $second" ratios="$ratios $ratio"
done
rm -f "$log"
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }
# shellcheck disable=SC2086
echo "median: limit $(median $limits), http $(median $echoes), ratio $(median $ratios)"
