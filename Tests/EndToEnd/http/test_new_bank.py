"""A bank without demo data, made by commands alone: its own accounts, customers, a person, incoming
money, and the person's first payment."""
import os
import sqlite3

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Server, cells, codes, run

pytestmark = pytest.mark.landing

BIC = "044525593"
DIRECTORY = os.path.join(ROOT, "Tests/DirectorySamples/ed807-sample.xml")
SALARY = ["--from", "ООО Ромашка", "--from-account", "40702810138250123017", "--from-bic", "044525225", "--purpose", "Зарплата"]


def number(balance_account, currency, serial):
    """Returns an account number with a valid control key for the bank."""
    digits = f"{BIC[-3:]}{balance_account}{currency}0{serial:011}"
    key = sum(int(digit) * (7, 1, 3)[place % 3] % 10 for place, digit in enumerate(digits)) * 3 % 10
    return f"{balance_account}{currency}{key}{serial:011}"


ANNA, SHOP = number("40817", "810", 1), number("40702", "810", 1)


class Commands:
    """Runs commands on one database. Each must succeed, except with `refused`."""

    def __init__(self, program, database):
        self.program, self.options, self.database = program, ["--database", database, "--own-bic", BIC], database

    def __call__(self, *words, input=None):
        status, output = run(self.program, *words, *self.options, input=input)
        assert status == 0, (words, output)
        return output

    def refused(self, *words):
        """Runs a command that must end with status 1 and change nothing except for its run; returns
        its error."""
        before = self.content()
        status, output = run(self.program, *words, *self.options)
        assert status == 1, (words, status, output)
        assert self.content() == before, words
        return output

    def content(self):
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as base:
            return [base.execute(f"SELECT * FROM {table}").fetchall() for table in (
                "account", "account_access", "customer", "incoming", "ledger", "card",
                # A refused command stores its run.
                "audit_record WHERE event <> 'command-run'")]


@pytest.fixture
def command(valence, tmp_path):
    return Commands(valence, str(tmp_path / "valence.sqlite"))


@pytest.fixture
def matrix(command):
    """Sets up the bank; returns the security matrix of the person."""
    command("accounts", "internal", number("30102", "810", 1), "--duty", "settlement")
    command("accounts", "internal", number("10207", "810", 1), "--duty", "equity")
    command("banks", "import", DIRECTORY)
    command("customers", "add", "C-1001", "--name", "Смирнова Анна")
    command("customers", "add", "C-7", "--kind", "company", "--name", "ООО Лавка", "--tax-number", "7707083893")
    added = command("users", "add", "anna", "--name", "Анна Смирнова", input="a long password\n")
    command("users", "link", "anna", "C-1001")
    command("accounts", "open", ANNA, "--customer", "C-1001", "--product", "Текущий", "--balance", "1000.00")
    command("accounts", "open", SHOP, "--customer", "C-7")
    command("accounts", "grant", ANNA, "C-1001")
    return cells(added.splitlines())


