"""Measures times and memory of a server with many operations: measure.py VALENCE FOLDER CONFIGURATION."""
import os
import signal
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests"))

from EndToEnd.bank import Client, Server

PROGRAM, FOLDER, CONFIGURATION = sys.argv[1:4]
DATABASE = os.path.join(FOLDER, "bank.sqlite")


def say(what, figure):
    print(f"{what:<60} {figure}", flush=True)


class Usage:
    """The memory and the processor time of a process."""

    def __init__(self, number):
        with open(f"/proc/{number}/status") as file:
            lines = dict(line.split(":", 1) for line in file)
        self.most, self.now = (int(lines[name].split()[0]) / 1024 for name in ("VmHWM", "VmRSS"))
        with open(f"/proc/{number}/stat") as file:
            words = file.read().rsplit(")", 1)[1].split()
        self.processor = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self):
        return f"{self.most:.0f} MB at most, {self.now:.0f} MB now"


def settled(number):
    """The usage of the idle server, which returns memory within a second."""
    before = None
    while True:
        usage = Usage(number)
        if before and usage.processor - before.processor < 0.02:
            return usage
        before = usage
        time.sleep(0.5)


def forget_peak(number):
    """Resets VmHWM."""
    with open(f"/proc/{number}/clear_refs", "w") as file:
        file.write("5")


def start(what):
    since = time.monotonic()
    server = Server(PROGRAM, DATABASE, "--config", CONFIGURATION, log=os.path.join(FOLDER, "log"))
    taken = time.monotonic() - since
    if server.address is None:
        raise SystemExit("the server did not start:\n" + "".join(server.greeting))
    usage = settled(server.process.pid)
    say(what, f"{taken:.2f} s, {usage.processor:.2f} s of the processor, {usage.memory}")
    return server


def reload(server, person, what, change):
    """Changes files, sends SIGHUP and waits until the title is served."""
    title = change()
    number = server.process.pid
    forget_peak(number)
    before = Usage(number)
    since = time.monotonic()
    os.kill(number, signal.SIGHUP)
    while True:
        status, tree = person.send("GET", "/operations/made.n0500", Accept_Language="en")
        if status != 200:
            raise SystemExit(f"{status} {tree}")
        if tree["title"] == title:
            break
        if time.monotonic() - since > 60:
            raise SystemExit(f"not served within a minute: {title}")
        time.sleep(0.005)
    taken = time.monotonic() - since
    after = settled(number)
    say(what, f"{taken:.2f} s, {after.processor - before.processor:.2f} s of the processor, {before.now:.0f} MB before, {after.memory}")


def retitled(turn, names):
    def change():
        for name in names:
            path = os.path.join(CONFIGURATION, "operations", name)
            with open(path) as file:
                text = file.read().split("\n")
            text[1] = f'title: {{ru: "Другая {turn}", en: "Changed {turn}"}}'
            with open(path, "w") as file:
                file.write("\n".join(text))
        return f"Changed {turn}"
    return change


def main():
    names = sorted(name for name in os.listdir(os.path.join(CONFIGURATION, "operations")) if name.startswith("made."))
    say(f"{len(names)} operations, bytes", sum(os.path.getsize(os.path.join(CONFIGURATION, "operations", name)) for name in names))
    start("first start, which stores the versions").stop()
    server = start("start")
    person = Client(server.address).login("demo", "valence-demo")
    for turn in range(3):
        reload(server, person, "SIGHUP, one file changed", retitled(turn, [f"made.n0500.yaml"]))
    reload(server, person, "SIGHUP, all files changed", retitled("all", names))
    server.stop()


main()
