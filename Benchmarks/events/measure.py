"""Measures the cost of event streams: measure.py VALENCE FOLDER CLIENTS.

VALENCE is the program, FOLDER has a database, its people and a certificate, and CLIENTS is the program that pays. Prints each
figure with its bound. Exits with 1 if a figure exceeds it."""
import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import threading
import time

VALENCE, FOLDER, CLIENTS = sys.argv[1:4]
STREAMS, RUNS = int(os.environ.get("STREAMS", 2000)), int(os.environ.get("RUNS", 3))
SECONDS = int(os.environ.get("SECONDS_EACH", 4))
PEOPLE = [line.split(" ", 2) for line in open(os.path.join(FOLDER, "people"))]
PAYERS, LISTENERS = PEOPLE[:64], PEOPLE[64:]
failed = False


def tell(text, value, bound=None, unit=""):
    """Prints a figure, and records whether it exceeds its bound."""
    global failed
    print(f"{text}: {value:,.2f} {unit}" + (f"   bound {bound:,}" if bound is not None else ""), flush=True)
    failed |= bound is not None and value > bound


class Server:
    """The server as a process, on a copy of the database."""

    def __init__(self, tls=False):
        self.tls = tls
        self.file = os.path.join(FOLDER, "copy.sqlite")
        for name in os.listdir(FOLDER):
            if name.startswith("copy.sqlite"):
                os.remove(os.path.join(FOLDER, name))
        shutil.copy(os.path.join(FOLDER, "made.sqlite"), self.file)
        shutil.copy(os.path.join(FOLDER, "made.sqlite.key"), self.file + ".key")
        out = open(os.path.join(FOLDER, "out"), "w+")
        secure = ["--tls-certificate", os.path.join(FOLDER, "certificate.pem"), "--tls-key",
                  os.path.join(FOLDER, "key.pem")] if tls else []
        self.process = subprocess.Popen(
            [VALENCE, "serve", "--port", "0", "--threads", "2", "--requests-per-person", "0", "--connection-limit",
             str(4 * STREAMS), "--connections-per-address", "0", "--event-streams", str(STREAMS + 10), "--database",
             self.file, "--log", os.path.join(FOLDER, "log"), *secure], stdout=out, stderr=subprocess.STDOUT)
        while not (found := re.search(r"^listening on \S+:(\d+)$", open(out.name).read(), re.M)):
            if self.process.poll() is not None:
                sys.exit(open(out.name).read())
            time.sleep(0.05)
        self.port = int(found[1])

    def stop(self):
        """Stops the server, and returns the seconds until it has stopped."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        return time.monotonic() - began

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            connection = context.wrap_socket(connection)
        return connection

    def listen(self, token):
        """Opens a stream, and returns it after its first event id."""
        connection = self.connect()
        connection.sendall(
            f"GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        have = b""
        while b"id: " not in have or not have.endswith(b"\r\n"):
            part = connection.recv(65536)
            if not part:
                sys.exit(f"a stream was refused: {have!r}")
            have += part
        return connection

    def memory(self):
        """Kilobytes of the process's anonymous memory."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"^RssAnon:\s+(\d+)", file.read(), re.M)[1])

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def spent(self):
        """Processor time so far in microseconds, of all threads, including ended ones (clock_getcpuclockid(3))."""
        return time.clock_gettime_ns((~self.process.pid << 3) | 2) / 1000

    def pay(self, key):
        """Signed payments per second, and the processor time of each in microseconds."""
        with open(os.path.join(FOLDER, "payers"), "w") as file:
            file.writelines(" ".join(person) for person in PAYERS)
        spent = self.spent()
        with open(os.path.join(FOLDER, "payers")) as people:
            told = subprocess.run([CLIENTS, str(self.port), str(SECONDS), key], stdin=people, stdout=subprocess.PIPE,
                                  check=True)
        rate = float(told.stdout)
        # The clients pay for a second before the count begins.
        return rate, (self.spent() - spent) / (rate * (SECONDS + 1))


