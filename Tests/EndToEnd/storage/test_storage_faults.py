"""Storage faults under the built server: a full, read-only or failing disk, a limit on files, a
held
database, lost files.

During a fault writes are refused with a problem and reads continue. The log has the fault once.
Nothing acknowledged is lost, and everything works again without a restart. A check that needs root
is skipped without it.
"""
import errno
import http.client
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Fault

pytestmark = pytest.mark.landing
# The program under test, and the library that injects faults. The fixture `programs` sets both.
PROGRAM = FAULTS = None


def require(holds, what):
    if not holds:
        raise Fault(f"{what}")


RUNNING = []


class Server:
    """A server of the demo bank on the database of a directory. Its log is in
    `work`, unless `log` is set."""

    def __init__(self, data, work, *options, log=None, environment={}, prepare=None):
        self.data, self.log = data, log or os.path.join(work, "log")
        self.database = os.path.join(data, "valence.sqlite")
        arguments = ["serve", "--demo", "--port", "0", "--matrix-uses", "1000", "--unsigned-submissions", "1000", "--log", self.log]
        arguments += ["--database", self.database, "--secret-key-file", os.path.join(work, "key"), *options]
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **environment}, preexec_fn=prepare)
        RUNNING.append(self.process)
        self.greeting = ""
        for line in self.process.stdout:
            self.greeting += line
            if line.startswith("listening on "):
                break
        else:
            raise Fault(f"the server did not start: {self.process.stderr.read()}")
        self.port = int(line.rsplit(":", 1)[1])
        self.acknowledged, self.ends = {}, 0
        rows = [line.split() for line in self.greeting.splitlines()]
        head = next(i for i, row in enumerate(rows) if len(row) > 1 and all(re.fullmatch("[A-Z]", c) for c in row))
        self.matrix = {
            letter + row[0]: code for row in rows[head + 1:] if len(row) == len(rows[head]) + 1 and row[0].isdigit()
            for letter, code in zip(rows[head], row[1:])}
        said = {row[0]: row[-1] for row in rows if row and row[0] in ("login", "password")}
        self.token = None
        self.token = self.ask("POST", "/auth/login", said)[1]["token"]
        self.account = next(a["number"] for a in self.ask("GET", "/accounts")[1]["data"] if a["caption"] == "Текущий")

    def ask(self, method, path, body=None, key=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Accept-Language": "en"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None, answer.headers

    def submit(self, key, note=""):
        values = {
            "from": self.account, "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
            "purpose": "Оплата по счету 12 " + note, "amount": "0.01"}
        answer = self.ask("POST", "/operations/pp.quick/submissions", {"values": values}, key)
        if answer[0] in (200, 201):
            self.acknowledged[key] = (answer[1]["submission"]["id"], answer[1]["submission"]["status"])
        return answer

    def pay(self, key):
        """Submits and signs. Returns the first response that is not successful, or the
        signature's."""
        sent = self.submit(key)
        if sent[0] not in (200, 201):
            return sent
        codes = {a["id"]: self.matrix[a["id"]] for a in sent[1]["next"]["atoms"] if a.get("type") == "code"}
        signed = self.ask("POST", f"/submissions/{self.acknowledged[key][0]}/signature", {"values": codes})
        if signed[0] == 200:
            self.acknowledged[key] = (self.acknowledged[key][0], signed[1]["submission"]["status"])
        return signed

    def lines(self, text):
        return [line for line in open(self.log, encoding="utf-8", errors="replace") if text in line]

    def expect_trouble(self, kind, health):
        """Each write is refused with the problem, and /healthz and reads succeed."""
        number = refused = 0
        while refused < 20:
            status, body, headers = self.submit(f"refused-{kind}-{number}")
            number += 1
            # On a slow machine the server can run a checkpoint after the three seconds of
            # `until_refused`.
            if kind == "storage-full" and status == 201 and number < 200:
                until_refused(self)
                refused = 0
                continue
            refused += 1
            require(status == 503 and body["type"] == f"/problems/{kind}", f"a write returned {status} {body}")
            require(int(headers["Retry-After"]) > 0, "Retry-After")
        require(self.ask("GET", "/healthz")[0] == 200, "/healthz fails")
        status, body, _ = self.ask("GET", "/readyz")
        require((status, body["checks"]["database"]["status"]) == (503, health), f"/readyz returned {status} {body}")
        for path in ("/accounts", "/submissions", "/operations/pp.quick", "/user"):
            require(self.ask("GET", path)[0] == 200, f"GET {path} fails")
        # One error for each time that writes were refused. A smaller write can succeed in between,
        # which is logged too.
        told = [line for line in self.lines(f"fault={health}") if " error " in line]
        self.ends = len(self.lines("can be written again"))
        require(len(told) == self.ends + 1, f"expected one error in the log for each fault: {told}")

    def expect_recovery(self, kind):
        """The server becomes ready again by itself, without a write."""
        end = time.monotonic() + 15
        while (status := self.ask("GET", "/readyz")[0]) != 200:
            require(time.monotonic() < end, f"the server is not ready again: {self.ask('GET', '/readyz')[1]}")
            time.sleep(0.1)
        # Log lines are written in blocks, some milliseconds later.
        while len(ends := self.lines("can be written again")) == self.ends and time.monotonic() < end:
            time.sleep(0.1)
        require(len(ends) == self.ends + 1, f"expected one log line for the end of the fault: {ends}")
        require(self.pay(f"refused-{kind}-0")[0] == 200, "a refused payment fails when repeated with its key")
        require(self.pay("afterwards")[0] == 200, "a payment fails after the fault")

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        require(self.process.wait(60) == 0, f"the server ended with {self.process.returncode}: {self.process.stderr.read()}")

    def check_everything(self, work, end=None):
        """After a restart all acknowledged submissions exist, and the checks find no fault. Returns
        their number."""
        (end or self.end)()
        for command in ("check-ledger", "check-database"):
            outcome = subprocess.run(
                [PROGRAM, command, "--database", self.database], cwd=ROOT, capture_output=True, text=True)
            require(outcome.returncode == 0, f"{command}: {outcome.stdout}{outcome.stderr}")
        again = Server(self.data, work)
        for key, (id, status) in self.acknowledged.items():
            found = again.ask("GET", f"/submissions/{id}")
            require(found[0] == 200, f"{key} ({id}) was acknowledged and is missing")
            require(found[1]["status"] == status, f"{key} was {status} and is {found[1]['status']}")
        again.end()
        return len(self.acknowledged)


class Tmpfs:
    """A small disk, if tmpfs can be mounted. Otherwise `isThere` is false."""

    def __init__(self, path, options):
        self.path = path
        os.makedirs(path, exist_ok=True)
        self.isThere = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", path], stderr=subprocess.DEVNULL).returncode == 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.isThere:
            subprocess.run(["umount", "-l", self.path], check=False)


def fill(path):
    """Uses all free space."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError as error:
                require(error.errno == errno.ENOSPC, error)


def until_refused(server):
    """Submits until writes are refused for three seconds. Until then, a checkpoint each second
    frees the log's space, as long as the database file has reserved space."""
    since = None
    for number in range(20000):
        if server.submit(f"before-{number}")[0] != 503:
            since = None
        elif since is None:
            since = time.monotonic()
        elif time.monotonic() > since + 3:
            return
        else:
            time.sleep(0.01)
    raise Fault("no write was refused")


def full_disk(work):
    with Tmpfs(os.path.join(work, "disk"), "size=12m,mode=700") as disk:
        if not disk.isThere:
            return "skipped: tmpfs cannot be mounted"
        server = Server(disk.path, work)
        for number in range(10):
            require(server.pay(f"paid-{number}")[0] == 200, "a payment")
        fill(os.path.join(disk.path, "filler"))
        until_refused(server)
        server.expect_trouble("storage-full", "full")
        os.remove(os.path.join(disk.path, "filler"))
        server.expect_recovery("storage-full")
        return f"{server.check_everything(work)} acknowledged submissions found"


def nearly_full_disk(work):
    """The disk holds exactly the database and its log. After 64 KiB are freed, payments
    continue."""
    with Tmpfs(os.path.join(work, "disk"), "size=12m,mode=700") as disk:
        if not disk.isThere:
            return "skipped: tmpfs cannot be mounted"
        server, filler = Server(disk.path, work), os.path.join(disk.path, "filler")
        require(server.pay("paid")[0] == 200, "a payment")
        fill(filler)
        until_refused(server)
        server.expect_trouble("storage-full", "full")
        os.truncate(filler, os.path.getsize(filler) - 65536)
        server.expect_recovery("storage-full")
        return f"{server.check_everything(work)} acknowledged submissions found"


def full_disk_with_the_log(work):
    with Tmpfs(os.path.join(work, "disk"), "size=12m,mode=700") as disk:
        if not disk.isThere:
            return "skipped: tmpfs cannot be mounted"
        server = Server(disk.path, work, log=os.path.join(disk.path, "log"))
        require(server.pay("paid")[0] == 200, "a payment")
        fill(os.path.join(disk.path, "filler"))
        until_refused(server)
        for number in range(200):
            require(server.ask("GET", "/accounts")[0] == 200, "GET /accounts fails while no log line can be written")
        os.remove(os.path.join(disk.path, "filler"))
        end = time.monotonic() + 15
        while server.ask("GET", "/readyz")[0] != 200:
            require(time.monotonic() < end, "the server is not ready again")
            time.sleep(0.1)
        require(server.pay("afterwards")[0] == 200, "a payment fails after the fault")
        count = len(server.lines("path=/readyz"))
        require(count > 0, "no log lines are written after the fault")
        return f"{server.check_everything(work)} acknowledged submissions found"


def limited_files(work):
    data = os.path.join(work, "data")
    os.makedirs(data)
    server = Server(data, work)
    require(server.pay("paid")[0] == 200, "a payment")
    # The log has reached the limit, and the database can grow by 64 KiB.
    pages = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True).execute("PRAGMA page_count").fetchone()[0]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096 * pages + 65536, resource.RLIM_INFINITY))
    until_refused(server)
    server.expect_trouble("storage-full", "full")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    server.expect_recovery("storage-full")
    return f"{server.check_everything(work)} acknowledged submissions found"


