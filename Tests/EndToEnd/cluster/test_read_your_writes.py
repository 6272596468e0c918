"""People who use random servers of a cluster, and must always read their own writes.

Each person has two accounts. For some time (`--seconds`) clients act for random people, each
request at a random server: transfers, payments, cancellations, drafts, templates, names, settings
and logins. After each acknowledged write the next requests, at other servers, must return it: in
the resource, in lists, in forms, and in responses to `If-None-Match`. In the end every statement
has each transfer once, and `check-ledger` finds no fault.
"""
import collections
import concurrent.futures
import contextlib
import os
import random
import tempfile
import threading
import time
import urllib.parse

import pytest

from EndToEnd.bank import PAYEE, Client, Fault, add_user, codes, expect, run
from EndToEnd.cluster.local_cluster import HOST, Cluster, ClusterDatabase
from EndToEnd.orders import Treasury, account_number, kopecks, roubles, state

PASSWORD = "a long password"
CLIENTS = 8
OPTIONS = ["--unsigned-submissions", "1000", "--submissions-per-day", "1000000", "--matrix-uses", "1000", "--requests-per-person", "0", "--requests-per-address", "0"]
OPENED = 100_00  # kopecks on one account of each person


class Person:
    """A person's data, as known from acknowledged writes."""

    def __init__(self, number):
        self.id, self.opening, self.login, self.matrix = None, None, f"person-{number}", {}
        self.accounts = {account_number(1000 + 2 * number): 0, account_number(1001 + 2 * number): 0}
        self.accounts[min(self.accounts)] = OPENED
        self.token, self.draft, self.templates, self.name, self.pushes = None, None, {}, self.login, True
        self.transfers, self.payments, self.tags = [], [], {}


