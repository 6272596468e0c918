"""One payment from the login to the entry on the account: the first check after a build."""
import pytest

from EndToEnd.bank import PAYEE, codes

pytestmark = pytest.mark.landing


def test_payment_is_signed_and_executed(bank, person):
    """A signed payment is executed once, and its amount leaves the account once."""
    def account():
        return next(row for row in person.send("GET", "/accounts")[1]["data"] if row["caption"] == "Текущий")

    payer, before = account()["number"], float(account()["balance"])
    values = {**PAYEE, "from": payer, "amount": "100.50"}
    status, states = person.send("POST", "/operations/pp.quick/evaluate", {"values": values, "commit": True})
    assert status == 200 and "bicInfo" in states["atoms"], states
    status, sent = person.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key="one")
    assert status == 201 and sent["submission"]["status"] == "awaitingSignature", sent
    address = f"/submissions/{sent['submission']['id']}"
    assert account()["balance"] == f"{before:.2f}"
    answer = {"values": codes(sent["next"], bank.matrix())}
    for _ in range(2):
        status, signed = person.send("POST", f"{address}/signature", answer)
        assert status == 200 and signed["submission"]["status"] == "executed", signed
    status, again = person.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key="one")
    assert status == 200 and again["submission"]["id"] == sent["submission"]["id"], again
    assert account()["balance"] == f"{before - 100.50:.2f}"
    entries = person.send("GET", f"/accounts/{payer}/entries")[1]["data"]
    assert [entry["submission"] for entry in entries if entry.get("submission")] == [sent["submission"]["id"]]
