"""Measures the whole server's cost of requests to other systems: server.py VALENCE HELD QUICK.

VALENCE is the program. HELD is the address of a system that holds each request for ten seconds, QUICK of one that answers at
once. Prints each figure with its bound. Exits with 1 if a figure exceeds it.

- 1,000 distinct requests wait: the rate and the p99 of other evaluations, compared with the same server without waiting
  requests; memory and threads.
- The processor time of a request that is answered at once, and of a cached answer, compared with a lookup in the directory in
  memory. Both operations have four lookups; wrk sends the same number of bytes.

A request waits at most five seconds, so each thousand waits that long. RUNS (5), SECONDS_EACH (3).
"""
import asyncio
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

VALENCE, HELD, QUICK = sys.argv[1:4]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
RUNS, SECONDS = int(os.environ.get("RUNS", 5)), int(os.environ.get("SECONDS_EACH", 3))
WAITING = 1000
BICS = ["044525225", "044525187", "044525593", "044525974"]

SERVICE = """
service: {name}
at: {at}
timeout: 20
retries: 0
limit: {{atOnce: 1000, perPerson: 1000, perSecond: 100000}}
breaker: {{after: 1000, for: 0.001}}
lookups:
"""
LOOKUP = "  - {{lookup: {name}, key: [bic], get: \"/companies/{{$bic}}\", answer: {{name: text data.shortName}}{more}}}\n"


def operation(name, lookup, count):
    """An operation with `count` lookups, each with a caption from its answer."""
    atoms = "".join(
        f"  - {{textInput: bic{place}, caption: {{ru: БИК, en: BIC}}, type: digits, length: 9, "
        f"lookup: {{name: {lookup}, as: bank{place}}}}}\n"
        f"  - {{text: name{place}, caption: {{ru: Введите, en: Enter}}, captionFrom: bank{place}.name}}\n"
        for place in range(count))
    return f"operation: bench.{name}\ntitle: {{ru: Проба, en: Trial}}\natoms:\n{atoms}"


def configure(folder):
    """Copies the definitions of the repository, and adds two systems and operations that use them."""
    config = os.path.join(folder, "config")
    shutil.copytree(os.path.join(ROOT, "config"), config)
    os.makedirs(os.path.join(config, "services"), exist_ok=True)

    def write(path, text):
        with open(os.path.join(config, path), "w", encoding="utf-8") as file:
            file.write(text)

    write("services/held.yaml", SERVICE.format(name="held", at=HELD) + LOOKUP.format(name="slow", more=""))
    write("services/quick.yaml", SERVICE.format(name="quick", at=QUICK) + LOOKUP.format(name="asked", more="")
          + LOOKUP.format(name="kept", more=", cache: 3600"))
    write("operations/bench.wait.yaml", operation("wait", "slow", 1))
    for lookup in ("asked", "kept", "bank"):
        write(f"operations/bench.{lookup}.yaml", operation(lookup, lookup, len(BICS)))
    return config


class Server:
    """The server as a process, with its figures from /proc."""

    def __init__(self, folder):
        self.folder = folder
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        out = open(os.path.join(folder, "out"), "w+")
        self.process = subprocess.Popen(
            [VALENCE, "serve", "--demo", "--port", "0", "--threads", "2", "--requests-per-person", "0",
             "--services-allow", "127.0.0.0/8", "--config", configure(folder), "--web", os.path.join(ROOT, "web"),
             "--migrations", os.path.join(ROOT, "migrations"), "--database", os.path.join(folder, "valence.sqlite"),
             "--log", os.path.join(folder, "log")], stdout=out, stderr=subprocess.STDOUT)
        while not (found := re.search(r"^listening on \S+:(\d+)$", open(out.name).read(), re.M)):
            if self.process.poll() is not None:
                sys.exit(open(out.name).read())
            time.sleep(0.05)
        self.port = int(found[1])
        answer = self.post("/auth/login", {"login": "demo", "password": "valence-demo"})
        self.token = answer["token"]

    def post(self, path, body, token=None):
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(rf"^{name}:\s+(\d+)", file.read(), re.M)[1])

    def spent(self):
        """Processor time so far in microseconds, of all threads."""
        total = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as file:
                    total += int(file.read().split()[0])
            except FileNotFoundError:
                pass
        return total / 1000

    def load(self, name, values, counted=False, seconds=SECONDS):
        """Evaluates with wrk; returns requests a second, p99 in milliseconds and microseconds of the processor for each.

        With `counted`, the last digits of each value are a counter, so each query is different.
        """
        path = f"/operations/{name}/evaluate"
        body = json.dumps({"values": values, "commit": True}, separators=(",", ":"))
        script = os.path.join(self.folder, "wrk.lua")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"""
local headers = {{["Content-Type"] = "application/json", ["Authorization"] = "Bearer {self.token}"}}
local body, path, counted, number = [[{body}]], "{path}", {str(counted).lower()}, 0
request = function()
  number = (number + 1) % 100000
  local text = counted and body:gsub("00000", string.format("%05d", number)) or body
  return wrk.format("POST", path, headers, text)
end
""")
        before = self.spent()
        said = subprocess.run(
            ["wrk", "-t1", f"-c{16 if counted else 64}", f"-d{seconds}s", "--latency", "-s", script,
             f"http://127.0.0.1:{self.port}"], check=True, capture_output=True, text=True).stdout
        spent = self.spent() - before
        if "Non-2xx" in said or "Socket errors" in said:
            sys.exit(said)
        tail, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", said).groups()
        count = int(re.search(r"(\d+) requests in", said)[1])
        return (float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]),
                float(tail) * {"us": 0.001, "ms": 1, "s": 1000}[unit], spent / count)

    def require_answers(self, name, values):
        """Exits unless an evaluation returns an answer for each lookup."""
        atoms = self.post(f"/operations/{name}/evaluate", {"values": values, "commit": True}, self.token)["atoms"]
        if any(atoms[f"name{place}"]["caption"] in ("", "Введите", "Enter") for place in range(len(values))):
            sys.exit(f"{name} has no answers: {atoms}")

    def require_no_trouble(self, system):
        """Exits if a request to a system had no answer."""
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
            for line in file:
                if "no answer from" in line and system in line:
                    sys.exit(line)

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


