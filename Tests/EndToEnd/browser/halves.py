"""The halves of the files with scenes. Each half has a server and a browser of its own.

A browser waits for a server for most of the time, and a server for a browser. Two of each in two processes take little more time than
one of each. A new file belongs to the second half.
"""
FIRST = ["operations", "searches", "fields", "network", "links", "keyboard", "playground", "unknown", "payments"]
SECOND = ["navigation", "pages", "desktop", "faults", "focus", "forms", "home", "outcomes", "quick_payment", "calendar", "states", "layout",
          "long_forms", "typing", "tasks", "examples", "screens"]


def place(stem):
    """The half of a file, and its place there."""
    name = stem.removeprefix("test_")
    if name in FIRST:
        return 1, FIRST.index(name)
    return 2, SECOND.index(name) if name in SECOND else len(SECOND)
