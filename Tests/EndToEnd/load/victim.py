"""The parts of `test_attacks`: the server under attack, its good client, and the attackers'
processes.

The server and its good client, a process at 127.0.0.9, run at normal priority. Attackers are
processes at nice 19, because they share the cores, and use other loopback addresses.
"""
import collections
import ctypes
import http.client
import http.server
import json
import multiprocessing
import os
import re
import resource
import select
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from EndToEnd import ROOT
from EndToEnd.bank import Fault, add_user, cells, codes

CERTIFICATES = os.path.join(ROOT, "Tests", "HTTPServerTests", "Certificates")
GOOD = "127.0.0.9"
PATIENCE = 10  # seconds until a request of the good client counts as unanswered
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
PAYMENT = {"from": "40817810500000000001", "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
           "purpose": "Оплата по счету 12", "amount": "0.01"}
# A document that needs no account, for people without one.
CERTIFICATE = {"certificate": "debt", "delivery": "office"}


class Gone(Exception):
    """The connection ended before the response was complete."""


class System(http.server.ThreadingHTTPServer):
    """A system of the bank. A code `bad...` returns 500, `busy` returns 429, and a loan with 666
    fails. A late loan always fails, and its state is unknown until its id is in `executed`."""

    daemon_threads = True
    SERVICE = """
service: peer
at: http://127.0.0.1:{port}
timeout: 2
retries: 0
limit: {{perSecond: 40}}
lookups:
  - {{lookup: peerRate, key: [code], get: "/rates/{{$code}}", answer: {{value: number rate}}}}
facts:
  - {{fact: peerDiscount, get: "/discounts/{{user.externalId}}", answer: {{value: number rate}}}}
effects:
  - {{effect: peerLoan, takes: {{amount: number}}, post: /loans, body: {{amount: $amount}}, executed: {{status: 201}}}}
  - effect: peerLate
    takes: {{amount: number}}
    post: /late
    body: {{amount: $amount}}
    executed: {{status: 201}}
    status:
      get: "/late/{{submission}}"
      every: 1
      executed: {{when: "state == 'DONE'"}}
      missing: 404
      missingAfter: 1
"""
    OPERATIONS = {
        "rate": """effect: document
atoms:
  - {textInput: code, caption: Code, lookup: peerRate}
  - {text: shown, caption: "{peerRate.value}"}
""",
        "many": "atoms:\n" + "".join(
            f"  - {{textInput: c{number}, caption: Code, optional: true, lookup: {{name: peerRate, as: r{number}}}}}\n" for number in range(16)),
        "own": "atoms: [{text: shown, caption: \"{peerDiscount.value}\"}]\n",
        "loan": """effect: peerLoan
atoms:
  - {textInput: amount, caption: Amount, type: number}
  - {button: send, caption: Send, action: submit}
""",
        "late": """effect: peerLate
atoms:
  - {textInput: amount, caption: Amount, type: number}
  - {button: send, caption: Send, action: submit}
""",
    }

    def __init__(self, config):
        super().__init__(("127.0.0.1", 0), SystemAnswer)
        self.failed, self.heals, self.executed = 0, False, set()
        os.makedirs(os.path.join(config, "services"), exist_ok=True)
        with open(os.path.join(config, "services", "peer.yaml"), "w") as file:
            file.write(self.SERVICE.format(port=self.server_port))
        for name, text in self.OPERATIONS.items():
            with open(os.path.join(config, "operations", f"peer.{name}.yaml"), "w") as file:
                file.write(f"operation: peer.{name}\ntitle: Peer\n{text}")
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def heal(self):
        """From now on, no request fails."""
        self.heals = True