class Waiting:
    """Evaluations that wait for the holding system, each on its own connection."""

    def __init__(self, server, first):
        self.server, self.first, self.links, self.answers = server, first, [], []

    async def begin(self):
        for number in range(WAITING):
            # The server accepts 256 connections from an address.
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.server.port, local_addr=(f"127.0.1.{1 + number // 100}", 0))
            body = json.dumps({"values": {"bic0": str(100_000_000 + self.first + number)}, "commit": True})
            writer.write((
                f"POST /operations/bench.wait/evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                f"Authorization: Bearer {self.server.token}\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())
            self.links.append((reader, writer))

    async def end(self):
        for reader, writer in self.links:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(re.search(rb"content-length: (\d+)", head.lower())[1])
            answer = json.loads(await reader.readexactly(length))
            self.answers.append(answer.get("retryAfter") == 5 and head.startswith(b"HTTP/1.1 200"))
            writer.close()

    def wrong(self):
        return WAITING - sum(self.answers)


def evaluate_while_waiting(server, number):
    """Loads the server while 1,000 requests wait; returns the figures of the load, and memory and threads."""
    async def go():
        waiting = Waiting(server, number * WAITING)
        begun = time.monotonic()
        await waiting.begin()
        await asyncio.sleep(0.3)
        memory, threads = server.status("VmRSS"), server.status("Threads")
        sent = time.monotonic() - begun
        if sent > 1.5:
            sys.exit(f"it took {sent:.1f} s to send {WAITING} questions")
        figures = await asyncio.to_thread(server.load, "bench.bank", BANKS)
        if time.monotonic() - begun > 4.9:
            print("  the load outlasted the waiting questions", file=sys.stderr)
        await waiting.end()
        return figures, memory, threads, waiting.wrong()
    return asyncio.run(go())


BANKS = {f"bic{place}": bic for place, bic in enumerate(BICS)}
missed = []


def tell(what, figure, bound, isMet):
    print(f"{what}: {figure} (bound: {bound}){'' if isMet else '  MISSED'}")
    if not isMet:
        missed.append(what)


def main():
    folder = tempfile.mkdtemp()
    server = Server(folder)
    try:
        server.load("bench.bank", BANKS, seconds=1)
        server.load("bench.kept", BANKS, seconds=1)
        memory, threads = server.status("VmRSS"), server.status("Threads")
        rates, tails, bytes_each, more = [], [], 0, 0
        for number in range(RUNS):
            alone = server.load("bench.bank", BANKS)
            beside, during, count, wrong = evaluate_while_waiting(server, number)
            if number == 0:
                bytes_each, more = (during - memory) * 1024 / WAITING, count - threads
            if wrong:
                sys.exit(f"{wrong} of {WAITING} evaluations did not wait to the end and get a locked atom")
            rates.append(beside[0] / alone[0])
            tails.append(beside[1] / alone[1])
            print(f"run {number + 1}: none waits {alone[0]:.0f}/s, p99 {alone[1]:.2f} ms; "
                  f"{WAITING} wait {beside[0]:.0f}/s, p99 {beside[1]:.2f} ms")
        rate, tail = statistics.median(rates), statistics.median(tails)
        tell(f"rate of other evaluations while {WAITING} questions wait", f"{rate:.3f} of that with none", "0.9", rate >= 0.9)
        tell("their p99", f"{tail:.2f} times that with none", "1.5", tail <= 1.5)
        tell("memory of a waiting question, its request and both connections", f"{bytes_each / 1000:.1f} KB", "50 KB",
             bytes_each < 50_000)
        tell("threads for them", more, "not one for each", more < 10)

        asked = {name: value[:4] + "00000" for name, value in BANKS.items()}
        # The values of one request differ in their first digits, so that no two requests are joined.
        asked = {name: f"{place + 1}{value[1:]}" for place, (name, value) in enumerate(asked.items())}
        for name, values in (("bench.bank", BANKS), ("bench.kept", BANKS), ("bench.asked", asked)):
            server.require_answers(name, values)
        # Short loads alternate, so that other load of the machine affects both.
        questions, kept = [], []
        for number in range(3 * RUNS):
            bank = server.load("bench.bank", BANKS, seconds=1)[2]
            kept.append((server.load("bench.kept", BANKS, seconds=1)[2] - bank) / len(BICS))
            bank = server.load("bench.bank", asked, counted=True, seconds=1)[2]
            questions.append((server.load("bench.asked", asked, counted=True, seconds=1)[2] - bank) / len(BICS))
        server.require_no_trouble("quick")
        print("kept answers beside look-ups in memory:", ", ".join(f"{cost:+.2f}" for cost in sorted(kept)), "µs")
        print("questions:", ", ".join(f"{cost:.0f}" for cost in sorted(questions)), "µs")
        cost = statistics.median(questions)
        tell("a question that is answered at once", f"{cost:.0f} µs of the server's processor", "150 µs", cost < 150)
        cost = statistics.median(kept)
        tell("a kept answer", f"{cost:+.2f} µs beside a look-up in memory", "1 µs", cost <= 1)
    finally:
        server.stop()
        shutil.rmtree(folder)
    sys.exit(1 if missed else 0)


main()
