"""Sends requests to two servers of one PostgreSQL database at the same moment, and checks the rules
of
the bank.

A race prepares a situation and starts threads with connections to the servers A and B at one
moment. Its docstring is the rule for the responses and for the state after them. After each race
`check-ledger`, `check-database`, `audit verify` and plain SQL find no fault. Races with waits of
seconds have fewer rounds than the others.
"""
import collections
import datetime
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import threading
import time

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import PAYEE, Client, Server, add_user, codes, expect, run
from EndToEnd.orders import OWN_BIC, Orders, Treasury, add_fed_transfer, kopecks, payment, problem, roubles, sign, state, submit
from EndToEnd.own_server import OwnServer

PASSWORD = "a long password"
OPTIONS = ["--matrix-uses", "1000", "--unsigned-submissions", "20"]
# The default settings of the servers, as documented.
FREE_LOGINS, HASHING, ATTEMPTS, ATTEMPTS_BEFORE_LOCK, UNSIGNED = 5, 2, 3, 5, 20


def together(*works):
    """Runs all works at the same moment, each on its own thread. Returns their results, and whether
    all overlapped."""
    barrier, results = threading.Barrier(len(works)), [None] * len(works)

    def work(number):
        barrier.wait()
        began = time.monotonic()
        try:
            value = works[number]()
        except Exception as error:  # raised by the calling thread
            value = error
        results[number] = value, began, time.monotonic()

    threads = [threading.Thread(target=work, args=[number]) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for value, _, _ in results:
        if isinstance(value, Exception):
            raise value
    return [value for value, _, _ in results], max(began for _, began, _ in results) < min(end for _, _, end in results)


class Person:
    """A person of the bank with one session for both servers."""

    def __init__(self, bank, login, role="person"):
        self.bank, self.login = bank, login
        self.matrix = add_user(bank.program, bank.address, login, PASSWORD, role, bank.database.options[2:])
        self.id = bank.database.ask(f"SELECT id FROM person WHERE login = '{login}'")
        self.token = Client(bank.servers[0].address).login(login, PASSWORD).token
        self.clients = [self.client(number) for number in range(4)]

    def client(self, number):
        """A new connection, to A for even numbers and to B for odd numbers."""
        return Client(self.bank.servers[number % 2].address, self.token)

    def get(self, path, at=0):
        status, answer = self.clients[at].send("GET", path)
        expect(status == 200, f"GET {path}: {status} {answer}")
        return answer

    def balance(self, account, at=0):
        return kopecks(self.get(f"/accounts/{account}", at)["balance"])


class Bank:
    """One database, the servers A and B, and the people of the bank."""

    def __init__(self, program, place, seed):
        self.program, self.place, self.chance = program, place, random.Random(seed)
        self.database, self.servers = OwnServer(place), []
        self.address = self.database.options[1]

    def open(self):
        config = os.path.join(self.place, "config")
        shutil.copytree(os.path.join(ROOT, "config"), config)
        add_fed_transfer(config)
        for name in "AB":
            log = os.path.join(self.place, f"{name}.log")
            self.servers.append(Server(self.program, *self.database.options[1:], "--config", config, *OPTIONS, log=log))
            expect(self.servers[-1].address, f"{name} did not start:\n" + "".join(self.servers[-1].greeting[-20:]))
        self.treasury = Treasury(self.database, self.servers[0].address, self.servers[0].matrix())

    def close(self):
        for server in self.servers:
            server.kill()
        self.database.end()

    def account(self, *owners, roubles=0):
        return self.treasury.account(*owners, roubles=roubles)

    def people(self, *logins):
        return together(*(lambda login=login: Person(self, login) for login in logins))[0]

    def key(self):
        return f"{self.chance.getrandbits(80):x}"

    def verify(self):
        self.database.look_into()
        checks = ["check-ledger"], ["check-database"], ["audit", "verify"]
        results, _ = together(*(lambda check=check: run(self.program, *check, *self.database.options) for check in checks))
        for check, (status, output) in zip(checks, results):
            expect(status == 0, f"{' '.join(check)}: {output}")
        for server in self.servers:
            expect(server.process.poll() is None, "a server has ended")


class Race:
    """An action at both servers at the same moment, repeated. A slow race runs once for each
    `every` runs of the others."""

    every = 1

    def __init__(self, bank):
        self.bank, self.chance = bank, bank.chance
        self.starts, self.overlapped = 0, 0
        self.outcomes = collections.Counter()

    @classmethod
    def title(cls):
        return "".join(" " + letter.lower() if letter.isupper() else letter for letter in cls.__name__).strip()

    def run(self, times):
        """Runs the race `times` times; returns the number of runs."""
        for _ in range(times):
            self.outcomes[self.once()] += 1
        return times

    def together(self, *works):
        results, overlapped = together(*works)
        self.starts += 1
        self.overlapped += overlapped
        return results


class OneKey(Race):
    """The same idempotency key, sent to both at once, creates one submission. With the same values
    all responses have its id: one is 201, the others are 200. With other values one request
    succeeds, and the other is refused because the key is used."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "key")
        self.payer, self.savings = bank.account(self.person, roubles=2000), bank.account(self.person)

    def once(self):
        operation = self.chance.choice(["pp.quick", "transfer.own"])
        values = {"from": self.payer, **({"to": self.savings} if operation == "transfer.own" else PAYEE)}
        key, same = self.bank.key(), self.chance.random() < 0.6
        # Of two requests to one server, one can be refused because the other is in flight. It is
        # repeated.
        clients = self.person.clients[:self.chance.choice([2, 4]) if same else 2]
        sent = [{**values, "amount": roubles(1 if same else 1 + number)} for number in range(len(clients))]
        before = self.person.balance(self.payer)

        def send(client, values):
            while True:
                status, answer = submit(client, operation, values, key)
                if problem(answer) != "under-way":
                    return status, answer

        answers = self.together(*(lambda pair=pair: send(*pair) for pair in zip(clients, sent)))
        statuses = sorted(status for status, _ in answers)
        taken = [(answer["submission"], values) for (status, answer), values in zip(answers, sent) if status in (200, 201)]
        ids = {submission["id"] for submission, _ in taken}
        expect(len(ids) == 1, f"{key}: {answers}")
        if same:
            expect(statuses == [200] * (len(clients) - 1) + [201], f"{key}: {statuses}")
        else:
            expect(statuses == [201, 422], f"{key}: {answers}")
            expect(problem([answer for status, answer in answers if status == 422][0]) == "idempotency-key-reused", f"{key}: {answers}")
        id, found = ids.pop(), self.person.get(f"/submissions/{taken[0][0]['id']}", 1)
        values = taken[0][1]
        expect(found["values"]["amount"] == values["amount"], f"{key}: {found['values']} found, {values} was accepted")
        moved = kopecks(values["amount"]) if operation == "transfer.own" else 0
        expect(self.person.balance(self.payer, 1) == before - moved, f"{key}: {before} kopecks, {found}")
        if operation == "pp.quick":
            status, answer = clients[0].send("POST", f"/submissions/{id}/cancel")
            expect(status == 200, f"cancelling {key}: {status} {answer}")
        return f"{len(clients)} with the same values" if same else "2 with other values"


class OneKeyForAllTheMoney(Race):
    """A transfer of an account's whole balance, sent to both at once with one key, creates one
    submission. All responses return it. No request is refused for lack of money because of this
    transfer."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "everything")
        self.accounts = [bank.account(self.person, roubles=100), bank.account(self.person)]

    def once(self):
        clients = self.person.clients[:2]
        key, values = self.bank.key(), {"from": self.accounts[0], "to": self.accounts[1], "amount": roubles(self.person.balance(self.accounts[0]))}

        def send(client, pause):
            time.sleep(pause)
            while True:
                status, answer = submit(client, "transfer.own", values, key)
                if problem(answer) != "under-way":
                    return status, answer

        # The second request can look up the key shortly before the first one commits.
        pauses = [0, self.chance.uniform(0, 0.02)]
        answers = self.together(*(lambda pair=pair: send(*pair) for pair in zip(clients, pauses)))
        expect(sorted(status for status, _ in answers) == [200, 201], f"{key}: {answers}")
        expect(len({answer["submission"]["id"] for _, answer in answers}) == 1, f"{key}: {answers}")
        self.accounts.reverse()
        return "one submission"


class OneSignature(Race):
    """The same codes, sent to both at once, sign once. The money moves once, and all responses have
    the status `executed`."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "signature")
        self.payer = bank.account(self.person, roubles=1000)

    def once(self):
        clients = self.person.clients[:self.chance.choice([2, 4])]
        status, answer = submit(self.chance.choice(clients), "pp.quick", {"from": self.payer, **PAYEE, "amount": "0.01"}, self.bank.key())
        expect(status == 201, f"submitting: {status} {answer}")
        id, answers = answer["submission"]["id"], codes(answer["next"], self.person.matrix)
        before = self.person.balance(self.payer)
        results = self.together(
            *(lambda client=client: client.send("POST", f"/submissions/{id}/signature", {"values": answers}) for client in clients))
        expect(all(status == 200 and state(answer) == "executed" for status, answer in results), f"{id}: {results}")
        for at in range(2):
            expect(self.person.balance(self.payer, at) == before - 1, f"{id}: {before} kopecks before")
        return f"{len(clients)} times 200"


class SignatureOrCancellation(Race):
    """A signature at one server and the cancellation at the other: one succeeds, and the other is
    refused."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "cancellation")
        self.payer = bank.account(self.person, roubles=1000)

    def once(self):
        clients = self.chance.sample(self.person.clients[:2], 2)
        status, answer = submit(clients[0], "pp.quick", {"from": self.payer, **PAYEE, "amount": "0.01"}, self.bank.key())
        expect(status == 201, f"submitting: {status} {answer}")
        id, answers = answer["submission"]["id"], codes(answer["next"], self.person.matrix)
        before = self.person.balance(self.payer)
        (signed, signature), (cancelled, cancellation) = self.together(
            lambda: clients[0].send("POST", f"/submissions/{id}/signature", {"values": answers}),
            lambda: clients[1].send("POST", f"/submissions/{id}/cancel"))
        found = self.person.get(f"/submissions/{id}")["status"]
        told = f"{id} is {found}: {signed} {signature}, {cancelled} {cancellation}"
        if found == "executed":
            expect((signed, cancelled) == (200, 409), told)
        else:
            expect(found == "cancelled" and (signed, cancelled) == (410, 200), told)
        expect(self.person.balance(self.payer) == before - (found == "executed"), told)
        return found


class SameMoney(Race):
    """Two owners of an account order more than its balance, one at each server, by transfer or by
    signed payment. One order is executed, the other is refused, and the balance is never
    negative."""

    def __init__(self, bank):
        super().__init__(bank)
        self.people = bank.people("husband", "wife")
        self.shared, self.pot = bank.account(*self.people, roubles=100), bank.account(*self.people)

    def once(self):
        first, second = self.people
        if first.balance(self.shared) < 100:
            self.order(first, "transfer.own", self.pot, self.shared, first.balance(self.pot))()
        before = first.balance(self.shared)
        amounts = [self.chance.randint(before // 2 + 1, before) for _ in self.people]
        works = [self.order(person, self.chance.choice(["transfer.own", "pp.quick"]), self.shared, self.pot, amount, at)
                 for at, (person, amount) in enumerate(zip(self.people, amounts))]
        results = self.together(*works)
        done = [amount for amount, outcome in zip(amounts, results) if outcome == "executed"]
        expect(len(done) == 1 and all(outcome in ("executed", "rejected", "invalid-values", "refused") for outcome in results),
               f"{amounts} of {before}: {results}")
        for person, at in zip(self.people, (1, 0)):
            expect(person.balance(self.shared, at) == before - done[0], f"{amounts} of {before}: {results}")
        return " and ".join(sorted(results))

    def order(self, person, operation, payer, payee, amount, at=0):
        """Prepares an order; returns a function that completes it: the whole transfer, or the
        signature of a payment."""
        client = person.clients[at]
        if operation == "transfer.own":
            values = {"from": payer, "to": payee, "amount": roubles(amount)}
            return lambda: state(submit(client, operation, values, self.bank.key())[1])
        status, answer = submit(client, operation, {**payment(payee, amount), "from": payer}, self.bank.key())
        expect(status == 201, f"submitting {amount} kopecks: {status} {answer}")
        id, answers = answer["submission"]["id"], codes(answer["next"], person.matrix)
        return lambda: state(sign(client, id, person.matrix, answers)[1])


class DailyLimit(Race):
    """Two orders of a person, one at each server, together exceed the daily limit. One is executed,
    the other is refused."""

    LIMITED = ["transfer.own", "pp.quick"]

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "limit")
        self.payer, self.savings = bank.account(self.person, roubles=2000), bank.account(self.person)
        self.day, self.sent = None, None

    def once(self):
        operation = self.chance.choice(self.LIMITED)
        # The bank's day begins at midnight in Moscow.
        day = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=3)).date()
        if day != self.day:
            self.day, self.sent = day, dict.fromkeys(self.LIMITED, 0)
        amounts = [self.chance.randint(51, 99) for _ in range(2)]
        self.bank.database.ask(
            f"INSERT INTO person_limit VALUES ('{self.person.id}', '{operation}', 'RUB', {self.sent[operation] + 100}, 1) "
            "ON CONFLICT (person, operation, currency) DO UPDATE SET amount = excluded.amount")
        before = self.person.balance(self.payer)
        works = [getattr(self, operation.replace(".", "_"))(client, amount) for client, amount in zip(self.person.clients, amounts)]
        results = self.together(*works)
        expect(sorted(results) in (["executed", "refused"], ["executed", "rejected"]), f"{operation} of {amounts}: {results}")
        done = amounts[results.index("executed")]
        self.sent[operation] += done
        expect(self.person.balance(self.payer, 1) == before - done, f"{operation} of {amounts}: {results}")
        return f"{operation}: " + " and ".join(sorted(results))

    def transfer_own(self, client, amount):
        values = {"from": self.payer, "to": self.savings, "amount": roubles(amount)}
        return lambda: state(submit(client, "transfer.own", values, self.bank.key())[1])

    def pp_quick(self, client, amount):
        status, answer = submit(client, "pp.quick", {"from": self.payer, **PAYEE, "amount": roubles(amount)}, self.bank.key())
        expect(status == 201, f"submitting: {status} {answer}")
        id = answer["submission"]["id"]
        # A person has one open challenge, so the second signature requests its challenge again.
        return lambda: state(sign(client, id, self.person.matrix)[1])


