"""Applications for loans. They are kept in memory, so that a restart forgets them."""
import time
from decimal import Decimal

TOO_MUCH = Decimal(3_000_000)      # refused at once above it
LATER = Decimal(1_000_000)         # decided later above it
DECLINED = Decimal(2_000_000)      # declined then above it
SECONDS = 5                        # until such a decision
KEPT = 10_000                      # the oldest application is forgotten beyond it


class Applications:
    def __init__(self, now=time.monotonic):
        self.now, self.count, self.by_key = now, 0, {}

    def submit(self, key, body):
        """Returns the status and the answer: the first ones again for the same key and body, 409 for another body."""
        known = self.by_key.get(key)
        if known is None:
            known = self.by_key[key] = self._judge(body)
            if len(self.by_key) > KEPT:
                del self.by_key[next(iter(self.by_key))]
        elif known["body"] != body:
            return 409, {"code": "KEY_REUSED", "message": "This Idempotency-Key came with another body"}
        return known["status"], known["answer"]

    def _judge(self, body):
        if body["amount"] > TOO_MUCH:
            refusal = {"code": "TOO_MUCH", "message": "Сумма больше 3 000 000"}
            return {"body": body, "status": 422, "answer": refusal}
        self.count += 1
        status = 202 if body["amount"] > LATER else 201
        return {"body": body, "status": status, "answer": {"applicationId": f"A-{self.count:06}"}, "at": self.now()}

    def state(self, key):
        """Returns the state of the application with a key; None if there is none."""
        known = self.by_key.get(key)
        if known is None:
            return None
        if known["status"] == 422:
            return {"state": "REJECTED", "applicationId": None, **known["answer"]}
        state = {"state": "APPROVED", **known["answer"], "code": None, "message": None}
        if known["status"] == 202:
            if self.now() - known["at"] < SECONDS:
                state["state"] = "PENDING"
            elif known["body"]["amount"] > DECLINED:
                state |= {"state": "REJECTED", "code": "INCOME_TOO_LOW", "message": "Недостаточный доход"}
        return state
