"""Payments between customers of the bank, and the checks of their history. Shared by the tests of
several servers."""
import bisect
import os

from EndToEnd.bank import PAYEE, Client, codes, expect

OWN_BIC = "049900777"


def roubles(kopecks):
    return f"{kopecks // 100}.{kopecks % 100:02}"


def kopecks(text):
    return round(float(text) * 100)


def account_number(serial):
    """Returns the number of a customer's account at the bank, with a valid control key."""
    digits = f"{OWN_BIC[-3:]}408178100{serial:011}"
    key = sum(int(digit) * (7, 1, 3)[place % 3] for place, digit in enumerate(digits)) * 3 % 10
    return f"40817810{key}{serial:011}"


def submit(client, operation, values, key):
    return client.send("POST", f"/operations/{operation}/submissions", {"values": values}, Idempotency_Key=key)


def sign(client, id, matrix, answers=None):
    """Signs a submission; returns the last response. After a 409, requests the challenge again,
    because the person's open challenge may belong to another submission."""
    while True:
        if answers is None:
            status, tree = client.send("GET", f"/submissions/{id}/signature")
            if status != 200:
                return status, tree
            answers = codes(tree, matrix)
        status, answer = client.send("POST", f"/submissions/{id}/signature", {"values": answers})
        if status != 409:
            return status, answer
        answers = None


def state(answer):
    """Returns the submission's status in a response, or the problem's name if there is no
    submission."""
    return answer["submission"]["status"] if "submission" in answer else problem(answer)


def problem(answer):
    return answer.get("type", "").removeprefix("/problems/")


def payment(to, amount):
    """Returns the values of a payment within the bank. The amount is in kopecks."""
    return {**PAYEE, "account": to, "bic": OWN_BIC, "amount": roubles(amount)}


def add_fed_transfer(config):
    """Adds the operation `transfer.fed` to a configuration: a transfer between own accounts that
    the bank's core executes."""
    with open(os.path.join(config, "operations/transfer.own.yaml"), encoding="utf-8") as file:
        own = file.read()
    with open(os.path.join(config, "operations/transfer.fed.yaml"), "w", encoding="utf-8") as file:
        file.write(own.replace("operation: transfer.own", "operation: transfer.fed\ncore: feed"))


class Treasury:
    """The person of the demo data, who pays into new accounts. `database` runs SQL as the owner of
    its tables."""

    def __init__(self, database, address, matrix, accounts=100):
        self.database, self.matrix, self.accounts = database, matrix, accounts
        self.rich = Client(address).login("demo", "valence-demo")
        status, answer = self.rich.send("GET", "/accounts")
        expect(status == 200, f"GET /accounts: {status} {answer}")
        self.treasure = answer["data"][0]["number"]

    def account(self, *owners, roubles=0):
        """Opens an account of the persons `owners` and pays `roubles` into it; returns its
        number."""
        self.accounts += 1
        number = account_number(self.accounts)
        rows = ", ".join(f"('{owner.id}', '{number}', 1, 'Account', {self.accounts})" for owner in owners)
        self.database.ask(f"INSERT INTO account (number, kind, currency, opened) VALUES ('{number}', 'customer', 'RUB', 1); "
                          f"INSERT INTO account_access (person, account, is_owner, caption, place) VALUES {rows}")
        if roubles:
            self.pay_into(number, roubles)
        return number

    def pay_into(self, number, roubles):
        """Pays `roubles` into an account; returns the id of the submission."""
        values = {**payment(number, roubles * 100), "from": self.treasure}
        status, answer = submit(self.rich, "pp.quick", values, number)
        expect(status == 201, f"paying into {number}: {status} {answer}")
        status, answer = sign(self.rich, answer["submission"]["id"], self.matrix, codes(answer["next"], self.matrix))
        expect(status == 200 and state(answer) == "executed", f"paying into {number}: {status} {answer}")
        return answer["submission"]["id"]


class Orders:
    """The responses of all clients about transfers and payments.

    - `executed` maps the id of each executed submission to payer, payee, kopecks, and the times of
      the request and of the response.
    - `reads` has each balance that was read, with the times of request and response.

    The rule: an executed order has one entry in the statement of each side, and each statement has
    one order of entries. The balance after an entry is the sum of all entries up to it, and never
    negative. If an order was acknowledged before another one was sent, its entry comes first. A
    balance that was read is the balance after some entry. That entry is not before the last one
    acknowledged before the read began, and not after the last one sent before it ended.
    """

    def __init__(self):
        self.executed, self.reads = {}, []

    def judge(self, account, get):
        """Compares an account's statement with the orders; returns the balance. `get` returns a
        page for a path and a page number."""
        entries, turn, path = [], 0, f"/accounts/{account}/entries?limit=200"
        while path:
            page = get(path, turn)
            turn += 1
            entries += page["data"]
            path = page.get("next")
        entries.reverse()
        balances, earliest_end = [], float("inf")
        for entry in entries:
            balances.append(kopecks(entry["balance"]))
            before = balances[-2] if len(balances) > 1 else 0
            expect(balances[-1] == before + kopecks(entry["amount"]) >= 0, f"{account}: {before} kopecks before {entry}")
        # The first entry is the opening payment.
        ids = [entry["submission"] for entry in entries[1:]]
        due = {id for id, order in self.executed.items() if account in order[:2]}
        expect(len(ids) == len(set(ids)) and set(ids) == due, f"{account}: {len(ids)} entries of {len(due)} executed orders")
        for place, id in reversed(list(enumerate(ids))):
            payer, payee, amount, began, ended = self.executed[id]
            expect(kopecks(entries[place + 1]["amount"]) == (-amount if account == payer else amount), f"{account}: {entries[place + 1]}")
            expect(began <= earliest_end, f"{account}: {id} precedes an order that was acknowledged before it was sent")
            earliest_end = min(earliest_end, ended)
        # The positions of entries, sorted by the time of the response and by the time of the
        # request.
        answered = sorted((self.executed[id][4], place + 1) for place, id in enumerate(ids))
        sent = sorted((self.executed[id][3], place + 1) for place, id in enumerate(ids))
        least = [0]
        for _, place in answered:
            least.append(max(least[-1], place))
        most = [0]
        for _, place in sent:
            most.append(max(most[-1], place))
        for where, balance, began, ended in self.reads:
            if where == account:
                low = least[bisect.bisect_left(answered, (began, 0))]
                high = most[bisect.bisect_right(sent, (ended, len(entries)))]
                expect(balance in balances[low:high + 1], f"{account}: read {balance} kopecks, which is not the balance after any of the "
                       f"entries {low} to {high}: {balances[low:high + 1]}")
        return balances[-1]
