"""The messages of a server to systemd, and the restrictions of its unit."""
import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Server, pay

pytestmark = pytest.mark.landing
UNIT = os.path.join(ROOT, "deploy/package/valence.service")


@contextlib.contextmanager
def managing():
    """The socket of a service manager, and the environment that names it."""
    with tempfile.TemporaryDirectory(prefix="valence-") as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        path = os.path.join(folder, "notify")
        listener.bind(path)
        listener.settimeout(60)
        yield listener, {**os.environ, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "300000"}


@pytest.fixture
def manager():
    with managing() as found:
        yield found


def receive(listener, without=""):
    """Returns the variables of the next message that does not begin with `without`."""
    while True:
        text = listener.recv(4096).decode()
        if not without or not text.startswith(without):
            return dict(line.split("=", 1) for line in text.splitlines())


def test_server_reports_its_state(valence, tmp_path, manager):
    """The server reports when it is ready, reloads and stops, and feeds the watchdog."""
    listener, environment = manager
    server = Server(valence, str(tmp_path / "valence.sqlite"), environment=environment)
    assert server.address, "".join(server.greeting)
    ready = receive(listener)
    assert ready == {"READY": "1", "STATUS": f"listening on {server.url}"}
    for _ in range(3):
        assert receive(listener) == {"WATCHDOG": "1"}
    server.process.send_signal(signal.SIGHUP)
    reloading = receive(listener, without="WATCHDOG")
    assert reloading["RELOADING"] == "1" and int(reloading["MONOTONIC_USEC"]) > 0
    assert receive(listener, without="WATCHDOG") == {"READY": "1"}
    server.process.terminate()
    assert receive(listener, without="WATCHDOG") == {"STOPPING": "1", "STATUS": "stopping"}
    assert server.stop() == 0


def test_frozen_server_feeds_no_watchdog(valence, tmp_path, manager):
    """A server that is suspended sends nothing until it continues."""
    listener, environment = manager
    server = Server(valence, str(tmp_path / "valence.sqlite"), environment=environment)
    try:
        receive(listener)
        receive(listener)
        server.process.send_signal(signal.SIGSTOP)
        os.waitpid(server.process.pid, os.WUNTRACED)
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            while True:
                listener.recv(4096)
        # During this time, another server feeds its watchdog several times.
        with managing() as (other, surroundings):
            awake = Server(valence, str(tmp_path / "other.sqlite"), environment=surroundings)
            receive(other)
            for _ in range(6):
                assert receive(other) == {"WATCHDOG": "1"}
            assert awake.stop() == 0
        with pytest.raises(BlockingIOError):
            listener.recv(4096)
        server.process.send_signal(signal.SIGCONT)
        listener.settimeout(60)
        assert receive(listener) == {"WATCHDOG": "1"}
    finally:
        server.process.send_signal(signal.SIGCONT)
        assert server.stop() == 0


def test_unit_is_valid(tmp_path):
    """systemd reads the unit, and rates its exposure as low."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed (scripts/prepare packages)")
    # The program is not installed on this machine.
    text = open(UNIT, encoding="utf-8").read().replace("/usr/bin/valence", "/bin/true").replace("Documentation=man:valence(1)\n", "")
    unit = tmp_path / "valence.service"
    unit.write_text(text, encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-400:]


def test_server_needs_no_writable_code(valence, tmp_path):
    """A server pays under MemoryDenyWriteExecute of the unit: no memory is writable and executable."""
    library = ctypes.CDLL(None, use_errno=True)
    # PR_SET_MDWE with PR_MDWE_REFUSE_EXEC_GAIN. The program inherits it.
    restrict = f"{tmp_path}/restricted"
    with open(restrict, "w", encoding="utf-8") as file:
        file.write("#!/usr/bin/env python3\nimport ctypes, os, sys\n"
                   "assert ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) == 0\n"
                   f"os.execv({valence!r}, [{valence!r}, *sys.argv[1:]])\n")
    os.chmod(restrict, 0o755)
    # PR_GET_MDWE
    if library.prctl(66, 0, 0, 0, 0) < 0:
        pytest.skip("the kernel is older than 6.3")
    server = Server(restrict, str(tmp_path / "valence.sqlite"))
    assert server.address, "".join(server.greeting)
    pay(server, "one")
    assert server.stop() == 0
