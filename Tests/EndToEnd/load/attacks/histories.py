"""A person with a long history: reads it constantly, adds to it without end, or requests missed
events."""
import datetime
import hashlib
import json
import os
import re
import sqlite3
import time

from EndToEnd.bank import add_user
from EndToEnd.load.victim import CERTIFICATE, Connection, log_in

from .attack import Attack
from .starts import OwnStart

MOSCOW = datetime.timezone(datetime.timedelta(hours=3))
HOUR = 3_600_000_000  # microseconds
STORED = """
WITH RECURSIVE n (i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)
INSERT INTO submission (id, person, operation, version, "values", status, reason, attempts_left, created, signed, changed, expires,
  business_day, method, keep_years)
SELECT printf(:id, i), :person, 'certificate.order', :version, :values, iif(i % 3 = 0, :status, 'cancelled'), NULL, 3, :created,
  iif(i % 3 = 0 AND :status = 'executed', :created, NULL), :created, :created + :hour,
  iif(i % 3 = 0 AND :status = 'executed', date(:created / 1000000, 'unixepoch'), NULL), 'matrix', 5 FROM n
"""


def store(stage, login, count, age, status="executed"):
    """Adds `count` submissions of a person, made `age` microseconds ago. Every third has `status`,
    the others are cancelled."""
    base = sqlite3.connect(stage.database, isolation_level=None, timeout=30)
    person, = base.execute("SELECT id FROM person WHERE login = ?", (login,)).fetchone()
    version, = base.execute("SELECT version FROM operation_version WHERE operation = 'certificate.order' AND replaced IS NULL").fetchone()
    created = time.time_ns() // 1000 - age
    # Ids are ordered by time, and unique for each person.
    moment, own = f"{created // 1000:012x}", hashlib.sha256(login.encode()).hexdigest()[:3]
    # Short transactions of some milliseconds, so that the good client can write in between.
    for first in range(1, count + 1, 5000):
        base.execute(STORED, {
            "first": first, "last": min(count, first + 4999), "id": f"{moment[:8]}-{moment[8:]}-7{own}-8000-%012x", "person": person,
            "version": version, "values": json.dumps(CERTIFICATE, separators=(",", ":")), "status": status, "created": created, "hour": HOUR})
    base.close()


class LongHistory(Attack):
    name = "lists of a person with 100,000 submissions"
    proves = "the first screen and unsigned submissions cost the same after any number of submissions"
    seconds, least, cost = 1.5, 200, 12
    PATHS = ("/start", "/submissions?unsigned=true", "/submissions?unsigned=true&limit=1", "/screens/home", "/submissions")

    def prepare(self, stage):
        login = f"old{time.monotonic_ns()}"
        add_user(stage.program, stage.database, login, "a long password")
        store(stage, login, 100_000, 24 * 30 * HOUR)
        return log_in(stage.port, "127.0.0.45", login)

    def run(self, enemy):
        turn = enemy.number
        while enemy.goes_on:
            path, turn = self.PATHS[turn % len(self.PATHS)], turn + 1
            status, answer = enemy.ask("GET", path, token=enemy.given)
            if status == 429:
                # Rejected requests read nothing, so they do not count.
                enemy.units -= 1
                time.sleep(0.05)
            elif status not in (200, None):
                enemy.fault(f"{path}: {status} {answer[:150].decode(errors='replace')}")


