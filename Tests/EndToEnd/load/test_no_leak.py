"""A server costs the same for each request after thousands of requests.

Each kind of request is sent thousands of times to one server. Then a new server is started, and
both get the same requests in turn, so that the speed of the machine concerns both equally. The
median processor time of the used server may be at most `RATIO` times that of the new one. For
requests that add no rows, memory may grow by at most `LEFT` bytes per request in the last third. A
suspicious kind is measured again with twice as many requests, because noise is not repeatable and
growth is.
"""
import os
import statistics
import tempfile
import time

import pytest

from EndToEnd.bank import PAYEE, Client, Server, codes, expect
from EndToEnd.own_server import OwnServer

RATIO = 1.5
LEFT = 400  # bytes
TURNS = 15  # turns of the comparison
VALUES = {**PAYEE, "from": "40817810500000000001", "amount": "0.01"}


class Lasting:
    """A server for many equal requests."""

    def __init__(self, program, place, engine):
        self.database = OwnServer(place) if engine == "postgresql" else None
        options = self.database.options if self.database else ["--database", os.path.join(place, "valence.sqlite")]
        self.server = Server(program, *options[1:], "--matrix-uses", "1000")
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

    # The number of requests of each kind in one measurement.
    TIMES = {"draft": 3000, "evaluation": 3000, "tree": 3000, "nothing": 4500, "version": 3000, "refusal": 3000, "stranger": 1500,
             "cancelled": 900, "payment": 600}
    # These add rows, which remain in the caches of SQLite's connections.
    ADDING = {"cancelled", "payment"}

    def worked(self):
        """Returns the processor seconds of all threads of the server."""
        # The kernel's clock of a process (CPUCLOCK_SCHED), which is not counted in ticks.
        return time.clock_gettime((~self.server.process.pid << 3) | 2)

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def send(self, name, times):
        """Sends requests; returns the processor seconds and the growth of memory per request."""
        ask = getattr(self, name)
        worked, memory = self.worked(), self.memory()
        for _ in range(times):
            ask()
        return (self.worked() - worked) / times, (self.memory() - memory) / times


def judge(program, name, times, engine):
    """Compares a used server with a new one; returns the fault, or None."""
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as other:
        servers = []
        try:
            servers.append(used := Lasting(program, place, engine))
            used.send(name, times // 5 + 2 * times // 3)
            _, left = used.send(name, times // 3)
            servers.append(new := Lasting(program, other, engine))
            new.send(name, times // 10)
            turns = [(used.send(name, times // 10 // TURNS)[0], new.send(name, times // 10 // TURNS)[0]) for _ in range(TURNS)]
        finally:
            for server in servers:
                server.end()
    last, first = (statistics.median(times) for times in zip(*turns))
    told = f"{name}: {first * 1e6:.0f} µs of a new server, {last * 1e6:.0f} µs of a used one, {left:.0f} bytes of growth for each of {times // 3}"
    print(told)
    return told if last > RATIO * first or left > LEFT and name not in Lasting.ADDING else None


@pytest.mark.alone
@pytest.mark.parametrize("engine", [pytest.param("sqlite", marks=pytest.mark.landing), pytest.param("postgresql", marks=pytest.mark.full)])
@pytest.mark.parametrize("kind", Lasting.TIMES)
def test_requests_cost_the_same_for_long(valence, kind, engine, request):
    """The last of thousands of requests costs as much as the first, and memory does not grow."""
    if engine == "postgresql":
        request.getfixturevalue("postgresql")
    times = Lasting.TIMES[kind]
    if judge(valence, kind, times, engine):
        # A person's matrix is sufficient for a thousand payments.
        fault = judge(valence, kind, times if kind == "payment" else 2 * times, engine)
        assert not fault, fault
