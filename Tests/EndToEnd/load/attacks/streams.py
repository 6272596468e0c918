"""Event streams: many, unread, half-read, and reopened."""
import re
import socket
import struct
import time

from EndToEnd.load.victim import Connection, log_in

from .attack import Attack

PEOPLE = ["victim", "crowd", "coded0", "coded1", "coded2", "coded3"]


def asking(token, last="", once=False):
    """Returns the bytes of a request for events."""
    head = f"Last-Event-ID: {last}\r\n" if last else ""
    return (f"GET /events{'?once=true' if once else ''} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n{head}\r\n"
            .encode())


class Streams(Attack):
    name = "event streams: silent, half-read, reopened"
    proves = "streams use a limited share of connections and memory, and other listeners get their events"
    attackers, seconds, least, cost, peak = 2, 6, 400, 8, 120

    def prepare(self, stage):
        """Opens a stream for the payments of the good client."""
        self.listener = Connection(stage.port, "127.0.0.8")
        self.listener.connect()
        self.listener.sock.sendall(asking(log_in(stage.port, "127.0.0.8", "demo", "valence-demo")))
        return [log_in(stage.port, f"127.0.19.{number + 1}", login) for number, login in enumerate(PEOPLE)]

    def run(self, enemy):
        links, number = [], 0
        while enemy.goes_on:
            number += 1
            token = enemy.given[number % len(enemy.given)]
            link = enemy.open(enemy.address(number % 60), small=number % 3 == 0)
            if link is None:
                continue
            enemy.units += 1
            try:
                if number % 3 == 0:
                    # Reads only a part of the head.
                    link.sendall(asking(token, last="A" * 75))
                    link.recv(20)
                    links.append(link)
                elif number % 3 == 1:
                    # Reads nothing; a pipelined request follows.
                    link.sendall(asking(token) * 2)
                    links.append(link)
                else:
                    # Reads the status, resets the connection and opens it again.
                    link.sendall(asking(token, last="x" * (number % 2000), once=number % 2 == 0))
                    enemy.status(link)
                    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    link.close()
            except OSError:
                link.close()
            if len(links) > 600:
                links.pop(0).close()

    def judge(self, stage, reports):
        heard, end = b"", time.monotonic() + 2
        self.listener.sock.settimeout(0.3)
        try:
            while time.monotonic() < end:
                part = self.listener.sock.recv(65536)
                if not part:
                    yield "the listener's stream was ended"
                    break
                heard += part
        except OSError:
            pass
        told = set(re.findall(rb'"submission":"([^"]+)","status":"executed"', heard))
        if len(told) < 5:
            yield f"the listener got {len(told)} payments: {heard[:300]}"
        self.listener.close()


ATTACKS = [Streams]
