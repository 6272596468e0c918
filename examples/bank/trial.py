"""A bank on trial: it runs in one mode, curl asks it, and checks are counted."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
passed, failed = 0, 0


def check(what, holds, found=""):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print(f"failed: {what}: {found}", flush=True)


class Answer:
    def __init__(self, exit, status, version, headers, body):
        self.exit, self.status, self.version, self.headers, self.body = exit, status, version, headers, body

    @property
    def json(self):
        try:
            return json.loads(self.body, parse_float=Decimal)
        except ValueError:
            return None

    def __str__(self):
        return f"curl {self.exit}, status {self.status}, {self.body[:300]!r}"


class Bank:
    """A bank in one mode, and curl for it."""

    def __init__(self, mode, *options):
        self.mode, self.options, self.curl_options = mode, options, []

    def __enter__(self):
        self.start()
        return self

    def start(self):
        self.output = tempfile.NamedTemporaryFile()
        self.process = subprocess.Popen([HERE / "run", "--port", "0", *self.options], stdout=self.output)
        self.lines, ends = [], time.monotonic() + 180
        wanted = 4 if "--client-certificates" in self.options else 2 if "--tls" in self.options else 1
        while len(self.lines) < wanted and self.process.poll() is None and time.monotonic() < ends:
            time.sleep(0.05)
            with open(self.output.name, encoding="utf-8") as output:
                self.lines = [line.strip() for line in output if line.endswith("\n")]
        if len(self.lines) < wanted:
            self.process.terminate()
            sys.exit(f"{self.mode}: the bank did not start")
        self.address = self.lines[0].removeprefix("The bank listens at ")
        self.document = None

    def kill(self):
        """Ends it as a crash does."""
        self.process.kill()
        self.process.wait()
        self.output.close()

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()
        check(f"{self.mode}: stops at SIGTERM", self.process.returncode == 0, self.process.returncode)

    def said(self, text):
        """Returns how many of its lines have a text."""
        with open(self.output.name, encoding="utf-8") as output:
            return sum(text in line for line in output)

    def path_of(self, label):
        return next(line.split()[-1] for line in self.lines if line.startswith(label))

    def ask(self, path, body=None, *options, headers=(), plain=False, address=None):
        """Asks with this mode's options of curl; `plain` leaves them out."""
        with tempfile.NamedTemporaryFile() as head:
            command = ["curl", "-q", "-s", "-m", "15", "--noproxy", "*", "-D", head.name, "-w", "\n%{http_code} %{http_version}"]
            command += [] if plain else self.curl_options
            if body is not None:
                given = body if isinstance(body, (str, bytes)) else json.dumps(body, ensure_ascii=False)
                command += ["-H", "Content-Type: application/json", "--data-binary", "@-"]
            else:
                given = ""
            for header in headers:
                command += ["-H", header]
            done = subprocess.run([*command, *options, (address or self.address) + path], capture_output=True,
                                  input=given if isinstance(given, bytes) else given.encode())
            text, _, tail = done.stdout.rpartition(b"\n")
            status, version = tail.decode().split()
            names = dict(line.lower().split(": ", 1) for line in head.read().decode().splitlines() if ": " in line)
            return Answer(done.returncode, int(status), version, names, text)


def fits(schema, document, value):
    """Returns the first fault of a value against a schema of the document."""
    import jsonschema
    whole = {"$ref": f"#/components/schemas/{schema}", "components": document["components"]}
    plain = json.loads(json.dumps(value, default=float))
    validator = jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker())
    return next((fault.message for fault in validator.iter_errors(plain)), None)
