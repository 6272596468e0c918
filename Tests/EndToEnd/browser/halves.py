"""The two halves of the browser tests. Each half has one server and one browser.

Browser and server mostly wait for each other, so two halves can run in parallel. A new file belongs
to the second half. The first half uses the plain modules of the web client, the second its bundle.
"""
PLAIN_HALF = 1
FIRST = ["operations", "searches", "fields", "network", "links", "keyboard", "unknown", "payments"]
SECOND = ["playground", "navigation", "pages", "desktop", "faults", "items", "rows", "focus", "forms", "home", "outcomes", "quick_payment", "calendar", "states", "layout",
          "long_forms", "typing", "tasks", "examples", "screens"]


def place(stem):
    """Returns the half of a file, and its position in the half."""
    name = stem.removeprefix("test_")
    if name in FIRST:
        return 1, FIRST.index(name)
    return 2, SECOND.index(name) if name in SECOND else len(SECOND)