class Visits(threading.Thread):
    """A client with a connection to each server. No other client acts for its people."""

    def __init__(self, cluster, people, until, seed, failed):
        super().__init__(daemon=True)
        self.servers = [urllib.parse.urlsplit(f"http://{HOST}:{cluster.ports[server]}") for server in cluster.servers]
        self.clients = [Client(address) for address in self.servers]
        self.people, self.until, self.chance, self.failed = people, until, random.Random(seed), failed
        self.fault, self.counts, self.person, self.asked = None, collections.Counter(), None, []

    def run(self):
        deeds = [self.transfer] * 4 + [self.pay] + [self.drafts] * 3 + [self.template] * 2 + [self.rename, self.settings, self.cancel] + [self.log_in]
        try:
            while time.monotonic() < self.until and not self.failed.is_set():
                self.person, self.asked = self.chance.choice(self.people), []
                if self.person.token is None:
                    self.log_in()
                deed = self.chance.choice(deeds)
                deed()
                self.counts[deed.__name__] += 1
        except Exception as fault:
            self.fault = f"{self.person.login}: {fault!r}; asked {self.asked[-6:]}"
            self.failed.set()

    def ask(self, status, method, path, body=None, **headers):
        """Sends a request to a random server, which must return the status `status`; returns the
        body."""
        place = self.chance.randrange(len(self.clients))
        client = self.clients[place]
        client.token = self.person.token
        given, answer = client.send(method, path, body, **headers)
        self.counts["requests"] += 1
        self.asked.append((place + 1, method, path, given))
        expect(given == status, f"{method} {path} at server {place + 1}: {given} instead of {status}: {answer}")
        return answer

    def seen(self, path):
        """Reads a resource from a random server, with `If-None-Match` if its ETag is known."""
        place = self.chance.randrange(len(self.clients))
        client, known = self.clients[place], self.person.tags.get(path)
        client.token = self.person.token
        given, answer = client.send("GET", path, **({"If_None_Match": known[0]} if known else {}))
        self.counts["requests"] += 1
        self.counts["with a tag"] += known is not None
        self.asked.append((place + 1, "GET", path, given))
        if given == 304:
            return known[1]
        expect(given == 200, f"GET {path} at server {place + 1}: {given} {answer}")
        if client.headers["ETag"]:
            self.person.tags[path] = client.headers["ETag"], answer
        return answer

    def log_in(self):
        """All servers accept a new session at once."""
        person = self.person
        person.token, person.tags = None, {}
        person.token = self.ask(200, "POST", "/auth/login", {"login": person.login, "password": PASSWORD})["token"]
        for _ in self.clients:
            expect(self.ask(200, "GET", "/user")["id"] == person.id, "another person's session")

    def transfer(self):
        person = self.person
        payer, payee = self.chance.sample(sorted(person.accounts), 2)
        amount = self.chance.randint(1, 500)
        if person.accounts[payer] < amount:
            payer, payee = payee, payer
        answer = self.ask(201, "POST", "/operations/transfer.own/submissions",
                          {"values": {"from": payer, "to": payee, "amount": roubles(amount)}}, Idempotency_Key=f"{self.chance.getrandbits(80):x}")
        expect(state(answer) == "executed", f"a transfer of {amount} kopecks: {answer}")
        person.accounts[payer] -= amount
        person.accounts[payee] += amount
        id = answer["submission"]["id"]
        person.transfers.append(id)
        look = self.chance.choice(["account", "list", "form", "entries", "submission"])
        if look == "account":
            found = self.seen(f"/accounts/{payer}")
            expect(kopecks(found["balance"]) == person.accounts[payer], f"{found}, expected {person.accounts[payer]} kopecks")
        elif look == "list":
            found = {row["number"]: kopecks(row["balance"]) for row in self.seen("/accounts")["data"]}
            expect(found == person.accounts, f"{found}, and {person.accounts} are there")
        elif look == "form":
            picker = next(atom for atom in self.seen("/operations/transfer.own")["atoms"] if atom["id"] == "from")
            found = {option["value"]: kopecks(option["balance"]) for option in picker["options"]}
            expect(found == person.accounts, f"the form shows {found}, expected {person.accounts}")
        elif look == "entries":
            row = self.seen(f"/accounts/{payee}/entries?limit=1")["data"][0]
            expect(row["submission"] == id, f"the newest entry is {row} after {id}")
        else:
            newest = self.seen("/submissions?limit=1")["data"][0]
            expect((newest["id"], newest["status"]) == (id, "executed"), f"the newest submission is {newest} after {id}")

    def drafts(self):
        person = self.person
        if person.draft is not None and self.chance.random() < 0.3:
            self.ask(204, "DELETE", "/drafts/pp.quick")
            person.draft = None
            self.ask(404, "GET", "/drafts/pp.quick")
        else:
            is_new, person.draft = person.draft is None, f"Text {self.chance.getrandbits(40)}"
            self.ask(201 if is_new else 200, "PUT", "/drafts/pp.quick", {"values": {"purpose": person.draft}})
            found = self.seen("/drafts/pp.quick")["draft"]["values"]
            expect(found.get("purpose") == person.draft, f"a draft: {found} after {person.draft}")
        rows = self.seen("/drafts")["data"]
        expect(len(rows) == (person.draft is not None), f"drafts: {rows}")

    def template(self):
        person = self.person
        if len(person.templates) > 3 or person.templates and self.chance.random() < 0.4:
            id = self.chance.choice(sorted(person.templates))
            if self.chance.random() < 0.5:
                person.templates[id] = f"Title {self.chance.getrandbits(40)}"
                self.ask(200, "PATCH", f"/templates/{id}", {"title": person.templates[id]})
            else:
                self.ask(204, "DELETE", f"/templates/{id}")
                del person.templates[id]
                self.ask(404, "GET", f"/templates/{id}")
        else:
            title = f"Title {self.chance.getrandbits(40)}"
            made = self.ask(201, "POST", "/templates", {"title": title, "operation": "pp.quick", "values": {"purpose": title}})
            person.templates[made["id"]] = title
        found = {row["id"]: row["title"] for row in self.seen("/templates")["data"]}
        expect(found == person.templates, f"templates: {found}, expected {person.templates}")

    def rename(self):
        self.person.name = f"Name {self.chance.getrandbits(40)}"
        self.ask(200, "PATCH", "/user", {"name": self.person.name})
        expect(self.seen("/user")["name"] == self.person.name, "an earlier name")

    def settings(self):
        self.person.pushes = not self.person.pushes
        self.ask(200, "PATCH", "/settings", {"pushDeals": self.person.pushes})
        expect(self.seen("/settings")["pushDeals"] == self.person.pushes, "an earlier setting")

    def order(self):
        """Submits an order, which awaits its signature in all resources."""
        person, amount = self.person, self.chance.randint(1, 500)
        payer = max(person.accounts, key=person.accounts.get)
        values = {**PAYEE, "from": payer, "amount": roubles(amount)}
        answer = self.ask(201, "POST", "/operations/pp.quick/submissions", {"values": values},
                          Idempotency_Key=f"{self.chance.getrandbits(80):x}")
        id = answer["submission"]["id"]
        person.draft = None
        expect(self.seen(f"/submissions/{id}")["status"] == "awaitingSignature", "an order that does not wait")
        rows = self.seen("/submissions?unsigned=true")["data"]
        expect(id in [row["id"] for row in rows], f"{id} is not in the unsigned submissions {rows}")
        return id, payer, amount, answer["next"]

    def ended(self, id, status):
        """An order that ended awaits no signature in any resource."""
        expect(self.seen(f"/submissions/{id}")["status"] == status, f"an order that is not {status}")
        rows = self.seen("/submissions?unsigned=true")["data"]
        expect(id not in [row["id"] for row in rows], f"{id} is in the unsigned submissions {rows}")

    def cancel(self):
        id, *_ = self.order()
        self.ask(200, "POST", f"/submissions/{id}/cancel", {})
        self.ended(id, "cancelled")

    def pay(self):
        person = self.person
        id, payer, amount, tree = self.order()
        answer = self.ask(200, "POST", f"/submissions/{id}/signature", {"values": codes(tree, person.matrix)})
        expect(state(answer) == "executed", f"a payment of {amount} kopecks: {answer}")
        person.accounts[payer] -= amount
        person.payments.append((id, payer))
        self.ended(id, "executed")
        found = self.seen(f"/accounts/{payer}")
        expect(kopecks(found["balance"]) == person.accounts[payer], f"{found}, expected {person.accounts[payer]} kopecks")


