"""Clients of a server with TLS that do not do what TLS wants: handshakes that are not ended, and records of one byte."""
import socket
import ssl
import time

from siege import Connection

from .attack import Attack


def hello():
    """The first flight of a client: a whole ClientHello as it stands on the wire."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = Connection.context.wrap_bio(incoming, outgoing)
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


class Begun(Attack):
    name = "handshakes of which 0 to 40 bytes come"
    proves = "a handshake that does not go on takes no processor, and holds nobody up"
    secure, least, cost = True, 100, 10

    def run(self, enemy):
        begun, links = hello(), []
        while enemy.goes_on and len(links) < 60:
            link = enemy.open(enemy.address(len(links) % 8))
            if link is None:
                continue
            enemy.units += 1
            link.sendall(begun[:len(links) % 41])
            links.append(link)
        enemy.wait()


class Dribbled(Attack):
    name = "handshakes that come byte by byte"
    proves = "the bytes of a handshake cost what bytes cost"
    secure, least, cost = True, 1000, 2

    def run(self, enemy):
        begun, links = hello(), []
        for number in range(60):
            link = enemy.open(enemy.address(number % 4))
            if link:
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                links.append(link)
        place = 0
        while enemy.goes_on and place < len(begun):
            for link in links:
                try:
                    link.sendall(begun[place:place + 1])
                    enemy.units += 1
                except OSError:
                    pass
            place += 1
            time.sleep(0.02)
        enemy.wait()


class Dropped(Attack):
    name = "handshakes that are dropped behind the server's answer"
    proves = "a signature of the server costs what it costs, and leaves nothing behind"
    secure, least, cost = True, 100, 8

    def run(self, enemy):
        begun, number = hello(), 0
        while enemy.goes_on:
            number += 1
            link = enemy.open(enemy.address(number % 200))
            if link is None:
                continue
            enemy.units += 1
            try:
                link.sendall(begun)
                link.recv(65536)
            except OSError:
                pass
            link.close()


class Smallest(Attack):
    name = "requests in records of one byte"
    proves = "a record costs what a record costs"
    secure, least, cost = True, 1000, 2

    def run(self, enemy):
        line, number = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", 0
        while enemy.goes_on:
            number += 1
            plain = enemy.open(enemy.address(number % 8))
            if plain is None:
                continue
            try:
                link = Connection.context.wrap_socket(plain)
                for place in range(len(line)):
                    link.sendall(line[place:place + 1])
                    enemy.units += 1
                if enemy.status(link) != 200:
                    enemy.fault("a request in small records is not answered")
                link.close()
            except OSError:
                enemy.statuses["no connection"] += 1


ATTACKS = [Begun, Dribbled, Dropped, Smallest]
