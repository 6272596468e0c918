"""Sends requests evenly over many open connections: measure.py VALENCE FOLDER CONNECTIONS RATE SECONDS."""
import collections
import json
import os
import resource
import select
import socket
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests"))

from EndToEnd.bank import Client, Server

PROGRAM, FOLDER = sys.argv[1:3]
CONNECTIONS, RATE, SECONDS = (int(argument) for argument in sys.argv[3:6])
BODY = json.dumps({"values": {"bic": "044525225"}, "changed": ["bic"], "commit": True}).encode()


def memory(number):
    with open(f"/proc/{number}/status") as file:
        lines = dict(line.split(":", 1) for line in file)
    return f"{int(lines['VmRSS'].split()[0]) / 1024:.0f} MB, {int(lines['VmHWM'].split()[0]) / 1024:.0f} MB at most"


def processor(number):
    with open(f"/proc/{number}/stat") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def opened(address, count):
    sockets = []
    for place in range(count):
        # A single source address has fewer free ports than connections are needed.
        sockets.append(socket.create_connection((address.hostname, address.port), source_address=(f"127.0.0.{2 + place % 8}", 0)))
    return sockets


def main():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    limit = str(CONNECTIONS + 100)
    server = Server(PROGRAM, os.path.join(FOLDER, "bank.sqlite"), "--connection-limit", limit, "--connections-per-address", limit,
                    "--idle-timeout", "600", log=os.path.join(FOLDER, "log"))
    if server.address is None:
        raise SystemExit("the server did not start:\n" + "".join(server.greeting))
    number = server.process.pid
    token = Client(server.address).login("demo", "valence-demo").token
    request = (f"POST /operations/pp.quick/evaluate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
               f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n").encode() + BODY
    print(f"memory without connections{'':<24} {memory(number)}", flush=True)
    since = time.monotonic()
    sockets = opened(server.address, CONNECTIONS)
    print(f"{CONNECTIONS} connections opened in{'':<24} {time.monotonic() - since:.1f} s", flush=True)
    poll = select.epoll()
    for place, connection in enumerate(sockets):
        connection.setblocking(False)
        poll.register(connection.fileno(), select.EPOLLIN)
    places = {connection.fileno(): place for place, connection in enumerate(sockets)}
    asked, waits, late, faults = {}, [], 0, collections.Counter()
    begun = time.monotonic()
    spent = processor(number)
    sent, total = 0, RATE * SECONDS
    while sent < total or asked:
        now = time.monotonic()
        # Each connection sends at its scheduled time. A late response does not delay the next request.
        while sent < total and begun + sent / RATE <= now:
            place = sent % CONNECTIONS
            if place in asked:
                late += 1
            else:
                asked[place] = now
                sockets[place].send(request)
            sent += 1
        if now - begun > SECONDS + 10:
            faults["unanswered"] += len(asked)
            break
        pause = max(0, min(0.001, begun + sent / RATE - now)) if sent < total else 0.01
        for file, _ in poll.poll(pause):
            answer = sockets[places[file]].recv(65536)
            waits_for = asked.pop(places[file], None)
            if not answer.startswith(b"HTTP/1.1 200 ") or waits_for is None:
                faults[answer[:12]] += 1
                if not answer:
                    poll.unregister(file)
            else:
                waits.append((time.monotonic() - waits_for) * 1000)
    taken = time.monotonic() - begun
    waits.sort()
    share = [waits[min(len(waits) - 1, int(len(waits) * part))] for part in (0.5, 0.9, 0.99, 0.999)]
    print(f"{len(waits)} answers in {taken:.1f} s; median, p90, p99, p99.9{'':<1} {', '.join(f'{wait:.1f}' for wait in share)} ms, "
          f"the longest {waits[-1]:.0f} ms")
    print(f"the server's processor time{'':<23} {(processor(number) - spent) / len(waits) * 1e6:.0f} µs a request")
    print(f"memory with {CONNECTIONS} connections, each used{'':<8} {memory(number)}")
    print(f"still under way at their turn, faults{'':<13} {late}, {dict(faults) or 'none'}")
    for connection in sockets:
        connection.close()
    time.sleep(3)
    print(f"memory after their end{'':<28} {memory(number)}")
    server.stop()
    if faults:
        raise SystemExit(1)


main()
