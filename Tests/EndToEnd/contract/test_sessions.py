"""Sessions of the conformance kit with the real server: a client that passes, its mistakes, and the server for people."""
import contextlib
import json
import pathlib
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import free_port

CLIENT = "python3 conformance/drivers/python/session_client.py"
SOURCE = pathlib.Path(ROOT, "conformance/drivers/python/session_client.py").read_text(encoding="utf-8")
MUTANTS = dict(re.findall(r'"([\w-]+)": "([A-Z]\d+)"', SOURCE.split("MUTANTS = {")[1].split("}")[0]))
# The mistakes of cases, such as a new key, are tested there. The others are tested with `-m full`.
AT_LANDING = ("drops-form",)


def run(valence, folder, driver):
    """Plays all sessions of a driver. Returns the report, the output and the exit status."""
    done = subprocess.run([valence, "conformance", "run", "--driver", driver, "--report", str(folder), "--only", "sessions", "--slack", "3", "--jobs", "16"],
                          cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return report, done.stdout + done.stderr, done.returncode


@pytest.mark.landing
def test_a_client_passes_all_sessions(valence, tmp_path):
    report, output, status = run(valence, tmp_path, CLIENT)
    assert status == 0, output
    counts = {each["profile"]: each["must"] for each in report["profiles"]}
    assert counts["core"] >= 20 and not report["conformant"], counts


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.landing if name in AT_LANDING else pytest.mark.full) for name in sorted(MUTANTS)])
def test_mistakes(valence, tmp_path, name):
    """A client with a mistake fails at a session that names the broken rule."""
    report, output, status = run(valence, tmp_path, f"{CLIENT} --mutant {name}")
    failed = [each for each in report["cases"] if each["verdict"] == "fail"]
    assert status == 1 and any(MUTANTS[name] in each["rules"] for each in failed), (output, failed)
    assert "valence-demo" not in output and "Bearer" not in output


@pytest.mark.landing
def test_a_driver_without_sessions(valence, tmp_path):
    """Each session fails with the function that the driver lacks."""
    script = tmp_path / "driver.py"
    script.write_text("import json, sys\nfor line in sys.stdin:\n    id = json.loads(line)['id']\n"
                      "    print(json.dumps({'id': id, 'result': {'client': 'x', 'profiles': ['searches']}} if 'hello' in line\n"
                      "          else {'id': id, 'skip': 'later'}), flush=True)\n", encoding="utf-8")
    report, output, status = run(valence, tmp_path, f"python3 {script}")
    failed = [each for each in report["cases"] if each["verdict"] == "fail"]
    assert status == 1 and [each["reason"] for each in failed] == ["skipped `start` in a claimed profile: later"], output


@contextlib.contextmanager
def served(valence, port):
    """Runs the server for people until the end of the block."""
    command = [valence, "conformance", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout:
                if line.startswith("sessions on"):
                    break
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def request(port, method, path, body=None, **headers):
    """Sends a request. Returns the status and the text of the answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Accept-Language": "en", "Content-Type": "application/json"} | {name.replace("_", "-"): text for name, text in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def row(port, session):
    """The row of a session in the report."""
    page = request(port, "GET", "/report")[1]
    return next(line for line in page.splitlines() if f">{session}<" in line)


@pytest.mark.landing
def test_the_server_for_people(valence):
    """The list has the sessions, a form begins with its instruction, and the report judges the requests."""
    port = free_port()
    with served(valence, port):
        login = {"login": "demo", "password": "valence-demo"}
        token = json.loads(request(port, "POST", "/auth/login", login)[1])["token"]
        mine = {"Authorization": f"Bearer {token}"}
        start = json.loads(request(port, "GET", "/start", **mine)[1])
        assert start["title"] == "Conformance kit" and "under-way" in [module["title"] for module in start["modules"]]
        href = next(module["href"] for module in start["modules"] if module["title"] == "under-way")
        form = json.loads(request(port, "GET", href, **mine)[1])
        assert form["atoms"][0]["caption"].startswith("Enter 100"), form
        assert "<td>not run" in row(port, "lost-answer")
        body = {"values": {"amount": "100.00"}, "version": form["version"], "action": "send"}
        for status in (409, 409, 201):
            assert request(port, "POST", f"{href}/submissions", body, Idempotency_Key="<b>k</b>", **mine)[0] == status
        failed = row(port, "under-way")
        assert "<td>fail" in failed and "T5" in failed and "&lt;b&gt;k" in failed and "<b>" not in failed and token not in failed


@pytest.mark.landing
def test_malformed_requests_of_people(valence):
    """A malformed length is refused, further connections are closed, and the server continues."""
    port = free_port()
    with served(valence, port):
        for head in ("Content-Length: -5", "Content-Length: x", "Content-Length: 99999999", "Transfer-Encoding: chunked\r\n\r\n-5"):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
                client.sendall(f"POST /auth/login HTTP/1.1\r\nHost: a\r\n{head}\r\n\r\n".encode())
                assert client.recv(100).startswith(b"HTTP/1.1 400 "), head
        with contextlib.ExitStack() as stack:
            idle = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30)) for _ in range(65)]
            assert idle[-1].recv(1) == b"", "the 65th connection is closed"
        assert request(port, "GET", "/report")[0] == 200


@pytest.mark.landing
def test_the_server_for_people_refuses(valence):
    """A port in use and a configured database are errors with their reason."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        command = [valence, "conformance", "serve", "--port", str(other.getsockname()[1])]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 1 and "the port is in use" in done.stderr, done.stderr
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False, env={"VALENCE_DATABASE": "a.db"})
        assert done.returncode == 1 and "unset VALENCE_DATABASE" in done.stderr, done.stderr


@pytest.mark.landing
def test_recordings(valence, tmp_path):
    """A recorded session is an HTTP Archive with its faults, without password and token."""
    command = [valence, "conformance", "record", "--driver", CLIENT, "--into", str(tmp_path), "--slack", "3"]
    done = subprocess.run([*command, "--session", "lost-answer"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["lost-answer.har"]
    text = (tmp_path / "lost-answer.har").read_text(encoding="utf-8")
    log = json.loads(text)["log"]
    assert log["version"] == "1.2" and log["creator"]["version"]
    sent = [each for each in log["entries"] if each["request"]["url"].endswith("/submissions")]
    assert [each["response"]["status"] for each in sent] == [0, 200] and "dropped after the commit" in sent[0]["comment"]
    assert sent[0]["request"]["postData"] == sent[1]["request"]["postData"]
    login = next(each for each in log["entries"] if each["request"]["url"].endswith("/auth/login"))
    assert json.loads(login["response"]["content"]["text"])["token"] == "(redacted)"
    assert "valence-demo" not in text and "Bearer " not in text
    done = subprocess.run([*command, "--session", "pages-of-a-list"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1 and "pages-of-a-list: skipped `more`" in done.stderr, done.stderr
    done = subprocess.run([*command, "--session", "nowhere"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 64 and "no session `nowhere`" in done.stderr, done.stderr