class WholeDay(Attack):
    name = "more submissions in a day than a person may store"
    proves = "one login stores at most 2,000 submissions a day; a refusal has Retry-After, and its key stays unused"
    attackers, seconds, least, cost, over = 3, 2, 60, 10, 20
    LIMIT, LEFT, OWN = 2_000, 10, 3

    def prepare(self, stage):
        self.login = f"day{time.monotonic_ns()}"
        add_user(stage.program, stage.database, self.login, "a long password")
        store(stage, self.login, self.LIMIT - self.LEFT, 0, status="cancelled")
        self.day = datetime.datetime.now(MOSCOW).date()
        return log_in(stage.port, "127.0.0.46", self.login), stage.program, os.path.join(stage.place, self.login)

    def run(self, enemy):
        token, program, place = enemy.given
        if enemy.number == 2:
            return self.come_back(enemy, program, place)
        enemy.said["keys"] = keys = {}
        while enemy.goes_on:
            key = f"day-{enemy.number}-{time.monotonic_ns()}"
            status, wait = self.submit(enemy, key, token)
            if status is not None:
                keys[key] = status
            if status == 429 and not 1 <= wait <= 86_400:
                enemy.fault(f"a submission beyond the day's has Retry-After {wait}")
            time.sleep(0.01)

    @staticmethod
    def submit(enemy, key, token):
        """Submits; returns the status and the seconds of `Retry-After`. The status is 429 if the
        day's limit is reached."""
        connection = Connection(enemy.port, enemy.address())
        status, answer, headers = connection.ask(
            "POST", "/operations/certificate.order/submissions", {"values": CERTIFICATE}, token, {"Idempotency-Key": key})
        connection.close()
        enemy.units += 1
        enemy.judge("a submission", status, headers, answer)
        if status not in (200, 201) and (status != 429 or json.loads(answer)["type"] != "/problems/too-many-submissions"):
            enemy.fault(f"a submission: {status} {answer[:150].decode(errors='replace')}")
        return status, int(headers.get("Retry-After") or 0)

    def come_back(self, enemy, program, place):
        """A refused key stores a submission under a higher limit. The restart with another limit
        replaces a new day."""
        for limit, expected in ((self.OWN, [201] * self.OWN + [429, 429]), (self.OWN + 1, [200] * self.OWN + [201, 200, 429])):
            started = OwnStart(program, place, "--demo", "--submissions-per-day", str(limit))
            enemy.port = started.port()
            token = log_in(enemy.port, "127.0.0.1", "demo", "valence-demo")
            keys = [*range(self.OWN + 1), self.OWN, self.OWN + 1][:len(expected)]
            statuses = [self.submit(enemy, f"own-{key}", token)[0] for key in keys]
            if statuses != expected:
                enemy.fault(f"with a limit of {limit} the keys {keys} got {statuses}")
            started.kill()

    def judge(self, stage, reports):
        keys = {key: status for report in reports for key, status in report["said"].get("keys", {}).items()}
        base = sqlite3.connect(stage.database, timeout=30)
        stored = {key for key, in base.execute(
            "SELECT idempotency_key FROM submission WHERE person = (SELECT id FROM person WHERE login = ?)", (self.login,)) if key}
        base.close()
        refused = {key for key, status in keys.items() if status == 429}
        if refused & stored:
            yield f"{len(refused & stored)} keys of refused submissions are stored"
        # The next day begins at midnight.
        if len(stored) != self.LEFT and self.day == datetime.datetime.now(MOSCOW).date():
            yield f"{len(stored)} submissions were stored, expected {self.LEFT}; {len(refused)} were refused"


class MissedEvents(Attack):
    name = "events requested with an old id"
    proves = "after more than 500 missed events the response is a reset, and the search for them is limited"
    seconds, least, cost = 1.5, 60, 10
    MISSED = 520
    PLACE = re.compile(rb"^id: ?(.+)$", re.MULTILINE)

    def prepare(self, stage):
        """Creates a person whose submissions have caused more events than the limit of missed
        events."""
        login = f"away{time.monotonic_ns()}"
        add_user(stage.program, stage.database, login, "a long password")
        token = log_in(stage.port, "127.0.0.47", login)
        connection = Connection(stage.port, "127.0.0.47")
        old, _ = self.missed(connection, token)
        near = old
        for turn in range(self.MISSED // 2):
            _, answer, _ = connection.ask(
                "POST", "/operations/certificate.order/submissions", {"values": CERTIFICATE}, token, {"Idempotency-Key": f"away-{turn}"})
            connection.ask("POST", f"/submissions/{json.loads(answer)['submission']['id']}/cancel", token=token)
            if turn == self.MISSED // 4:
                near, _ = self.missed(connection, token)
        connection.close()
        return token, old, near

    def missed(self, connection, token, last=None):
        """Returns the last event id in the response after `last`, and the response."""
        headers = {"Last-Event-ID": last} if last else {}
        _, answer, _ = connection.ask("GET", "/events?once=true", token=token, headers=headers)
        return (self.PLACE.findall(answer) or [b""])[-1].decode(), answer

    def run(self, enemy):
        token, old, near = enemy.given
        enemy.said["reset"] = enemy.said["told"] = turn = 0
        while enemy.goes_on:
            turn += 1
            last = (old, near, "unknown")[turn % 3]
            status, answer = enemy.ask("GET", "/events?once=true", token=token, headers={"Last-Event-ID": last})
            if status != 200:
                continue
            is_reset = b"event: reset" in answer
            if is_reset != (last != near):
                enemy.fault(f"reset is {is_reset} of {('an old', 'a near', 'an unknown')[turn % 3]} id: {answer[:100]}")
            if len(answer) > (65536 if last == near else 1024):
                enemy.fault(f"a reset has {len(answer)} bytes")
            enemy.said["reset"] += is_reset
            enemy.said["told"] += not is_reset and answer.count(b"event: submission")

    def judge(self, stage, reports):
        reset, told = (sum(report["said"].get(name, 0) for report in reports) for name in ("reset", "told"))
        if reset < 10 or told < 10:
            yield f"{reset} resets, and {told} events"


ATTACKS = [LongHistory, WholeDay, MissedEvents]
