"""Compares payments alone and during `valence retain`, in turns: beside.py VALENCE FOLDER HOLDS [TURNS].

FOLDER has a migrated `bank.sqlite` with its key file; HOLDS is holds.c as a library to preload. Each turn deletes the values of
submissions from another period, after an equally long turn of payments alone. Lists the long holds of both processes."""
import os
import subprocess
import sys
import time

from payments import DATABASE_NAME, Payer, forget_cache, percentile
from EndToEnd.bank import Server

PROGRAM, FOLDER, HOLDS = sys.argv[1:4]
TURNS = int(sys.argv[4]) if len(sys.argv) > 4 else 8
DATABASE = os.path.join(FOLDER, DATABASE_NAME)
BOUND = 50


def preload(name):
    path = os.path.join(FOLDER, f"holds-{name}")
    if os.path.exists(path):
        os.remove(path)
    return path, os.environ | {"LD_PRELOAD": HOLDS, "HOLDS": path}


def figures(name, waits):
    ordered = sorted(waits)
    at = [f"{percentile(ordered, share):.1f}" for share in (0.5, 0.9, 0.99, 0.999)]
    over = sum(wait > BOUND for wait in ordered)
    print(f"{name:<8} {len(ordered):>6} waits; median, p90, p99, p99.9: {', '.join(at)} ms; the longest {ordered[-1]:.0f} ms; "
          f"{over} over {BOUND} ms", flush=True)


def held(path, phases):
    """Prints the long holds of a process in each phase, and its figures."""
    for line in open(path):
        words = line.split(maxsplit=1)
        if not words[0].replace(".", "").isdigit():
            print(f"  {line.strip()}")
            continue
        name = next((name for name, since, until in phases if since <= float(words[0]) <= until + 0.1), "between")
        if name != "between":
            print(f"  {name}: {words[1].strip()}")


def main():
    served, environment = preload("server")
    forget_cache()
    server = Server(PROGRAM, DATABASE, "--matrix-uses", "1000", "--matrix-columns", "26", "--matrix-rows", "40", "--retain-unsigned", "3650", "--skip-database-check",
                    log=os.path.join(FOLDER, "log"), environment=environment)
    if server.address is None:
        raise SystemExit("the server did not start:\n" + "".join(server.greeting))
    alone, beside, phases = [], [], []
    number = int(time.time()) * 1000
    length = 5
    retained, environment = preload("retain")
    for turn in range(TURNS):
        payer = Payer(server, number := number + 100_000)
        payer.start()
        since = time.monotonic()
        time.sleep(length)
        payer.stop()
        phases.append(("alone", since, time.monotonic()))
        alone.append(payer.waits)
        payer = Payer(server, number := number + 100_000)
        payer.start()
        since = time.monotonic()
        days = 720 - (turn + 1) * 630 // TURNS
        done = subprocess.run([PROGRAM, "retain", "--database", DATABASE, "--retain-unsigned", str(days)],
                              capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        length = max(3, time.monotonic() - since)
        payer.stop()
        phases.append(("beside", since, time.monotonic()))
        beside.append(payer.waits)
        print(f"turn {turn + 1}: {length:.1f} s, {done.stdout.strip().split()[-1]} rows; the longest wait alone {max(alone[-1]):.0f}, "
              f"beside {max(beside[-1]):.0f} ms; the log has {os.path.getsize(DATABASE + '-wal') >> 10} KiB", flush=True)
    server.stop()
    figures("alone", sum(alone, []))
    figures("beside", sum(beside, []))
    print("the server:")
    held(served, phases)
    print("valence retain, all turns:")
    held(retained, phases)


main()
