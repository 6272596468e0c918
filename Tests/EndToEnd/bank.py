"""Helpers for tests of a running server: the server process, its commands, and HTTP clients."""
import contextlib
import http.client
import json
import os
import random
import socket
import subprocess
import time
import urllib.parse

# The payee's part of a payment order. A test adds the payer and the amount.
PAYEE = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12"}


class Fault(Exception):
    """A violated expectation of a test."""


def expect(holds, fault):
    if not holds:
        raise Fault(fault[:600])


class Server:
    """A process `valence serve --demo` on a database and a free port. `greeting` has the lines that
    it printed."""

    def __init__(self, program, database, *options, log=os.devnull, environment=None, demo=True):
        self.program, self.database = program, database
        self.process = subprocess.Popen(
            [program, "serve", *(["--demo"] if demo else []), "--port", "0", "--unsigned-submissions", "1000", "--submissions-per-day", "1000000",
             "--database", database, "--log", log,
             "--requests-per-person", "0", "--requests-per-address", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        self.greeting, self.address = [], None
        for line in self.process.stdout:
            self.greeting.append(line)
            if line.startswith("listening on "):
                self.address = urllib.parse.urlsplit(line.split()[2])
                return

    @property
    def url(self):
        return self.address.geturl()

    def matrix(self):
        return cells(self.greeting)

    def stop(self):
        """Stops the server with SIGTERM, and with SIGKILL after 60 s; returns its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def kill(self):
        """Ends the server with SIGKILL."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def cells(lines):
    """Returns the security matrix in the output of a command: the code of each cell by its name."""
    codes, columns = {}, []
    for line in lines:
        words = line.split()
        if words and all(len(word) == 1 and word.isupper() for word in words):
            columns = words
        elif columns and words and words[0].isdigit() and len(words) == len(columns) + 1:
            codes.update({column + words[0]: code for column, code in zip(columns, words[1:])})
    return codes


def free_port():
    """Returns a free port below the kernel's range of client ports, so that no client takes it
    while its server is down."""
    while True:
        with socket.socket() as free, contextlib.suppress(OSError):
            port = random.randrange(10_000, 30_000)
            free.bind(("127.0.0.1", port))
            return port


def run(program, *arguments, input=None):
    """Runs a command of Valence; returns its status and its output."""
    done = subprocess.run([program, *arguments], input=input, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def add_user(program, database, login, password, role="person", options=()):
    """Adds a user with `valence users add`; returns the security matrix, which is empty for other
    roles than `person`."""
    status, output = run(
        program, "users", "add", login, "--name", login, "--role", role, "--database", database, *options,
        input=password + "\n")
    if status != 0:
        raise Fault(f"users add {login} --role {role}: {output}")
    return cells(output.splitlines())


class Client:
    """An HTTP client with a connection and, after `login`, a token. `headers` has the last
    response's headers."""

    def __init__(self, address, token=None, timeout=60, source=None):
        self.connection = http.client.HTTPConnection(
            address.hostname, address.port, timeout=timeout, source_address=source and (source, 0))
        self.used = time.monotonic()
        self.token = token

    def login(self, login, password):
        status, answer = self.send("POST", "/auth/login", {"login": login, "password": password})
        if status != 200:
            raise Fault(f"login of {login} failed: {status} {answer}")
        self.token = answer["token"]
        return self

    def send(self, method, path, body=None, **headers):
        """Sends a request; returns the status and the JSON body. An underscore in a header's name
        becomes a hyphen."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        # The server closes idle connections. The next request opens a new one.
        if time.monotonic() - self.used > 10:
            self.connection.close()
        self.used = time.monotonic()
        self.connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
        answer = self.connection.getresponse()
        self.headers = answer.headers
        return answer.status, json.loads(answer.read() or b"null")


def codes(tree, matrix):
    """Returns the requested codes of a signature's tree."""
    return {atom["id"]: matrix[atom["id"]] for atom in tree["atoms"] if atom.get("type") == "code"}


def pay(server, key, amount="100.50", client=Client):
    """Pays with the demo person's account; returns the balance after the payment."""
    person = client(server.address).login("demo", "valence-demo")

    def account():
        return next(row for row in person.send("GET", "/accounts")[1]["data"] if row["caption"] == "Текущий")

    payer, before = account()["number"], float(account()["balance"])
    values = {**PAYEE, "from": payer, "amount": amount}
    status, sent = person.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key=key)
    expect(status == 201, f"submission: {status} {sent}")
    answer = {"values": codes(sent["next"], server.matrix())}
    status, signed = person.send("POST", f"/submissions/{sent['submission']['id']}/signature", answer)
    expect(status == 200 and signed["submission"]["status"] == "executed", f"signature: {status} {signed}")
    expect(account()["balance"] == f"{before - float(amount):.2f}", f"balance: {account()['balance']}")
    return account()["balance"]


def balance(server):
    """Returns the balance of the demo person's account."""
    person = Client(server.address).login("demo", "valence-demo")
    return next(row for row in person.send("GET", "/accounts")[1]["data"] if row["caption"] == "Текущий")["balance"]