class WrongPasswords(Race):
    """Many wrong passwords for a login at both servers at once. Five are checked, and those that
    are being hashed at the same time as the fifth. Both servers delay the others."""

    every, CROWD = 10, 16

    def once(self):
        login = f"guessed-{self.bank.key()}"
        source = f"127.{self.chance.randint(1, 250)}.{self.chance.randint(0, 250)}.{self.chance.randint(1, 250)}"
        clients = [Client(self.bank.servers[number % 2].address, source=source) for number in range(self.CROWD)]
        began = time.monotonic()
        answers = self.together(*(
            lambda client=client: client.send("POST", "/auth/login", {"login": login, "password": "a wrong password"})
            for client in clients))
        taken = time.monotonic() - began
        looked = sum(status == 401 for status, _ in answers)
        expect(all(status in (401, 429) for status, _ in answers), f"{login}: {answers}")
        # After each delay of 1, 2 or 4 s, as many attempts as are hashed at a time are checked.
        at_once, waits = 2 * HASHING, 0
        while taken > 2 ** waits - 1 + 0.9:
            waits += 1
        expect(FREE_LOGINS <= looked <= FREE_LOGINS + at_once - 1 + waits * at_once, f"{login}: {looked} checked in {taken:.1f} s")
        if waits == 0:
            for client in clients[:2]:
                status, answer = client.send("POST", "/auth/login", {"login": login, "password": "another wrong password"})
                expect(status == 429 and int(client.headers["Retry-After"]) >= 1, f"{login} after {looked}: {status} {answer}")
        return f"{looked} checked" + (f" in more than {2 ** (waits - 1)} s" if waits else "")


