"""nginx and haproxy with the files of `deploy`: TLS, HTTP/2, a payment and a stream of events."""
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Server, free_port, pay

pytestmark = pytest.mark.landing
PATHS = os.environ.get("PATH", "") + ":/usr/sbin"


def replaced(name, changes):
    """Returns a file of `deploy` with each key of `changes` replaced by its value."""
    with open(os.path.join(ROOT, "deploy", name), encoding="utf-8") as file:
        text = file.read()
    for old, new in changes.items():
        assert re.search(old, text), f"{name} has no {old}"
        text = re.sub(old, new, text)
    return text


def nginx(folder, server, plain, secure):
    """Returns the command of nginx."""
    settings = folder / "nginx.conf"
    settings.write_text(replaced("nginx.conf", {
        r"listen 80;": f"listen 127.0.0.1:{plain};", r"listen 443 ": f"listen 127.0.0.1:{secure} ",
        r"127\.0\.0\.1:8080": server, r"/etc/ssl/bank\.pem": str(folder / "bank.pem"),
        r"/etc/ssl/private/bank\.key": str(folder / "bank.key")}), encoding="utf-8")
    return ["-p", str(folder), "-c", str(settings), "-g", f"daemon off; pid {folder}/pid; error_log stderr;"], {}


def haproxy(folder, server, plain, secure):
    """Returns the command of haproxy."""
    both = folder / "both.pem"
    both.write_text((folder / "bank.pem").read_text() + (folder / "bank.key").read_text(), encoding="ascii")
    settings = folder / "haproxy.cfg"
    # Only root can change the user.
    settings.write_text(replaced("haproxy-tls.cfg", {} if os.getuid() == 0 else {r"  (user|group) haproxy\n": ""}), encoding="utf-8")
    return ["-f", str(settings)], {
        "PLAIN": f"127.0.0.1:{plain}", "SECURE": f"127.0.0.1:{secure}", "SERVER": server, "CERTIFICATE": str(both)}


class SecureClient(Client):
    """A client of a TLS proxy."""

    def __init__(self, address, authority):
        super().__init__(address)
        context = ssl.create_default_context(cafile=authority)
        self.connection = http.client.HTTPSConnection(address.hostname, address.port, timeout=60, context=context)


class Proxy:
    """What `pay` needs of a server: the address of the proxy, and the matrix of the server."""

    def __init__(self, server, port):
        self.address, self.matrix = server.address._replace(scheme="https", netloc=f"127.0.0.1:{port}"), server.matrix


def reachable(port, process):
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return True
        except OSError:
            time.sleep(0.02)
    return False


@pytest.mark.parametrize("configure", [nginx, haproxy])
def test_proxy_carries_payment_and_events(configure, valence, tmp_path):
    """A payment and an event pass the proxy at once, over HTTP/1.1 and HTTP/2."""
    program = shutil.which(configure.__name__, path=PATHS)
    if not program:
        pytest.skip(f"{configure.__name__} is not installed (scripts/prepare packages)")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=bank",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", tmp_path / "bank.key", "-out", tmp_path / "bank.pem"],
        check=True, capture_output=True)
    server = Server(valence, str(tmp_path / "valence.sqlite"), "--trusted-proxy", "127.0.0.1", log=str(tmp_path / "log"))
    assert server.address, "".join(server.greeting)
    plain, secure = free_port(), free_port()
    arguments, variables = configure(tmp_path, server.address.netloc, plain, secure)
    with open(tmp_path / "proxy", "w", encoding="utf-8") as output:
        process = subprocess.Popen([program, *arguments], env={**os.environ, **variables}, stdout=output, stderr=subprocess.PIPE)
    try:
        assert reachable(secure, process), process.stderr.read() if process.poll() is not None else "the proxy does not listen"
        proxy, authority = Proxy(server, secure), str(tmp_path / "bank.pem")
        person = SecureClient(proxy.address, authority).login("demo", "valence-demo")
        person.connection.request("GET", "/events", headers={"Authorization": f"Bearer {person.token}", "Accept": "text/event-stream"})
        stream = person.connection.getresponse()
        assert stream.status == 200, stream.read()
        pay(proxy, "one", client=lambda address: SecureClient(address, authority))
        line = ""
        while not line.startswith("event:"):
            line = stream.readline().decode()
            assert line, "the stream has ended"
        curl = ["curl", "-sS", "--cacert", authority, "-o", os.devnull, "-w", "%{http_code} %{http_version}"]
        said = subprocess.run([*curl, "--http2", f"https://127.0.0.1:{secure}/healthz"], capture_output=True, text=True)
        assert said.stdout == "200 2", said.stdout + said.stderr
        said = subprocess.run([*curl, f"http://127.0.0.1:{plain}/healthz"], capture_output=True, text=True)
        assert said.stdout == "308 1.1", said.stdout + said.stderr
        for scheme, port, status in [("https", secure, "4"), ("http", plain, "308")]:
            said = subprocess.run([*curl, "-d", "{}", f"{scheme}://127.0.0.1:{port}/enrolments/secret"], capture_output=True, text=True)
            assert said.stdout.startswith(status), said.stdout + said.stderr
        with open(tmp_path / "log", encoding="utf-8") as log:
            assert "path=/events status=200" in log.read()
        # Without a server the proxy logs its errors.
        server.stop()
        for path in ["enrolments/secret", "healthz"]:
            said = subprocess.run([*curl, f"https://127.0.0.1:{secure}/{path}"], capture_output=True, text=True)
            assert said.stdout.startswith("50"), said.stdout + said.stderr
    finally:
        process.terminate()
        errors = process.communicate(timeout=60)[1].decode()
        server.stop()
    with open(tmp_path / "proxy", encoding="utf-8") as output:
        logged = output.read()
    assert configure is haproxy or "/healthz" in errors, errors
    assert "enrolments" not in logged + errors and ("/healthz" in logged) == (configure is haproxy), logged