def waiting(tls):
    """Memory, threads and processor time of waiting streams."""
    server = Server(tls)
    # One-time costs of the first streams are not counted.
    warm = [server.listen(person[0]) for person in LISTENERS[:40]]
    for connection in warm:
        connection.close()
    time.sleep(3)
    before, threads = server.memory(), server.threads()
    streams = [server.listen(person[0]) for person in LISTENERS for _ in range(5)][:STREAMS]
    time.sleep(3)
    name = "over TLS" if tls else "in the clear"
    each = (server.memory() - before) * 1024 / len(streams)
    tell(f"{len(streams)} streams {name}, memory of each", each, None if tls else 20_480, "bytes")
    spent, began = server.spent(), time.monotonic()
    time.sleep(30)
    share = (server.spent() - spent) / 1e4 / (time.monotonic() - began)
    tell(f"time of a processor for all of them, with a heartbeat each 15 s", share, 5, "%")
    tell("memory of each with its heartbeats", (server.memory() - before) * 1024 / len(streams),
         None if tls else 20_480, "bytes")
    tell("threads more than before", server.threads() - threads, 2)
    tell("seconds of a stop while they wait", server.stop(), 5)
    for connection in streams:
        connection.close()


def latency():
    """Milliseconds between the response to a submission, which follows its COMMIT, and its event."""
    server = Server()
    streams = [server.listen(person[0]) for person in LISTENERS for _ in range(5)][:STREAMS]
    token, account = PAYERS[0][0], PAYERS[0][1]
    listener = server.listen(token)
    seen, came = {}, threading.Condition()

    def read():
        text = ""
        while part := listener.recv(65536):
            now = time.perf_counter()
            text += part.decode()
            with came:
                for submission in re.findall(r'"submission":"([^"]+)"', text):
                    seen.setdefault(submission, now)
                came.notify_all()
            text = text[-200:]

    threading.Thread(target=read, daemon=True).start()
    connection = server.connect()
    late = []
    for number in range(300):
        body = json.dumps({"values": {
            "from": account, "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
            "purpose": "Оплата по счету 12", "amount": "1.00"}}).encode()
        connection.sendall(
            f"POST /operations/pp.quick/submissions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: late-{number}\r\nContent-Length: {len(body)}\r\n\r\n"
            .encode() + body)
        answer = b""
        while b"\r\n\r\n" not in answer or len(answer.split(b"\r\n\r\n", 1)[1]) < int(
                re.search(rb"Content-Length: (\d+)", answer)[1]):
            answer += connection.recv(65536)
        answered = time.perf_counter()
        submission = re.search(rb'"submission":\{"id":"([^"]+)"', answer)
        if not submission:
            sys.exit(answer.decode())
        submission = submission[1].decode()
        with came:
            came.wait_for(lambda: submission in seen, 10)
        late.append((seen[submission] - answered) * 1000)
        # No more than twenty may wait for a signature.
        connection.sendall(
            f"POST /submissions/{submission}/cancel HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            "Content-Length: 0\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer or len(answer.split(b"\r\n\r\n", 1)[1]) < int(
                re.search(rb"Content-Length: (\d+)", answer)[1]):
            answer += connection.recv(65536)
        time.sleep(0.01)
    late.sort()
    tell(f"an event after the answer to what it tells, beside {len(streams)} streams, median", late[150], 10, "ms")
    tell("the same, p99", late[297], 50, "ms")
    server.stop()
    for open_stream in streams:
        open_stream.close()


def payments():
    """Signed payments with and without waiting streams."""
    found = {0: [], STREAMS: []}
    for run in range(RUNS):
        for count in (0, STREAMS) if run % 2 == 0 else (STREAMS, 0):
            server = Server()
            streams = [server.listen(person[0]) for person in LISTENERS for _ in range(5)][:count]
            found[count].append(server.pay(f"{count}-{run}"))
            server.stop()
            for connection in streams:
                connection.close()
        print(f"run {run + 1}: " + "; ".join(
            f"beside {count} streams {each[-1][0]:.0f} signed payments a second, {each[-1][1]:.0f} us of the processor each"
            for count, each in found.items()), flush=True)
    rates, costs = ({count: statistics.median(one[place] for one in each) for count, each in found.items()} for place in (0, 1))
    print(f"medians: {rates[0]:.0f} signed payments a second, {rates[STREAMS]:.0f} beside {STREAMS} streams")
    # With other load on the machine and the disk, the processor time is steadier than the rate.
    tell("the processor's time of a payment beside streams, as a multiple of that without", costs[STREAMS] / costs[0], 1.2)


soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
waiting(tls=False)
waiting(tls=True)
latency()
payments()
sys.exit(failed)