class EndedSession(Race):
    """If a server or a command ends a session, that server refuses it at once. The other server
    refuses it within two seconds, even if the session is used there all the time."""

    every, SECONDS = 10, 2

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "session")

    def once(self):
        token = Client(self.chance.choice(self.bank.servers).address).login(self.person.login, PASSWORD).token
        at = self.chance.randrange(2)
        here, there = (Client(self.bank.servers[number].address, token) for number in (at, 1 - at))
        for client in (here, there):
            expect(client.send("GET", "/user")[0] == 200, "a new session is refused")
        how = self.chance.choice(["logout", "end of all", "command"])
        if how == "logout":
            status, answer = here.send("POST", "/auth/logout")
        elif how == "end of all":
            status, answer = here.send("DELETE", "/auth/sessions")
        else:
            status, answer = run(self.bank.program, "users", "logout", self.person.login, *self.bank.database.options)
        expect(status in (0, 204), f"{how}: {status} {answer}")
        ended = time.monotonic()
        if how != "command":
            expect(here.send("GET", "/user")[0] == 401, f"{how}: the session is still accepted by the server that ended it")
        clients = [there] if how != "command" else [here, there]
        asked, _ = together(*(lambda client=client: self.refused(client) for client in clients))
        expect(max(asked) <= ended + self.SECONDS, f"{how}: the other server accepts the session for {max(asked) - ended:.2f} s")
        return how

    def refused(self, client):
        """Sends requests until one is refused; returns the start time of the last successful
        request."""
        asked = 0
        while True:
            began = time.monotonic()
            status, answer = client.send("GET", "/user")
            if status == 401:
                return asked
            expect(status == 200, f"GET /user: {status} {answer}")
            asked = began


