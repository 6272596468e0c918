"""The questionnaire of `examples/company-account` as a client of the earlier release sees it: without
several choices, consents and commands."""
import os
import re

import pytest

from EndToEnd.bank import Client, Server, run

pytestmark = pytest.mark.landing

KINDS = "text, image, textInput, dateInput, timeInput, dateTimeInput, toggle, segmented, enum, accountPicker, search, button, group, repeat, link"


@pytest.fixture
def questionnaire(valence, tmp_path, monkeypatch):
    """A client of the earlier release, and a function that returns the last one-time code."""
    monkeypatch.setenv("BANK_URL", "http://127.0.0.1:9")
    log, database = str(tmp_path / "log"), str(tmp_path / "valence.sqlite")
    server = Server(valence, database, "--config", "examples/company-account", "--services", "recorded", log=log)
    try:
        run(valence, "users", "link", "demo", "C-1001", "--database", database)
        client = Client(server.address).login("demo", "valence-demo")

        def ask(method, path, body=None, **headers):
            return client.send(method, path, body, Accept_Atoms=KINDS, **headers)

        def code():
            # The code is sent after the answer that announces it, while the server serves requests.
            for _ in range(5000):
                with open(log, encoding="utf-8") as file:
                    if codes := [code for line in file if "one-time code" in line for code in re.findall(r"\b(\d{6})\b", line)]:
                        return codes[-1]
                ask("GET", "/operations/company.open")
            raise AssertionError("no one-time code in the log")
        yield ask, code
    finally:
        server.stop()


def action(tree, id):
    return next(atom["action"]["href"] for atom in tree["atoms"] if atom["id"] == id)


def atoms(tree):
    """Returns the atoms of a tree by id, with the atoms in groups and items."""
    found, waiting = {}, list(tree["atoms"])
    while waiting:
        atom = waiting.pop()
        found[atom["id"]] = atom
        waiting += atom.get("atoms", []) + atom.get("item", {}).get("atoms", [])
    return found


def test_earlier_client_opens_a_company_account(questionnaire):
    """The pages, the change from the review and the signature need no new kind of atom."""
    ask, code = questionnaire

    def go(tree, values, id="page_next"):
        status, answer = ask("POST", action(tree, id), {"values": values})
        assert status == 200, answer
        known = set(KINDS.split(", "))
        assert {atom["kind"] for atom in atoms(answer).values()} <= known
        return answer

    status, first = ask("POST", "/flows/company.open")
    assert status == 201, first
    exit = go(first, {"inn": "7728168971", "form": "llc"})
    assert exit["flow"]["step"] == "closed" and not any(atom["id"] == "page_next" for atom in exit["atoms"])
    first = go(exit, {}, "page_back")
    business = go(first, {"inn": "7707083893", "form": "llc"})
    choices = atoms(business)["activities"]
    assert choices["kind"] == "repeat", choices
    founders = go(business, {"activities": [{"choice": "it"}, {"choice": "trade"}], "turnover": "500000"})
    account = go(founders, {"owners": [{"person": "Иван Петров", "share": "100"}]})
    review = go(account, {"currency": "RUB"})
    assert review["flow"]["step"] == "review"
    lines = [atom["caption"] for atom in review["atoms"]]
    assert any("Торговля" in line and "Разработка программ" in line for line in lines), lines
    # The link of a page leads back to it, and the review follows the change.
    status, company = ask("GET", atoms(review)["change_company"]["href"])
    assert status == 200 and company["flow"]["step"] == "company", company
    review = go(company, {"inn": "7707083893", "form": "sole"})
    assert review["flow"]["step"] == "review" and not any("Учредители" in atom["caption"] for atom in review["atoms"])
    status, sent = ask("POST", action(review, "submit"), {}, Idempotency_Key="one")
    assert status == 201, sent
    tree = sent["next"]
    entered = {atom["id"]: code() for atom in tree["atoms"] if atom.get("type") == "code"}
    status, signed = ask("POST", f"/submissions/{sent['submission']['id']}/signature", {"values": entered})
    assert status == 200 and signed["submission"]["status"] in ("signed", "executed"), signed
