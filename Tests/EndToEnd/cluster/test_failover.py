"""Kills and freezes parts of a cluster under load, and checks that the bank lost nothing.

Three servers run behind the balancer. Four people order transfers and signed payments, some on
shared accounts. Two people sign loans that the example bank executes. One person sends transfers to
the bank's core, which reads them from its feed. A client repeats a request with the same
`Idempotency-Key` until it has the outcome.

Each round hits one part at a random moment: a server, the primary, a standby or a member of etcd is
killed or frozen, or several at once. The part returns some seconds later. The next round starts
when a standby is synchronous and each server is ready. Some rounds update the servers, or activate
other definitions: then no request may fail, and older forms are accepted.

In the end each acknowledged order exists once. The entries of each account have one order that fits
every balance that was read. Each loan was executed once, the feed had each transfer once, and the
audit has no gap. `check-ledger`, `check-database` and `audit verify` find no fault.

`--only WORD` hits only that part ("primary", "server killed"). SIGTERM ends the run after the
present round, with all checks. `-s` prints a line for each round: the part, the longest time
between two acknowledged payments, and the longest request.
"""
import collections
import os
import random
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

import pytest

from EndToEnd import ROOT
from EndToEnd.cluster import rolling_update
from EndToEnd.bank import Client, Fault, add_user, codes, expect, run
from EndToEnd.systems.deliveries import ENDED, GONE, HELD, ExampleBank, Loan, configure
from EndToEnd.cluster.local_cluster import Cluster, ClusterDatabase, Trouble, until
from EndToEnd.orders import Orders, Treasury, add_fed_transfer, kopecks, payment, problem, roubles, state

PASSWORD = "a long password"
PAUSE = 0.05  # maximum seconds between two orders of a client
AGAIN = 0.3  # maximum seconds before a client repeats a request
# Three cells per signature. Two cells have at most 4,950 pairs, and each pair is asked only once.
OPTIONS = ["--matrix-cells", "3", "--matrix-uses", "1000", "--unsigned-submissions", "1000", "--submissions-per-day", "1000000",
           "--requests-per-person", "0", "--requests-per-address", "0", "--services", "live", "--services-allow", "127.0.0.0/8"]
UPDATE, ACTIVATION = "servers updated", "definitions activated"
# The weight of each failure, and the range of seconds until the part returns.
HITS = {"server killed": (4, 0.5, 4), "server frozen": (4, 3, 8), "primary killed": (4, 1, 15), "primary frozen": (3, 3, 16),
        "standby killed": (2, 1, 10), "standby frozen": (2, 2, 12), "etcd killed": (1, 1, 6), "etcd frozen": (1, 1, 6),
        "majority killed": (1, 2, 14), "standbys killed": (1, 2, 10), UPDATE: (1, 0, 0), ACTIVATION: (1, 0, 0)}
# The limits that the documents promise, in seconds: the pause of payments after the loss of a
# primary, and the longest request while a server is frozen.
PROMISED = {"primary killed": ("gap", 15), "server frozen": ("request", 2)}
PATIENCE = 120  # seconds until a part that does not return, or a client without an outcome, is a failure


class Watch:
    """The times of all requests and all acknowledged payments of all clients."""

    def __init__(self):
        self.lock, self.requests, self.acknowledged = threading.Lock(), collections.deque(maxlen=200_000), collections.deque(maxlen=200_000)
        self.failures, self.ended = [], threading.Event()
        self.answers = collections.Counter()

    def asked(self, began, ended, word, failed):
        with self.lock:
            self.requests.append((began, ended))
            self.answers[word] += 1
            if failed:
                self.failures.append((began, ended, word))

    def acknowledge(self):
        with self.lock:
            self.acknowledged.append(time.monotonic())

    def between(self, began, ended):
        """Returns the longest time between two acknowledged payments, the longest request and the
        number of payments between two moments. The last payment before `began` counts too."""
        with self.lock:
            requests, times = list(self.requests), list(self.acknowledged)
        before = [moment for moment in times if moment <= began][-1:]
        within = before + [moment for moment in times if began < moment <= ended]
        gap = max((later - earlier for earlier, later in zip(within, within[1:])), default=ended - began)
        return gap, max((end - start for start, end in requests if end > began and start < ended), default=0), len(within)


