"""Faults on demand: people see how a form behaves while this system is slow, down or wrong."""

KINDS = ("slow", "500", "429", "close", "garbage")


class Faults:
    def __init__(self):
        self.by_path = {}

    def put(self, path, kind, seconds):
        """Puts a fault on all paths that begin with `path`. "off" removes it, and all of them if `path` is None."""
        if kind != "off":
            self.by_path[path] = {"path": path, "kind": kind, "seconds": seconds}
        elif path is None:
            self.by_path.clear()
        else:
            self.by_path.pop(path, None)

    def on(self, path):
        """Returns the fault of a path, the longest beginning first; None if there is none. `/faults` itself has none."""
        if path == "/faults":
            return None
        return max((fault for fault in self.by_path.values() if path.startswith(fault["path"])),
                   key=lambda fault: len(fault["path"]), default=None)

    def all(self):
        return list(self.by_path.values())
