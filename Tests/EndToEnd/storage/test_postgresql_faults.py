"""Faults of a PostgreSQL database under the built server: cut connections, lost COMMITs, silence, a
full disk, held rows and others.

A client pays before, during and after each fault, and repeats a key until it has a response. Reads
continue where possible. Refusals name a problem. Everything works again without a restart, and each
payment has moved its money once. A check that needs root or a program that is not installed is
skipped with the reason.
"""
import glob
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

import pytest

from EndToEnd.bank import PAYEE, Client, Fault, Server, codes, expect, run
from EndToEnd.proxies.postgresql import DatabaseWire
from EndToEnd.own_server import OwnServer

BIN = (sorted(glob.glob("/usr/lib/postgresql/*/bin")) or [""])[-1]
# The problems of a refused write.
FULL, READ_ONLY, BUSY, FAILED = (f"/problems/storage-{word}" for word in ("full", "read-only", "busy", "failed"))


class Cluster(OwnServer):
    """A PostgreSQL server that can be restarted with other settings."""

    def try_start(self, *settings):
        words = [word for setting in settings for word in ("-c", setting)]
        return subprocess.run([self.SCRIPT, "start", self.server, *words], capture_output=True, text=True)

    def start(self, *settings):
        done = self.try_start(*settings)
        expect(done.returncode == 0, f"PostgreSQL does not start: {done.stderr}")

    def answers(self):
        return subprocess.run(["psql", "-h", self.server, "-U", "owner", "-d", "postgres", "-c", "SELECT 1"], capture_output=True).returncode == 0

    def stop(self):
        subprocess.run([self.SCRIPT, "stop", self.server], check=True)

    def address(self, name, host=None):
        return f"postgresql://owner@/{name}?host={host or self.server}"

    def create(self, name, *words):
        subprocess.run(["createdb", "-h", self.server, "-U", "owner", *words, name], check=True)
        return name

    def ask(self, sql, name="bank"):
        done = subprocess.run(["psql", "-h", self.server, "-U", "owner", "-d", name, "-XAtc", sql], capture_output=True, text=True)
        expect(done.returncode == 0, f"{sql}: {done.stderr}")
        return done.stdout.strip()

    def cut(self, name):
        self.ask(f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()", "postgres")

    def hold(self, sql, name):
        """Opens a transaction of another client and runs a statement in it. Closing `stdin` of the
        returned process ends it."""
        other = subprocess.Popen(["psql", "-h", self.server, "-U", "owner", "-d", name, "-XAtq"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, text=True)
        other.stdin.write(f"BEGIN; {sql}; SELECT 'held';\n")
        other.stdin.flush()
        while other.stdout.readline().strip() != "held":
            pass
        return other


class Bank:
    """A server of Valence on a database, a client, and the state known to the client."""

    def __init__(self, check, cluster, name, address=None):
        self.check, self.cluster, self.name = check, cluster, name
        self.address = address or cluster.address(name)
        self.log, self.keys = os.path.join(check.work, f"{name}.log"), os.path.join(check.work, f"{name}.keys")
        self.paid, self.met, self.seen = {}, set(), 0
        self.begin()
        self.account = next(row["number"] for row in self.right("/accounts")["data"] if row["caption"] == "Текущий")
        self.opening = self.balance()

    def begin(self):
        self.server = Server(
            self.check.program, self.address, "--secret-key-file", self.keys, "--matrix-uses", "1000", log=self.log)
        self.check.processes.append(self.server.process)
        expect(self.server.address, "the server does not start:\n" + "".join(self.server.greeting[-20:]))
        self.matrix = self.server.matrix()
        self.token = Client(self.server.address).login("demo", "valence-demo").token

    def ask(self, method, path, body=None, timeout=60, **headers):
        """Sends a request on a new connection; returns status, body and headers."""
        connection = http.client.HTTPConnection(self.server.address.hostname, self.server.address.port, timeout=timeout)
        headers = {name.replace("_", "-"): value for name, value in headers.items()} | {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null"), answer.headers
        finally:
            connection.close()

    def right(self, path):
        status, body, _ = self.ask("GET", path)
        expect(status == 200, f"GET {path}: {status} {body}")
        return body

    def balance(self):
        found = next(row for row in self.right("/accounts")["data"] if row["number"] == self.account)
        return round(float(found["balance"]) * 100)

    def submit(self, key):
        values = {"from": self.account, **PAYEE, "amount": "0.01"}
        status, body, headers = self.ask("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key=key)
        if status in (200, 201):
            known = self.paid.setdefault(key, body["submission"]["id"])
            expect(known == body["submission"]["id"], f"{key} has another submission than before")
        else:
            self.refused(status, body, headers)
        return status, body

    def refused(self, status, body, headers):
        """Fails unless the response is a 503 with a problem of storage and `Retry-After`."""
        expect(status == 503 and body and body["type"] in (FULL, READ_ONLY, BUSY, FAILED), f"unexpected refusal: {status} {body} {headers}")
        expect(int(headers["Retry-After"]) > 0, f"Retry-After: {headers}")
        self.met.add(body["type"].split("/")[-1])

    def pay(self, key, within=40):
        """Repeats a payment with the same key until it is executed."""
        end = time.monotonic() + within
        while True:
            status, body = self.submit(key)
            if status in (200, 201):
                if body["submission"]["status"] == "executed":
                    return
                status, body, headers = self.ask(
                    "POST", f"/submissions/{self.paid[key]}/signature", {"values": codes(body["next"], self.matrix)})
                if status == 200:
                    expect(body["submission"]["status"] == "executed", f"{key} is {body['submission']['status']}")
                    return
                # After a 409 the payment is requested again: an earlier signature of this challenge
                # may have succeeded.
                if status != 409:
                    self.refused(status, body, headers)
            expect(time.monotonic() < end, f"{key} is not paid within {within} s: {status} {body}")
            time.sleep(0.1)

    def beside(self, *keys):
        """Starts payments on threads; returns a function that waits for them."""
        faults = []

        def one(key):
            try:
                self.pay(key)
            except BaseException as fault:
                faults.append(fault)
        threads = [threading.Thread(target=one, args=(key,)) for key in keys]
        for thread in threads:
            thread.start()

        def wait():
            for thread in threads:
                thread.join()
            for fault in faults:
                raise fault
        return wait

    def errors(self):
        """Returns the errors in the log since the last call."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            lines = file.readlines()
        self.seen, first = len(lines), self.seen
        return [line for line in lines[first:] if " error " in line]

    def expect_refusal(self, problem, health, reads=True, tries=3):
        """Writes are refused with the problem, /healthz returns 200 and /readyz 503. If `reads` is
        set, reads succeed."""
        for number in range(tries):
            status, body, headers = self.ask(
                "POST", "/operations/pp.quick/submissions", {"values": {"from": self.account, **PAYEE, "amount": "0.01"}},
                Idempotency_Key=f"refused-{health}-{number}")
            expect(status == 503 and body["type"] == problem, f"a write returned {status} {body}")
            pause = int(headers["Retry-After"])
            expect(pause > 0, "Retry-After")
        expect(self.ask("GET", "/healthz")[0] == 200, "it is not alive")
        status, body, _ = self.ask("GET", "/readyz")
        expect((status, body["checks"]["database"]["status"]) == (503, health), f"/readyz returned {status} {body}")
        for path in ("/accounts", "/submissions", "/operations/pp.quick", "/user"):
            status, body, headers = self.ask("GET", path)
            if reads:
                expect(status == 200, f"GET {path}: {status} {body}")
            else:
                expect(status == 503 and body["type"] == FAILED and int(headers["Retry-After"]) > 0, f"{path}: {status} {body}")
        return pause

    def expect_recovery(self, health, tries=3, within=15):
        """/readyz returns 200 again without a write, and refused payments succeed with their keys.
        Returns the seconds until then."""
        began = time.monotonic()
        while (answer := self.ask("GET", "/readyz"))[0] != 200:
            expect(time.monotonic() < began + within, f"the server is not ready again: {answer[1]}")
            time.sleep(0.05)
        took = time.monotonic() - began
        for number in range(tries):
            self.pay(f"refused-{health}-{number}")
        return took

    def expect_told_once(self, health):
        """The log has the fault once for writes and at most once for reads, and no other error."""
        errors = self.errors()
        told = [line for line in errors if f"fault={health}" in line]
        expect(1 <= len(told) <= 2 and len(told) == len(errors),
               "errors in the log: " + "; ".join(line[11:90] + " ... " + line[-90:-1] for line in errors))

    def settled(self):
        """Each payment is one submission that moved its money once, according to the server and to
        plain SQL. Returns the number of payments."""
        expect(self.balance() == self.opening - len(self.paid), f"{self.opening - self.balance()} kopecks for {len(self.paid)} payments")
        ids = ", ".join(f"'{id}'" for id in self.paid.values())
        found = self.cluster.ask(
            f"SELECT count(*), count(DISTINCT submission) FROM ledger WHERE submission IN ({ids})", self.name)
        expect(found == f"{len(self.paid)}|{len(self.paid)}", f"movements of {len(self.paid)} payments: {found}")
        count = self.cluster.ask("SELECT count(*) FROM submission", self.name)
        expect(count == str(len(self.paid)), f"{count} submissions of {len(self.paid)} payments")
        return len(self.paid)

    def end(self):
        """Stops the server. Each payment exists, and the checks find no fault."""
        count = self.settled()
        self.check.processes.remove(self.server.process)
        expect(self.server.stop() == 0, "the server does not stop with status 0")
        for command in (["check-ledger"], ["check-database"], ["audit", "verify"]):
            status, output = run(
                self.check.program, *command, "--database", self.cluster.address(self.name), "--secret-key-file", self.keys)
            expect(status == 0, f"{' '.join(command)}: {output}")
        return f"{count} payments moved their money once"


class Check:
    """The state shared by the checks: one cluster, and a bank that is connected through a proxy."""

    def __init__(self, program, work):
        self.program, self.work, self.processes = os.path.abspath(program), work, []
        self.cluster, self.wired, self.others = Cluster(work), None, []

    def bank(self):
        """Returns the bank for checks that do not change its setup, with its proxy."""
        if not self.wired:
            folder = os.path.join(self.work, "wire")
            os.mkdir(folder)
            self.wire = DatabaseWire(folder, self.cluster.server)
            self.wired = Bank(self, self.cluster, "bank", self.cluster.address("bank", folder))
        self.wired.met.clear()
        self.wired.errors()
        return self.wired

    # Connections

    def cut_connections(self):
        bank = self.bank()
        bank.pay("cut-before")
        wait, count = bank.beside(*(f"cut-{number}" for number in range(8))), 0
        for _ in range(20):
            count += self.wire.cut()
            time.sleep(0.05)
        wait()
        for _ in range(5):
            self.wire.cut()
            bank.right("/accounts")
        bank.pay("cut-after")
        return f"{count} connections cut during 8 payments, refused {told(bank.met)}, no read failed after a cut; {bank.settled()} paid once"

    def lost_commit(self, fate, words):
        def check():
            bank = self.bank()
            bank.pay(f"{fate}-before")
            for number in range(3):
                self.wire.meet(fate)
                began = time.monotonic()
                bank.pay(f"{fate}-{number}")
                # The COMMIT may be one of a background job, whose connection ends after the payment.
                expect(self.wire.met.wait(10), "no COMMIT was met")
            bank.pay(f"{fate}-after")
            return f"{words}; problems {told(bank.met)}, {time.monotonic() - began:.1f} s for the last; {bank.settled()} paid once"
        return check

    def frozen(self):
        bank = self.bank()
        bank.pay("frozen-before")
        self.wire.freeze()
        began = time.monotonic()
        wait = bank.beside("frozen-0", "frozen-1")
        expect(bank.ask("GET", "/healthz")[0] == 200, "it is not alive")
        alive = time.monotonic() - began
        began = time.monotonic()
        status, body, _ = bank.ask("GET", "/readyz")
        ready = time.monotonic() - began
        expect((status, body["checks"]["database"]["status"]) == (503, "unreachable"), f"/readyz returned {status} {body}")
        expect(ready < 2, f"/readyz took {ready:.1f} s")
        time.sleep(4 - alive - ready)
        self.wire.thaw()
        wait()
        # The database ends a transaction that is idle for a second.
        self.wire.meet("held")
        wait = bank.beside("frozen-2")
        expect(self.wire.met.wait(10), "no COMMIT was met")
        time.sleep(2)
        self.wire.thaw()
        wait()
        bank.pay("frozen-after")
        return (f"no traffic for 4 s, and for 2 s before a COMMIT; /healthz took {alive * 1000:.0f} ms, "
                f"/readyz {ready:.1f} s; refused {told(bank.met)}; {bank.settled()} paid once")

    def frozen_for_long(self):
        """A fault longer than all timeouts: fifteen seconds for a statement and for a COMMIT, five
        to connect."""
        bank = self.bank()
        bank.pay("long-before")
        self.wire.meet("held")
        wait = bank.beside(*(f"long-{number}" for number in range(4)))
        expect(self.wire.met.wait(10), "no COMMIT was met")
        longest, end = 0, time.monotonic() + 22
        while time.monotonic() < end:
            began = time.monotonic()
            expect(bank.ask("GET", "/healthz")[0] == 200, "it is not alive")
            longest = max(longest, time.monotonic() - began)
            time.sleep(0.5)
        status, body, _ = bank.ask("GET", "/readyz")
        expect((status, body["checks"]["database"]["status"]) == (503, "unreachable"), f"/readyz returned {status} {body}")
        self.wire.thaw()
        wait()
        bank.pay("long-after")
        return (f"no traffic for 22 s before a COMMIT; /healthz took {longest * 1000:.0f} ms at most; "
                f"refused {told(bank.met)}; {bank.settled()} paid once")

    def refused(self):
        bank = self.bank()
        bank.pay("refused-before")
        self.wire.refuse()
        wait = bank.beside("refused-during")
        pause = bank.expect_refusal(FAILED, "unreachable", reads=False)
        self.wire.allow()
        took = bank.expect_recovery("unreachable")
        wait()
        bank.expect_told_once("unreachable")
        return f"503 {told(bank.met | {'storage-failed'})}, Retry-After {pause}; ready {took:.1f} s after it; {bank.settled()} paid once"

    def unreachable(self):
        bank = self.bank()
        bank.pay("stopped-before")
        self.cluster.stop()
        wait = bank.beside("stopped-during")
        time.sleep(1)
        pause = bank.expect_refusal(FAILED, "unreachable", reads=False, tries=1)
        self.expect_no_start(bank, "cannot reach")
        self.cluster.start()
        took = bank.expect_recovery("unreachable", tries=1)
        wait()
        bank.expect_told_once("unreachable")
        bank.pay("stopped-after")
        return f"503 storage-failed, Retry-After {pause}; ready {took:.1f} s after its start; {bank.settled()} paid once"

    def stopped_while_asking(self):
        """A COMMIT is executed, its outcome cannot be read, and the operator stops the server. It
        ends within half a minute."""
        bank = self.bank()
        bank.pay("asked-before")
        submission = bank.submit("asked")[1]
        answers = []

        def sign():
            answers.append(bank.ask(
                "POST", f"/submissions/{bank.paid['asked']}/signature", {"values": codes(submission["next"], bank.matrix)}, timeout=90))
        signer = threading.Thread(target=sign)
        self.wire.meet("swallowed", always=True)
        signer.start()
        end = time.monotonic() + 10
        while self.cluster.ask(f"SELECT count(*) FROM ledger WHERE submission = '{bank.paid['asked']}'") == "0":
            expect(time.monotonic() < end, "the payment is not executed")
        self.wire.meet(None)
        self.wire.refuse()
        time.sleep(1)
        began = time.monotonic()
        self.processes.remove(bank.server.process)
        bank.server.process.send_signal(signal.SIGTERM)
        status = bank.server.process.wait(60)
        took = time.monotonic() - began
        signer.join()
        # The server reads the outcome of the COMMIT until it ends. Its client gets a 503, because
        # the outcome is unknown.
        status_told, body, headers = answers[0]
        expect(status_told == 503 and body["type"] == FAILED and int(headers["Retry-After"]) > 0, f"the signature returned {answers[0]}")
        expect(status == 0, f"the server ends with {status}")
        self.wire.allow()
        bank.begin()
        bank.pay("asked")
        bank.pay("asked-after")
        return f"the server ended {took:.0f} s after SIGTERM, and the signature returned 503; {bank.settled()} paid once"

    # Responses of the database

    def read_only(self):
        bank = self.bank()
        bank.pay("read-only-before")
        self.cluster.ask("ALTER DATABASE bank SET default_transaction_read_only = on", "postgres")
        self.cluster.cut("bank")
        pause = bank.expect_refusal(READ_ONLY, "read-only")
        self.expect_no_start(bank, "rejects writes")
        self.cluster.ask("ALTER DATABASE bank RESET default_transaction_read_only", "postgres")
        took = bank.expect_recovery("read-only")
        bank.expect_told_once("read-only")
        return f"503 storage-read-only, Retry-After {pause}, reads continue; ready {took:.1f} s after it; {bank.settled()} paid once"

    def expect_no_start(self, bank, words):
        status, output = run(
            self.program, "serve", "--database", bank.address, "--port", "0", "--secret-key-file", bank.keys)
        expect(status == 1 and words in output and output.count("\n") == 1, f"a start: {status} {output}")

    def lost_privilege(self):
        cluster, name = self.cluster, self.cluster.create("lost")
        status, output = run(self.program, "migrate", "--database", cluster.address(name))
        expect(status == 0, output)
        cluster.ask("CREATE ROLE teller LOGIN IN ROLE valence_serve", name)
        bank = Bank(self, cluster, name, f"postgresql://teller@/{name}?host={cluster.server}")
        bank.pay("privilege-before")
        took = {}
        for lose, restore, health, reads in (
                ("REVOKE INSERT ON submission FROM valence_serve", "GRANT INSERT ON submission TO valence_serve", "denied", True),
                ("ALTER ROLE teller SET search_path = nowhere", "ALTER ROLE teller RESET search_path", "missing", False)):
            bank.errors()
            cluster.ask(lose, name)
            if not reads:
                # The setting applies only to new sessions.
                cluster.cut(name)
            pause = bank.expect_refusal(FAILED, health, reads=reads)
            time.sleep(2.5)
            status, body, _ = bank.ask("GET", "/readyz")
            expect(status == 503 and body["checks"]["database"].get("cause"), f"/readyz returned {status} {body}")
            cluster.ask(restore, name)
            took[health] = bank.expect_recovery(health)
            bank.expect_told_once(health)
        bank.pay("privilege-after")
        times = ", ".join(f"{health} {seconds:.1f} s" for health, seconds in took.items())
        return f"503 storage-failed, Retry-After {pause}; ready after it: {times}; {bank.end()}"

    def busy(self):
        bank = self.bank()
        bank.pay("busy-before")
        other = self.cluster.hold("SELECT FROM person FOR UPDATE", "bank")
        began = time.monotonic()
        status, body, headers = bank.ask(
            "POST", "/operations/pp.quick/submissions", {"values": {"from": bank.account, **PAYEE, "amount": "0.01"}},
            Idempotency_Key="busy-during")
        took = time.monotonic() - began
        expect(status == 503 and body["type"] == BUSY and headers["Retry-After"] == "1", f"a write returned {status} {body}")
        bank.right("/accounts")
        # A lock that is released in time only delays the payment.
        wait = bank.beside("busy-during")
        time.sleep(0.5)
        other.stdin.close()
        other.wait()
        wait()
        other = self.cluster.hold("LOCK TABLE ledger IN EXCLUSIVE MODE", "bank")
        wait = bank.beside("busy-table")
        time.sleep(2.5)
        bank.right("/accounts")
        other.stdin.close()
        other.wait()
        wait()
        return f"a locked row: 503 storage-busy after {took:.1f} s, Retry-After 1; a locked table: {told(bank.met)}; {bank.settled()} paid once"

    def full(self):
        disk = os.path.join(self.cluster.server, "disk")
        os.mkdir(disk)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m,mode=700", "tmpfs", disk], stderr=subprocess.DEVNULL).returncode:
            return "skipped: tmpfs cannot be mounted"
        try:
            shutil.chown(disk, *owner(self.cluster))
            self.cluster.ask(f"CREATE TABLESPACE small LOCATION '{disk}'", "postgres")
            bank = Bank(self, self.cluster, self.cluster.create("small", "-D", "small"))
            bank.pay("before")
            filler = os.path.join(disk, "filler")
            fill(filler)
            refused = 0
            for number in range(20_000):
                refused = refused + 1 if bank.submit(f"filling-{number}")[0] == 503 else 0
                if refused == 10:
                    break
            expect(refused == 10, "no write was refused")
            pause = bank.expect_refusal(FULL, "full")
            os.remove(filler)
            took = bank.expect_recovery("full")
            for key in list(bank.paid):
                bank.pay(key)
            bank.pay("after")
            told_of = bank.end()
            self.cluster.ask("DROP DATABASE small", "postgres")
            self.cluster.ask("DROP TABLESPACE small", "postgres")
            return f"503 storage-full, Retry-After {pause}, reads continue; ready {took:.1f} s after space was freed; {told_of}"
        finally:
            subprocess.run(["umount", "-l", disk], check=False)

    def full_log(self):
        """PostgreSQL's write-ahead log has no space. PostgreSQL ends, and cannot start until there
        is space."""
        bank, place = self.bank(), os.path.join(self.cluster.server, "data", "pg_wal")
        bank.pay("log-before")
        self.cluster.stop()
        os.rename(place, place + ".before")
        os.mkdir(place)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m,mode=700", "tmpfs", place], stderr=subprocess.DEVNULL).returncode:
            os.rmdir(place)
            os.rename(place + ".before", place)
            self.cluster.start()
            return "skipped: tmpfs cannot be mounted"
        try:
            subprocess.run(["cp", "-a", f"{place}.before/.", place], check=True)
            shutil.chown(place, *owner(self.cluster))
            self.cluster.start()
            bank.expect_recovery("log", tries=0)
            bank.pay("log-moved")
            filler = os.path.join(place, "filler")
            fill(filler)
            for number in range(60):
                # Existing segments are used first.
                try:
                    self.cluster.ask("SELECT txid_current(), pg_switch_wal()", "postgres")
                except Fault:
                    break
                bank.pay(f"log-{number}")
            else:
                raise Fault("the log is not full")
            wait = bank.beside("log-during")
            time.sleep(0.5)
            pause = bank.expect_refusal(FAILED, "unreachable", reads=False, tries=1)
            os.remove(filler)
            # PostgreSQL restarts by itself unless it has given up.
            began = time.monotonic()
            while not self.cluster.answers():
                expect(time.monotonic() < began + 20, "PostgreSQL does not start again")
                self.cluster.try_start()
            took = bank.expect_recovery("unreachable", tries=1)
            wait()
            bank.pay("log-after")
            self.cluster.stop()
            os.rename(place + ".before", place + ".old")
            subprocess.run(["cp", "-a", place, place + ".before"], check=True)
        finally:
            subprocess.run(["umount", "-l", place], check=False)
        os.rmdir(place)
        os.rename(place + ".before", place)
        self.cluster.start()
        bank.expect_recovery("unreachable", tries=0)
        return f"503 storage-failed, Retry-After {pause}; ready {took:.1f} s after space was freed and PostgreSQL started; {bank.settled()} paid once"

    def standby(self):
        old = Cluster(self.work)
        self.others.append(old)
        new = object.__new__(Cluster)
        new.server = tempfile.mkdtemp(prefix="valence-postgresql-", dir="/tmp")
        self.others.append(new)
        shutil.chown(new.server, *owner(old))
        copied = subprocess.run(
            [*as_owner(old), f"{BIN}/pg_basebackup", "-h", old.server, "-U", "owner", "-D", f"{new.server}/data", "-R", "-c", "fast", "-X", "stream"],
            capture_output=True, text=True, cwd="/")
        expect(copied.returncode == 0, copied.stderr)
        new.start()
        # Acknowledged writes are on both.
        old.ask("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
        old.ask("SELECT pg_reload_conf()", "postgres")
        bank = Bank(self, old, "bank", old.address("bank", f"{old.server},{new.server}"))
        for number in range(5):
            bank.pay(f"before-{number}")
        old.stop()
        wait = bank.beside("during")
        time.sleep(1)
        bank.expect_refusal(FAILED, "unreachable", reads=False, tries=1)
        self.expect_no_start(bank, "hot standby")
        new.ask("SELECT pg_promote()", "postgres")
        began = time.monotonic()
        wait()
        took = time.monotonic() - began
        bank.pay("refused-unreachable-0")
        bank.pay("after")
        bank.cluster = new
        return f"without a primary 503 storage-failed; paid {took:.1f} s after the standby was promoted; {bank.end()}"

    # Addresses

    def encrypted(self):
        cluster, port = Cluster(self.work), free_port()
        self.others.append(cluster)
        place = os.path.join(cluster.server, "data")
        cluster.ask("CREATE ROLE clerk LOGIN SUPERUSER PASSWORD 'not so secret'")
        cluster.stop()
        authority(self.work, "bank"), authority(self.work, "other")
        certificate(self.work, "bank", "db.bank")
        for name in ("db.bank.crt", "db.bank.key"):
            shutil.copy(os.path.join(self.work, name), place)
            shutil.chown(os.path.join(place, name), *owner(cluster))
            os.chmod(os.path.join(place, name), 0o600)
        with open(os.path.join(place, "pg_hba.conf"), "w") as file:
            file.write("local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")
        cluster.start("listen_addresses=127.0.0.1", f"port={port}", "ssl=on", "ssl_cert_file=db.bank.crt", "ssl_key_file=db.bank.key")
        try:
            # The socket's name depends on the port.
            os.symlink(f".s.PGSQL.{port}", os.path.join(cluster.server, ".s.PGSQL.5432"))
            password = os.path.join(self.work, "password")
            write_secret(password, "*:*:*:clerk:not so secret\n")

            def address(host="db.bank", root="bank", user="clerk", secret=password, mode="verify-full", options=""):
                return (f"postgresql://{user}@{host}:{port}/bank?hostaddr=127.0.0.1&sslmode={mode}"
                        f"&sslrootcert={self.work}/{root}.crt&passfile={secret}{options}")

            bank = Bank(self, cluster, "bank", address())
            bank.pay("encrypted")
            found = cluster.ask("SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'clerk'")
            expect(found.split("|")[0] == found.split("|")[1] != "0", f"number of connections, and of encrypted ones: {found}")
            write_secret(os.path.join(self.work, "wrong"), "*:*:*:clerk:guessed\n")
            refusals = {
                "another authority": (address(root="other"), "certificate verify failed"),
                "another name": (address(host="db2.bank"), "does not match host name"),
                "no encryption": (address(mode="disable"), "no encryption"),
                "a wrong password": (address(secret=f"{self.work}/wrong"), "password authentication failed"),
                "a password in the address": (address(user="clerk:secret"), "the address of the database contains a password"),
                "a standby wanted": (address(options="&target_session_attrs=any"), "target_session_attrs=any is not allowed"),
            }
            for number, (name, (wrong, words)) in enumerate(refusals.items()):
                # Alternates between a server and a command that only reads.
                command = ["check-ledger"] if number % 2 else ["serve", "--port", "0", "--log", os.devnull]
                status, output = run(self.program, *command, "--database", wrong, "--secret-key-file", bank.keys)
                expect(status != 0 and words in output and output.count("\n") == 1, f"{name}, {command[0]}: {status} {output}")
                expect("secret@" not in output and "not so secret" not in output, f"{name}: the output contains the password: {output}")
            found = bank.end()
        finally:
            cluster.stop()
        return f"verify-full and a passfile work; refused with one line: {', '.join(refusals)}; {found}"

    def pooled(self):
        pooler = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
        if not os.path.exists(pooler):
            return "skipped: Debian's pgbouncer is not installed"
        refusals = []
        for mode in ("session", "transaction", "statement"):
            with Pooler(self, pooler, mode) as folder:
                address = f"postgresql://owner@/pooled?host={folder}&port=6432"
                if mode == "session":
                    self.cluster.create("pooled")
                    bank = Bank(self, self.cluster, "pooled", address)
                    bank.pay("pooled")
                    self.cluster.cut("pooled")
                    bank.pay("after-a-cut")
                    found = bank.end()
                else:
                    status, output = run(self.program, "serve", "--database", address, "--port", "0", "--secret-key-file", bank.keys, "--log", os.devnull)
                    expect(status == 1 and "a pooler assigns the backend to another client" in output and "pool_mode=session" in output, f"{mode}: {status} {output}")
                    refusals.append(mode)
        return f"pool_mode=session works, {found}; refused at the start with the reason: {', '.join(refusals)}"

    def end(self):
        for process in self.processes:
            process.kill()
        for cluster in [self.cluster, *self.others]:
            cluster.end()


class Pooler:
    """pgbouncer for a cluster."""

    def __init__(self, check, program, mode):
        self.cluster, self.folder = check.cluster, os.path.join(check.cluster.server, f"pooler-{mode}")
        os.mkdir(self.folder)
        with open(os.path.join(self.folder, "ini"), "w") as file:
            file.write(
                f"[databases]\npooled = host={self.cluster.server} user=owner\n[pgbouncer]\nlisten_port = 6432\n"
                f"unix_socket_dir = {self.folder}\nauth_type = trust\nauth_file = {self.folder}/users\npool_mode = {mode}\n"
                f"default_pool_size = 16\nmax_client_conn = 200\nlogfile = {self.folder}/log\n")
        with open(os.path.join(self.folder, "users"), "w") as file:
            file.write('"owner" ""\n')
        for path in (self.folder, *glob.glob(f"{self.folder}/*")):
            shutil.chown(path, *owner(self.cluster))
        self.process = subprocess.Popen(
            [*as_owner(self.cluster), program, "-q", os.path.join(self.folder, "ini")], cwd="/", stderr=subprocess.DEVNULL)

    def __enter__(self):
        end = time.monotonic() + 10
        while not os.path.exists(os.path.join(self.folder, ".s.PGSQL.6432")):
            expect(self.process.poll() is None and time.monotonic() < end, "pgbouncer does not start")
            time.sleep(0.02)
        return self.folder

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def told(met):
    return ", ".join(sorted(met)) or "nothing"


def owner(cluster):
    """Returns the user and the group of the cluster's files."""
    found = os.stat(os.path.join(cluster.server, "data"))
    return found.st_uid, found.st_gid


def as_owner(cluster):
    """Returns the prefix of a command that runs as the cluster's user."""
    user, group = owner(cluster)
    return ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"] if os.getuid() == 0 else []


def fill(path):
    """Uses all free space."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                pass


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def write_secret(path, text):
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)


def openssl(*words):
    done = subprocess.run(["openssl", *words], capture_output=True, text=True)
    expect(done.returncode == 0, done.stderr)


def authority(folder, name):
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
            "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.crt")


def certificate(folder, signer, host):
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={host}",
            "-keyout", f"{folder}/{host}.key", "-out", f"{folder}/{host}.csr")
    with open(f"{folder}/{host}.ext", "w") as file:
        file.write(f"subjectAltName=DNS:{host}\n")
    openssl("x509", "-req", "-in", f"{folder}/{host}.csr", "-CA", f"{folder}/{signer}.crt", "-CAkey", f"{folder}/{signer}.key",
            "-CAcreateserial", "-days", "2", "-extfile", f"{folder}/{host}.ext", "-out", f"{folder}/{host}.crt")


CHECKS = [
    ("connections cut", Check.cut_connections),
    ("a COMMIT with a lost response", lambda check: check.lost_commit("swallowed", "executed each time")()),
    ("a lost COMMIT", lambda check: check.lost_commit("dropped", "rolled back and repeated")()),
    ("a late COMMIT", lambda check: check.lost_commit("late", "waited for its backend")()),
    ("a frozen server", Check.frozen),
    ("a server frozen for long", Check.frozen_for_long),
    ("a stop with an unknown COMMIT", Check.stopped_while_asking),
    ("refused connections", Check.refused),
    ("a stopped server", Check.unreachable),
    ("a database that becomes read-only", Check.read_only),
    ("a lost privilege or table", Check.lost_privilege),
    ("locked rows", Check.busy),
    ("a full disk", Check.full),
    ("a full disk of the write-ahead log", Check.full_log),
    ("a promoted standby", Check.standby),
    ("encryption and passwords", Check.encrypted),
    ("a pooler", Check.pooled),
]
# Checks that wait for half a minute.
SLOW = {"a server frozen for long", "a stop with an unknown COMMIT"}


@pytest.fixture(scope="module")
def check(valence, postgresql):
    """The cluster and the bank that the checks of this file share."""
    with tempfile.TemporaryDirectory(prefix="valence-faults-") as work:
        check = Check(valence, work)
        yield check
        check.end()


@pytest.mark.parametrize("one", [
    pytest.param(one, id=name.replace(" ", "-"), marks=pytest.mark.full if name in SLOW else pytest.mark.landing) for name, one in CHECKS])
def test_bank_survives_a_fault(check, one):
    """Reads continue where possible, writes are refused or executed once, and the server recovers
    without a restart."""
    found = one(check)
    if found.startswith("skipped: "):
        pytest.skip(found.removeprefix("skipped: "))
    print(found)


@pytest.mark.landing
def test_each_payment_moved_its_money_once(check):
    """The payments of the previous checks, on the shared bank."""
    if not check.wired:
        pytest.skip("no check of the shared bank was run")
    print(check.wired.end())
