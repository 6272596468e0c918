"""Kills a server, and the bank's system that executes signed loans, at random moments: each loan
must
be executed once.

All rounds use one database and one store of the example bank. Four clients submit and sign loans
whose amounts are held on an account. The bank answers late, wrongly or never, loses answers after
its work, or decides later. SIGKILL ends the server, the bank or both. Then the faults end. Each
signed loan must be executed once and have the bank's outcome, no unsigned loan may be executed, no
amount stays held, and `check-ledger`, `check-database` and `audit verify` find no fault.

In `test_nothing_is_executed_twice` the bank executes every request, and the service file has
`repeat: never`. If the bank has not received a loan, an operator sends it again.
"""
import collections
import os
import random
import re
import signal
import tempfile
import threading
import time

import pytest

from EndToEnd.bank import Client, Fault, Server, codes, expect, run
from EndToEnd.systems.deliveries import ENDED, GONE, HELD, ExampleBank, Loan, configure, free_port

CLIENTS, EACH = 4, 12  # the number of clients, and of loans per client and round
UNSIGNED = 200  # unsigned submissions after a round; more are cancelled, because the server allows 1,000
PAUSE, LOAD = 0.1, 1.0  # maximum seconds between two loans of a client, and before a kill
PATIENCE = 120  # seconds until a signed loan without an outcome is a failure
DOUBT = 5  # seconds after the faults until an operator resends a loan unknown to the bank
# Three cells per signature. Two cells have at most 4,950 pairs, and each pair is asked only once.
OPTIONS = ["--matrix-cells", "3", "--matrix-uses", "1000", "--services", "live", "--services-allow", "127.0.0.0/8"]
KILLS = ["the server"] * 4 + ["the bank"] * 3 + ["both"] * 3 + ["the server twice"] * 2 + ["the server while it stops"]
# The bank's faults, for applications and for queries of their state. The server's timeout is two
# seconds.
OF_APPLICATIONS = [
    None, {"kind": "flaky", "seconds": 2.5, "share": 0.5}, {"kind": "lost", "share": 0.6}, {"kind": "500", "share": 0.6},
    {"kind": "close", "share": 0.5}, {"kind": "slow", "seconds": 2.5, "share": 0.4}, {"kind": "slow", "seconds": 0.3},
    {"kind": "429", "seconds": 1, "share": 0.3}, {"kind": "garbage", "share": 0.3}, {"kind": "lost"}]
OF_STATES = [None, None, {"kind": "500"}, {"kind": "flaky", "seconds": 2.5, "share": 0.5}, {"kind": "garbage", "share": 0.5}]


class Teller(threading.Thread):
    """A client with its own connection. Submits and signs until the server ends, and records the
    responses."""

    def __init__(self, rounds, number, seed):
        super().__init__()
        self.rounds, self.number, self.chance = rounds, number, random.Random(seed)
        self.fault = None

    def run(self):
        client = Client(self.rounds.server.address, self.rounds.tokens[self.number], timeout=20)
        try:
            for _ in range(EACH):
                time.sleep(self.chance.uniform(0, PAUSE))
                self.lend(client)
                if self.chance.random() < 0.4:
                    self.look(client)
        except GONE:
            pass
        except Exception as fault:
            self.fault = fault if isinstance(fault, Fault) else Fault(f"a client failed: {fault!r}")

    def lend(self, client):
        loan = Loan(f"{self.number}-{self.chance.getrandbits(64):x}", self.rounds.payer, self.chance.randint(1, 400))
        self.rounds.loans.append(loan)
        status, answer = client.send(
            "POST", f"/operations/{HELD}/submissions", {"values": loan.values}, Idempotency_Key=loan.key)
        if status == 503:
            return  # the server stops; the state is checked later
        expect(status == 201, f"submitting {loan.key}: {status} {answer}")
        loan.id, loan.status, loan.doubtful = answer["submission"]["id"], answer["submission"]["status"], False
        draw = self.chance.random()
        if draw < 0.9:
            self.sign(client, loan, answer["next"])
        elif draw < 0.95:
            self.cancel(client, loan)

    def sign(self, client, loan, tree):
        loan.doubtful, loan.attempted = True, "sign"
        status, answer = client.send("POST", f"/submissions/{loan.id}/signature", {"values": codes(tree, self.rounds.matrix)})
        while status == 409:  # another client of this person has the challenge, so request it again
            status, tree = client.send("GET", f"/submissions/{loan.id}/signature")
            if status == 503:
                return
            expect(status == 200, f"asking for {loan.key}: {status} {tree}")
            status, answer = client.send("POST", f"/submissions/{loan.id}/signature", {"values": codes(tree, self.rounds.matrix)})
        if status == 503:
            return
        found = answer.get("submission", {}).get("status")
        expect(status == 200 and found in ("signed", loan.outcome), f"signing {loan.key}: {status} {answer}")
        loan.status, loan.doubtful = found, False

    def cancel(self, client, loan):
        loan.doubtful, loan.attempted = True, "cancel"
        status, answer = client.send("POST", f"/submissions/{loan.id}/cancel")
        if status == 503:
            return
        expect(status == 200 and answer["status"] == "cancelled", f"cancelling {loan.key}: {status} {answer}")
        loan.status, loan.doubtful = "cancelled", False

    def look(self, client):
        """Reads a recent loan. Its status must not go back."""
        own = [loan for loan in self.rounds.loans[-100:] if not loan.doubtful and loan.key.startswith(f"{self.number}-")]
        if own:
            loan = self.chance.choice(own)
            status, found = client.send("GET", f"/submissions/{loan.id}")
            if status != 503:
                expect(status == 200, f"reading {loan.key}: {status} {found}")
                self.rounds.move(loan, found["status"])