def add_people(cluster, database, count):
    """Creates people with a matrix and two accounts each. The person of the demo data pays into one
    of them."""
    people = [Person(number) for number in range(count)]

    def add(person):
        person.matrix = add_user(cluster.program, database.options[1], person.login, PASSWORD, "person", database.options[2:])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(add, people))
    ids = dict(line.split("|") for line in database.ask("SELECT login, id FROM person").splitlines())
    for person in people:
        person.id = ids[person.login]
    for first in range(0, count, 100):
        accounts = [(number, person.id, place) for person in people[first:first + 100] for place, number in enumerate(person.accounts)]
        numbers = ", ".join(f"('{number}', 'customer', 'RUB', 1)" for number, *_ in accounts)
        owners = ", ".join(f"('{id}', '{number}', 1, 'Account', {place})" for number, id, place in accounts)
        database.ask(f"INSERT INTO account (number, kind, currency, opened) VALUES {numbers}; "
                     f"INSERT INTO account_access (person, account, is_owner, caption, place) VALUES {owners}")
    treasury = Treasury(database, urllib.parse.urlsplit(cluster.url), cluster.matrix)
    for person in people:
        person.opening = treasury.pay_into(min(person.accounts), OPENED // 100)
    return people


def statements(person, client):
    """Each transfer and each payment of a person is once in the statements of the accounts."""
    client.token = person.token
    for number, balance in person.accounts.items():
        found, path = [], f"/accounts/{number}/entries?limit=200"
        while path:
            status, page = client.send("GET", path)
            expect(status == 200, f"GET {path}: {status} {page}")
            found += [entry["submission"] for entry in page["data"]]
            path = page.get("next")
        due = person.transfers + [id for id, payer in person.payments if payer == number]
        opening = [person.opening] if number == min(person.accounts) else []
        expect(sorted(found) == sorted(due + opening), f"{number} has {len(found)} entries of {len(due)}")
        status, account = client.send("GET", f"/accounts/{number}")
        expect(kopecks(account["balance"]) == balance, f"{account}, expected {balance} kopecks")


@pytest.mark.full(rounds=200, seconds=60)
def test_people_read_their_writes(valence, cluster_programs, rounds, seed, numbers, request):
    """Each of `rounds` people reads their earlier writes from any server."""
    count, seconds = max(rounds, CLIENTS), request.config.option.seconds or numbers["seconds"]
    # In /tmp, because PostgreSQL runs as nobody if root runs this test.
    with tempfile.TemporaryDirectory(prefix="valence-people-", dir="/tmp") as place:
        os.chmod(place, 0o711)
        cluster = Cluster.make(os.path.join(place, "cluster"), valence, options=OPTIONS)
        os.chdir(cluster.place)
        try:
            cluster.start()
            database = ClusterDatabase(cluster)
            people = add_people(cluster, database, count)
            failed, until = threading.Event(), time.monotonic() + seconds
            visits = [Visits(cluster, people[first::CLIENTS], until, f"{seed}-{first}", failed) for first in range(CLIENTS)]
            for each in visits:
                each.start()
            for each in visits:
                each.join()
            for each in visits:
                expect(each.fault is None, f"{each.fault}")
            came = [person for person in people if person.token]
            for person in came:
                statements(person, random.choice(visits[0].clients))
            for check in (["check-ledger"], ["check-database"], ["audit", "verify"]):
                status, output = run(valence, *check, *database.options)
                expect(status == 0, f"{' '.join(check)}: {output}")
        except Fault as fault:
            raise Fault(f"seed {seed}: {fault}") from fault
        finally:
            with contextlib.suppress(Exception):
                cluster.stop()
    counts = sum((each.counts for each in visits), collections.Counter())
    print(f"{len(came)} of {count} people were active; {counts.pop('requests')} requests, {counts.pop('with a tag')} of them with the ETag of an earlier response: "
          + ", ".join(f"{times} {deed}" for deed, times in counts.most_common()) + "; each read returned the earlier writes")

