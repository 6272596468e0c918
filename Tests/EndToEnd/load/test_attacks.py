"""Attacks a running server while a good client logs in, evaluates, submits and signs.

Each attack of `attacks` takes some seconds. A test fails in these cases:

- a request of the good client is unanswered, refused or takes more than a second
- a 5xx is undeclared
- memory or processor time exceeds the budget of the attack
- the server is still at work some seconds after the attack, or does not end in time on SIGTERM
- the attack itself reports a fault

An attack that exceeds only a time limit is repeated once, because other processes may use the
machine. `SLOWER=8` multiplies the budgets of the processor by 8, and the patience after an attack
by at most 4, for a debug build.
"""
import contextlib
import os
import re
import shutil
import tempfile
import time

import pytest

from EndToEnd.load.attacks import ATTACKS
from EndToEnd.load.attacks.attack import Skipped
from EndToEnd.load.attacks.senders import HungSender
from EndToEnd.bank import Fault, run
from EndToEnd.load.victim import Besieged, Connection, GoodClient, Gone, launch

SLOWER = float(os.environ.get("SLOWER", 1))
SLOWEST = 1.0  # maximum seconds of a request of the good client
FEWEST = 1 / 12  # minimum share of the good client's usual request rate during an attack
ENDS = 30  # seconds until the server must end after SIGTERM, as container schedulers require
OFTEN = 0.05  # seconds between two measurements of memory


class Outcome:
    """The result of an attack."""

    def __init__(self, attack):
        self.attack, self.faults, self.late = attack, [], []
        self.line, self.skipped = "", None

    @property
    def is_good(self):
        return not self.faults and not self.late


class Gate:
    def __init__(self, program, place, secure):
        self.program, self.stage = program, Besieged(program, place, secure)
        self.good = GoodClient(self.stage)
        # Of the good client without an attack: processor seconds per request, requests per second,
        # seconds of the slowest request.
        self.each, self.often, self.slowest = 0.0, 0.0, 0.0

    def baseline(self):
        """Measures the good client without an attack."""
        time.sleep(1.5)
        begin, used = time.monotonic(), self.stage.processor()
        time.sleep(3)
        answers, used = self.good.between(begin, time.monotonic()), self.stage.processor() - used
        if not answers or any(answer.fault for answer in answers):
            raise Fault(f"requests of the good client fail without an attack: {answers[:3]}")
        self.each, self.often = used / len(answers), len(answers) / 3
        self.slowest = max(answer.seconds for answer in answers)
        print(f"without an attack: good client {told(answers)}, {1000 * self.each:.1f} ms of the processor each, "
              f"{self.stage.memory():.0f} MiB, load {os.getloadavg()[0]:.1f}", flush=True)

    def make(self, kind):
        """Runs one attack; returns its outcome."""
        attack = kind()
        outcome, stage = Outcome(attack), self.stage
        try:
            given = attack.prepare(stage)
        except Skipped as reason:
            outcome.skipped = str(reason)
            return outcome
        except (Gone, KeyError) as error:
            outcome.faults.append(f"the preparation failed: {error}")
            return outcome
        before, peak = stage.memory(), 0
        begin, used = time.monotonic(), stage.processor()
        finish = launch(attack, stage.port, attack.seconds, given)
        while time.monotonic() < begin + attack.seconds and stage.is_alive:
            peak = max(peak, stage.memory() or 0)
            time.sleep(OFTEN)
        end = time.monotonic()
        reports = finish()
        outcome.faults += [fault for report in reports for fault in report["faults"]]
        if not stage.is_alive:
            outcome.faults.append(f"the server died with {stage.process.returncode}: {list(stage.log.last)[-3:]}")
            return outcome
        outcome.faults += attack.judge(stage, reports)

        patience = attack.patience * min(SLOWER, 4)
        rested, left = self.rest(before + attack.kept, patience)
        answers = self.good.between(begin, end)
        used = stage.processor() - used - self.each * len(self.good.between(begin, time.monotonic()))
        units = max(1, sum(report["units"] for report in reports))
        if not rested:
            outcome.faults.append(f"the server is not idle {patience:.0f} s after the attack")
        if 1000 * used / units > attack.cost * SLOWER:
            outcome.late.append(f"{1000 * used / units:.1f} ms of the processor for each of {units} requests, limit {attack.cost * SLOWER:g}")
        if peak > before + attack.peak:
            outcome.faults.append(f"{peak:.0f} MiB during the attack, {before:.0f} before, limit +{attack.peak:.0f}")
        if left > before + attack.kept:
            outcome.faults.append(f"{left:.0f} MiB after the attack, {before:.0f} before, limit +{attack.kept:.0f}")
        if units < attack.least:
            outcome.late.append(f"the attack had only {units} requests, minimum {attack.least}")
        self.judge(answers, attack.seconds, outcome)
        statuses = {}
        for report in reports:
            for status, count in report["statuses"].items():
                statuses[status] = statuses.get(status, 0) + count
        outcome.line = (f"good client {told(answers)}; attackers {units} requests {statuses}; "
                        f"{max(0, 1000 * used / units):.1f} ms each; {before:.0f} -> {peak:.0f} -> {left:.0f} MiB")
        return outcome

    def rest(self, memory, patience):
        """Waits until the server works only for the good client and has released its memory;
        returns whether it does, and its memory in MiB."""
        end = time.monotonic() + patience
        while True:
            begin, used = time.monotonic(), self.stage.processor()
            time.sleep(0.3)
            answers = self.good.between(begin, time.monotonic())
            used = self.stage.processor() - used
            rested = bool(answers) and used < 0.2 + 3 * self.each * len(answers)
            left = self.stage.memory()
            if rested and left <= memory or time.monotonic() > end:
                return rested, left

    def judge(self, answers, seconds, outcome):
        for answer in answers:
            if answer.fault:
                outcome.faults.append(f"good client, {answer.what}: {answer.fault} after {answer.seconds:.2f} s")
            elif answer.seconds > SLOWEST + self.slowest:
                outcome.late.append(f"good client, {answer.what}: {answer.seconds:.2f} s")
        if len(answers) < FEWEST * self.often * seconds:
            outcome.late.append(f"the good client had only {len(answers)} responses in {seconds:.0f} s")

    def again(self):
        """Restarts a server that ended or is busy, so that the next attack is not affected."""
        self.stage.kill()
        self.stage.end_senders()
        self.clear()
        self.stage.start()
        time.sleep(1.5)

    def clear(self):
        """Removes the definition file of an attack."""
        path = os.path.join(self.stage.config, "operations", "trap.yaml")
        if os.path.exists(path):
            os.remove(path)

    def end(self):
        """Sends SIGTERM while connections are open and codes wait for a hanging sender."""
        self.good.end()
        faults = list(HungSender.left(self.stage))
        held = []
        for number in range(50):
            connection = Connection(self.stage.port, f"127.0.60.{number + 1}")
            connection.connect()
            connection.sock.sendall([b"", b"GET / HT", b"POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"][number % 3])
            held.append(connection)
        status, seconds = self.stage.stop(ENDS)
        print(f"SIGTERM: status {status} after {seconds:.1f} s", flush=True)
        if status != 0:
            faults.append(f"SIGTERM: status {status} after {seconds:.1f} s: {list(self.stage.log.last)[-3:]}")
        for command in (["check-ledger"], ["audit", "verify"]):
            status, output = run(self.program, *command, "--database", self.stage.database)
            if status != 0:
                faults.append(f"{' '.join(command)}: {output}")
        return faults