def test_bank_made_by_commands(valence, command, matrix, tmp_path):
    """The person sees incoming money with its payer, is notified of more, and pays."""
    posted = command("accounts", "post", ANNA, "--amount", "5000.00", "--id", "E-77120", *SALARY)
    assert posted == f"posted 5000.00 RUB to {ANNA}, id E-77120\n"
    server = Server(valence, command.database, "--own-bic", BIC, log=str(tmp_path / "log"), demo=False)
    assert server.address, "".join(server.greeting)
    try:
        anna = Client(server.address).login("anna", "a long password")

        def account():
            return next(row for row in anna.send("GET", "/accounts")[1]["data"] if row["number"] == ANNA)

        assert (account()["caption"], account()["balance"], account()["isOwner"]) == ("Текущий", "6000.00", True)
        salary = anna.send("GET", f"/accounts/{ANNA}/entries")[1]["data"][0]
        assert salary["other"] == {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225"}
        assert (salary["amount"], salary["purpose"]) == ("5000.00", "Зарплата")
        assert anna.send("GET", "/start")[0] == 200
        place = anna.headers["Last-Event-ID"]
        command("accounts", "post", ANNA, "--amount", "1.00", "--id", "E-77121", *SALARY)
        assert account()["balance"] == "6001.00"
        anna.connection.request("GET", "/events?once=true", None, {
            "Authorization": f"Bearer {anna.token}", "Last-Event-ID": place})
        events = anna.connection.getresponse().read().decode()
        assert events.count("event: account") == 1 and ANNA in events, events
        values = {"name": "ООО Лавка", "account": SHOP, "bic": BIC, "purpose": "Покупка", "amount": "100.50", "from": ANNA}
        status, sent = anna.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key="one")
        assert status == 201, sent
        answer = {"values": codes(sent["next"], matrix)}
        status, signed = anna.send("POST", f"/submissions/{sent['submission']['id']}/signature", answer)
        assert status == 200 and signed["submission"]["status"] == "executed", signed
        assert account()["balance"] == "5900.50"
        command("accounts", "revoke", ANNA, "anna")
        assert not anna.send("GET", "/accounts")[1]["data"]
        assert anna.send("GET", f"/accounts/{ANNA}/entries")[0] == 404
    finally:
        assert server.stop() == 0
    assert f"{SHOP}  customer  100.50 RUB  held 0.00  open" in command("accounts", "list")
    command("check-ledger")
    command("audit", "verify")


def test_refused_commands_change_nothing(command, matrix):
    """A wrong value is refused with its remedy, and changes nothing."""
    command("users", "add", "olga", "--name", "Ольга", "--role", "operator", input="a long password\n")
    command("accounts", "post", ANNA, "--amount", "5.00", "--id", "E-1", *SALARY)
    wrong_key = ANNA[:8] + str((int(ANNA[8]) + 1) % 10) + ANNA[9:]
    other = number("40817", "810", 9)
    for words, message in [
            (["accounts", "open", wrong_key, "--customer", "C-1001"], "control key"),
            (["accounts", "open", other, "--customer", "C-1001", "--currency", "USD"], "must be 840"),
            (["accounts", "open", other, "--customer", "C-9"], "valence customers add C-9"),
            (["accounts", "open", ANNA, "--customer", "C-1001"], "already exists"),
            (["accounts", "open", other, "--customer", "C-1001", "--balance", "1,5"], "write it as 5000.00"),
            (["accounts", "open", other, "--customer", "C-1001", "--balance=-5"], "above zero"),
            (["accounts", "internal", number("30102", "810", 2), "--duty", "settlement"], "already has the account"),
            (["accounts", "grant", SHOP, "C-7"], "access is for people"),
            (["accounts", "grant", SHOP, "olga"], "not for the role operator"),
            (["accounts", "grant", SHOP, "nobody"], "the login `nobody` does not exist"),
            (["accounts", "grant", SHOP, "anna", "--until", "2020-01-01"], "in the past"),
            (["accounts", "revoke", SHOP, "anna"], "no access"),
            (["accounts", "close", ANNA], "only an empty account"),
            (["accounts", "enable", ANNA], "already has this state"),
            (["accounts", "post", ANNA, "--amount=-5.00", "--id", "E-2", *SALARY], "above zero"),
            (["accounts", "post", ANNA, "--amount", "6.00", "--id", "E-1", *SALARY], "belongs to other money: 5.00 RUB"),
            (["accounts", "post", SHOP, "--amount", "5.00", "--id", "E-1", *SALARY], "belongs to other money"),
            (["customers", "add", "C-1001", "--name", "Другая"], "already exists"),
            (["customers", "add", "C-8", "--name", "Другая", "--tax-number", "7707083893"], "12 digits for an individual"),
    ]:
        assert message in command.refused(*words), words
    assert "was posted before" in command("accounts", "post", ANNA, "--amount", "5.00", "--id", "E-1", *SALARY)
