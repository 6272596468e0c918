"""A person who pays continuously, and the machine's file cache."""
import os
import statistics
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests"))

from EndToEnd.bank import Client, codes

DATABASE_NAME = "bank.sqlite"
DEEP = "40817810000000000000"
PAYMENT = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12", "amount": "0.01"}


def forget_cache():
    """Empties the system's file cache; returns False if this is not permitted."""
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w") as file:
            file.write("3")
        return True
    except OSError:
        return False


def percentile(ordered, share):
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Payer(threading.Thread):
    """Makes one payment after the other until it is stopped, and records the time of each request."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.person, self.matrix = Client(server.address).login("demo", "valence-demo"), server.matrix()
        self.number, self.waits, self.ends, self.fault = number, [], False, None

    def ask(self, *request, **headers):
        since = time.monotonic()
        answer = self.person.send(*request, **headers)
        self.waits.append((time.monotonic() - since) * 1000)
        return answer

    def run(self):
        try:
            while not self.ends:
                self.number += 1
                status, sent = self.ask("POST", "/operations/pp.quick/submissions", {"values": PAYMENT | {"from": DEEP}},
                                        Idempotency_Key=f"growth-{self.number}")
                if status != 201:
                    raise ValueError(f"{status} {sent}")
                status, done = self.ask("POST", f"/submissions/{sent['submission']['id']}/signature",
                                        {"values": codes(sent["next"], self.matrix)})
                if status != 200:
                    raise ValueError(f"{status} {done}")
        except Exception as fault:
            self.fault = fault

    def stop(self):
        self.ends = True
        self.join()
        if self.fault:
            raise SystemExit(f"a payment failed: {self.fault}")

    def told(self):
        self.stop()
        ordered = sorted(self.waits)
        return f"{ordered[-1]:.0f} ms, median {statistics.median(ordered):.1f} ms, of {len(ordered)} requests"