class WrongCells(Race):
    """Wrong answers to the matrix, from four connections at both servers. A submission ends after
    three checked answers. After five in a row, correct answers of the person are refused until an
    operator unlocks it."""

    every = 5

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "cells")
        self.payer = bank.account(self.person, roubles=100)
        self.guesses = 0

    def once(self):
        first, second = self.submit(), self.submit()
        status, tree = self.person.clients[1].send("GET", f"/submissions/{first}/signature")
        expect(status == 200, f"asking for {first}: {status} {tree}")
        right = codes(tree, self.person.matrix)
        self.hold(first, right, [2, 1], 410, ATTEMPTS)
        status, tree = self.person.clients[0].send("GET", f"/submissions/{second}/signature")
        expect(status == 200 and codes(tree, self.person.matrix) == right, f"the question of {first} and of {second}: {tree}")
        self.hold(second, right, [2], 423, ATTEMPTS_BEFORE_LOCK - ATTEMPTS)
        for client in self.person.clients[:2]:
            status, answer = client.send("POST", f"/submissions/{second}/signature", {"values": right})
            expect(status == 423, f"a correct answer of a locked person: {status} {answer}")
        status, output = run(self.bank.program, "users", "unlock", self.person.login, *self.bank.database.options)
        expect(status == 0, f"users unlock: {output}")
        # The challenge may have expired, so it can be requested again.
        status, answer = sign(self.chance.choice(self.person.clients), second, self.person.matrix)
        expect(status == 200 and state(answer) == "executed", f"{second} after the unlock: {status} {answer}")
        return "3 checked, and 2 more"

    def hold(self, id, right, left, end, judged):
        """Sends wrong answers until none is accepted. `judged` of them are checked, on all
        connections together."""
        answers = [answer for crowd in self.together(*(
            lambda client=client: self.guess(client, id, right) for client in self.person.clients)) for answer in crowd]
        told = sorted((answer["attemptsLeft"] for status, answer in answers if status == 422), reverse=True)
        expect(told == left and all(status in (422, end) for status, _ in answers), f"guessing at {id}: {answers}")
        found = self.bank.database.ask(f"SELECT count(*) FROM audit_record WHERE event = 'signature-refused' AND subject_id = '{id}'")
        expect(int(found) == judged, f"{found} answers to {id} were checked")

    def guess(self, client, id, right):
        """Sends different wrong answers until the server refuses them."""
        answers = []
        while not answers or answers[-1][0] == 422:
            expect(len(answers) < 20, f"{id}: no refusal after 20 wrong answers: {answers}")
            self.guesses += 1
            wrong = {cell: f"{(int(code) + 1 + self.guesses) % 10_000:04}" for cell, code in right.items()}
            answers.append(client.send("POST", f"/submissions/{id}/signature", {"values": wrong}))
        return answers

    def submit(self):
        client = self.chance.choice(self.person.clients)
        status, answer = submit(client, "pp.quick", {"from": self.payer, **PAYEE, "amount": "0.01"}, self.bank.key())
        expect(status == 201, f"submitting: {status} {answer}")
        return answer["submission"]["id"]


