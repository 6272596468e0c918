"""A proxy between a server of Valence and its database that cuts, holds and refuses connections. It
reads PostgreSQL's messages, and connects one unix socket to another."""
import os
import socket
import struct
import threading
import time

WRITER = b"valence writing"  # The `application_name` of connections that write


class DatabaseWire:
    """Accepts connections at a socket in `folder`, and forwards them to the socket in the folder
    `server`.

    A fate applies to the next COMMIT of a writer:

    - `swallowed`: the database executes it, and the connection ends before the response arrives.
    - `dropped`: the connection ends before the database receives it.
    - `late`: Valence's connection ends, and the database receives the COMMIT half a second later.
    - `held`: the proxy forwards nothing more, as after `freeze`.
    """

    NAME = ".s.PGSQL.5432"

    def __init__(self, folder, server):
        self.path, self.target = os.path.join(folder, self.NAME), os.path.join(server, self.NAME)
        self.lock, self.links = threading.Lock(), set()
        self.open, self.flows, self.fate, self.met = None, threading.Event(), None, threading.Event()
        self.always = False
        self.flows.set()
        self.allow()

    def allow(self):
        """Accepts connections."""
        self.open = socket.socket(socket.AF_UNIX)
        self.open.bind(self.path)
        self.open.listen(64)
        threading.Thread(target=self.accept, args=(self.open,), daemon=True).start()

    def refuse(self):
        """Closes all connections and refuses new ones."""
        os.remove(self.path)
        # Closing alone would not end the `accept` of the other thread, which keeps the socket open.
        self.open.shutdown(socket.SHUT_RDWR)
        self.open.close()
        self.cut()

    def cut(self):
        """Closes all connections; returns their number."""
        with self.lock:
            links = list(self.links)
        for link in links:
            link.end()
        return len(links)

    def freeze(self):
        """Stops forwarding in both directions. Connections stay open."""
        self.flows.clear()

    def thaw(self):
        self.flows.set()

    def meet(self, fate, always=False):
        """Sets the fate of the next COMMIT, or of all of them."""
        self.met.clear()
        self.fate, self.always = fate, always

    def take_fate(self):
        with self.lock:
            fate, self.fate = self.fate, self.fate if self.always else None
        return fate

    def accept(self, listening):
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            link = Link(self, client)
            with self.lock:
                self.links.add(link)
            link.start()


class Link:
    """One connection of a client, and its connection to the database."""

    def __init__(self, wire, client):
        self.wire, self.client, self.server = wire, client, socket.socket(socket.AF_UNIX)
        self.writes = self.swallows = False

    def start(self):
        threading.Thread(target=self.forth, daemon=True).start()

    def forth(self):
        try:
            self.wire.flows.wait()
            self.server.connect(self.wire.target)
            greeting = self.greeting()
            self.writes = WRITER in greeting
            threading.Thread(target=self.back, daemon=True).start()
            self.server.sendall(greeting)
            while True:
                message = self.message(self.client)
                if self.writes and message[:1] == b"P" and b"\0COMMIT\0" in message and (fate := self.wire.take_fate()):
                    if fate != "held":
                        self.meet(fate, message)
                        return
                    self.wire.freeze()
                    self.wire.met.set()
                self.wire.flows.wait()
                self.server.sendall(message)
        except OSError:
            pass
        finally:
            if not self.swallows:
                self.end()

    def meet(self, fate, message):
        while fate != "dropped" and message[-5:] != b"S\0\0\0\4":  # up to the Sync message that ends the batch
            message += self.message(self.client)
        self.swallows = fate != "dropped"
        if fate == "late":
            self.end(self.client)
            time.sleep(0.5)
        if self.swallows:
            self.server.sendall(message)
        else:
            self.end()
            self.wire.met.set()

    def back(self):
        try:
            while True:
                if not self.writes:
                    # Read-only connections are forwarded in pieces, without message boundaries.
                    piece = self.server.recv(1 << 16)
                    if not piece:
                        return
                    self.wire.flows.wait()
                    self.client.sendall(piece)
                    continue
                message = self.message(self.server)
                if self.swallows:
                    if message.startswith(b"C") and message[5:] == b"COMMIT\0":
                        return
                    continue
                self.wire.flows.wait()
                self.client.sendall(message)
        except OSError:
            pass
        finally:
            # Without a response to COMMIT, the database has ended a transaction that was idle too long.
            if self.swallows:
                self.wire.met.set()
            self.end()

    def greeting(self):
        """Returns the first message, which has no type byte before its length."""
        length = self.exactly(self.client, 4)
        return length + self.exactly(self.client, struct.unpack("!I", length)[0] - 4)

    def message(self, end):
        head = self.exactly(end, 5)
        return head + self.exactly(end, struct.unpack("!I", head[1:])[0] - 4)

    def exactly(self, end, count):
        taken = b""
        while len(taken) < count:
            piece = end.recv(count - len(taken))
            if not piece:
                raise OSError("the end")
            taken += piece
        return taken

    def end(self, *ends):
        for one in ends or (self.client, self.server):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        if not ends:
            self.client.close()
            self.server.close()
            with self.wire.lock:
                self.wire.links.discard(self)
