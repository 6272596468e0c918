"""Clients of a server with TLS that break the protocol: incomplete handshakes, and records of one
byte."""
import itertools
import socket
import ssl
import time

from EndToEnd.load.victim import Connection

from .attack import Attack


def hello():
    """Returns a client's first flight: a complete ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = Connection.context.wrap_bio(incoming, outgoing)
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


class OverTLS(Attack):
    secure = True

    def opened(self, enemy, addresses):
        """Yields raw connections from `addresses` different addresses until the attack ends."""
        for number in itertools.count():
            if not enemy.goes_on:
                return
            link = enemy.open(enemy.address(number % addresses))
            if link:
                yield link


class Begun(OverTLS):
    name = "handshakes of 0 to 40 bytes"
    proves = "an incomplete handshake uses no processor time, and delays no other client"
    least, cost = 100, 10

    def run(self, enemy):
        begun, links = hello(), []
        for link in itertools.islice(self.opened(enemy, 8), 60):
            enemy.units += 1
            link.sendall(begun[:len(links) % 41])
            links.append(link)
        enemy.wait()


class Dribbled(OverTLS):
    name = "handshakes sent byte by byte"
    proves = "a handshake sent byte by byte costs no more than its bytes"
    least, cost = 1000, 2

    def run(self, enemy):
        links = list(itertools.islice(self.opened(enemy, 4), 60))
        for link in links:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in hello():
            for link in links:
                try:
                    link.sendall(bytes([byte]))
                    enemy.units += 1
                except OSError:
                    pass
            if not enemy.goes_on:
                break
            time.sleep(0.02)
        enemy.wait()


class Dropped(OverTLS):
    name = "handshakes dropped after the server's response"
    proves = "an abandoned handshake costs one signature, and no memory remains"
    least, cost = 100, 8

    def run(self, enemy):
        begun = hello()
        for link in self.opened(enemy, 200):
            enemy.units += 1
            try:
                link.sendall(begun)
                link.recv(65536)
            except OSError:
                pass
            link.close()


class Smallest(OverTLS):
    name = "requests in records of one byte"
    proves = "the cost is proportional to the number of records"
    least, cost = 1000, 2

    def run(self, enemy):
        for plain in self.opened(enemy, 8):
            try:
                link = Connection.context.wrap_socket(plain)
                for byte in b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n":
                    link.sendall(bytes([byte]))
                    enemy.units += 1
                if enemy.status(link) != 200:
                    enemy.fault("a request in small records gets no response")
                link.close()
            except OSError:
                enemy.statuses["no connection"] += 1


ATTACKS = [Begun, Dribbled, Dropped, Smallest]
