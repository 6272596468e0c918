"""Restarts the servers of a cluster one after the other, without a failed request: the balancer sends each nothing new first."""
import json
import time

from local_cluster import until

BACKENDS = ("ready", "alive", "streams")


def update(cluster, program=None, say=lambda line: None):
    """Restarts each server, with another program where one is named, and goes on when it is ready."""
    if program:
        cluster.made["program"] = cluster.program = program
        with open(cluster.path("cluster.json"), "w") as file:
            json.dump(cluster.made, file, indent=1)
    for server in cluster.servers:
        began = time.monotonic()
        drain(cluster, server)
        if not cluster.end(server):
            say(f"{server} did not end by itself")
        cluster.launch(server)
        until(lambda: cluster.is_ready(server), 120, server)
        for backend in BACKENDS:
            cluster.balancer(f"set server {backend}/{server} state ready")
        until(lambda: is_used(cluster, server), 30, f"{server} at the balancer")
        say(f"{server} was restarted in {time.monotonic() - began:.1f} s")


def drain(cluster, server):
    """Has the balancer send a server nothing new, and waits until it has answered what it has; streams of events stay open meanwhile."""
    for backend in BACKENDS:
        cluster.balancer(f"set server {backend}/{server} state drain")
    until(lambda: all(state(cluster, backend, server)["scur"] == "0" for backend in ("ready", "alive")), 40, f"the last request of {server}")


def is_used(cluster, server):
    return state(cluster, "ready", server)["status"] == "UP"


def state(cluster, backend, server):
    """What the balancer knows of a server, by the names of its columns."""
    lines = cluster.balancer("show stat").removeprefix("# ").splitlines()
    names = lines[0].split(",")
    return next(row for row in (dict(zip(names, line.split(","))) for line in lines[1:] if line)
                if (row["pxname"], row["svname"]) == (backend, server))
