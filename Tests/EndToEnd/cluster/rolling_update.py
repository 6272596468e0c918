"""Restarts the servers of a cluster one after the other, without a failed request: a server that is told to stop says so at /readyz, and serves
on until the balancer has noticed (`--drain-seconds`)."""
import json
import time

from EndToEnd.cluster.local_cluster import until

BACKENDS = ("ready", "alive", "streams")


def update(cluster, program=None, say=lambda line: None):
    """Restarts each server, with another program and its migrations where one is named; the next one follows when the balancer uses it."""
    if program:
        cluster.made["program"] = cluster.program = program
        with open(cluster.path("cluster.json"), "w") as file:
            json.dump(cluster.made, file, indent=1)
        # The servers of the release before go on with the newer tables.
        cluster.copy_files()
        cluster.migrate()
    watched(cluster, lambda: restart(cluster, say), say)


def restart(cluster, say):
    for server in cluster.servers:
        began = time.monotonic()
        if not cluster.end(server):
            say(f"{server} did not end by itself")
        cluster.launch(server)
        until(lambda: cluster.is_ready(server), 120, server)
        until(lambda: state(cluster, "ready", server)["status"] == "UP", 30, f"{server} at the balancer")
        say(f"{server} was restarted in {time.monotonic() - began:.1f} s")


def watched(cluster, change, say):
    """Makes a change, and says how many requests the balancer passed on meanwhile, and how many of them failed."""
    before = failures(cluster)
    change()
    told = {name: count - before[name] for name, count in failures(cluster).items()}
    say(f"{told.pop('requests')} requests meanwhile, "
        + (", ".join(f"{count} {name}" for name, count in told.items() if count) or "not one of them failed"))


def failures(cluster):
    """The requests that the balancer has passed on, and those that failed, by what failed."""
    rows = {(row["pxname"], row["svname"]): row for row in rows_of(cluster)}
    bank = rows["bank", "FRONTEND"]
    behind = [rows[backend, "BACKEND"] for backend in BACKENDS]
    return {"requests": int(bank["req_tot"]), "answers with 5xx": int(bank["hrsp_5xx"]),
            "connections that failed": sum(int(row["econ"]) for row in behind),
            "answers that broke off": sum(int(row["eresp"]) + int(row["srv_abrt"]) for row in behind)}


def state(cluster, backend, server):
    """What the balancer knows of a server, by the names of its columns."""
    return next(row for row in rows_of(cluster) if (row["pxname"], row["svname"]) == (backend, server))


def rows_of(cluster):
    lines = cluster.balancer("show stat").removeprefix("# ").splitlines()
    names = lines[0].split(",")
    return [dict(zip(names, line.split(","))) for line in lines[1:] if line]
