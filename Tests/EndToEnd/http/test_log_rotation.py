"""The rotation of the log by the real logrotate, under load."""
import glob
import gzip
import os
import re
import shutil
import subprocess
import threading
import time

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Server

CLIENTS = 4


def configuration(path, process):
    """Returns the configuration of the Debian package for another file and process."""
    with open(os.path.join(ROOT, "deploy/package/logrotate"), encoding="utf-8") as file:
        text = file.read()
    text, paths = re.subn(r"^/var/log/valence/\*\.log", path, text, flags=re.M)
    text, users = re.subn(r"^ +su .*\n", "", text, flags=re.M)
    text, modes = re.subn(r"create 0640 valence valence", "create 0640", text)
    text, signals = re.subn(r"^ +if .*systemctl kill .*--signal=USR1.*$", f"kill -USR1 {process}", text, flags=re.M)
    assert [paths, users, modes, signals] == [1, 1, 1, 1], text
    return text


def lines(folder):
    """Returns the lines of the log and of all rotated files."""
    found = []
    for path in glob.glob(os.path.join(folder, "valence.log*")):
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
            found += file.read().splitlines()
    return found


@pytest.mark.landing(rounds=4)
@pytest.mark.full(rounds=20)
def test_logrotate_loses_no_line(valence, tmp_path, rounds):
    """Each request has exactly one line in the files, also while logrotate renames and compresses
    them."""
    logrotate = shutil.which("logrotate") or shutil.which("logrotate", path="/usr/sbin")
    if not logrotate:
        pytest.skip("logrotate is not installed (scripts/prepare packages)")
    folder = tmp_path / "log"
    folder.mkdir(mode=0o750)
    log = folder / "valence.log"
    server = Server(valence, str(tmp_path / "valence.sqlite"), log=str(log))
    assert server.address, "the server did not start:\n" + "".join(server.greeting)
    rotation, state = tmp_path / "logrotate.conf", tmp_path / "state"
    rotation.write_text(configuration(str(log), server.process.pid), encoding="utf-8")
    rotation.chmod(0o644)
    ended, sent = threading.Event(), [[] for _ in range(CLIENTS)]

    def load(own):
        client = Client(server.address)
        while not ended.is_set():
            client.send("GET", "/operations")
            own.append(client.headers["X-Request-Id"])

    threads = [threading.Thread(target=load, args=(own,)) for own in sent]
    for thread in threads:
        thread.start()
    try:
        for _ in range(rounds):
            done = subprocess.run([logrotate, "--force", "--state", state, rotation], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            # A second rotation would compress the file to which the server still writes.
            end = time.monotonic() + 60
            while log.stat().st_size == 0:
                assert time.monotonic() < end, "the server did not open the log again"
                time.sleep(0.01)
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert server.stop() == 0
    requests = sum(sent, [])
    assert log.stat().st_mode & 0o777 == 0o640
    logged = [match[1] for line in lines(folder) if (match := re.search(r" request requestId=(\S+) ", line))]
    assert len(requests) > 100 and sorted(logged) == sorted(requests)
    assert len(glob.glob(str(folder / "valence.log.*"))) == rounds