class Patient:
    """A connection to the balancer. It repeats each request until it has a final response."""

    def __init__(self, watch, address, token=None):
        self.watch, self.client = watch, Client(address, token, timeout=20)

    def send(self, method, path, body=None, key=None):
        """Returns the status, the body, and the times of the last request and its response."""
        until = time.monotonic() + PATIENCE
        headers = {"Idempotency_Key": key} if key else {}
        while True:
            began = time.monotonic()
            try:
                status, answer = self.client.send(method, path, body, **headers)
                word = f"{status}" if status < 400 else f"{status} {problem(answer)}".strip()
            except GONE as gone:
                status, answer, word = None, {}, f"no response ({type(gone).__name__})"
                self.client.connection.close()
            ended = time.monotonic()
            failed = status in (None, 502, 503, 504)
            self.watch.asked(began, ended, word, failed)
            if not failed and problem(answer) != "under-way":
                return status, answer, began, ended
            expect(ended < until, f"{method} {path}: no final response within {PATIENCE} s: {word} {answer}")
            time.sleep(AGAIN * random.random())


class Customer(threading.Thread):
    """A person of the bank who sends orders in a loop."""

    def __init__(self, rounds, login, role="person"):
        super().__init__(daemon=True)
        self.rounds, self.login, self.chance = rounds, login, random.Random(rounds.chance.getrandbits(64))
        cluster = rounds.cluster
        self.matrix = add_user(cluster.program, rounds.database.options[1], login, PASSWORD, role, rounds.database.options[2:])
        self.id = rounds.database.ask(f"SELECT id FROM person WHERE login = '{login}'")
        self.token = Client(rounds.address).login(login, PASSWORD).token
        self.patient = Patient(rounds.watch, rounds.address, self.token)
        self.accounts, self.fault = [], None
        self.drawn = {}  # the version of each form at its last GET

    def run(self):
        try:
            while not self.rounds.watch.ended.is_set():
                time.sleep(self.chance.uniform(0, PAUSE))
                self.order()
        except Exception as fault:
            self.fault = fault if isinstance(fault, Fault) else Fault(f"{self.login}: {fault!r}")
            self.rounds.watch.ended.set()

    def submit(self, operation, values, key):
        """Submits a form. It is loaded for the first order and for 10 % of the later ones. Other
        orders use the version of the last load."""
        if operation not in self.drawn or self.chance.random() < 0.1:
            self.drawn[operation] = self.get(f"/operations/{operation}")["version"]
        body = {"values": values, "version": self.drawn[operation]}
        status, answer, began, _ = self.patient.send("POST", f"/operations/{operation}/submissions", body, key)
        return status, answer

    def sign(self, id, tree):
        """Signs until the outcome is known; returns the status of the submission."""
        while True:
            if not tree:
                status, tree, *_ = self.patient.send("GET", f"/submissions/{id}/signature")
                if status != 200:
                    break
            status, answer, *_ = self.patient.send("POST", f"/submissions/{id}/signature", {"values": codes(tree, self.matrix)})
            if status == 200:
                return state(answer)
            if status != 409:
                break
            tree = None
        # An earlier request signed it, and its response was lost.
        found = self.get(f"/submissions/{id}")["status"]
        expect(found not in ("awaitingSignature", "cancelled"), f"signing {id}: {status} {tree}, and it is {found}")
        return found

    def get(self, path, *_):
        status, answer, *_ = self.patient.send("GET", path)
        expect(status == 200, f"GET {path}: {status} {answer}")
        return answer

    def balance(self, account):
        """Returns the balance in kopecks, and the times of the request and of the response."""
        status, answer, began, ended = self.patient.send("GET", f"/accounts/{account}")
        expect(status == 200, f"reading {account}: {status} {answer}")
        return kopecks(answer["balance"]), began, ended


