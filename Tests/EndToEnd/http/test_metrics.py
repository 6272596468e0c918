#!/usr/bin/env bash
# The answer of a used server at /metrics, read by Prometheus' own Python client (PyPI's prometheus-client), and
# judged by promtool too where that is installed. The dashboard and the alerts of deploy ask for no metric that it lacks.
# Usage: .ci/metrics-check PROGRAM [PYTHON]
set -euo pipefail
program=$(realpath "$1")
python=$(command -v "${2:-python3}")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
"$program" serve --demo --port 0 --metrics-port 0 --database "$work/valence.sqlite" --log "$work/log" >"$work/said" &
server=$!
for _ in $(seq 600); do
  grep -q '^listening on ' "$work/said" && break
  kill -0 "$server" 2>/dev/null || { echo "the server did not start"; exit 1; }
  sleep 0.1
done
bank=$(sed -n 's/^listening on //p' "$work/said")
metrics=$(sed -n 's/^metrics on //p' "$work/said")
login='{"login": "demo", "password": "valence-demo"}'
token=$(curl -sf "$bank/auth/login" -H 'Content-Type: application/json' -d "$login" | sed 's/.*"token":"\([^"]*\)".*/\1/')
for path in operations/pp.quick accounts nowhere readyz; do
  curl -s -o /dev/null "$bank/$path" -H "Authorization: Bearer $token"
done
curl -sf "$metrics" >"$work/metrics"
"$python" - "$work/metrics" <<'END'
import sys
from prometheus_client.parser import text_string_to_metric_families

families = list(text_string_to_metric_families(open(sys.argv[1], encoding="utf-8").read()))
for family in families:
    assert family.documentation and family.type != "unknown", f"{family.name} has no # HELP or # TYPE"
    told = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in family.samples]
    assert len(told) == len(set(told)), f"{family.name} has a sample twice"
    for sample in family.samples:
        assert sample.value >= 0 or family.type == "gauge", f"{sample.name} is {sample.value}"
# An event that has not happened yet, such as a pull of the core, has no sample.
names = {family.name for family in families if family.samples}
expected = {"valence_requests", "valence_request_seconds", "valence_engine_seconds", "valence_writes", "valence_sessions_open"}
assert expected <= names, f"missing: {expected - names}"
print(f"{len(families)} metrics, {sum(len(family.samples) for family in families)} samples, no fault")
END
if command -v promtool >/dev/null; then promtool check metrics <"$work/metrics"; fi
"$python" .ci/deploy-check "$work/metrics"
