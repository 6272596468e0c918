"""Kills a server at random moments, and checks that everything it acknowledged is still there.

All rounds use one database. In each round four clients submit and sign payments, store templates,
drafts and settings, and request one-time codes. Then SIGKILL ends the server: under load, in its
first moments, during a stop, or during a command. After the restart:

- an acknowledged value is stored as it was sent, and a repeated key returns the same submission
- a submission without a response is stored once or not at all
- each signed payment has moved its money once, and each promised code has arrived
- `check-ledger`, `check-database`, `audit verify` and SQLite's integrity check find no fault

On PostgreSQL some rounds also kill, stop or disconnect the database under load, or use a second
process on the same database. SIGKILL ends the process, not the machine: the effect of a power cut
on files is not tested.
"""
import collections
import http.client
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

import pytest

from EndToEnd.bank import PAYEE, Client, Fault, Server, cells, codes, expect, run
from EndToEnd.own_server import OwnServer

GONE = (OSError, http.client.HTTPException, ValueError)  # errors of an incomplete response
# Each client writes drafts of one operation, in the given field. No client submits these
# operations, because a submission deletes the draft.
DRAFTED = {"pp.full": "purpose", "certificate.order": "recipient", "provider.pay": "account", "profile.edit": "name"}
CLIENTS, EACH = len(DRAFTED), 25  # the number of clients, and of submissions per client and round
OPTIONS = ["--matrix-uses", "1000", "--templates-per-person", "1000", "--codes-per-hour", "1000"]
# The kinds of a crash, and those that only PostgreSQL has.
KINDS = ["under load"] * 5 + ["while it stops"] * 2 + ["during a command"] * 2 + ["in its first moments"]
KINDS_ON_SERVER = [*OwnServer.BESIDE] * 2 + ["with another process"] * 3
# The operation that is signed with a one-time code. The test never signs it.
CODED = "matrix.renew"


class Sent:
    """A submission as its client knows it: the request and the response."""

    def __init__(self, key, operation, values):
        self.key, self.operation, self.values = key, operation, values
        self.id = None  # set by the first response
        self.status = None  # the last acknowledged status
        self.doubtful = True  # true while a request has no response
        self.settled = False  # true if it was checked after a crash

    @property
    def kopecks(self):
        return round(float(self.values["amount"]) * 100)


class Kept:
    """A value that is written repeatedly: the last acknowledged one, and those sent after it."""

    def __init__(self, value=None):
        self.known, self.since = value, []

    def sending(self, value):
        self.since.append(value)

    def acknowledged(self):
        self.known, self.since = self.since[-1], []

    def judge(self, found, what):
        expect(found == self.known or found in self.since, f"{what}: {found!r} found, {self.known!r} was acknowledged")
        self.known, self.since = found, []


