#!/bin/bash
# Loads limit.c and the Swift server of echo/main.swift in turn with wrk, RUNS times (default 5), SECONDS_EACH seconds
# each (default 5), 64 connections. Prints requests per second and the server's processor time per request for each
# run, then the medians and the median ratios. On a machine with other load, rely on the processor time.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
threads=${THREADS:-2}
runs=${RUNS:-5}
seconds=${SECONDS_EACH:-5}
mode=${MODE:-now}
response=${RESPONSE:-fresh}
limit=$("$here/build.sh")
echo=$(VALENCE_BENCHMARKS=1 "$root/scripts/build" http-echo)
ticks=$(getconf CLK_TCK)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Starts a server whose standard input stays open, loads it, ends it; prints requests per second and microseconds of
# processor time per request.
measure() {
  local pipe server used
  pipe=$(mktemp -u)
  mkfifo "$pipe"
  "$@" <"$pipe" &
  server=$!
  exec 3>"$pipe"
  rm "$pipe"
  until (exec 4<>/dev/tcp/127.0.0.1/"$2") 2>/dev/null; do sleep 0.05; done
  wrk -t2 -c64 -d"${seconds}s" -s "$here/post.lua" "http://127.0.0.1:$2/operations/pp.quick/evaluate" >"$log"
  used=$(awk '{ print $14 + $15 }' "/proc/$server/stat")
  exec 3>&-
  wait
  if grep -q "Non-2xx\|Socket errors" "$log"; then cat "$log" >&2; exit 1; fi
  awk -v used="$used" -v ticks="$ticks" '
    / requests in / { requests = $1 }
    /^Requests\/sec:/ { printf "%.0f %.2f\n", $2, used / ticks * 1e6 / requests }' "$log"
}

ratio() { awk "BEGIN { printf \"%.3f\", $1 / $2 }"; }
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }

declare -a limits=() echoes=() ratios=() limit_times=() echo_times=() time_ratios=()
for run in $(seq "$runs"); do
  read -r first first_time <<<"$(measure "$limit" 18081 "$threads" "$response")"
  read -r second second_time <<<"$(measure "$echo" 18082 "$threads" "$mode")"
  limits+=("$first") echoes+=("$second") ratios+=("$(ratio "$second" "$first")")
  limit_times+=("$first_time") echo_times+=("$second_time") time_ratios+=("$(ratio "$first_time" "$second_time")")
  echo "run $run: limit $first/s $first_time us, http $second/s $second_time us," \
    "ratio ${ratios[-1]} by requests, ${time_ratios[-1]} by processor time"
done
echo "median: limit $(median "${limits[@]}")/s $(median "${limit_times[@]}") us," \
  "http $(median "${echoes[@]}")/s $(median "${echo_times[@]}") us," \
  "ratio $(median "${ratios[@]}") by requests, $(median "${time_ratios[@]}") by processor time"
