"""Checks answers of running servers against `valence schema wire`, with PyPI's jsonschema."""
import contextlib
import copy
import glob
import json
import os
import subprocess

import jsonschema
import pytest

from EndToEnd.bank import Client, Fault, PAYEE, Server, codes, expect, run

pytestmark = pytest.mark.landing


class Wire:
    """The schema of the wire. `seen` has the names of the checked documents."""

    def __init__(self, valence, *options):
        printed = subprocess.run([valence, "schema", "wire", *options], capture_output=True, check=True, text=True).stdout
        self.schema, self.seen = json.loads(printed), set()
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def faults(self, document, name):
        schema = {"$ref": f"#/$defs/{name}", "$defs": self.schema["$defs"]}
        return [f"{name} {error.json_path}: {error.message[:300]}"
                for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]

    def check(self, document, name, at):
        self.seen.add(name)
        faults = self.faults(document, name)
        if faults:
            raise Fault(f"{at}: " + "; ".join(faults))
        return document


@pytest.fixture(scope="module")
def strict(valence):
    return Wire(valence, "--strict")


@contextlib.contextmanager
def serving(valence, folder, place):
    """Starts a demo server with a configuration; yields it and a client of the demo person."""
    server = Server(valence, f"{place}/valence.sqlite", "--config", folder, "--services", "recorded", log=f"{place}/log")
    try:
        expect(server.address, f"{folder}: {server.greeting}")
        # The recorded systems know this customer.
        run(valence, "users", "link", "demo", "C-1001", "--database", server.database)
        yield server, Client(server.address).login("demo", "valence-demo")
    finally:
        server.stop()


def drawn(document):
    """Returns the name of a drawn document's schema."""
    return document["document"].capitalize()


def check_forms(client, strict, at):
    """Checks the tree and the states of each operation; returns their number."""
    rows = client.send("GET", "/operations")[1]["data"]
    for row in rows:
        for headers in ({}, {"Accept_Atoms": "text, textInput, toggle, enum, button, link, group, repeat"}):
            path = f"/operations/{row['id']}"
            status, tree = client.send("GET", path, **headers)
            if status == 406:
                strict.check(tree, "Problem", f"{at}: {path}")
                continue
            strict.check(tree, "Tree", f"{at}: {path}")
            if "evaluate" not in tree:
                continue
            status, states = client.send("POST", f"{path}/evaluate", {"values": {}, "commit": True, "revision": 1}, **headers)
            strict.check(states, "States", f"{at}: {path}/evaluate")
        if flow := row.get("flow"):
            status, step = client.send(flow["method"], flow["href"])
            strict.check(step, drawn(step), f"{at}: {flow['href']}")
    return len(rows)


def check_screens(client, strict, folder):
    """Checks each screen of a configuration that needs no input."""
    for path in glob.glob(f"{folder}/screens/*.yaml"):
        name = os.path.basename(path).removesuffix(".yaml")
        status, screen = client.send("GET", f"/screens/{name}")
        strict.check(screen, "Screen" if status == 200 else "Problem", f"{folder}: /screens/{name}")


@pytest.mark.parametrize("folder", ["config"] + [path for path in sorted(glob.glob("examples/*")) if os.path.isdir(f"{path}/operations")])
def test_strict_schema_accepts_each_form(valence, strict, folder, tmp_path):
    """The strict schema accepts the trees, states and screens of the demo and of each example."""
    with serving(valence, folder, tmp_path) as (server, client):
        expect(check_forms(client, strict, folder) > 0, "no operation")
        check_screens(client, strict, folder)


def test_strict_schema_accepts_a_payment(valence, strict, tmp_path):
    """The strict schema accepts the documents of a payment, the lists, and problems."""
    with serving(valence, "config", tmp_path) as (server, client):
        start = client.send("GET", "/start")[1]
        strict.check(start, drawn(start), "/start")
        lists = {"/accounts": "Accounts", "/submissions": "Submissions", "/cards": "Cards", "/deals": "Deals", "/drafts": "Drafts",
                 "/templates": "Templates", "/providers": "Providers", "/limits": "Limits", "/auth/sessions": "Sessions",
                 "/notifications": "Notifications", "/operations": "Operations", "/banks?q=044525": "Banks"}
        payer = client.send("GET", "/accounts")[1]["data"][0]["number"]
        values = {**PAYEE, "from": payer, "amount": "1.50"}
        refused = client.send("POST", "/operations/pp.quick/submissions", {"values": {}}, Idempotency_Key="0")[1]
        strict.check(refused, "Problem", "a refused payment")
        sent = client.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key="1")[1]
        strict.check(sent, "Progress", "a payment")
        wrong = {"values": {cell: "0000" for cell in codes(sent["next"], server.matrix())}}
        path = f"/submissions/{sent['submission']['id']}/signature"
        strict.check(client.send("POST", path, wrong)[1], "Problem", "wrong codes")
        question = client.send("GET", path)[1]
        signed = client.send("POST", path, {"values": codes(question.get("next", question), server.matrix())})[1]
        strict.check(signed, "Progress", "a signed payment")
        strict.check(client.send("PUT", "/drafts/pp.quick", {"values": values})[1], "KeptDraft", "a draft")
        strict.check(client.send("GET", "/drafts/pp.quick")[1], "ResumedDraft", "a resumed draft")
        client.send("POST", "/templates", {"operation": "pp.quick", "title": "Rent", "values": values})
        filled = {"submission": sent["submission"]["id"]}
        strict.check(client.send("POST", "/prefill", filled)[1], "PrefilledTree", "a prefilled form")
        for path, name in lists.items():
            strict.check(client.send("GET", path)[1], name, path)
        searched = {"atom": "bic", "text": "044525", "limit": 2, "revision": 1}
        strict.check(client.send("POST", "/operations/pp.quick/options", searched)[1], "Options", "a search")
        login = {"values": {"login": "demo", "password": "valence-demo"}}
        strict.check(client.send("POST", "/operations/auth.login/submissions", login)[1], "OpenedSession", "a login")
        strict.check(client.send("GET", "/nowhere")[1], "Problem", "an unknown address")


def test_only_the_open_schema_accepts_a_later_server(valence, strict, bank):
    """The published schema accepts further members and words; the strict one names them."""
    client = Client(bank.address).login("demo", "valence-demo")
    tree = client.send("GET", "/operations/pp.quick")[1]
    later = copy.deepcopy(tree)
    field = next(atom for atom in later["atoms"] if atom["kind"] == "textInput" and "type" in atom)
    field["sparkle"], field["type"] = 1, "haiku"
    published = Wire(valence)
    assert published.faults(tree, "Tree") == [] and published.faults(later, "Tree") == []
    assert published.faults({"atoms": []}, "Tree") != []
    assert len(strict.faults(later, "Tree")) > 0
    del field["sparkle"]
    assert len(strict.faults(later, "Tree")) > 0