class Teller(threading.Thread):
    """A client with its own connection. Sends requests until the server ends, and records the
    responses."""

    def __init__(self, bank, server, number, seed):
        super().__init__()
        self.bank, self.server, self.number, self.chance = bank, server, number, random.Random(seed)
        self.fault = None

    def run(self):
        client = Client(self.server.address, self.bank.tokens[self.number], timeout=20)
        try:
            for turn in range(100_000):
                self.turn(client, turn)
        except GONE:
            pass
        except Fault as fault:
            self.fault = fault

    def turn(self, client, turn):
        kinds = ["pay"] * 6 + ["transfer"] * 2 + ["code", "again", "template", "draft", "draft"] + ["settings"] * (self.number == 0)
        kind = self.chance.choice(kinds if turn < EACH else ["again", "draft", "draft"])
        getattr(self, kind)(client)

    def pay(self, client):
        sent = self.submit(client, "pp.quick", {"from": self.bank.payer, **PAYEE, "amount": self.amount()})
        if sent is None:
            return
        if self.chance.random() < 0.6:
            self.sign(client, sent)
        elif self.chance.random() < 0.8:
            sent.doubtful = True
            status, answer = client.send("POST", f"/submissions/{sent.id}/cancel")
            if status == 503:
                return
            expect(status == 200 and answer["status"] == "cancelled", f"cancelling {sent.key}: {status} {answer}")
            sent.status, sent.doubtful = "cancelled", False

    def transfer(self, client):
        self.submit(client, "transfer.own", {"from": self.bank.payer, "to": self.bank.savings, "amount": self.amount()})

    def submit(self, client, operation, values):
        sent = Sent(f"{self.number}-{self.chance.getrandbits(64):x}", operation, values)
        self.bank.sent.append(sent)
        status, answer = client.send("POST", f"/operations/{operation}/submissions", {"values": values}, Idempotency_Key=sent.key)
        if status == 503:
            return None  # the server stops; the state is checked later
        expect(status == 201, f"submitting {sent.key}: {status} {answer}")
        sent.id, sent.status, sent.doubtful = answer["submission"]["id"], answer["submission"]["status"], False
        sent.codes = codes(answer["next"], self.bank.matrix)
        return sent

    def sign(self, client, sent):
        sent.doubtful = True
        status, answer = client.send("POST", f"/submissions/{sent.id}/signature", {"values": sent.codes})
        while status == 409:  # another client of this person has the challenge, so request it again
            status, tree = client.send("GET", f"/submissions/{sent.id}/signature")
            if status == 503:
                return
            expect(status == 200, f"asking for {sent.key}: {status} {tree}")
            sent.codes = codes(tree, self.bank.matrix)
            status, answer = client.send("POST", f"/submissions/{sent.id}/signature", {"values": sent.codes})
        if status == 503:
            return
        expect(status == 200 and answer["submission"]["status"] == "executed", f"signing {sent.key}: {status} {answer}")
        sent.status, sent.doubtful = "executed", False

    def code(self, client):
        status, answer = client.send(
            "POST", f"/operations/{CODED}/submissions", {"values": {}}, Idempotency_Key=f"{self.number}-{self.chance.getrandbits(64):x}")
        if status != 503:
            expect(status == 201, f"asking for a code: {status} {answer}")
            self.bank.codes.append(answer["submission"]["id"])

    def again(self, client):
        own = [sent for sent in self.bank.sent[-200:] if not sent.doubtful and sent.key.startswith(f"{self.number}-")]
        if own:
            self.bank.send_again(client, self.chance.choice(own), stopping=True)

    def template(self, client):
        title = f"{self.number}-{self.chance.getrandbits(64):x}"
        self.bank.templates[title] = None
        status, answer = client.send("POST", "/templates", {"operation": "pp.quick", "title": title, "values": {"name": title}})
        if status != 503:
            expect(status == 201, f"template {title}: {status} {answer}")
            self.bank.templates[title] = answer["id"]

    def draft(self, client):
        (operation, name), mark = list(DRAFTED.items())[self.number], f"{self.chance.getrandbits(64):x}"
        kept = self.bank.drafts[operation]
        kept.sending(mark)
        status, answer = client.send("PUT", f"/drafts/{operation}", {"values": {name: mark}})
        if status != 503:
            expect(status in (200, 201), f"draft of {operation}: {status} {answer}")
            kept.acknowledged()

    def settings(self, client):
        value = self.chance.random() < 0.5
        self.bank.push_deals.sending(value)
        status, answer = client.send("PATCH", "/settings", {"pushDeals": value})
        if status != 503:
            expect(status == 200 and answer["pushDeals"] == value, f"settings: {status} {answer}")
            self.bank.push_deals.acknowledged()

    def amount(self):
        return f"0.{self.chance.randint(1, 9):02}"