class Payer(Customer):
    """Transfers between own accounts, pays to accounts of others with signed payments, and reads
    balances."""

    def order(self):
        payer, *others = self.chance.sample(self.accounts, len(self.accounts))
        stranger = self.chance.choice([one for one in self.rounds.accounts if one != payer])
        amount, key, began = self.chance.randint(1, 200), f"{self.chance.getrandbits(80):x}", time.monotonic()
        payee = others[0] if self.chance.random() < 0.3 else stranger
        if payee is stranger:
            status, answer = self.submit("pp.quick", {**payment(payee, amount), "from": payer}, key)
            found = self.sign(answer["submission"]["id"], answer.get("next")) if status in (200, 201) else problem(answer)
        else:
            status, answer = self.submit("transfer.own", {"from": payer, "to": payee, "amount": roubles(amount)}, key)
            found = state(answer)
        if found == "executed":
            self.rounds.watch.acknowledge()
            self.rounds.orders.executed[answer["submission"]["id"]] = payer, payee, amount, began, time.monotonic()
        else:
            expect(found in ("rejected", "invalid-values", "refused"), f"{key}: {status} {answer} {found}")
            self.rounds.refused += 1
        account = self.chance.choice([payer, others[0]])
        self.rounds.orders.reads.append((account, *self.balance(account)))


class Borrower(Customer):
    """Signs loans that the example bank executes."""

    def order(self):
        loan = Loan(f"{self.chance.getrandbits(80):x}", self.accounts[0], self.chance.randint(1, 400))
        status, answer = self.submit(HELD, loan.values, loan.key)
        expect(status in (200, 201), f"submitting {loan.key}: {status} {answer}")
        loan.id = answer["submission"]["id"]
        loan.status = self.sign(loan.id, answer.get("next"))
        expect(loan.status in ("signed", loan.outcome), f"{loan.id}: {loan.status}, of {loan.kopecks} kopecks")
        self.rounds.loans.append(loan)
        time.sleep(self.chance.uniform(0, 20 * PAUSE))


class Depositor(Customer):
    """Transfers between own accounts, which the bank's core executes."""

    def order(self):
        values = {"from": self.accounts[0], "to": self.accounts[1], "amount": roubles(self.chance.randint(1, 200))}
        status, answer = self.submit("transfer.fed", values, f"{self.chance.getrandbits(80):x}")
        expect(status in (200, 201) and state(answer) in ("signed", "executed", "rejected"), f"a transfer by the core: {status} {answer}")
        self.rounds.fed[answer["submission"]["id"]] = kopecks(values["amount"])
        time.sleep(self.chance.uniform(0, 10 * PAUSE))


class Core(Customer):
    """The bank's core. Reads the feed, whose numbers have no gaps, and acknowledges each
    transfer."""

    def order(self):
        page = self.get(f"/core/submissions?after={len(self.rounds.words)}&limit=100")
        for row in page["data"]:
            expect(row["sequence"] == len(self.rounds.words) + 1, f"row {row['sequence']} of the feed follows row {len(self.rounds.words)}")
            word = self.chance.choice(["executed", "executed", "rejected"])
            body = {"status": word, **({"reason": "payee-closed"} if word == "rejected" else {})}
            status, answer, *_ = self.patient.send("POST", f"/core/submissions/{row['id']}/ack", body)
            expect(status == 200, f"answering {row['id']}: {status} {answer}")
            expect(row["id"] not in self.rounds.words, f"{row['id']} is in the feed twice")
            self.rounds.words[row["id"]] = word
        time.sleep(PAUSE)