class Rounds:
    """One database and one store during all rounds, the server and the bank, and the state known to
    the clients."""

    def __init__(self, program, place, seed, once):
        self.program, self.once, self.chance = program, once, random.Random(seed)
        self.database, self.log = os.path.join(place, "valence.sqlite"), os.path.join(place, "log")
        self.port, self.server, self.tokens, self.loans, self.decisions = free_port(), None, [], [], 0
        self.bank = ExampleBank(
            place, self.port, "--decide-after", "0.5", "--seed", str(seed), *(["--ignore-keys"] if once else []))
        self.options = ["--port", str(self.port), "--config", configure(place, once=once), *OPTIONS]

    # Rounds

    def start_server(self):
        self.server = Server(self.program, self.database, *self.options, log=self.log)
        expect(self.server.address, "the server did not start:\n" + "".join(self.server.greeting[-20:]))
        self.matrix = self.server.matrix()
        self.client = Client(self.server.address, self.tokens[0] if self.tokens else None, timeout=60)

    def open(self):
        """Runs before the first round: links the person to its id at the bank, logs in, and reads
        the balance."""
        self.bank.start()
        self.start_server()
        status, output = run(self.program, "users", "link", "demo", "C-1001", "--database", self.database)
        expect(status == 0, f"users link: {output}")
        self.tokens = [Client(self.server.address).login("demo", "valence-demo").token for _ in range(CLIENTS)]
        self.client.token = self.tokens[0]
        own = [account for account in self.get("/accounts")["data"]
               if account["currency"] == "RUB" and account["isOwner"] and not account["disabled"]]
        self.payer = own[0]["number"]
        self.opening, held = self.balance()
        expect(held == 0, f"{held} kopecks are held before the first loan")

    def round(self, kill):
        self.put_faults()
        tellers = [Teller(self, number, self.chance.getrandbits(64)) for number in range(CLIENTS)]
        for teller in tellers:
            teller.start()
        time.sleep(self.chance.uniform(0.02, LOAD))
        if kill == "the server while it stops":
            self.server.process.send_signal(signal.SIGTERM)
            time.sleep(self.chance.uniform(0, 0.2))
        victims = {"the bank": [self.bank], "both": self.chance.sample([self.bank, self.server], 2)}.get(kill, [self.server])
        for victim in victims:
            victim.kill()
            if victim is not victims[-1]:
                time.sleep(self.chance.uniform(0, 0.5))
        if self.bank not in victims:
            self.end(tellers)
        if kill == "the server twice":
            self.start_server()
            time.sleep(self.chance.uniform(0, 1.5))
            self.server.kill()
        if kill != "the bank":
            self.start_server()
        if kill == "both":
            self.end(tellers)
            self.verify_frozen()
        if not self.bank.is_up:
            time.sleep(self.chance.uniform(0, 1))
            self.bank.start()
            if self.chance.random() < 0.5:
                self.put_faults()
                time.sleep(self.chance.uniform(0, 2))
        if kill == "the bank":
            self.end(tellers)

    def put_faults(self):
        for path, faults in (("/applications", OF_APPLICATIONS), ("/applications/by-key", OF_STATES)):
            self.bank.fault(path=path, **(self.chance.choice(faults) or {"kind": "off"}))
        self.bank.pause_callbacks(self.chance.random() < 0.3)

    def end(self, tellers):
        for teller in tellers:
            teller.join(60)
            expect(not teller.is_alive(), "a client hangs")
            if teller.fault:
                raise teller.fault

    # What must hold

    def move(self, loan, found):
        """Stores the status of a loan. It must be reachable from the stored one."""
        onward = {"awaitingSignature": (), "cancelled": (), "signed": (loan.outcome,), "executed": (), "rejected": ()}
        allowed = (loan.status, *onward[loan.status])
        if loan.doubtful:
            allowed += {"sign": ("signed", loan.outcome), "cancel": ("cancelled",), None: ()}[loan.attempted]
        expect(found in allowed, f"{loan.key} ({loan.id}): {found} after {loan.status}, of {loan.kopecks} kopecks")
        loan.status, loan.doubtful = found, False

    def find_out(self):
        """Finds the state of loans without a response. From then on the state must not be lost."""
        for loan in self.loans:
            if loan.doubtful:
                status, answer = self.client.send(
                    "POST", f"/operations/{HELD}/submissions", {"values": loan.values}, Idempotency_Key=loan.key)
                expect(status == 200 or status == 201 and loan.id is None, f"sending {loan.key} again: {status} {answer}")
                expect(loan.id in (None, answer["submission"]["id"]), f"sending {loan.key} again: {answer}")
                loan.id, loan.status = answer["submission"]["id"], loan.status or "awaitingSignature"
                self.move(loan, self.get(f"/submissions/{loan.id}")["status"])

    def verify_frozen(self):
        """The bank is down, so no loan ends. Exactly the signed loans without an outcome have their
        amount held."""
        self.find_out()
        waiting = [loan for loan in self.loans if loan.is_signed and not loan.settled]
        for loan in waiting:
            self.move(loan, self.get(f"/submissions/{loan.id}")["status"])
        _, held = self.balance()
        due = sum(loan.kopecks for loan in waiting if loan.status == "signed")
        expect(held == due, f"{held} kopecks are held while the bank is down, expected {due}")

    def settle(self):
        """Waits until each signed loan has an outcome."""
        self.bank.fault(kind="off")
        self.bank.pause_callbacks(False)
        self.find_out()
        began, waiting = time.monotonic(), [loan for loan in self.loans if loan.is_signed and not loan.settled]
        for loan in waiting:
            loan.decided = False
        while True:
            for loan in waiting:
                self.move(loan, self.get(f"/submissions/{loan.id}")["status"])
            waiting = [loan for loan in waiting if loan.status not in ENDED]
            if not waiting:
                return
            if self.once and time.monotonic() > began + DOUBT:
                self.decide(waiting)
            if time.monotonic() > began + PATIENCE:
                id = waiting[0].id
                shown = run(self.program, "deliveries", "show", id, "--reason", "a test",
                            "--database", self.database)
                raise Fault(f"{len(waiting)} submissions have not ended after {PATIENCE} s, such as {id}; "
                            f"at the bank it is {self.bank.state(id)}; {shown}")
            time.sleep(0.2)

    def decide(self, waiting):
        """As an operator, sends loans again that have the status `unknown` and that the bank does
        not have."""
        for loan in waiting:
            status = self.get(f"/submissions/{loan.id}")["delivery"]["status"]
            if status == "unknown" and not loan.decided and self.bank.state(loan.id) is None:
                status, output = run(self.program, "deliveries", "retry", loan.id, "--database", self.database)
                expect(status == 0, f"deliveries retry {loan.id}: {output}")
                loan.decided, self.decisions = True, self.decisions + 1

    def verify(self, everything):
        signed = sum(loan.is_signed for loan in self.loans)
        count = self.bank.count()
        expect((count["keys"], count["executions"], count["duplicates"], count["conflicts"]) == (signed, signed, 0, 0),
               f"{signed} submissions are signed, and the bank counts {count}")
        known = [loan for loan in self.loans if not loan.settled] + random.sample(self.loans, min(15, len(self.loans)))
        for loan in self.loans if everything else known:
            self.verify_loan(loan)
            loan.settled = loan.status != "awaitingSignature"
        paid = sum(loan.kopecks for loan in self.loans if loan.status == "executed")
        found, due = self.balance(), (self.opening - paid, 0)
        expect(found == due, f"balance and held are {found} kopecks, expected {due}")
        if everything:
            self.verify_lists()
        for check in (["check-ledger"], ["check-database"], ["audit", "verify"]):
            status, output = run(self.program, *check, "--database", self.database)
            expect(status == 0, f"{' '.join(check)}: {output}")
            holds = re.search(r"(\d+) open holds", output)
            expect(holds is None or holds[1] == "0", f"{' '.join(check)}: {output}")

    def cancel_unsigned(self):
        """Cancels unsigned loans if there are many. None of them may ever reach the bank."""
        unsigned = [loan for loan in self.loans if loan.status == "awaitingSignature"]
        for loan in unsigned if len(unsigned) > UNSIGNED else []:
            status, answer = self.client.send("POST", f"/submissions/{loan.id}/cancel")
            expect(status == 200 and answer["status"] == "cancelled", f"cancelling {loan.key}: {status} {answer}")
            loan.status = "cancelled"

    def verify_loan(self, loan):
        found = self.get(f"/submissions/{loan.id}")
        expect(found["status"] == loan.status, f"{loan.key}: {found['status']} found, {loan.status} was returned before")
        expect(all(found["values"].get(name) == value for name, value in loan.values.items()),
               f"{loan.key}: {found['values']} found, {loan.values} was sent")
        state = self.bank.state(loan.id)
        if loan.is_signed:
            wanted = {"executed": "APPROVED", "rejected": "REJECTED"}[loan.status]
            expect(state and state["state"] == wanted, f"{loan.id} is {loan.status}, and at the bank {state}")
            expect(found["delivery"]["status"] == loan.status, f"{loan.id} is {loan.status}, and its delivery {found['delivery']}")
            if loan.status == "executed":
                kept = [each["value"] for each in found["delivery"].get("kept", [])]
                expect(kept == [state["applicationId"]], f"{loan.id} keeps {kept}, and at the bank it is {state}")
            else:
                reason = found["history"][-1].get("reason")
                expect(reason == state["code"], f"{loan.id} is rejected because of {reason}, and at the bank it is {state}")
        else:
            expect(state is None, f"{loan.id} is {loan.status}, and at the bank {state}")

    def verify_lists(self):
        """The list has only submissions that were sent. Each execution has one entry in the
        statement, and a rejection has none."""
        ids = [row["id"] for row in self.pages("/submissions?limit=200")]
        expect(len(ids) == len(set(ids)) and set(ids) == {loan.id for loan in self.loans},
               f"{len(ids)} submissions found, {len(self.loans)} were sent")
        entries = collections.Counter(row.get("submission") for row in self.pages(f"/accounts/{self.payer}/entries?limit=200"))
        entries.pop(None, None)
        executed = {loan.id: 1 for loan in self.loans if loan.status == "executed"}
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

    def balance(self):
        """Returns the payer's balance and the amount held, in kopecks."""
        account = self.get(f"/accounts/{self.payer}")
        balance, available = (round(float(account[name]) * 100) for name in ("balance", "available"))
        return balance, balance - available

    def last_words(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return "".join([line for line in file if " access request " not in line][-15:])


@pytest.mark.landing(rounds=5)
@pytest.mark.full(rounds=50)
def test_each_delivery_is_executed_once(valence, rounds, seed):
    """With `repeat` of the service file: a repeated delivery is executed once."""
    play(valence, rounds, seed, once=False)


@pytest.mark.full(rounds=10)
def test_nothing_is_executed_twice(valence, rounds, seed):
    """With `repeat: never`, and a bank that executes each request."""
    play(valence, rounds, seed, once=True)


def play(program, rounds, seed, once):
    """Runs the rounds. A failure includes the last lines of both logs."""
    began, kinds = time.monotonic(), collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        story, number, kill = Rounds(program, place, seed, once), 0, "nobody"
        try:
            story.open()
            for number in range(1, rounds + 1):
                kill = story.chance.choice(KILLS)
                kinds[kill] += 1
                story.round(kill)
                story.settle()
                story.verify(everything=number == rounds)
                story.cancel_unsigned()
                if number % 10 == 0:
                    print(f"round {number}: {len(story.loans)} submissions, {int(time.monotonic() - began)} s", flush=True)
            count, answers = story.bank.count(), story.bank.answers
            expect(story.server.stop() == 0, "the server did not stop with status 0")
        except (Fault, *GONE) as fault:
            raise Fault(f"round {number}, killing {kill}, seed {seed}: {type(fault).__name__}: {fault}\n{story.last_words()}") from fault
        finally:
            for process in (story.server and story.server.process, story.bank.process):
                if process:
                    process.kill()
                    process.wait()
        statuses = collections.Counter(loan.status for loan in story.loans)
        told = ", ".join(f"{times} ({answer.removeprefix('callback ')})"
                         for answer, times in answers.most_common() if answer.startswith("callback "))
        print(f"{len(story.loans)} submissions, of which {statuses['executed']} executed and {statuses['rejected']} rejected ones "
              f"are at the bank once each, in {int(time.monotonic() - began)} s")
        print(f"killed: {', '.join(f'{name} {times} times' for name, times in kinds.items())}")
        print(f"the bank lost {sum(times for answer, times in answers.items() if 'lost' in answer)} answers, was asked "
              f"{count['repeats']} times for what it had done, and tried {told} callbacks"
              + f"; operators decided {story.decisions} times" * story.once)