def told(answers):
    """Returns number, p99 and maximum of the response times."""
    seconds = sorted(answer.seconds for answer in answers) or [0]
    return f"{len(answers)} requests, p99 {1000 * seconds[int(0.99 * (len(seconds) - 1))]:.0f} ms, slowest {1000 * seconds[-1]:.0f} ms"


pytestmark = [pytest.mark.landing, pytest.mark.alone]


@contextlib.contextmanager
def open_gate(program, secure):
    """Starts a server and its good client. Both raise their own limit on open files."""
    place, gate = tempfile.mkdtemp(prefix="valence-attacks-"), None
    try:
        gate = Gate(program, place, secure)
        gate.baseline()
        yield gate
    finally:
        if gate:
            gate.good.end()
            gate.stage.kill()
            gate.stage.end_senders()
        Connection.context = None
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(scope="module")
def gates(valence):
    """Returns the gate with or without TLS. Only one is open at a time, so that no other server
    uses the processor."""
    opened, stack = {}, contextlib.ExitStack()

    def gate(secure):
        if secure not in opened:
            opened.clear()
            stack.close()
            opened[secure] = stack.enter_context(open_gate(valence, secure))
        return opened[secure]
    with stack:
        yield gate


# The attacks on each server, and then its stop.
STEPS = [(secure, kind) for secure in (False, True) for kind in [*(kind for kind in ATTACKS if kind.secure == secure), None]]


@pytest.mark.parametrize("secure, kind", [
    pytest.param(secure, kind, id=re.sub(r"\W+", "-", kind.name) if kind else f"the-end-of-the-server{'-with-TLS' * secure}") for secure, kind in STEPS])
def test_good_client_is_served_under(gates, secure, kind):
    """During the attack, requests of the good client are answered within a second. After it, the
    server becomes idle.

    After all attacks the server ends on SIGTERM while connections are open, and its ledger and
    audit are valid.
    """
    gate = gates(secure)
    if kind is None:
        faults = gate.end()
        assert not faults, "\n".join(faults)
        return
    outcome = gate.make(kind)
    if outcome.skipped:
        pytest.skip(outcome.skipped)
    if outcome.late and not outcome.faults:
        print(f"again  {kind.name}: {'; '.join(outcome.late[:2])}", flush=True)
        outcome = gate.make(kind)
    print(outcome.line, flush=True)
    gate.clear()
    if not outcome.is_good:
        gate.again()
        pytest.fail(f"violated: {kind.proves}\n" + "\n".join((outcome.faults + outcome.late)[:6]))