class File:
    """A SQLite database file."""

    def __init__(self, place):
        self.place, self.path = place, os.path.join(place, "valence.sqlite")
        self.options = ["--database", self.path]

    def waiting(self):
        """The number of unsent messages."""
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=60) as database:
            return database.execute("SELECT count(*) FROM message").fetchone()[0]

    def look_into(self):
        """Checks the file with SQLite's integrity check, in this process."""
        self.look_into_file(self.path)

    def backup(self, program):
        """Starts `valence backup`; returns a function that waits for it and checks the backup."""
        path = os.path.join(self.place, "backup.sqlite")
        for end in ("", "-wal", "-shm"):
            if os.path.exists(path + end):
                os.remove(path + end)
        process = subprocess.Popen([program, "backup", path, *self.options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def look():
            if process.wait(60) == 0:
                self.look_into_file(path)
                status, output = run(program, "check-ledger", "--database", path)
                expect(status == 0, f"check-ledger of the backup: {output}")
        return look

    def look_into_file(self, path):
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            expect(found == [("ok",)], f"integrity_check of {path}: {found}")
            found = connection.execute("PRAGMA foreign_key_check").fetchall()
            expect(found == [], f"foreign_key_check of {path}: {found}")
        finally:
            connection.close()

    def end(self):
        pass


class Bank:
    """One database during all rounds, its server, and the state known to its clients."""

    def __init__(self, program, database, place, seed):
        self.program, self.database, self.chance = program, database, random.Random(seed)
        self.server, self.tokens = None, []
        self.sent, self.templates, self.codes = [], {}, []
        self.messages, self.sender = os.path.join(place, "messages"), os.path.join(place, "sender")
        with open(self.sender, "w") as file:
            # A number and a text are one write, so messages do not mix.
            file.write(f"#!/bin/sh\nexec cat >>{self.messages}\n")
        os.chmod(self.sender, 0o700)
        self.drafts = {operation: Kept() for operation in DRAFTED}
        self.push_deals = Kept()
        self.people = {}
        self.checks = [["check-ledger"], ["check-database"], ["audit", "verify"]]

    # Rounds

    def start(self):
        self.server = self.another()
        self.matrix = self.server.matrix()
        self.client = Client(self.server.address, self.tokens[0] if self.tokens else None, timeout=60)

    def another(self):
        """Starts a server process on the database."""
        server = Server(self.program, *self.database.options[1:], "--code-sender", self.sender, *OPTIONS)
        expect(server.address, "the server did not start:\n" + "".join(server.greeting[-20:]))
        return server

    def open(self):
        """Runs before the first round with a server: logs in and reads the balances."""
        self.tokens = [Client(self.server.address).login("demo", "valence-demo").token for _ in range(CLIENTS)]
        self.client.token = self.tokens[0]
        own = [account for account in self.get("/accounts")["data"]
               if account["currency"] == "RUB" and account["isOwner"] and not account["disabled"]]
        self.payer, self.savings = own[0]["number"], own[1]["number"]
        self.opening = self.balances()
        self.push_deals.known = self.get("/settings")["pushDeals"]

    def crash_early(self):
        """Kills a server in its first moments, during migration, creation of demo data, or first
        reads."""
        process = subprocess.Popen(
            [self.program, "serve", "--demo", "--port", "0", "--unsigned-submissions", "1000", *self.database.options, "--log", os.devnull,
             "--code-sender", self.sender, *OPTIONS],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.chance.uniform(0, 0.6))
        process.kill()
        process.wait()

    def crash_under_load(self, how):
        other = self.another() if how == "with another process" else self.server
        tellers = [Teller(self, (self.server, other)[number % 2], number, self.chance.getrandbits(64)) for number in range(CLIENTS)]
        for teller in tellers:
            teller.start()
        command = self.command() if how == "during a command" else None
        time.sleep(self.chance.uniform(0.02, 2))
        if how in getattr(self.database, "BESIDE", {}):
            self.database.disturb(how)
            time.sleep(self.chance.uniform(0.02, 2))
        if how == "while it stops":
            self.server.process.send_signal(signal.SIGTERM)
            time.sleep(self.chance.uniform(0, 0.1))
        self.server.kill()
        if other is not self.server:
            time.sleep(self.chance.uniform(0, 1))
            other.kill()
        for teller in tellers:
            teller.join(60)
            expect(not teller.is_alive(), "a client hangs after the end of the server")
            if teller.fault:
                raise teller.fault
        if command:
            command()

    def command(self):
        """Starts a backup or `users add` during the load; returns a function that waits for it and
        checks the result. `users add` may be killed after at most a second."""
        if self.chance.random() < 0.5:
            return self.database.backup(self.program)
        login = f"p{self.chance.getrandbits(40):x}"
        process = subprocess.Popen(
            [self.program, "users", "add", login, "--name", login, *self.database.options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        process.stdin.write("a long password\n")
        process.stdin.close()
        wait = self.chance.choice([60, self.chance.uniform(0, 1)])

        def look():
            try:
                process.wait(wait)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            # The matrix is printed after the commit. If it was printed, the login must work.
            self.people[login] = bool(cells(process.stdout.read().splitlines()))
            process.stdout.close()
        return look

    # The facts that must hold

    def verify(self, everything):
        for sent in self.sent:
            if sent.doubtful:
                self.settle(sent)
        known = [sent for sent in self.sent if not sent.settled] + self.chance.sample(self.sent, min(15, len(self.sent)))
        for sent in self.sent if everything else known:
            self.send_again(self.client, sent)
            found = self.get(f"/submissions/{sent.id}")
            expect(found["status"] == sent.status, f"{sent.key}: {found['status']} found, {sent.status} was acknowledged")
            expect(self.is_told(sent, found["values"]), f"{sent.key}: {found['values']} found, {sent.values} was sent")
            sent.settled = True
        self.verify_money()
        self.verify_codes()
        if everything:
            self.verify_lists()
        for title, id in self.templates.items():
            status, answer = self.client.send("POST", "/templates", {"operation": "pp.quick", "title": title, "values": {"name": title}})
            expect(status == 200 and answer["id"] == id or id is None and status in (200, 201), f"template {title}: {status} {answer}")
        self.templates = {} if not everything else self.templates
        for operation, kept in self.drafts.items():
            status, found = self.client.send("GET", f"/drafts/{operation}")
            expect(status in (200, 404), f"draft of {operation}: {status} {found}")
            kept.judge(found["draft"]["values"][DRAFTED[operation]] if status == 200 else None, f"draft of {operation}")
        self.push_deals.judge(self.get("/settings")["pushDeals"], "settings")
        for login, is_there in self.people.items():
            status, _ = Client(self.server.address).send("POST", "/auth/login", {"login": login, "password": "a long password"})
            expect(status == 200 or not is_there and status == 401, f"{login} was added, but the login returns {status}")
        self.people = {}
        self.database.look_into()
        for check in self.checks:
            status, output = run(self.program, *check, *self.database.options)
            expect(status == 0, f"{' '.join(check)}: {output}")

    def verify_codes(self):
        """Each promised code arrives, independent of the moment of the kill. A code can arrive
        twice, and codes whose request had no response can arrive too."""
        for _ in range(300):
            waiting = self.database.waiting()
            if waiting == 0:
                break
            time.sleep(0.1)
        expect(waiting == 0, f"{waiting} codes are still unsent half a minute after the start")
        texts = []
        if os.path.exists(self.messages):
            with open(self.messages, encoding="utf-8") as file:
                texts = [line for line in file if not line.startswith("+")]
        # Two codes can be equal by chance.
        expect(len(set(texts)) >= len(self.codes) - 1, f"{len(set(texts))} codes arrived, {len(self.codes)} were promised")
        self.arrived = len(texts), len(set(texts))

    def settle(self, sent):
        """Finds the state of a submission without a response. From then on the state must not be
        lost."""
        before = sent.id
        self.send_again(self.client, sent, created=before is None)
        status = self.get(f"/submissions/{sent.id}")["status"]
        allowed = {None: ("awaitingSignature", "executed"), "awaitingSignature": ("awaitingSignature", "executed", "cancelled")}
        expect(status in allowed[sent.status], f"{sent.key}: {status} after {sent.status}")
        sent.status, sent.doubtful = status, False

    def send_again(self, client, sent, created=False, stopping=False):
        """Repeats a submission with its key. The response must be the same submission."""
        status, answer = client.send("POST", f"/operations/{sent.operation}/submissions", {"values": sent.values}, Idempotency_Key=sent.key)
        if stopping and status == 503:
            return
        expect(status == 200 or created and status == 201, f"sending {sent.key} again: {status} {answer}")
        id = answer["submission"]["id"]
        expect(sent.id in (None, id), f"sending {sent.key} again: got {id}, before it was {sent.id}")
        sent.id = id

    def is_told(self, sent, values):
        return all(values.get(name) == value for name, value in sent.values.items())

    def verify_money(self):
        paid = sum(sent.kopecks for sent in self.sent if sent.status == "executed")
        saved = sum(sent.kopecks for sent in self.sent if sent.status == "executed" and sent.operation == "transfer.own")
        balances, (payer, savings) = self.balances(), self.opening
        expect(balances == (payer - paid, savings + saved), f"balances are {balances} kopecks, expected {(payer - paid, savings + saved)}")

    def verify_lists(self):
        """The list has only submissions that were sent, and each execution has one entry in the
        statement."""
        rows = list(self.pages("/submissions?limit=200"))
        ids = [row["id"] for row in rows if row["operation"] != CODED]
        expect(len(rows) == len({row["id"] for row in rows}), "the list has a submission twice")
        expect({row["id"] for row in rows} >= set(self.codes), "a submission that awaits a code is missing")
        expect(set(ids) == {sent.id for sent in self.sent}, f"{len(ids)} submissions found, {len(self.sent)} were sent")
        entries = collections.Counter(row.get("submission") for row in self.pages(f"/accounts/{self.payer}/entries?limit=200"))
        entries.pop(None, None)
        executed = {sent.id: 1 for sent in self.sent if sent.status == "executed"}
        expect(entries == executed, f"{sum(entries.values())} entries for {len(executed)} executed submissions")

    def get(self, path):
        status, answer = self.client.send("GET", path)
        expect(status == 200, f"GET {path}: {status} {answer}")
        return answer

    def pages(self, path):
        while path:
            page = self.get(path)
            yield from page["data"]
            path = page.get("next")

    def balances(self):
        return tuple(round(float(self.get(f"/accounts/{number}")["balance"]) * 100) for number in (self.payer, self.savings))


@pytest.mark.landing(rounds=9)
@pytest.mark.full(rounds=50)
def test_bank_on_sqlite_survives_crashes(valence, rounds, seed):
    """After each crash all acknowledged values exist."""
    crash(valence, rounds, seed, KINDS, File)


@pytest.mark.landing(rounds=7)
@pytest.mark.full(rounds=25)
def test_bank_on_postgresql_survives_crashes(valence, postgresql, rounds, seed):
    """The same, while PostgreSQL is killed, stopped and disconnected too."""
    crash(valence, rounds, seed, KINDS + KINDS_ON_SERVER, OwnServer)


def crash(program, rounds, seed, kinds, make):
    """Runs the rounds on one database. There are at least four: the first three crash during its
    creation."""
    rounds = max(rounds, 4)
    began, counts = time.monotonic(), collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        database = make(place)
        bank = Bank(program, database, place, seed)
        round = 0
        try:
            for round in range(1, rounds + 1):
                # The first three rounds crash during the creation of the database.
                how = "in its first moments" if round <= 3 else bank.chance.choice(kinds)
                counts[how] += 1
                if how == "in its first moments":
                    bank.crash_early()
                else:
                    if not bank.server:
                        bank.start()
                        bank.open()
                    bank.crash_under_load(how)
                    bank.start()
                    bank.verify(everything=round == rounds)
                if round % 10 == 0:
                    print(f"round {round}: {len(bank.sent)} submissions, {int(time.monotonic() - began)} s", flush=True)
            bank.verify(everything=True)
            expect(bank.server.stop() == 0, "the server did not stop with status 0")
        except Fault as fault:
            raise Fault(f"round {round}, {how}, seed {seed}: {fault}") from fault
        finally:
            if bank.server:
                bank.server.process.kill()
            database.end()
        executed = sum(sent.status == "executed" for sent in bank.sent)
        print(f"{len(bank.codes)} codes were promised and arrived, {bank.arrived[0] - bank.arrived[1]} of them twice")
        print(f"{len(bank.sent)} submissions, {executed} of them executed, have their acknowledged states after "
              + ", ".join(f"{count} crashes {how}" for how, count in counts.items()) + f", in {int(time.monotonic() - began)} s")

