"""Connections that are held open: silent, idle, slow, half-closed."""
import time

from EndToEnd.load.victim import closed

from .attack import Attack


class Silent(Attack):
    name = "6,000 silent sockets from one address"
    proves = "one address cannot use all connections"
    attackers, seconds, least, cost = 2, 4, 1000, 2

    def run(self, enemy):
        links = []
        while enemy.goes_on and len(links) < 3000:
            link = enemy.open("127.0.0.2")
            enemy.units += 1
            if link:
                links.append(link)
        enemy.wait()
        enemy.said["open"] = sum(not closed(link) for link in links)

    def judge(self, stage, reports):
        held = sum(report["said"].get("open", 0) for report in reports)
        if held > 2000:
            yield f"one address holds {held} connections"


class Idle(Attack):
    name = "5,000 idle connections from 250 addresses"
    proves = "at the connection limit idle connections are closed first, and new clients do not wait for them"
    attackers, seconds, least, cost = 2, 6, 4500, 3

    def run(self, enemy):
        links = []
        while enemy.goes_on and len(links) < 2500:
            link = enemy.open(enemy.address(len(links) % 125))
            enemy.units += 1
            if link is None:
                continue
            links.append(link)
            try:
                link.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            except OSError:
                pass
        enemy.wait()
        enemy.said["opened"] = len(links)


class HalfClosed(Attack):
    name = "half-closed connections with an unfinished body"
    proves = "after a half-close the server does not wait for the rest of the body"
    seconds, cost = 4, 10
    beginnings = [b"", b"GET", b"POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
                  b"POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Le", b"GET /healthz HTTP/1.1\r\nHost: a\r\n",
                  b"POST /operations/pp.quick/submissions HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + b"{" * 500_000]

    def run(self, enemy):
        links = []
        for number in range(240):
            begun = self.beginnings[number % len(self.beginnings)]
            link = enemy.open(enemy.address(number % 4))
            if link is None:
                continue
            enemy.units += 1
            try:
                link.sendall(begun)
                link.shutdown(1)
                links.append((begun[:60], link))
            except OSError:
                pass
            if not enemy.goes_on:
                break
        enemy.wait()
        end = time.monotonic() + 2
        held = [begun for begun, link in links if not closed(link, max(0, end - time.monotonic()))]
        if held:
            enemy.fault(f"{len(held)} of {len(links)} connections stay open, such as {held[0]}")


class Slow(Attack):
    name = "heads and bodies sent byte by byte"
    proves = "slow requests do not delay other clients"
    cost = 15

    def run(self, enemy):
        links = []
        for number in range(150):
            link = enemy.open(enemy.address(number % 4))
            if link is None:
                continue
            enemy.units += 1
            try:
                link.sendall([b"GET / HTTP/1.1\r\nHost: a\r\nX-A: ", b"POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"][number % 2])
                links.append(link)
            except OSError:
                pass
        while enemy.goes_on:
            for link in links:
                try:
                    link.send(b"a")
                    enemy.units += 1
                except OSError:
                    pass
            time.sleep(0.05)


ATTACKS = [Silent, Idle, HalfClosed, Slow]