class Rounds:
    """The cluster during all rounds, the example bank and the clients."""

    def __init__(self, program, place, seed, nodes):
        self.chance, self.watch, self.orders, self.loans, self.refused = random.Random(seed), Watch(), Orders(), [], 0
        self.serves_other, self.restarts = False, 0
        # The kopecks of each transfer by the core, and the core's outcome of each.
        self.fed, self.words = {}, {}
        cluster = os.path.join(place, "cluster")
        config = configure(place)
        add_fed_transfer(config)
        # A second configuration with another version of each form: one more line.
        self.other = shutil.copytree(config, os.path.join(place, "other"))
        for operation in ("pp.quick", "transfer.own", "transfer.fed", HELD):
            path = os.path.join(self.other, f"operations/{operation}.yaml")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace("\natoms:\n", "\natoms:\n  - {text: more, caption: {ru: Ещё, en: More}}\n"))
        self.cluster = Cluster.make(cluster, program, nodes=nodes, config=config, options=OPTIONS)
        # Commands of Valence use the migrations of the cluster.
        os.chdir(cluster)
        self.bank = ExampleBank(place, self.cluster.ports["balancer"], "--decide-after", "0.5", "--seed", str(seed))
        self.address = urllib.parse.urlsplit(self.cluster.url)
        self.database = ClusterDatabase(self.cluster)

    def open(self):
        self.bank.start()
        self.cluster.start()
        treasury = Treasury(self.database, self.address, self.cluster.matrix)
        payers = [Payer(self, f"payer-{number}") for number in range(4)]
        for place, person in enumerate(payers):
            for owners in ([person], [person, payers[(place + 1) % 4]]):
                account = treasury.account(*owners, roubles=100)
                for owner in owners:
                    owner.accounts.append(account)
        self.accounts = sorted({account for person in payers for account in person.accounts})
        borrowers = [Borrower(self, f"borrower-{number}") for number in range(2)]
        for person, customer in zip(borrowers, ("C-1001", "C-1003")):
            person.accounts.append(treasury.account(person, roubles=10_000))
            status, output = run(self.cluster.program, "users", "link", person.login, customer, *self.database.options)
            expect(status == 0, f"users link: {output}")
        self.payers, self.borrowers, self.depositor, self.core = payers, borrowers, Depositor(self, "depositor"), Core(self, "core", "core")
        self.depositor.accounts += [treasury.account(self.depositor, roubles=10_000), treasury.account(self.depositor)]
        self.customers = [*payers, *borrowers, self.depositor, self.core]
        for person in self.customers:
            person.start()

    def live(self):
        """Fails if a client has found a fault."""
        for person in self.customers:
            if person.fault:
                raise person.fault

    def round(self, hit):
        time.sleep(self.chance.uniform(0.5, 2))
        what, how = hit.split()
        if hit in (UPDATE, ACTIVATION):
            return self.without_failure(hit)
        cluster = self.cluster
        if what == "standbys":
            primary = cluster.resolve("primary")
            parts = [node for node in cluster.nodes if node != primary]
        elif what == "majority":
            parts = self.chance.sample(cluster.members, 2)
        else:
            parts = [cluster.resolve({"server": self.chance.choice(cluster.servers), "etcd": self.chance.choice(cluster.members)}.get(what, what))]
        away = self.chance.uniform(*HITS[hit][1:])
        began = time.monotonic()
        for part in parts:
            (cluster.kill if how == "killed" else cluster.freeze)(part)
        time.sleep(away)
        for part in parts:
            (cluster.launch if how == "killed" else cluster.thaw)(part)
        self.live()
        self.cluster.await_synchronous(PATIENCE)
        for server in self.cluster.servers:
            until(lambda: self.is_back(server), PATIENCE, f"{server} after {hit}")
        for member in self.cluster.members:
            until(lambda: self.cluster.is_healthy(member), PATIENCE, member)
        # Payments continue.
        until(lambda: self.watch.ended.is_set() or self.watch.between(time.monotonic() - 1, time.monotonic())[2] > 3, PATIENCE, "payments")
        self.live()
        whole = time.monotonic()
        return (" ".join(parts), away, *self.watch.between(began, whole), whole - began)

    def is_back(self, server):
        """True if a server is ready. A server that finds no primary at its start ends, so it is
        restarted, as a bank's supervisor would do."""
        if not self.cluster.pids(server):
            self.cluster.launch(server)
            self.restarts += 1
        return self.cluster.is_ready(server)

    def without_failure(self, hit):
        """Restarts the servers one by one, or activates other definitions. No request may fail, at
        the balancer or at a client."""
        began, said = time.monotonic(), []
        if hit == UPDATE:
            rolling_update.update(self.cluster, say=said.append)
        else:
            rolling_update.watched(self.cluster, self.activate, say=said.append)
        whole = time.monotonic()
        expect(said[-1].endswith("none failed"), f"{hit}: {said}")
        failed = [failure for failure in self.watch.failures if failure[1] > began and failure[0] < whole]
        expect(not failed, f"{hit}: {failed[:3]}")
        self.live()
        return ("all", whole - began, *self.watch.between(began, whole), whole - began)

    def activate(self):
        """Activates the other definitions, by their id or by a rollback, and checks that each
        server uses them."""
        self.serves_other = not self.serves_other
        is_back = not self.serves_other and self.chance.random() < 0.5
        self.cluster.activate(None if is_back else self.other if self.serves_other else self.cluster.made["config"])
        for server in self.cluster.servers:
            form = Client(urllib.parse.urlsplit(f"http://127.0.0.1:{self.cluster.ports[server]}"), self.depositor.token)
            ids = [atom["id"] for atom in form.send("GET", "/operations/pp.quick")[1]["atoms"]]
            expect(("more" in ids) == self.serves_other, f"{server} draws {ids} after an activation")
        # Time for orders of forms from before the activation.
        time.sleep(2)

    def settle(self):
        """Ends the orders, and waits until every signed loan has an outcome."""
        self.watch.ended.set()
        for person in self.customers:
            person.join(PATIENCE)
            expect(not person.is_alive(), f"{person.login} has no outcome after {PATIENCE} s")
        self.live()
        waiting, until = list(self.loans), time.monotonic() + PATIENCE
        while len(self.words) < len(self.fed):
            self.core.order()
            expect(time.monotonic() < until, f"the feed has {len(self.words)} of {len(self.fed)} transfers")
        while waiting:
            for loan in waiting:
                owner = next(person for person in self.borrowers if loan.values["from"] in person.accounts)
                found = owner.get(f"/submissions/{loan.id}")["status"]
                expect(found in ("signed", loan.outcome) and (loan.status == "signed" or found == loan.status),
                       f"{loan.id} is {found} after {loan.status}, of {loan.kopecks} kopecks")
                loan.status = found
            waiting = [loan for loan in waiting if loan.status not in ENDED]
            expect(time.monotonic() < until, f"{len(waiting)} loans have not ended, such as {waiting[:1] and waiting[0].id}")

    def verify(self):
        held = sum(self.orders.judge(account, next(person for person in self.payers if account in person.accounts).get)
                   for account in self.accounts)
        expect(held == len(self.accounts) * 10_000, f"{held} kopecks exist, expected {len(self.accounts)} times 10000")
        count, signed = self.bank.count(), len(self.loans)
        expect((count["keys"], count["executions"], count["duplicates"], count["conflicts"]) == (signed, signed, 0, 0),
               f"{signed} loans are signed, and the bank counts {count}")
        for person in self.borrowers:
            own = [loan for loan in self.loans if loan.values["from"] in person.accounts]
            account = person.get(f"/accounts/{person.accounts[0]}")
            due = 1_000_000 - sum(loan.kopecks for loan in own if loan.status == "executed")
            expect((kopecks(account["balance"]), kopecks(account["available"])) == (due, due), f"{account}, expected {due} kopecks")
        expect(self.words.keys() == self.fed.keys(), f"the feed has {len(self.words)} transfers of {len(self.fed)}")
        moved = sum(amount for id, amount in self.fed.items() if self.words[id] == "executed")
        found = [kopecks(self.depositor.get(f"/accounts/{account}")[name]) for account in self.depositor.accounts for name in ("balance", "available")]
        expect(found == [1_000_000 - moved] * 2 + [moved] * 2, f"{found}, and the core moved {moved} kopecks")
        for loan in self.loans:
            told = self.bank.state(loan.id)
            expect(told and told["state"] == {"executed": "APPROVED", "rejected": "REJECTED"}[loan.status], f"{loan.id}: {loan.status}, {told}")
        self.database.look_into()
        for check in (["check-ledger"], ["check-database"], ["audit", "verify"]):
            status, output = run(self.cluster.program, *check, *self.database.options)
            expect(status == 0, f"{' '.join(check)}: {output}")

    def close(self):
        self.watch.ended.set()
        self.cluster.stop()
        if self.bank.is_up:
            self.bank.kill()