class SystemAnswer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        last = self.path.rsplit("/", 1)[-1]
        if self.path.startswith("/late/"):
            return self.answer(200, b'{"state":"DONE"}') if last in self.server.executed else self.answer(404, b"{}")
        self.answer(500 if last.startswith("bad") else 429 if last == "busy" else 200, b'{"rate":1.5}')

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fails = b"666" in body and not self.server.heals
        self.server.failed += fails
        if self.path.startswith("/executed/"):
            self.server.executed.add(self.path.rsplit("/", 1)[-1])
        fails = fails or self.path == "/late"
        self.answer(500 if fails else 201, b"{}")

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After", "60")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Besieged:
    """A demo server with the playground, a hanging code sender, a system of the bank, and a log
    pipe that can be stalled. With `secure`, it uses TLS."""

    def __init__(self, program, place, secure=False):
        self.program, self.place, self.tls = os.path.abspath(program), place, []
        Connection.context = None
        if secure:
            key = os.path.join(place, "key.pem")
            shutil.copy(os.path.join(CERTIFICATES, "first.key"), key)
            os.chmod(key, 0o600)
            self.tls = ["--tls-certificate", os.path.join(CERTIFICATES, "first.pem"), "--tls-key", key]
            # The certificate is the tests' own, so it is not verified.
            Connection.context = ssl.create_default_context()
            Connection.context.check_hostname, Connection.context.verify_mode = False, ssl.CERT_NONE
        self.database, self.config = os.path.join(place, "valence.sqlite"), os.path.join(place, "config")
        self.codes = os.path.join(place, "codes")
        shutil.copytree(os.path.join(ROOT, "config"), self.config)
        os.mkdir(self.codes)
        self.system = System(self.config)
        # Each of these conditions fails at zero, and writes an urgent log line.
        with open(os.path.join(self.config, "operations", "ratios.yaml"), "w") as file:
            file.write("operation: ratios\ntitle: Ratios\neffect: document\natoms:\n  - {textInput: n, caption: N, type: number}\n")
            for number in range(100):
                file.write(f"  - {{textInput: r{number}, caption: R, type: number, value: {number + 1} / $n}}\n")
        self.sender = os.path.join(place, "sender")
        with open(self.sender, "w") as file:
            # The program starts a child that inherits its standard output, and hangs.
            file.write(f"#!/bin/sh\nsleep 300 &\necho $$ $! >{self.codes}/$$\nsleep 300\n")
        os.chmod(self.sender, 0o700)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.people = {}  # the matrix of each person by login
        self.start()
        for login in ("victim", "crowd"):
            self.people[login] = add_user(self.program, self.database, login, "a long password")
        for number in range(4):
            status = subprocess.run(
                [self.program, "users", "add", f"coded{number}", "--name", "Анна", "--phone", f"+7 900 000-00-1{number}",
                 "--database", self.database], input="a long password\n", text=True, stdout=subprocess.DEVNULL).returncode
            if status != 0:
                raise Fault("users add failed")

    def start(self):
        """Starts the server, also after its end, on the same port and database."""
        def prepare():
            limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        self.process = subprocess.Popen(
            [self.program, "serve", "--demo", "--playground", "--port", str(self.port), "--database", self.database,
             "--config", self.config, "--matrix-uses", "1000", "--code-sender", self.sender, "--services-allow", "127.0.0.0/8",
             "--metrics-port", "0", *self.tls],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=False, preexec_fn=prepare)
        self.log = Log(self.process.stderr)
        greeting = []
        for line in self.process.stdout:
            greeting.append(line.decode())
            if line.startswith(b"metrics on "):
                self.metrics_port = urllib.parse.urlsplit(line.split()[2].decode()).port
            if line.startswith(b"listening on "):
                break
        else:
            raise Fault("the server did not start:\n" + "\n".join(self.log.last))
        # The matrix of the demo's person is printed only at the first start.
        if found := cells(greeting):
            self.people["demo"] = found

    @property
    def is_alive(self):
        return self.process.poll() is None

    def processor(self):
        """Returns the processor seconds that the server has used."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Returns the resident memory in MiB."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024

    def metrics(self):
        """Returns the lines of the metrics."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=PATIENCE) as answer:
            return answer.read().decode().splitlines()

    def hang_up(self):
        self.process.send_signal(signal.SIGHUP)

    def end_senders(self):
        """Kills remaining processes of code senders if the server could not end them."""
        for name in os.listdir(self.codes):
            path = os.path.join(self.codes, name)
            for pid in open(path).read().split():
                try:
                    os.kill(int(pid), signal.SIGKILL)
                except OSError:
                    pass
            os.remove(path)

    def stop(self, patience):
        """Sends SIGTERM; returns the status, which is None after `patience` seconds, and the
        seconds."""
        began = time.monotonic()
        self.process.terminate()
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            status = None
        self.kill()
        return status, time.monotonic() - began

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.flow()