class UnsignedSubmissions(Race):
    """The limit of unsigned submissions of a person applies to both servers together."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "unsigned")
        self.payer = bank.account(self.person, roubles=10)
        self.waiting = [self.submit(self.person.clients[0])[1]["submission"]["id"] for _ in range(UNSIGNED - 1)]

    def submit(self, client):
        return submit(client, "pp.quick", {"from": self.payer, **PAYEE, "amount": "0.01"}, self.bank.key())

    def once(self):
        answers = self.together(*(lambda client=client: self.submit(client) for client in self.person.clients))
        taken = [answer["submission"]["id"] for status, answer in answers if status == 201]
        expect(len(taken) == 1 and all(problem(answer) == "too-many-unsigned" for status, answer in answers if status != 201), f"{answers}")
        # Cancelling a submission, not always the newest one, allows another one.
        id = self.chance.choice([taken[0], self.waiting[-1]])
        status, answer = self.chance.choice(self.person.clients).send("POST", f"/submissions/{id}/cancel")
        expect(status == 200, f"cancelling {id}: {status} {answer}")
        self.waiting = [one for one in self.waiting + taken if one != id]
        return "1 of 4 taken"


class DealByTag(Race):
    """Two operators change a deal that both have read, with its ETag. One change succeeds, and the
    other is refused."""

    def __init__(self, bank):
        super().__init__(bank)
        self.operator, self.number = Person(bank, "operator", "operator"), 0
        deal = {"title": {"ru": "Вклад"}, "startDate": "2026-01-01", "endDate": "2036-01-01"}
        status, answer = self.operator.clients[0].send("POST", "/deals", deal, Idempotency_Key=bank.key())
        expect(status == 201, f"adding a deal: {status} {answer}")
        self.path = answer["href"]

    def once(self):
        clients = self.operator.clients[:2]
        self.operator.get(self.path, self.chance.randrange(2))
        tag = [client for client in clients if client.send("GET", self.path)[0] == 200][self.chance.randrange(2)].headers["ETag"]
        self.number += 1
        titles = [f"Вклад {self.number} {name}" for name in "AB"]
        answers = self.together(*(
            lambda client=client, title=title: client.send("PATCH", self.path, {"title": {"ru": title}}, If_Match=tag)
            for client, title in zip(clients, titles)))
        statuses = [status for status, _ in answers]
        expect(sorted(statuses) == [200, 412], f"{answers}")
        for at in range(2):
            found = self.operator.get(self.path, at)["title"]["ru"]
            expect(found == titles[statuses.index(200)], f"found {found!r}: {answers}")
        return "200 at " + "AB"[statuses.index(200)]


class FlowOnTwoDevices(Race):
    """Two devices complete the same step of a flow. One succeeds, and its values are stored. One
    device sends the last step, which creates one submission. The other device is refused, because
    the flow has continued or ended. For drafts, the last write wins."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "flow")
        self.payer = bank.account(self.person, roubles=1000)
        self.number = 0

    def once(self):
        clients = self.chance.sample(self.person.clients[:2], 2)
        self.number += 1
        names = [f"ООО {self.number} {name}" for name in "AB"]
        self.keep(clients, names)
        status, step = clients[0].send("POST", "/flows/payments.steps")
        expect(status == 201, f"beginning the flow: {status} {step}")
        payee = {name: PAYEE[name] for name in ("account", "bic")}
        statuses = self.race(step, lambda number: clients[number].send(
            "POST", self.way(step), {"values": {**payee, "name": names[number]}}), 200, (409,))
        name = names[statuses.index(200)]
        status, step = clients[1].send("POST", self.way(self.person.get("/flows/payments.steps", 1)), {
            "values": {"from": self.payer, "amount": "0.01", "purpose": PAYEE["purpose"]}})
        expect(status == 200, f"completing the second step: {status} {step}")
        made = []

        def send(number):
            status, answer = clients[number].send("POST", self.way(step), Idempotency_Key=f"{self.number}-{number}")
            if status == 201:
                made.append(answer["submission"]["id"])
            return status, answer

        # A later request does not find the flow.
        statuses = self.race(step, send, 201, (404, 409))
        found = self.person.get(f"/submissions/{made[0]}")["values"]["name"]
        expect(found == name, f"{found} was submitted, {name} was entered")
        count = self.bank.database.ask(f"SELECT count(*) FROM submission WHERE person = '{self.person.id}'")
        expect(int(count) == self.number, f"{count} submissions of {self.number} flows")
        status, answer = clients[0].send("POST", f"/submissions/{made[0]}/cancel")
        expect(status == 200, f"cancelling: {status} {answer}")
        return f"sent once, the other {[status for status in statuses if status != 201][0]}"

    def race(self, step, work, good, others):
        answers = self.together(*(lambda number=number: work(number) for number in range(2)))
        statuses = [status for status, _ in answers]
        expect(statuses.count(good) == 1 and all(status in (good, *others) for status in statuses), f"{self.way(step)}: {answers}")
        expect(all(problem(answer) == "step-out-of-order" for status, answer in answers if status == 409), f"{self.way(step)}: {answers}")
        return statuses

    def way(self, step):
        """Returns the link of the step's button. Its `at` identifies the state in which the step
        was drawn."""
        return next(href for href in re.findall(r'"(/flows/[^"]+[?]at=[0-9a-f]+)"', json.dumps(step)) if "/back?" not in href)

    def keep(self, clients, names):
        answers = self.together(*(
            lambda client=client, name=name: client.send("PUT", "/drafts/pp.full", {"values": {"name": name}})
            for client, name in zip(clients, names)))
        expect(sorted(status for status, _ in answers) == ([200, 201] if self.number == 1 else [200, 200]), f"{answers}")
        found = [self.person.get("/drafts/pp.full", at)["draft"]["values"]["name"] for at in range(2)]
        expect(found[0] == found[1] and found[0] in names, f"drafts are {found}, expected one of {names}")


