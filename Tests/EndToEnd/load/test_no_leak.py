#!/usr/bin/env python3
"""Holds that a server which has worked for long costs what a new one costs.

    .ci/lasting-check valence [NAME] [postgresql]

Each kind of request is asked for thousands of times on one connection, one after the other. It fails where the processor's time of
the last third is more than `RATIO` times that of the first third, behind a beginning that counts for nothing, or where the last third
leaves more than `LEFT` bytes of memory behind each request that adds no rows. What looks wrong is asked for again, twice as often:
noise goes, growth does not.
With NAME only the kinds with it in their names are asked for; with `postgresql` the database is one of a server of the check's own.
`VERBOSE=1` tells every kind.
"""
import os
import sys
import tempfile
import time

from EndToEnd import ROOT
from EndToEnd.bank import PAYEE, Client, Server, codes, expect
from EndToEnd.own_server import OwnServer

PROGRAM = os.path.abspath(sys.argv[1])
IS_ON_SERVER = "postgresql" in sys.argv[2:]
NAMED = next((word for word in sys.argv[2:] if word != "postgresql"), "")
RATIO = 1.5
LEFT = 400  # bytes
VALUES = {**PAYEE, "from": "40817810500000000001", "amount": "0.01"}


class Lasting:
    """A server that is asked for the same thing again and again."""

    def __init__(self, place):
        self.database = OwnServer(place) if IS_ON_SERVER else None
        options = self.database.options if self.database else ["--database", os.path.join(place, "valence.sqlite")]
        self.server = Server(PROGRAM, *options[1:], "--matrix-uses", "1000")
        expect(self.server.address, "the server did not start:\n" + "".join(self.server.greeting))
        self.matrix = self.server.matrix()
        self.person = Client(self.server.address).login("demo", "valence-demo")
        self.number = 0

    def ask(self, status, method, path, body=None, **headers):
        given, answer = self.person.send(method, path, body, **headers)
        expect(given == status, f"{method} {path}: {given} {answer}")
        return answer

    def submit(self, values, status):
        self.number += 1
        return self.ask(status, "POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key=f"tap-{self.number}")

    def end(self):
        self.server.kill()
        if self.database:
            self.database.end()

    # The kinds of requests.

    def draft(self):
        self.number += 1
        self.ask(200 if self.number > 1 else 201, "PUT", "/drafts/pp.quick", {"values": {"purpose": f"purpose {self.number}"}})

    def evaluation(self):
        self.ask(200, "POST", "/operations/pp.quick/evaluate", {"values": VALUES, "changed": ["amount"], "commit": True})

    def tree(self):
        self.ask(200, "GET", "/operations/pp.full")

    def nothing(self):
        self.number += 1
        self.ask(404, "GET", f"/operations/none{self.number}")

    def version(self):
        self.number += 1
        self.ask(409, "POST", "/operations/pp.quick/evaluate", {"values": {}, "version": f"{self.number:064x}"})

    def refusal(self):
        self.submit({**VALUES, "account": "1"}, 422)

    def cancelled(self):
        sent = self.submit(VALUES, 201)
        self.ask(200, "POST", f"/submissions/{sent['submission']['id']}/cancel", {})

    def payment(self):
        sent = self.submit(VALUES, 201)
        self.ask(200, "POST", f"/submissions/{sent['submission']['id']}/signature", {"values": codes(sent["next"], self.matrix)})

    def stranger(self):
        self.number += 1
        person = Client(self.server.address, token=f"{self.number:043d}")
        status, answer = person.send("GET", "/user")
        person.connection.close()
        expect(status == 401, f"{status} {answer}")

    # How many of each make one measurement.
    TIMES = {"draft": 3000, "evaluation": 3000, "tree": 3000, "nothing": 4500, "version": 3000, "refusal": 3000, "stranger": 1500,
             "cancelled": 900, "payment": 600}
    # They add rows, which stay in the caches of SQLite's connections.
    ADDING = {"cancelled", "payment"}

    def worked(self):
        """The seconds that all threads of the server have had a processor."""
        # The kernel's name of the clock of a process (CPUCLOCK_SCHED): its count has no ticks.
        return time.clock_gettime((~self.server.process.pid << 3) | 2)

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def measure(self, name, times):
        """The processor's time of a request in the first third and in the last, and the bytes that the last third leaves for each."""
        ask = getattr(self, name)
        for _ in range(times // 5):
            ask()
        found = []
        for _ in range(3):
            worked, memory = self.worked(), self.memory()
            for _ in range(times // 3):
                ask()
            found.append(((self.worked() - worked) / (times // 3), (self.memory() - memory) / (times // 3)))
        return found[0][0], found[2][0], found[2][1]


def judge(name, times):
    """What is wrong with a kind of request on a new server; None if nothing is."""
    with tempfile.TemporaryDirectory() as place:
        lasting = Lasting(place)
        try:
            first, last, left = lasting.measure(name, times)
        finally:
            lasting.end()
    told = f"{name}: {first * 1e6:.0f} µs at first, {last * 1e6:.0f} in the end, {left:.0f} bytes left behind each of {times // 3}"
    if os.environ.get("VERBOSE"):
        print(told)
    return told if last > RATIO * first or left > LEFT and name not in Lasting.ADDING else None


def main():
    os.chdir(ROOT)
    began, faults = time.monotonic(), []
    kinds = {name: times for name, times in Lasting.TIMES.items() if NAMED in name}
    for name, times in kinds.items():
        fault = judge(name, times)
        if fault:
            # The matrix of a person lasts for a thousand payments.
            fault = judge(name, times if name == "payment" else 2 * times)
        if fault:
            faults.append(fault)
    print(f"{len(kinds)} kinds of requests, {time.monotonic() - began:.0f} s, {len(faults)} grow dearer or leave memory behind")
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
