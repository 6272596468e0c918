"""Migrates and measures a filled database: measure.py VALENCE FOLDER SUBMISSIONS."""
import datetime
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests"))

from EndToEnd.bank import Client, Server
from payments import DATABASE_NAME, DEEP, Payer, forget_cache

PROGRAM, FOLDER, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
DATABASE = os.path.join(FOLDER, DATABASE_NAME)


def say(what, figure):
    print(f"{what:<58} {figure}", flush=True)


def seconds(since):
    return f"{time.monotonic() - since:.1f} s"


def migrate(*options):
    """Migrates, and reports the time of each migration."""
    process = subprocess.Popen([PROGRAM, "migrate", "--database", DATABASE, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    name, since = None, time.monotonic()
    for line in process.stderr:
        found = re.search(r": (\d+ \(\w+\))", line)
        if not found:
            print(line, end="", file=sys.stderr)
            continue
        if name:
            say(f"migration {name}", seconds(since))
        name, since = found[1], time.monotonic()
    if process.wait() != 0:
        raise SystemExit("the migration failed")
    if name:
        say(f"migration {name}", seconds(since))


def milliseconds(ask, times=21):
    taken = []
    for _ in range(times):
        since = time.monotonic()
        status, answer = ask()
        taken.append((time.monotonic() - since) * 1000)
        if status != 200 or not answer["data"]:
            raise SystemExit(f"{status} {answer}")
    return f"{statistics.median(taken):.2f} ms"


def start(what, *options):
    """Starts a server from a cold disk, and prints the time until it listens."""
    is_cold = forget_cache()
    since = time.monotonic()
    # `valence retain` deletes values later, so the server must not.
    server = Server(PROGRAM, DATABASE, "--matrix-uses", "1000", "--retain-unsigned", "3650", *options, log=os.path.join(FOLDER, "log"))
    if server.address is None:
        raise SystemExit("the server did not start:\n" + "".join(server.greeting))
    say(f"{what}{'' if is_cold else ' (the disk is not cold)'}", seconds(since))
    return server, since


def main():
    os.chdir(ROOT)
    say(f"{COUNT} submissions, bytes", os.path.getsize(DATABASE))
    migrate("--migrations", os.path.join(FOLDER, "release4"))
    migrate()
    # Begins the audit.
    server, _ = start("first start, which binds the ledger to the audit")
    server.stop()
    os.remove(DATABASE + ".stopped")
    base = sqlite3.connect(DATABASE, isolation_level=None)
    entries = base.execute("SELECT count(*) FROM ledger WHERE debit = ?", (DEEP,)).fetchone()[0]
    oldest = base.execute("SELECT id FROM ledger WHERE debit = ? ORDER BY id LIMIT 1 OFFSET 50", (DEEP,)).fetchone()[0]
    middle = base.execute("SELECT at FROM ledger WHERE debit = ? ORDER BY id LIMIT 1 OFFSET ?", (DEEP, entries // 2)).fetchone()[0]
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()
    say("entries of the account", entries)
    server, _ = start("start after a crash: the check comes first")
    person = Client(server.address).login("demo", "valence-demo")
    first = datetime.datetime.fromtimestamp(middle / 1_000_000).date()
    last = first + datetime.timedelta(days=30)
    entries = f"/accounts/{DEEP}/entries?limit=50"
    say("first page", milliseconds(lambda: person.send("GET", entries)))
    say("a month, with its turnover", milliseconds(lambda: person.send("GET", f"{entries}&from={first}&to={last}")))
    say("deepest page", milliseconds(lambda: person.send("GET", f"{entries}&after={oldest}")))
    payer = Payer(server, 0)
    payer.start()
    time.sleep(5)
    say("longest wait of a payment, alone", payer.told())
    payer = Payer(server, 1_000_000)
    payer.start()
    since = time.monotonic()
    done = subprocess.run([PROGRAM, "retain", "--database", DATABASE], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    say("longest wait of a payment beside `valence retain`", payer.told())
    say("`valence retain`", f"{seconds(since)}, {done.stdout.strip()}")
    server.stop()
    server, since = start("start after a clean stop: the check comes beside")
    person = Client(server.address)
    while person.send("GET", "/readyz")[1]["checks"]["database"].get("check") == "running":
        time.sleep(0.2)
    say("until the check during service has ended", seconds(since))
    server.stop()
    forget_cache()
    since = time.monotonic()
    done = subprocess.run([PROGRAM, "check-ledger", "--database", DATABASE], capture_output=True, text=True)
    say("check-ledger", f"{seconds(since)}, {done.stdout.strip().splitlines()[-1]}")
    say("bytes in the end", os.path.getsize(DATABASE))


main()