class CoreAtTwoServers(Race):
    """The bank's core reads the feed at one server while both servers add to it. Each row appears
    once, in order and without a gap. The core's first outcome of a submission is final, at either
    server, and the money is moved or released once."""

    def __init__(self, bank):
        super().__init__(bank)
        self.person, self.core = Person(bank, "fed"), Person(bank, "core", "core")
        self.payer, self.savings = bank.account(self.person, roubles=1000), bank.account(self.person)
        self.read = 0

    def once(self):
        before = kopecks(self.person.get(f"/accounts/{self.payer}")["available"])
        at = self.chance.randrange(2)
        *sent, ids = self.together(
            *(lambda client=client: self.order(client) for client in self.person.clients[:2]), lambda: self.feed(at))
        expect(sorted(ids) == sorted(sent), f"the feed has {ids} of {sent}")
        words = [self.chance.choice(["executed", "rejected"]) for _ in range(2)]
        answers = self.together(*(
            lambda client=client, word=word: self.acknowledge(client, sent[0], word) for client, word in zip(self.core.clients, words)))
        statuses = [status for status, _ in answers]
        expect(sorted(statuses) == ([200, 200] if words[0] == words[1] else [200, 409]), f"{words}: {answers}")
        word = words[statuses.index(200)]
        status, answer = self.acknowledge(self.core.clients[at], sent[1], "rejected")
        expect(status == 200, f"rejecting {sent[1]}: {status} {answer}")
        for at in range(2):
            expect(self.person.get(f"/submissions/{sent[0]}", at)["status"] == word, f"{words}: {answers}")
            account = self.person.get(f"/accounts/{self.payer}", at)
            due = before - (word == "executed")
            expect(kopecks(account["balance"]) == kopecks(account["available"]) == due, f"{words}: {account}, {due} kopecks are due")
        return "the same word" if words[0] == words[1] else f"{word} first"

    def order(self, client):
        status, answer = submit(client, "transfer.fed", {"from": self.payer, "to": self.savings, "amount": "0.01"}, self.bank.key())
        expect(status == 201 and state(answer) == "signed", f"submitting: {status} {answer}")
        return answer["submission"]["id"]

    def feed(self, at):
        """Reads pages until two more rows have arrived; returns their submissions."""
        ids, count = [], 0
        while len(ids) < 2:
            page = self.core.get(f"/core/submissions?after={self.read}&limit=100", at)
            for row in page["data"]:
                expect(row["sequence"] == self.read + 1, f"row {row['sequence']} of the feed follows row {self.read}")
                self.read = row["sequence"]
                ids.append(row["id"])
            count += 1
            expect(count < 10_000, f"the feed has only {ids}")
        return ids

    def acknowledge(self, client, id, word):
        reason = {"reason": "payee-closed"} if word == "rejected" else {}
        return client.send("POST", f"/core/submissions/{id}/ack", {"status": word, **reason})