def failing_disk(number, kind, health):
    def check(work):
        data, said = os.path.join(work, "data"), os.path.join(work, "fault")
        os.makedirs(data)
        server = Server(
            data, work, environment={"LD_PRELOAD": FAULTS, "STORAGE_FAULT": said, "STORAGE_FAULT_UNDER": data})
        for attempt in range(5):
            require(server.pay(f"paid-{attempt}")[0] == 200, "a payment")
        with open(said + ".new", "w") as file:
            file.write(str(number))
        os.rename(said + ".new", said)
        server.expect_trouble(kind, health)
        os.remove(said)
        server.expect_recovery(kind)
        return f"{server.check_everything(work)} acknowledged submissions found"
    return check


def held(work):
    data = os.path.join(work, "data")
    os.makedirs(data)
    server = Server(data, work)
    require(server.pay("paid")[0] == 200, "a payment")
    other = sqlite3.connect(server.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    status, body, headers = server.submit("refused-storage-busy-0")
    require((status, body["type"]) == (503, "/problems/storage-busy"), f"a write returned {status} {body}")
    require(headers["Retry-After"] == "1", "Retry-After")
    require(server.ask("GET", "/readyz")[1]["checks"]["database"]["status"] == "busy", "readyz")
    require(server.ask("GET", "/accounts")[0] == 200, "GET /accounts fails")
    other.execute("COMMIT")
    other.close()
    server.expect_recovery("storage-busy")
    return f"{server.check_everything(work)} acknowledged submissions found"


def read_only_at_the_start(work):
    data = os.path.join(work, "data")
    os.makedirs(data)
    server = Server(data, work)
    require(server.pay("paid")[0] == 200, "a payment")
    server.end()
    if subprocess.run(["mount", "--bind", data, data], stderr=subprocess.DEVNULL).returncode != 0:
        return "skipped: mounting is not allowed"
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", data], check=True)
        arguments = ["serve", "--port", "0", "--database", server.database, "--secret-key-file", f"{work}/key"]
        outcome = subprocess.run([PROGRAM, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60)
        require(outcome.returncode == 1, f"it starts: {outcome.stdout}")
        line = outcome.stderr.strip()
        require("\n" not in line and "cannot be written" in line and "read-only" in line, line)
        subprocess.run(["mount", "-o", "remount,bind,rw", data], check=True)
        # The read-only database can be checked, and backed up.
        subprocess.run(["mount", "-o", "remount,bind,ro", data], check=True)
        for command in (["check-database"], ["backup", f"{work}/copy"]):
            looked = subprocess.run(
                [PROGRAM, *command, "--database", server.database], cwd=ROOT, capture_output=True, text=True)
            require(looked.returncode == 0, f"{command}: {looked.stdout}{looked.stderr}")
    finally:
        subprocess.run(["umount", data], check=False)
    Server(data, work).end()
    return line


def lost_file(ending, event):
    """Returns a check in which a file of the database is removed or replaced while the server has
    it open."""
    def check(work):
        data = os.path.join(work, "data")
        os.makedirs(data)
        server = Server(data, work)
        for number in range(3):
            require(server.pay(f"paid-{number}")[0] == 200, "a payment")
        # `copy` refuses a database in use, and `backup` succeeds. Neither may replace a file.
        for command in (["backup", "--database", server.database, f"{work}/backup.sqlite"],
                        ["copy", server.database, f"{work}/copied.sqlite"]):
            done = subprocess.run([PROGRAM, *command], cwd=ROOT, capture_output=True, text=True)
            require(done.returncode == 0 or command[0] == "copy", f"{command}: {done.stdout}{done.stderr}")
            require(server.pay(f"after-{command[0]}")[0] == 200, f"a payment fails after {command[0]}")
        path = server.database + ending
        if event == "replaced":
            shutil.copy2(path, f"{path}.copy")
            os.replace(f"{path}.copy", path)
        else:
            os.link(path, f"{work}/kept")
            os.remove(path)
        for number in range(5):
            status, body, headers = server.submit(f"refused-{number}")
            require((status, body["type"]) == (503, "/problems/storage-failed"), f"a write returned {status} {body}")
            require(int(headers["Retry-After"]) > 0, "Retry-After")
        status, body, _ = server.ask("GET", "/readyz")
        found = body["checks"]["database"]
        require((status, found["status"]) == (503, "damaged"), f"/readyz returned {status} {body}")
        require(found["cause"].startswith(os.path.basename(path) + " was "), f"/readyz returned {body}")
        require(server.ask("GET", "/accounts")[0] == 200, "GET /accounts fails")

        def end():
            if event == "removed and killed":
                server.process.kill()
                server.process.wait()
            else:
                server.end()
            told = server.lines("was removed or replaced")
            require(event == "removed and killed" or len(told) == 1, f"expected one log line for the lost file: {told}")
            # The log of a removed database is complete. The content of a removed log is in the
            # database.
            if not ending and event == "removed":
                os.rename(f"{work}/kept", path)
        return f"{server.check_everything(work, end)} acknowledged submissions found"
    return check


CHECKS = [
    ("a removed database file", lost_file("", "removed")),
    ("a replaced database file", lost_file("", "replaced")),
    ("a removed log", lost_file("-wal", "removed")),
    ("a removed log before a kill", lost_file("-wal", "removed and killed")),
    ("a replaced log", lost_file("-wal", "replaced")),
    ("a full disk", full_disk), ("a full disk with 64 KiB freed", nearly_full_disk),
    ("a full disk with the log on it", full_disk_with_the_log),
    ("a limit on the size of files", limited_files),
    ("a disk that becomes read-only", failing_disk(errno.EROFS, "storage-read-only", "read-only")),
    ("a disk that fails", failing_disk(errno.EIO, "storage-failed", "failing")),
    ("a full quota", failing_disk(errno.EDQUOT, "storage-full", "full")),
    ("a database locked by another process", held), ("a read-only disk at the start", read_only_at_the_start),
]


@pytest.fixture(scope="module", autouse=True)
def programs(valence, shared_library):
    global PROGRAM, FAULTS
    PROGRAM, FAULTS = valence, shared_library(os.path.join(os.path.dirname(__file__), "storage-faults.c"))


@pytest.fixture
def work():
    """A directory for a database. Its servers are killed before its removal."""
    work = tempfile.mkdtemp(prefix="valence-storage-")
    yield work
    while RUNNING:
        RUNNING.pop().kill()
    shutil.rmtree(work, ignore_errors=True)


@pytest.mark.parametrize("check", [pytest.param(check, id=name.replace(" ", "-")) for name, check in CHECKS])
def test_bank_survives_a_fault(check, work):
    """Writes are refused with a problem, reads continue, and the server recovers without a
    restart."""
    found = check(work)
    if found.startswith("skipped: "):
        pytest.skip(found.removeprefix("skipped: "))
    print(found)
