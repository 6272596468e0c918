"""`/metrics` of a server after some requests, and the files of `deploy` that use it."""
import re
import shutil
import subprocess
import urllib.request

import pytest

from EndToEnd.bank import Client, Server
from EndToEnd.cluster import deployment

pytestmark = pytest.mark.landing


@pytest.fixture(scope="module")
def metrics(valence, tmp_path_factory):
    """A file with the response at `/metrics`, after some requests."""
    folder = tmp_path_factory.mktemp("metrics")
    server = Server(valence, str(folder / "valence.sqlite"), "--metrics-port", "0", log=str(folder / "log"))
    assert server.address, "the server did not start:\n" + "".join(server.greeting)
    try:
        person = Client(server.address).login("demo", "valence-demo")
        for path in ("/operations/pp.quick", "/accounts", "/nowhere", "/readyz"):
            person.send("GET", path)
        address = re.search(r"^metrics on (\S+)", "".join(server.greeting), re.M)[1]
        with urllib.request.urlopen(address, timeout=60) as response:
            path = folder / "metrics"
            path.write_bytes(response.read())
    finally:
        server.stop()
    return path


def test_prometheus_reads_the_metrics(metrics):
    """PyPI's prometheus-client reads each metric with its help and type, and each sample occurs
    once."""
    parser = pytest.importorskip("prometheus_client.parser")
    families = list(parser.text_string_to_metric_families(metrics.read_text(encoding="utf-8")))
    for family in families:
        assert family.documentation and family.type != "unknown", f"{family.name} has no # HELP or # TYPE"
        samples = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in family.samples]
        assert len(samples) == len(set(samples)), f"{family.name} has a sample twice"
        for sample in family.samples:
            assert sample.value >= 0 or family.type == "gauge", f"{sample.name} is {sample.value}"
    # Metrics of events that did not happen, such as a pull of the core, have no samples.
    names = {family.name for family in families if family.samples}
    expected = {"valence_requests", "valence_request_seconds", "valence_engine_seconds", "valence_writes", "valence_sessions_open"}
    assert expected <= names, f"missing: {expected - names}"


def test_promtool_accepts_the_metrics(metrics):
    """Prometheus' own `promtool check metrics` reports nothing."""
    if not shutil.which("promtool"):
        pytest.skip("promtool is not installed (scripts/prepare watching)")
    with open(metrics, "rb") as file:
        done = subprocess.run(["promtool", "check", "metrics"], stdin=file, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_deploy_asks_for_existing_metrics(metrics):
    """The dashboard, the alerts and the compose file of `deploy` are valid and use only existing
    metrics."""
    faults, summary = deployment.judge([metrics])
    print(summary)
    assert not faults, "\n".join(faults)
