"""Callbacks: decisions that the bank sends, as signed messages of Standard Webhooks (standardwebhooks.com)."""
import asyncio
import base64
import binascii
import datetime
import hashlib
import hmac
import random
import sqlite3
import time

import httpx

import exact
from applications import id_of
from guard import say

AT_ONCE = 8              # messages in flight
ATTEMPTS = 12            # before a message is given up
LONGEST_PAUSE = 60       # seconds between two attempts
TIMEOUT = 5              # seconds for one attempt
LONGEST_ANSWER = 64 * 1024


def key_of(secret):
    """Returns the bytes of a secret `whsec_...`. Raises `ValueError` for anything else."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith("whsec_") or not 24 <= len(key) <= 64:
        raise ValueError("a callback secret is `whsec_` and the base64 of 24 to 64 bytes")
    return key


def signature(keys, id, timestamp, body):
    """Returns the header `webhook-signature`: one signature for each key, so that a receiver may have either of two."""
    signed = f"{id}.{timestamp}.".encode() + body
    macs = (hmac.new(key, signed, hashlib.sha256).digest() for key in keys)
    return " ".join(f"v1,{base64.b64encode(mac).decode()}" for mac in macs)


class Callbacks:
    """Sends each decision until a receiver accepts it, with growing pauses."""

    def __init__(self, store, url, keys, pause, seed, now=time.time):
        self.store, self.url, self.keys, self.pause, self.now = store, url, keys, pause, now
        self.chance, self.paused, self.under_way = random.Random(seed), False, {}
        self.changed = asyncio.Event()

    def put(self, paused):
        self.paused = paused
        self.changed.set()

    def told(self):
        """Returns whether callbacks are paused, and how many wait, were delivered and were given up."""
        counts = dict(self.store.all("SELECT coalesce(outcome, 'waiting'), count(*) FROM callback GROUP BY outcome"))
        return {"paused": self.paused, "waiting": counts.get("waiting", 0), "delivered": counts.get("delivered", 0),
                "givenUp": counts.get("given up", 0)}

    async def run(self):
        """Sends due callbacks until it is cancelled."""
        if self.url is None:
            return
        limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
        async with httpx.AsyncClient(timeout=TIMEOUT, limits=limits, trust_env=False) as client:
            while True:
                self.changed.clear()
                pause = self.begin(client)
                try:
                    await asyncio.wait_for(self.changed.wait(), pause)
                except TimeoutError:
                    pass

    def begin(self, client):
        """Starts the due attempts. Returns the seconds until the next check."""
        room = 0 if self.paused else AT_ONCE - len(self.under_way)
        rows = self.store.all(
            "SELECT callback.*, key, number, state, code, message, decided FROM callback"
            " JOIN application ON place = application WHERE outcome IS NULL ORDER BY due LIMIT ?", 2 * AT_ONCE)
        waiting = [row for row in rows if row["id"] not in self.under_way]
        for row in waiting[:room]:
            if row["due"] > self.now():
                return min(row["due"] - self.now(), 1)
            self.under_way[row["id"]] = asyncio.create_task(self.send(client, dict(row)))
        return 1

    async def send(self, client, row):
        """Makes one attempt, and stores the result."""
        body, timestamp = exact.write(message(row)).encode(), str(int(self.now()))
        headers = {"Content-Type": "application/json", "webhook-id": row["id"], "webhook-timestamp": timestamp,
                   "webhook-signature": signature(self.keys, row["id"], timestamp, body)}
        try:
            try:
                outcome = await self.post(client, body, headers)
            except (httpx.HTTPError, TimeoutError, ValueError) as fault:
                outcome = type(fault).__name__
            attempts, taken = row["attempts"] + 1, isinstance(outcome, int) and 200 <= outcome < 300
            with self.store.transaction():
                self.store.change(
                    "UPDATE callback SET attempts = ?, due = ?, outcome = ? WHERE id = ?", attempts,
                    self.now() + self.pause_after(attempts),
                    "delivered" if taken else "given up" if attempts == ATTEMPTS else None, row["id"])
            say(f"callback {row['key']} attempt {attempts} {outcome}")
        except sqlite3.Error:
            await asyncio.sleep(1)  # The store fails: the attempt is made again.
        finally:
            del self.under_way[row["id"]]
            self.changed.set()

    async def post(self, client, body, headers):
        """Returns the status. The answer is read so that the connection can be used again, up to a limit."""
        async with asyncio.timeout(TIMEOUT), client.stream("POST", self.url, content=body, headers=headers) as answer:
            size = 0
            async for part in answer.aiter_raw():
                size += len(part)
                if size > LONGEST_ANSWER:
                    break
            return answer.status_code

    def pause_after(self, attempts):
        """Returns a pause that doubles with each attempt, a fifth longer or shorter."""
        return min(self.pause * 2 ** (attempts - 1), LONGEST_PAUSE) * self.chance.uniform(0.8, 1.2)


def message(row):
    """Returns the body of a callback: the same at each attempt."""
    decided = datetime.datetime.fromtimestamp(row["decided"], datetime.timezone.utc)
    return {
        "type": f"application.{row['state'].lower()}",
        "timestamp": decided.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "data": {"key": row["key"], "applicationId": id_of(row), "code": row["code"], "message": row["message"]},
    }