class Log(threading.Thread):
    """Reads the server's log from its pipe, except while it is stalled."""

    def __init__(self, pipe):
        super().__init__(daemon=True)
        self.pipe, self.last = pipe, collections.deque(maxlen=100_000)
        self.flows = threading.Event()
        self.flows.set()
        self.start()

    def run(self):
        for line in self.pipe:
            self.last.append(line.decode(errors="replace").rstrip("\n"))
            self.flows.wait()

    def stall(self):
        self.flows.clear()

    def flow(self):
        self.flows.set()

    def count(self, text):
        """Returns the number of retained lines with this text."""
        return sum(text in line for line in list(self.last))

    def wait(self, text, seconds, *more):
        """True if a line with all these texts appears within `seconds`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if any(all(part in line for part in (text, *more)) for line in list(self.last)):
                return True
            time.sleep(0.05)
        return False


class Connection(http.client.HTTPConnection):
    """A connection from a given source address, over TLS if the server uses it."""

    context = None

    def __init__(self, port, address, timeout=PATIENCE):
        super().__init__("127.0.0.1", port, timeout=timeout, source_address=(address, 0))

    def connect(self):
        super().connect()
        if Connection.context:
            self.sock = Connection.context.wrap_socket(self.sock)

    def ask(self, method, path, body=None, token=None, headers={}):
        """Returns the status, the body and the headers. `body` is bytes, or a value that is sent as
        JSON."""
        headers = {"Accept-Language": "en", **headers}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        try:
            self.request(method, path, body, headers)
            answer = self.getresponse()
            return answer.status, answer.read(), answer.headers
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Gone(f"{type(error).__name__}: {error}") from None


def log_in(port, address, login, password="a long password"):
    connection = Connection(port, address)
    status, answer, _ = connection.ask("POST", "/auth/login", {"login": login, "password": password})
    connection.close()
    if status != 200:
        raise Gone(f"login of {login} failed: {status} {answer[:200]}")
    return json.loads(answer)["token"]


# The good client

Answer = collections.namedtuple("Answer", "began seconds what fault")


class GoodClient:
    """A client that logs in, draws, evaluates, submits and signs in a loop, on kept and on new
    connections."""

    def __init__(self, besieged):
        self.answers, self.lock = [], threading.Lock()
        ours, theirs = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(
            target=GoodClient.live, args=(besieged.port, besieged.people["demo"], theirs), daemon=True)
        self.process.start()
        theirs.close()
        threading.Thread(target=self.read, args=(ours,), daemon=True).start()

    def read(self, pipe):
        try:
            while True:
                answer = Answer(*pipe.recv())
                with self.lock:
                    self.answers.append(answer)
        except (EOFError, OSError):
            pass

    def between(self, begin, end):
        """Returns the requests that began in this period."""
        with self.lock:
            return [answer for answer in self.answers if begin <= answer.began < end]

    def end(self):
        self.process.terminate()

    @staticmethod
    def live(port, matrix, pipe):
        def told(method, path, connection, expected, body=None, token=None, headers={}):
            began, fault, answer = time.monotonic(), None, None
            try:
                status, answer, _ = connection.ask(method, path, body, token, headers)
                if status not in expected:
                    fault = f"{status} {answer[:150].decode(errors='replace')}"
            except Gone as error:
                fault = f"unanswered, {error}"
            pipe.send((began, time.monotonic() - began, f"{method} {path.split('?')[0]}", fault))
            time.sleep(0.01)
            return json.loads(answer) if fault is None and answer else None

        kept, token, number = Connection(port, GOOD), None, 0
        # After a request without a response, because the server has ended, wait and try again.
        while True:
            number += 1
            if token is None or number % 8 == 0:
                if token:
                    told("POST", "/auth/logout", kept, (204, 200), token=token)
                said = told("POST", "/auth/login", Connection(port, GOOD), (200,), {"login": "demo", "password": "valence-demo"})
                token = said and said["token"]
                if not token:
                    time.sleep(0.2)
                    continue
            # Every other time the new connection is from an unknown address.
            fresh = Connection(port, GOOD if number % 2 else f"127.0.9.{number % 200 + 1}")
            told("GET", "/healthz", fresh, (200,))
            told("GET", "/operations/pp.quick", fresh, (200,), token=token)
            told("POST", "/operations/pp.quick/evaluate", kept, (200,),
                 {"values": PAYMENT, "changed": ["bic"], "commit": True, "revision": number}, token)
            sent = told("POST", "/operations/pp.quick/submissions", kept, (201,), {"values": PAYMENT}, token,
                        {"Idempotency-Key": f"good-{time.monotonic_ns()}"})
            if sent:
                told("POST", f"/submissions/{sent['submission']['id']}/signature", kept, (200,),
                     {"values": codes(sent["next"], matrix)}, token)
            told("GET", "/accounts", fresh, (200,), token=token)
            fresh.close()
            if not sent:
                token = None


# The attackers

class Enemy:
    """The tools of an attacker's process, and its report."""

    def __init__(self, attack, number, port, ends, given):
        self.attack, self.number, self.port, self.ends, self.given = attack, number, port, ends, given
        self.statuses, self.units, self.faults, self.said = collections.Counter(), 0, [], {}
        self.connections = {}

    @property
    def goes_on(self):
        return time.monotonic() < self.ends

    def wait(self):
        """Waits until the attack ends."""
        time.sleep(max(0, self.ends - time.monotonic()))

    def address(self, number=0):
        """Returns an address in the /24 of this attacker."""
        return f"127.0.{20 + self.number}.{1 + number % 250}"

    def fault(self, text):
        if text not in self.faults and len(self.faults) < 8:
            self.faults.append(text)

    def ask(self, method, path, body=None, token=None, headers={}, address=None):
        """Sends a request on a kept connection; returns status and body, or (None, b"") if no
        response arrives in time."""
        address = address or self.address()
        connection = self.connections.setdefault(address, Connection(self.port, address))
        connection.timeout = max(1.0, self.ends + 2 - time.monotonic())
        self.units += 1
        try:
            status, answer, headers = connection.ask(method, path, body, token, headers)
        except Gone:
            self.statuses["unanswered"] += 1
            return None, b""
        self.judge(f"{method} {path[:60]}", status, headers, answer)
        return status, answer

    def judge(self, what, status, headers, answer):
        """Reports a 5xx unless it is a 501, or a 503 with `Retry-After`."""
        self.statuses[status] += 1
        if status >= 500 and status != 501 and not (status == 503 and headers.get("Retry-After")):
            self.fault(f"{what}: {status} {answer[:200].decode(errors='replace')}")

    def status(self, link):
        """Returns the status of the response on a raw connection; None if none arrives before the
        attack ends."""
        link.settimeout(max(0.1, self.ends + 1 - time.monotonic()))
        try:
            found = STATUS.match(link.recv(65536))
        except OSError:
            found = None
        status = int(found[1]) if found else None
        self.statuses[status or "unanswered"] += 1
        if status == 500:
            self.fault("a 500")
        return status

    def open(self, address=None, small=False):
        """Returns a raw connection; None if the server does not accept it."""
        link = socket.socket()
        if small:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.settimeout(max(0.5, min(3, self.ends - time.monotonic())))
        try:
            link.bind((address or self.address(), 0))
            link.connect(("127.0.0.1", self.port))
            return link
        except OSError:
            link.close()
            self.statuses["no connection"] += 1
            return None


