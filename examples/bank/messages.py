"""Messages to people: an SMS gateway and push notices. They are stored for display and never delivered."""
import exact

SHOWN = 1000  # of the last messages


class Messages:
    """One kind of messages, whose ids begin with a letter of their own."""

    def __init__(self, store, kind, letter):
        self.store, self.kind, self.letter = store, kind, letter

    def send(self, key, body):
        """Returns the status and the answer; one message for each key, 409 for another body."""
        with self.store.transaction():
            known = self.store.one("SELECT * FROM message WHERE kind = ? AND key = ?", self.kind, key)
            if known is None:
                number = self.store.one("SELECT coalesce(max(number), 0) + 1 FROM message WHERE kind = ?", self.kind)[0]
                place = self.store.change("INSERT INTO message (kind, number, key, body) VALUES (?, ?, ?, ?)",
                                          self.kind, number, key, exact.write(body))
                self.store.forget("message", place)
            elif exact.read(known["body"].encode()) != body:
                return 409, {"code": "KEY_REUSED", "message": "This Idempotency-Key came with another body"}
            else:
                number = known["number"]
                self.store.change("UPDATE message SET times = times + 1 WHERE place = ?", known["place"])
            return 202, {"id": self.id_of(number)}

    def all(self):
        """Returns the last messages, the oldest first."""
        rows = self.store.all("SELECT * FROM message WHERE kind = ? ORDER BY number DESC LIMIT ?", self.kind, SHOWN)
        return [{"id": self.id_of(row["number"]), **exact.read(row["body"].encode()), "key": row["key"], "times": row["times"]}
                for row in reversed(rows)]

    def id_of(self, number):
        return f"{self.letter}-{number:06}"
