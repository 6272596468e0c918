"""The example bank as a process, and a configuration that delivers loans to it. Shared by the tests
of deliveries."""
import base64
import collections
import contextlib
import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
import threading

from EndToEnd import ROOT
from EndToEnd.bank import Fault, expect, free_port

GONE = (OSError, http.client.HTTPException, ValueError)  # errors of an incomplete response
# Roubles. Loans above the first are decided later, above the second then declined, and above
# the third refused at once.
THRESHOLDS = "1,2,3"
ANSWERED = re.compile(r"POST /applications HTTP/\S+ (.+)")

SERVICE = """
service: bank
at: ${{BANK_URL}}
timeout: 2
limit: {{atOnce: 16, perSecond: {per_second}}}
breaker: {{after: 5, for: 1}}
callbacks: {{secret: "${{BANK_HOOK}}"}}
effects:
  - effect: loanApplication
    takes: {{amount: number, term: integer, from: text}}
    post: /applications
    body: {{customer: user.externalId, amount: $amount, term: $term}}
    amount: $amount
    currency: RUB
    hold: $from
    moves: {{debit: $from, credit: settlement, purpose: "'Loan fee'"}}{repeat}
    {answers}
  - effect: loanRequest
    takes: {{amount: number, term: integer}}
    post: /applications
    body: {{customer: user.externalId, amount: $amount, term: $term}}
    {answers}
"""
ANSWERS = """captions: {number: {ru: Номер заявки, en: Application}}
    executed: {status: 201, keep: {number: text applicationId}}
    rejected: {status: 422, reason: code, message: message}
    accepted: {status: 202}
    status:
      get: "/applications/by-key/{submission}"
      every: 1
      executed: {when: "state == 'APPROVED'", keep: {number: text applicationId}}
      rejected: {when: "state == 'REJECTED'", reason: code, message: message}
      missing: 404
      missingAfter: 2
    callback:
      submission: data.key
      executed: {when: "type == 'application.approved'", keep: {number: text data.applicationId}}
      rejected: {when: "type == 'application.rejected'", reason: data.code, message: data.message}
"""
OPERATION = """
operation: {operation}
title: {{ru: Заём, en: Loan}}
effect: {effect}
sign: matrix
atoms:
{payer}  - {{textInput: amount, caption: {{ru: Сумма, en: Amount}}, type: amount, currency: RUB, min: 0.01}}
  - {{enum: term, caption: {{ru: Срок, en: Term}}, options: {{12: {{ru: 1 год, en: 1 year}}, 24: {{ru: 2 года, en: 2 years}}}}}}
  - {{button: send, caption: {{ru: Отправить, en: Apply}}, action: submit}}
"""
PAYER = """  - {accountPicker: from, caption: {ru: Счёт, en: Account}, filter: "currency == 'RUB' AND isOwner == YES AND disabled == NO"}
"""
# A loan whose amount is held on an account until the outcome, and one without a hold.
HELD, PLAIN = "loan.held", "loan.plain"

ENDED = ("executed", "rejected")


class Loan:
    """A loan as its client knows it: the request and the response."""

    def __init__(self, key, payer, kopecks):
        self.key, self.kopecks = key, kopecks
        self.values = {"from": payer, "amount": f"{kopecks // 100}.{kopecks % 100:02}", "term": 12}
        self.id = None  # set by the first response
        self.status = None  # the last acknowledged status
        self.attempted = None  # `sign` or `cancel`, if that request had no response
        self.doubtful = True  # true while a request has no response
        self.decided = False  # true if an operator has sent it again
        self.settled = False  # true if it was checked after its outcome

    @property
    def outcome(self):
        """The status after signing, from the bank's thresholds of 1, 2 and 3 roubles."""
        return "executed" if self.kopecks <= 200 else "rejected"

    @property
    def is_signed(self):
        return self.status in ("signed", *ENDED)