def closed(link, wait=0.0):
    """True if the peer closes the connection within `wait` seconds. Discards received bytes."""
    end, poll = time.monotonic() + wait, select.poll()
    poll.register(link, select.POLLIN)
    while poll.poll(max(0, 1000 * (end - time.monotonic()))):
        try:
            if not link.recv(65536):
                return True
        except OSError:
            return True
    return False


def launch(attack, port, seconds, given):
    """Starts the attackers; returns a function that waits for them and returns their reports."""
    ends, processes = time.monotonic() + seconds, []
    for number in range(attack.attackers):
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=invade, args=(attack, number, port, ends, given, theirs), daemon=True)
        process.start()
        theirs.close()
        processes.append((process, ours))

    def finish():
        reports = []
        for process, pipe in processes:
            if pipe.poll(max(0.1, ends + attack.over - time.monotonic())):
                try:
                    reports.append(pipe.recv())
                except EOFError:
                    reports.append({"statuses": {}, "units": 0, "faults": ["an attacker ended without a report"], "said": {}})
            process.kill()
            process.join()
        return reports
    return finish


def invade(attack, number, port, ends, given, pipe):
    os.nice(attack.nice)
    # Attackers end together with the test, which may be interrupted.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    enemy = Enemy(attack, number, port, ends, given)
    try:
        attack.run(enemy)
    except Gone as error:
        enemy.fault(f"the attack failed: {error}")
    pipe.send({"statuses": dict(enemy.statuses), "units": enemy.units, "faults": enemy.faults, "said": enemy.said})