def keep(place, seed):
    """Saves the logs of a cluster after a failure."""
    folder = os.path.join(ROOT, ".build", f"cluster-{seed}")
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(place):
        path = os.path.join(place, name)
        if os.path.isfile(path) and name.endswith((".out", ".log")):
            subprocess.run(["cp", path, folder])
    return folder


@pytest.mark.landing(rounds=2)
@pytest.mark.full(rounds=20)
def test_cluster_survives_failures(valence, cluster_programs, rounds, seed, request):
    """After each failure each acknowledged order exists once, in one order."""
    word, nodes = request.config.option.only, request.config.option.nodes
    hits = [hit for hit, (share, *_) in HITS.items() if word in hit for _ in range(share)]
    began, found, stopped = time.monotonic(), collections.defaultdict(list), []
    before = signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    # In /tmp, because PostgreSQL runs as nobody if root runs this test.
    with tempfile.TemporaryDirectory(prefix="valence-rounds-", dir="/tmp") as place:
        os.chmod(place, 0o711)
        story, number, hit = Rounds(valence, place, seed, nodes), 0, "start"
        try:
            story.open()
            order = [story.chance.choice(hits) for _ in range(rounds)]
            for number, hit in enumerate(order, 1):
                part, away, gap, request, count, whole = story.round(hit)
                found[hit].append((gap, request))
                print(f"round {number}, {time.strftime('%H:%M:%S')}: {part} {hit} for {away:.1f} s; payments paused {gap:.1f} s, longest request {request:.1f} s; "
                      f"recovered after {whole:.1f} s; {count} payments", flush=True)
                if stopped:
                    break
            story.settle()
            story.verify()
        except (Fault, Trouble) as fault:
            raise Fault(f"round {number}, {hit}, seed {seed}: {fault}\nlogs: {keep(story.cluster.place, seed)}") from fault
        finally:
            story.close()
            signal.signal(signal.SIGTERM, before)
    print(f"{len(story.orders.executed)} orders exist once each, in one order with {len(story.orders.reads)} reads of balances; "
          f"{len(story.loans)} loans and {len(story.fed)} transfers by the core were executed once each; {story.refused} were rejected; "
          f"{story.restarts} starts of a server found no primary; in {int(time.monotonic() - began)} s")
    print("answers: " + ", ".join(f"{times} {word}" for word, times in story.watch.answers.most_common()))
    for hit in HITS:
        if times := found[hit]:
            gaps, requests = zip(*times)
            line = (f"{hit}, {len(times)} times: paused {statistics.median(gaps):.1f} s (median) to {max(gaps):.1f} s, "
                    f"longest request {statistics.median(requests):.1f} s to {max(requests):.1f} s")
            if hit in PROMISED:
                kind, bound = PROMISED[hit]
                over = sum(value > bound for value in (gaps if kind == "gap" else requests))
                line += f"; {'never' if not over else f'{over} times'} more than {bound} s ({kind})"
            print(line)

