"""The loan of `examples/loan` with the bank's systems of `examples/bank`, as processes over
HTTP."""
import contextlib
import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.request

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Server

pytestmark = pytest.mark.landing
QUERIES = [["company", "7707083893"], ["company", "5003021311"], ["loans", "--external-id", "C-1001"],
           ["customer", "--external-id", "C-1001"], ["isPassport", "4509", "123450"], ["address", "тверская", "3", "0"]]
OPTIONS = ["--services-allow", "127.0.0.0/8", "--config", "examples/loan"]
VALUES = {"amount": "400000", "term": 60, "inn": "7707083893", "series": "4509", "number": "123456"}


def started_bank(*options):
    """Starts examples/bank on a free port; returns the process and its address."""
    command = [os.path.join(ROOT, "examples/bank/run"), "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("The bank listens at "):
            return process, line.split()[-1]
    raise AssertionError("examples/bank did not start")


def fault(address, **body):
    request = urllib.request.Request(
        f"{address}/faults", json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST")
    urllib.request.urlopen(request, timeout=10).close()


COMPANY = """
lookups:
  - {lookup: company, key: [inn], get: "/companies/{$inn}", answer: {name: text data.shortName}, missing: 404}
"""


@pytest.fixture
def example_bank(monkeypatch):
    """The address of a running examples/bank."""
    process, address = started_bank()
    monkeypatch.setenv("BANK_URL", address)
    monkeypatch.setenv("BANK_CALLBACK_SECRET", "a secret of callbacks for this check")
    yield address
    process.terminate()
    process.wait(20)


def test_answers_fit_their_declaration(valence, example_bank):
    """`valence services check` accepts the response to each query."""
    for query in QUERIES:
        done = subprocess.run([valence, "services", "check", "bank", *query, *OPTIONS], capture_output=True, text=True)
        assert done.returncode == 0, f"{query}: {done.stdout}{done.stderr}"


def test_banks_with_certificates_and_tokens(valence):
    """A bank that requires client certificates and one that requires tokens, with valid, missing
    and wrong ones."""
    keys = os.path.join(ROOT, ".build/bank-certificates")
    trusted = f"authorities: {keys}/authority.pem"
    shown = f"{trusted}, certificate: {keys}/client.pem, key: {keys}/client.key"
    token = "auth: {clientCredentials: {at: \"%s\", id: valence, secret: \"${BANK_SECRET}\"}}"
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        silence = f"http://127.0.0.1:{silent.getsockname()[1]}/token"

        def running(*options):
            bank, address = started_bank(*options)
            stack.callback(bank.wait, 20)
            stack.callback(bank.terminate)
            return address

        def told(address, more, secret="secret"):
            for part in ("operations", "services"):
                os.makedirs(f"{folder}/{part}", exist_ok=True)
            with open(f"{folder}/services/bank.yaml", "w") as file:
                file.write(f"service: bank\nat: {address}\ntimeout: 1\nretries: 0\n{more}\n" + COMPANY)
            began = time.monotonic()
            ran = subprocess.run(
                [valence, "services", "check", "bank", "company", "7707083893", "--config", folder, "--services-allow", "127.0.0.0/8"],
                capture_output=True, text=True, env={**os.environ, "BANK_SECRET": secret})
            assert time.monotonic() - began < 5, (more, time.monotonic() - began)
            return ran.stdout.strip().split("\n")[-1]

        right = '{"name":"ПАО Сбербанк"}'
        address = running("--client-certificates")
        found = [told(address, "tls: {%s}" % shown), told(address, "tls: {%s}" % trusted), told(address, "")]
        # Without a certificate the connection ends, and the error depends on which side closes
        # first.
        assert found[0] == right and found[2] == "no answer: tls", found
        assert found[1] in ("no answer: tls", "no answer: broken (the system may require a client certificate: see `tls`)"), found
        address = running("--oauth")
        here = token % f"{address}/oauth/token"
        found = [told(address, here), told(address, here, secret="wrong"), told(address, token % silence), told(address, "")]
        assert found == [right, "no answer: token", "no answer: token", "does not fit: status 401"], found


def test_loan_over_failing_systems(valence, example_bank, tmp_path):
    """Responses of the systems reach the form. A failed system blocks the submission. After its
    recovery the same submission is accepted."""
    database = str(tmp_path / "valence.sqlite")
    server = Server(valence, database, *OPTIONS)
    try:
        subprocess.run([valence, "users", "link", "demo", "C-1001", "--database", database], check=True, stdout=subprocess.DEVNULL)
        lend(server, example_bank)
    finally:
        server.stop()


def lend(server, address):
    client = Client(server.address)
    client.login("demo", "valence-demo")
    evaluate, submit = "/operations/loan.apply/evaluate", "/operations/loan.apply/submissions"

    def evaluated():
        status, answer = client.send("POST", evaluate, {"values": VALUES, "commit": True})
        assert status == 200, (status, answer)
        return answer

    def submitted(values):
        return client.send("POST", submit, {"values": values}, Idempotency_Key="one")

    states = evaluated()["atoms"]
    assert states["company"]["caption"] == "ПАО Сбербанк" and states["inn"]["error"] is None, states["inn"]
    assert states["amount"]["max"] == "1500000.00" and len(states["branch"]["options"]) > 1
    status, page = client.send("POST", "/operations/loan.apply/options", {"atom": "address", "text": "тверская", "limit": 3})
    assert status == 200 and len(page["data"]) == 3 and page["after"] == "3", page
    chosen = page["data"][0]
    values = {**VALUES, "address": chosen["value"]}
    states = client.send("POST", evaluate, {"values": values, "commit": True})[1]["atoms"]
    assert states["address"]["chosen"]["caption"] == chosen["caption"] and "125009" in states["postal"]["caption"]

    fault(address, path="/companies", kind="500")
    status, problem = submitted(values)
    assert status == 503 and problem["type"] == "/problems/system-unavailable", (status, problem)
    fault(address, path="/passports", kind="slow", seconds=9)
    began = time.monotonic()
    status, problem = submitted({**values, "amount": "20000"})
    assert status == 503 and time.monotonic() - began < 6, (status, time.monotonic() - began)
    assert client.send("GET", "/submissions")[1]["data"] == []
    fault(address, kind="off")
    # After consecutive failures the circuit is open for ten seconds.
    for _ in range(40):
        status, answer = submitted(values)
        if status != 503:
            break
        time.sleep(0.5)
    assert status == 201, (status, answer)