def configure(place, per_second=200, once=False):
    """Creates a configuration with both loans in a folder; returns the path. With `once`,
    deliveries are never repeated."""
    config = os.path.join(place, "config")
    shutil.copytree(os.path.join(ROOT, "config"), config)
    os.makedirs(os.path.join(config, "services"), exist_ok=True)

    def write(path, text):
        with open(os.path.join(config, path), "w", encoding="utf-8") as file:
            file.write(text)

    write("services/bank.yaml", SERVICE.format(
        per_second=per_second, answers=ANSWERS.rstrip("\n"), repeat="\n    repeat: never" if once else ""))
    write("operations/loan.held.yaml", OPERATION.format(operation=HELD, effect="loanApplication", payer=PAYER))
    write("operations/loan.plain.yaml", OPERATION.format(operation=PLAIN, effect="loanRequest", payer=""))
    return config


class ExampleBank:
    """A process of `examples/bank` with a fixed port and store, which it keeps after a kill and a
    restart."""

    def __init__(self, place, callback_port, *options):
        self.port, self.process = free_port(), None
        self.command = [os.path.join(ROOT, "examples/bank/run"), "--port", str(self.port), "--thresholds", THRESHOLDS,
                        "--store", os.path.join(place, "bank.sqlite"), "--callback-pause", "0.2",
                        "--callback", f"http://127.0.0.1:{callback_port}/callbacks/bank", *options]
        self.store, self.answers = os.path.join(place, "bank.sqlite"), collections.Counter()
        # The server reads the same variables: the bank's address and the secret of callbacks.
        os.environ["BANK_URL"] = f"http://127.0.0.1:{self.port}"
        os.environ["BANK_HOOK"] = "whsec_" + base64.b64encode(os.urandom(32)).decode()

    @property
    def is_up(self):
        return self.process is not None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        expect(line.startswith("The bank listens at "), f"examples/bank did not start: {line}")
        self.reader = threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def read(self, lines):
        """Counts the printed responses until the process ends."""
        for line in lines:
            if found := ANSWERED.match(line):
                self.answers[found[1]] += 1
            elif line.startswith("callback "):
                self.answers[f"callback {line.split()[-1]}"] += 1

    def kill(self):
        """Kills the process."""
        self.process.kill()
        self.end()

    def stop(self):
        self.process.terminate()
        self.end()

    def end(self):
        self.process.wait(20)
        self.reader.join(20)
        self.process.stdout.close()
        self.process = None

    def ask(self, path, body=None):
        """Sends a request to the bank; returns status and body. Repeats it if a fault prevents a
        response."""
        for _ in range(20):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            try:
                connection.request("GET" if body is None else "POST", path, body and json.dumps(body).encode())
                answer = connection.getresponse()
                status, text = answer.status, answer.read()
            except GONE:
                continue
            finally:
                connection.close()
            if status < 500:
                return status, json.loads(text)
        raise Fault(f"the example bank does not answer {path}")

    def fault(self, **body):
        expect(self.ask("/faults", body)[0] == 200, f"the example bank takes no fault {body}")

    def pause_callbacks(self, paused):
        self.ask("/callbacks", {"paused": paused})

    def state(self, key):
        """Returns the application with a key; None if there is none."""
        status, answer = self.ask(f"/applications/by-key/{key}")
        return answer if status == 200 else None

    def count(self):
        return self.ask("/applications/count")[1]

    def times(self):
        """Returns the times at which the bank executed loans without delay, from its store. The
        bank must be stopped."""
        with contextlib.closing(sqlite3.connect(self.store)) as store:
            return sorted(time for time, in store.execute("SELECT decided FROM application WHERE status = 201"))


def most_within(times, width):
    """Returns the maximum number of times within `width` seconds."""
    most, first, times = 0, 0, sorted(times)
    for last, end in enumerate(times):
        while times[first] <= end - width:
            first += 1
        most = max(most, last - first + 1)
    return most
