"""Faults on demand, to see how a form behaves while this system is slow, down or wrong."""
import random
from decimal import Decimal

MIXED = ("500", "close", "lost", "slow")  # the kinds of `flaky`
KINDS = ("slow", "500", "429", "close", "garbage", "lost", "flaky")


class Faults:
    def __init__(self, seed=None):
        self.by_path, self.chance = {}, random.Random(seed)

    def put(self, path, kind, seconds, share=Decimal(1)):
        """Sets the fault of all paths that begin with `path`. The kind "off" removes it; with `path` None it removes all
        faults."""
        if kind != "off":
            self.by_path[path] = {"path": path, "kind": kind, "seconds": seconds, "share": share}
        elif path is None:
            self.by_path.clear()
        else:
            self.by_path.pop(path, None)

    def on(self, path):
        """Returns the fault of a path, the longest beginning first, or None. `/faults` never has a fault."""
        if path == "/faults":
            return None
        return max((fault for fault in self.by_path.values() if path.startswith(fault["path"])),
                   key=lambda fault: len(fault["path"]), default=None)

    def met(self, path):
        """Returns the kind and seconds of the fault for one request, chosen at random; (None, None) without a fault."""
        fault = self.on(path)
        if fault is None or self.chance.random() >= fault["share"]:
            return None, None
        kind = self.chance.choice(MIXED) if fault["kind"] == "flaky" else fault["kind"]
        return kind, float(fault["seconds"])

    def all(self):
        return list(self.by_path.values())
