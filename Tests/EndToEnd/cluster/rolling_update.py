"""Restarts the servers of a cluster one by one, without a failed request. A stopping server reports
this at /readyz, and serves until the balancer has noticed (`--drain-seconds`)."""
import json
import time

from EndToEnd.cluster.local_cluster import until

BACKENDS = ("ready", "alive", "streams")


def update(cluster, program=None, say=lambda line: None):
    """Restarts each server, optionally with another program and its migrations. The next restart
    begins when the balancer uses the previous server again."""
    if program:
        cluster.made["program"] = cluster.program = program
        with open(cluster.path("cluster.json"), "w") as file:
            json.dump(cluster.made, file, indent=1)
        # The servers of the old release continue with the newer tables.
        cluster.copy_files()
        cluster.migrate()
    watched(cluster, lambda: restart(cluster, say), say)


def restart(cluster, say):
    for server in cluster.servers:
        began = time.monotonic()
        if not cluster.end(server):
            say(f"{server} was killed, because it did not stop in time")
        cluster.launch(server)
        until(lambda: cluster.is_ready(server), 120, server)
        until(lambda: state(cluster, "ready", server)["status"] == "UP", 30, f"{server} at the balancer")
        say(f"{server} was restarted in {time.monotonic() - began:.1f} s")


def watched(cluster, change, say):
    """Runs `change`, and prints the number of requests and failures at the balancer during it."""
    before = failures(cluster)
    change()
    told = {name: count - before[name] for name, count in failures(cluster).items()}
    say(f"{told.pop('requests')} requests during the change, "
        + (", ".join(f"{count} {name}" for name, count in told.items() if count) or "none failed"))


def failures(cluster):
    """Returns the number of requests at the balancer, and the number of failures of each kind."""
    rows = {(row["pxname"], row["svname"]): row for row in rows_of(cluster)}
    bank = rows["bank", "FRONTEND"]
    behind = [rows[backend, "BACKEND"] for backend in BACKENDS]
    return {"requests": int(bank["req_tot"]), "responses with 5xx": int(bank["hrsp_5xx"]),
            "failed connections": sum(int(row["econ"]) for row in behind),
            "incomplete responses": sum(int(row["eresp"]) + int(row["srv_abrt"]) for row in behind)}


def state(cluster, backend, server):
    """Returns the balancer's statistics of a server, by the names of the columns."""
    return next(row for row in rows_of(cluster) if (row["pxname"], row["svname"]) == (backend, server))


def rows_of(cluster):
    lines = cluster.balancer("show stat").removeprefix("# ").splitlines()
    names = lines[0].split(",")
    return [dict(zip(names, line.split(","))) for line in lines[1:] if line]