class DirectoryImport(Race):
    """Two commands import the BIC directory at once. The same edition is imported by one of them.
    Of two editions the later one becomes active, in any order. Banks of two editions never mix.
    Both servers load the new edition."""

    every = 10
    SAMPLE = os.path.join(ROOT, "Tests/DirectorySamples/ed807-sample.xml")

    def __init__(self, bank):
        super().__init__(bank)
        self.person = Person(bank, "directory")
        self.edition = 0
        with open(self.SAMPLE, encoding="cp1251") as file:
            self.sample = file.read()
        self.command(self.file("first"))

    def file(self, mark):
        """Writes the next edition. It contains the bank itself, and the number of the edition is in
        each bank's name."""
        self.edition += 1
        day = datetime.date(2024, 1, 1) + datetime.timedelta(days=self.edition // 99)
        text = self.sample.replace('BusinessDay="2023-05-18"', f'BusinessDay="{day}"')
        text = text.replace('DirectoryVersion="1"', f'DirectoryVersion="{self.edition % 99 + 1}"')
        lines = [line.replace('NameP="', f'NameP="{self.edition} ', 1) for line in text.splitlines() if line]
        own = f'<BICDirectoryEntry BIC="{OWN_BIC}"><ParticipantInfo NameP="{self.edition} Валенс Банк" CntrCd="RU" Rgn="45" Ind="101000" ' \
            'Tnp="г" Nnp="Москва" DateIn="2020-01-01" PtType="20" Srvcs="5" XchType="1" UID="9900777000" ParticipantStatus="PSAC">' \
            "</ParticipantInfo></BICDirectoryEntry>"
        path = os.path.join(self.bank.place, f"{mark}.xml")
        with open(path, "w", encoding="cp1251") as file:
            file.write("\n".join([*lines[:-1], own, lines[-1]]))
        return path

    def command(self, path):
        return run(self.bank.program, "banks", "import", path, *self.bank.database.options)

    def once(self):
        same = self.chance.random() < 0.5
        paths = [self.file("one")] * 2 if same else [self.file("one"), self.file("two")]
        results = self.together(*(lambda path=path: self.command(path) for path in paths))
        statuses = [status for status, _ in results]
        expect(statuses == [0, 0] or not same and statuses == [1, 0] and "older" in results[0][1], f"{results}")
        found = self.bank.database.ask("SELECT DISTINCT split_part(name, ' ', 1) FROM bank")
        expect(found == str(self.edition), f"editions {found.split()} exist after {self.edition}")
        imports = self.bank.database.ask(f"SELECT added + changed + removed FROM directory_import ORDER BY id DESC LIMIT {2 if same else 1}")
        counts = imports.splitlines()
        expect(not same or "0" in counts and len(set(counts)) == 2, f"imports of the same edition changed {counts} banks")
        for at in range(2):
            until = time.monotonic() + 20
            while not self.person.get(f"/banks/{OWN_BIC}", at)["name"].startswith(f"{self.edition} "):
                expect(time.monotonic() < until, f"{'AB'[at]} does not load edition {self.edition}")
                time.sleep(0.05)
        return "the same edition" if same else f"two editions, {'the older refused' if statuses[0] else 'one after the other'}"


class RollUp(Race):
    """While both servers execute payments, entries of the bank's own accounts are posted without a
    pause. `check-ledger` finds no fault at any moment, and in the end the sums are correct."""

    def __init__(self, bank):
        super().__init__(bank)
        self.people = bank.people("payer-a", "payer-b")
        self.payers = [bank.account(person, roubles=500) for person in self.people]
        self.ended = threading.Event()

    def run(self, times):
        results = self.together(*(lambda at=at: self.pay(at, times) for at in range(2)), self.take_in, self.check)
        (_, _, taken, checked) = results
        self.outcomes = collections.Counter({
            "payments": 2 * times, "roll-ups": taken[0], "of them given up": taken[1], "runs of check-ledger": checked})
        for person, payer in zip(self.people, self.payers):
            expect(person.balance(payer) == 50_000 - times, f"{times} payments: {person.balance(payer)} kopecks are left")
        self.bank.database.ask("SELECT post_internal_entries()")
        found = self.bank.database.ask(
            "SELECT number FROM account WHERE balance <> coalesce((SELECT sum(amount) FROM entry WHERE account = number), 0)")
        expect(found == "", f"accounts whose balance differs from the sum of their entries: {found}")
        return 2 * times

    def pay(self, at, times):
        person, payer = self.people[at], self.payers[at]
        try:
            for _ in range(times):
                client = self.chance.choice(person.clients)
                status, answer = submit(client, "pp.quick", {"from": payer, **PAYEE, "amount": "0.01"}, self.bank.key())
                expect(status == 201, f"submitting: {status} {answer}")
                status, answer = sign(client, answer["submission"]["id"], person.matrix, codes(answer["next"], person.matrix))
                expect(status == 200 and state(answer) == "executed", f"signing: {status} {answer}")
        finally:
            self.ended.set()

    def take_in(self):
        """Posts entries until the payments end; returns the number of runs, and of runs that gave
        up."""
        counts = [0, 0]
        psql = subprocess.Popen(["psql", "-h", self.bank.database.server, "-U", "owner", "-d", "bank", "-XAt"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)
        with psql:
            while not self.ended.is_set():
                psql.stdin.write("SELECT post_internal_entries();\n")
                psql.stdin.flush()
                line = psql.stdout.readline()
                expect(line.strip().lstrip("-").isdigit(), f"post_internal_entries() returned {line!r}")
                counts[0] += 1
                counts[1] += line.strip() == "-1"
            psql.stdin.close()
        return counts

    def check(self):
        count = 0
        while not self.ended.is_set():
            status, output = run(self.bank.program, "check-ledger", *self.bank.database.options)
            expect(status == 0, f"check-ledger during payments: {output}")
            count += 1
        return count


class History(Race):
    """Four people with own and shared accounts order transfers and payments at random, at both
    servers at once. The history follows the rule of `Orders`."""

    def __init__(self, bank):
        super().__init__(bank)
        self.people = bank.people(*(f"teller-{number}" for number in range(4)))
        self.owned = {person.id: [] for person in self.people}
        for place, person in enumerate(self.people):
            for owners in ([person], [person, self.people[(place + 1) % 4]]):
                account = bank.account(*owners, roubles=5)
                for owner in owners:
                    self.owned[owner.id].append(account)
        self.orders, self.refused = Orders(), 0

    def run(self, times):
        self.together(*(
            lambda person=person, at=at, seed=self.chance.getrandbits(64): self.act(person, at, times, random.Random(seed))
            for person in self.people for at in range(2)))
        held = 0
        for account in sorted({account for accounts in self.owned.values() for account in accounts}):
            owner = next(person for person in self.people if account in self.owned[person.id])
            held += self.orders.judge(account, lambda path, turn: owner.get(path, turn % 2))
        expect(held == 8 * 500, f"{held} kopecks exist, expected 8 times 500")
        self.outcomes = collections.Counter({"executed": len(self.orders.executed), "refused": self.refused, "balances read": len(self.orders.reads)})
        return len(self.orders.executed) + self.refused

    @staticmethod
    def ask(request):
        """Repeats a request while the response is 503 `storage-busy`; returns the final
        response."""
        while True:
            status, answer = request()
            if (status, problem(answer)) != (503, "storage-busy"):
                return status, answer

    def act(self, person, at, times, chance):
        client, other = person.client(at), person.client(1 - at)
        for _ in range(times):
            payer, *others = chance.sample(self.owned[person.id], len(self.owned[person.id]))
            stranger = chance.choice([one for accounts in self.owned.values() for one in accounts if one != payer])
            amount, key = chance.randint(1, 200), f"{chance.getrandbits(80):x}"
            began = time.monotonic()
            if chance.random() < 0.7:
                payee = others[0]
                status, answer = self.ask(lambda: submit(client, "transfer.own", {"from": payer, "to": payee, "amount": roubles(amount)}, key))
            else:
                payee = stranger
                status, answer = self.ask(lambda: submit(client, "pp.quick", {**payment(payee, amount), "from": payer}, key))
                if status == 201:
                    id = answer["submission"]["id"]
                    status, answer = self.ask(lambda: sign(client, id, person.matrix))
            ended = time.monotonic()
            if status in (200, 201) and state(answer) == "executed":
                self.orders.executed[answer["submission"]["id"]] = payer, payee, amount, began, ended
            else:
                expect(state(answer) in ("rejected", "invalid-values", "refused"), f"{key}: {status} {answer}")
                self.refused += 1
            # The person reads a balance at once, usually from the other server.
            reader, account = chance.choice([other, other, client]), chance.choice([payer, others[0]])
            began = time.monotonic()
            status, answer = reader.send("GET", f"/accounts/{account}")
            expect(status == 200, f"reading {account}: {status} {answer}")
            self.orders.reads.append((account, kopecks(answer["balance"]), began, time.monotonic()))


RACES = [OneKey, OneKeyForAllTheMoney, OneSignature, SignatureOrCancellation, SameMoney, DailyLimit, WrongPasswords, EndedSession, WrongCells, UnsignedSubmissions,
         DealByTag, FlowOnTwoDevices, CoreAtTwoServers, DirectoryImport, RollUp, History]


@pytest.fixture(scope="module")
def bank(valence, postgresql, seed):
    """Two servers of one database, which must stop with status 0."""
    with tempfile.TemporaryDirectory() as place:
        bank = Bank(valence, place, seed)
        try:
            bank.open()
            yield bank
            for server in bank.servers:
                assert server.stop() == 0, "a server did not stop with status 0"
        finally:
            bank.close()


@pytest.mark.landing(rounds=10)
@pytest.mark.full(rounds=50)
@pytest.mark.parametrize("race", RACES, ids=lambda race: race.title().replace(" ", "-"))
def test_rule_holds_in_a_race(bank, race, rounds):
    """The rule in the docstring of the race holds for simultaneous requests to both servers."""
    began = time.monotonic()
    under_way = race(bank)
    times = under_way.run(-(-rounds // race.every))
    taken = time.monotonic() - began
    bank.verify()
    print(f"{race.title()}: {times} in {taken:.1f} s, {under_way.overlapped} of {under_way.starts} starts overlapped; "
          + ", ".join(f"{count} {outcome}" for outcome, count in sorted(under_way.outcomes.items())))
