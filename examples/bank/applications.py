"""Applications for loans, decided once for each key, by their amount, at once or later."""
import secrets
import time
from decimal import Decimal
from typing import NamedTuple

import exact


class Thresholds(NamedTuple):
    """The amounts above which an application is decided later, declined then, and refused at once."""

    later: Decimal
    declined: Decimal
    refused: Decimal


class Applications:
    def __init__(self, store, thresholds, decide_after, ignore_keys, now=time.time):
        self.store, self.thresholds, self.decide_after, self.ignore_keys, self.now = (
            store, thresholds, decide_after, ignore_keys, now)

    def submit(self, key, body):
        """Returns the status and the answer: the first ones again for the same key and body, 409 for another body."""
        with self.store.transaction():
            known = self.store.one("SELECT * FROM application WHERE key = ? ORDER BY execution DESC", key)
            if known is None or self.ignore_keys:
                return self._answer(self._judge(key, 1 if known is None else known["execution"] + 1, body))
            if exact.read(known["body"].encode()) != body:
                self.store.change("UPDATE application SET conflicts = conflicts + 1 WHERE place = ?", known["place"])
                return 409, {"code": "KEY_REUSED", "message": "This Idempotency-Key came with another body"}
            self.store.change("UPDATE application SET repeats = repeats + 1 WHERE place = ?", known["place"])
            return self._answer(known)

    def _judge(self, key, execution, body):
        amount, now = body["amount"], self.now()
        status, state, code, message, decided = 201, "APPROVED", None, None, now
        if amount > self.thresholds.refused:
            status, state, code = 422, "REJECTED", "TOO_MUCH"
            message = f"Сумма больше {self.thresholds.refused:,}".replace(",", " ")
        elif amount > self.thresholds.later:
            status, decided = 202, now + self.decide_after
            if amount > self.thresholds.declined:
                state, code, message = "REJECTED", "INCOME_TOO_LOW", "Недостаточный доход"
        number = None if status == 422 else self.store.one("SELECT coalesce(max(number), 0) + 1 FROM application")[0]
        place = self.store.change(
            "INSERT INTO application (key, execution, body, status, number, state, code, message, decided)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            key, execution, exact.write(body), status, number, state, code, message, decided)
        if status == 202:
            # Stored together with the decision, so that a crash cannot separate them.
            self.store.change("INSERT INTO callback (id, application, due) VALUES (?, ?, ?)",
                              f"msg_{secrets.token_urlsafe(18)}", place, decided)
        self.store.forget("application", place)
        return self.store.one("SELECT * FROM application WHERE place = ?", place)

    @staticmethod
    def _answer(row):
        if row["status"] == 422:
            return 422, {"code": row["code"], "message": row["message"]}
        return row["status"], {"applicationId": id_of(row)}

    def state(self, key):
        """Returns the state of the last application with a key, or None."""
        row = self.store.one("SELECT * FROM application WHERE key = ? ORDER BY execution DESC", key)
        if row is None:
            return None
        if self.now() < row["decided"]:
            return {"state": "PENDING", "applicationId": id_of(row), "code": None, "message": None}
        return {"state": row["state"], "applicationId": id_of(row), "code": row["code"], "message": row["message"]}

    def count(self):
        """Returns counts over all keys: more executions than keys are duplicates."""
        keys, executions, repeats, conflicts = self.store.one(
            "SELECT count(DISTINCT key), count(*), coalesce(sum(repeats), 0), coalesce(sum(conflicts), 0) FROM application")
        return {"keys": keys, "executions": executions, "duplicates": executions - keys, "repeats": repeats, "conflicts": conflicts}


def id_of(row):
    """Returns the id of an application; None if it was refused at once."""
    return None if row["number"] is None else f"A-{row['number']:06}"
