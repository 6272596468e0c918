"""Checks the OpenAPI document, and a running server against it, with PyPI's openapi-spec-validator
and
schemathesis.

schemathesis sends generated requests, valid and invalid ones, to each endpoint. No response may be
a 5xx, have a status, a header or a content type that the document does not declare, or a body
outside its schema. `openapi_hooks.py` selects the caller and the names of each request. A new
endpoint whose success generated values never reach needs a scene in `prepare`.
"""
import base64
import hashlib
import hmac
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Client, Fault, Server, add_user, codes, run

PAYMENT = {"from": "40817810500000000001", "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
           "purpose": "Оплата по счету 12", "amount": "1.50"}
STEPS = {step: {name: PAYMENT[name] for name in names}
         for step, names in (("payee", ("name", "account", "bic")), ("amount", ("from", "purpose", "amount")))}
TRANSFER = {"from": "40817810500000000001", "to": "40817810800000000002", "amount": "0.01"}
PASSWORD = "long enough a password"
# A system without a server, so that its deliveries stay open until a callback arrives.
SECRET = "a secret of callbacks for this check"
LENDER = """service: lender
at: http://127.0.0.1:9
callbacks: {secret: "${LENDER_SECRET}"}
effects:
  - {effect: lend, takes: {note: text}, post: /loans, body: {note: $note}, executed: {status: 201}, callback: {submission: id, executed: {when: "type == 'done'"}, rejected: {when: "type == 'no'"}}}
"""
LOAN = """operation: loan
title: {ru: Заём, en: Loan}
effect: lend
atoms:
  - {textInput: note, caption: {ru: Примечание, en: Note}}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
"""

# An operation into which rows can be pasted.
ROWS = """operation: rows
title: {ru: Выплаты, en: Payouts}
effect: document
atoms:
  - {repeat: lines, caption: {ru: Строки, en: Lines}, paste: [name, sum], atoms: [{textInput: name, caption: {ru: Кому, en: Whom}}, {textInput: sum, caption: {ru: Сумма, en: Sum}, type: number}]}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
"""

# A screen that declares a list.
LIST = """screen: mine
title: {ru: Счета, en: Accounts}
modules:
  - {list: own, from: accounts, row: {title: caption, trailing: {value: balance, role: amount, currencyFrom: currency}, badge: role, group: currency}, actions: [{caption: {ru: Перевести, en: Transfer}, operation: transfer.own, input: {from: $value}}]}
"""

# All checks of schemathesis are on. These statuses are correct for requests that a schema cannot
# reject: a violated rule (422), kinds that a client cannot draw (406), ended (410), locked (423) or
# outdated (426) resources, and failed preconditions (412).
CONFIGURATION = """
continue-on-failure = true
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 406, 409, 410, 412, 422, 423, 426, 428, 429]
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 423, 426, 428, 429, 431]
[checks.missing_required_header]
expected-statuses = [400, 401, 403, 406, 415, 428]
"""


def submit(person, operation, values, key):
    status, answer = person.send("POST", f"/operations/{operation}/submissions", {"values": values}, Idempotency_Key=key)
    if status not in (200, 201):
        raise Fault(f"{operation}: {status} {answer}")
    return answer


def proof(body, id):
    """Returns the headers that authenticate a callback."""
    at = str(int(time.time()))
    # The signed text is the body as schemathesis sends it: written by Python's json.
    text = json.dumps(body)
    mac = hmac.new(SECRET.encode(), f"{id}.{at}.{text}".encode(), hashlib.sha256).digest()
    return {"webhook-id": id, "webhook-timestamp": at, "webhook-signature": "v1," + base64.b64encode(mac).decode()}


def configure(folder):
    """Copies the repository's configuration and adds a system that executes loans, and a screen with a list."""
    shutil.copytree("config", folder)
    os.makedirs(f"{folder}/services", exist_ok=True)
    for path, text in (("services/lender.yaml", LENDER), ("operations/loan.yaml", LOAN), ("operations/rows.yaml", ROWS), ("screens/mine.yaml", LIST)):
        with open(f"{folder}/{path}", "w", encoding="utf-8") as file:
            file.write(text)
    os.environ["LENDER_SECRET"] = SECRET


def handed_over(server, person, key):
    """Submits a loan; returns its id after the first delivery attempt. From then on the server
    accepts callbacks about it."""
    id = submit(person, "loan", {"note": "x"}, key)["submission"]["id"]
    body = {"type": "ping", "id": id}
    for _ in range(100):
        request = urllib.request.Request(f"{server.url}/callbacks/lender", json.dumps(body).encode(),
                                         {"Content-Type": "application/json", **proof(body, key)})
        try:
            urllib.request.urlopen(request)
            return id
        except urllib.error.HTTPError as error:
            if error.code != 404:
                raise
            time.sleep(0.1)
    raise Fault("no delivery of a loan was attempted")


def invitation(server, id):
    """Adds a person without a login, and returns the code of an invitation."""
    options = ("--database", server.database)
    added = run(server.program, "users", "add", "--external-id", id, "--name", "Анна", "--phone", "+79001234567", *options)
    invited = run(server.program, "users", "invite", id, *options)
    if added[0] or invited[0]:
        raise Fault(f"users invite {id}: {added} {invited}")
    return re.search(r"^code (\S+)", invited[1], re.M).group(1)


def one_time_code(log, number):
    """Returns the last of `number` one-time codes of enrolments, which the demo writes into its log
    within a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with open(log, encoding="utf-8") as file:
            found = re.findall(r"(?:регистрации|registration): (\d{6})", file.read())
        if len(found) >= number:
            return found[-1]
        time.sleep(0.02)
    raise Fault("no one-time code in the log")


def prepare(server, people, log):
    """Creates data that requests can name; returns scenes: for each endpoint's id, requests that
    succeed."""
    demo, matrix = people["person"], server.matrix()
    scenes = {}

    def scene(endpoint, body=None, headers=None, query=None, **path):
        scenes.setdefault(endpoint, []).append({"path": path, "body": body, "headers": headers or {}, "query": query or {}})

    for account in demo.send("GET", "/accounts")[1]["data"]:
        scene("getAccount", number=account["number"])
        scene("listEntries", number=account["number"])
        scene("listEntries", number=account["number"], query={"from": "2026-01-01", "limit": "2"})
    for bic in ("044525225", "049900777"):
        scene("getBank", bic=bic)
    scene("searchBanks", query={"q": "бан", "limit": "1"})
    for path, name in (("/deals", "getDeal"), ("/deals?ended=true", "getDeal"), ("/cards", "getCard"), ("/providers", "getProvider")):
        for row in demo.send("GET", path)[1]["data"]:
            scene(name, id=row["id"])
    for row in demo.send("GET", "/deals")[1]["data"]:
        scene("listDealPages", id=row["id"])
    for name in ("home", "overview", "payments"):
        scene("drawScreen", id=name)
    scene("drawScreen", query={"account": PAYMENT["from"]}, id="account")
    for query in ({}, {"limit": "1", "after": "1"}):
        scene("listRows", id="mine", list="own", query=query)
    for link in ("valence://person/profile", "valence://payments/quick?bic=044525225"):
        scene("resolveRoute", query={"url": link})
        scene("start", query={"url": link})
    flow = {"id": "payments.steps"}
    for query in ({}, {"bic": "044525225"}):
        scene("startFlow", query=query, **flow)
    # `before_call` brings the flow to the step that these need.
    scene("resumeFlow", **flow)
    scene("leaveFlow", **flow)
    scene("drawStep", step="payee", **flow)
    scene("completeStep", {"values": STEPS["payee"]}, step="payee", **flow)
    scene("leaveStep", {"values": STEPS["amount"]}, step="amount", **flow)
    for number in range(20):
        scene("submitFlow", {}, {"Idempotency-Key": f"flow-{number}"}, **flow)
    for name in ("not-found", "overloaded"):
        scene("getProblem", name=name)
    for name in ("card-active.svg", "card-blocked.svg"):
        scene("getImage", name=name)
    page = urllib.request.urlopen(f"{server.url}/playground").read().decode()
    for version, name in re.findall(r'/web/([0-9a-f]{16})/([\w.-]+)"', page)[:5]:
        scene("getWebFile", version=version, name=name)
    for version, folder, name in re.findall(r'/web/([0-9a-f]{16})/(\w+)/([\w.-]+)"', page):
        scene("getWebFolderFile", version=version, folder=folder, name=name)

    example = demo.send("GET", "/playground/example")[1]["file"]
    for file in (example, example.replace("isInn", "isInnn")):
        scene("checkFile", {"file": file})
        scene("evaluateFile", {"file": file, "values": {"amount": "100"}, "changed": ["amount"], "commit": True, "revision": 1})

    for row in demo.send("GET", "/operations")[1]["data"] + [{"id": "auth.login"}]:
        scene("drawOperation", id=row["id"])
        scene("getOperationSchema", id=row["id"])
        scene("evaluateOperation", {"values": {}, "commit": True, "revision": 1}, id=row["id"])
        scene("submitOperation", {"values": {}}, {"Idempotency-Key": f"empty-{row['id']}"}, id=row["id"])
        scene("keepDraft", {"values": {}}, operation=row["id"])
        scene("resumeDraft", operation=row["id"])
        scene("deleteDraft", operation=row["id"])
    scene("evaluateOperation", {"values": PAYMENT, "commit": True}, id="pp.quick")
    scene("searchOptions", {"atom": "provider", "text": "", "limit": 1, "revision": 1}, id="provider.pay")
    scene("readRows", {"atom": "lines", "text": "Eva\t2", "values": {}, "keep": 0}, id="rows")
    scene("evaluateOperation", {"values": {"bic": "044525225"}, "changed": ["bic"], "commit": True}, id="pp.quick")
    for number in range(3):
        scene("submitOperation", {"values": PAYMENT}, {"Idempotency-Key": f"payment-{number}"}, id="pp.quick")
        scene("submitOperation", {"values": TRANSFER}, {"Idempotency-Key": f"transfer-{number}"}, id="transfer.own")
    scene("submitOperation", {"values": {"login": "demo", "password": "valence-demo"}}, id="auth.login")

    # Pending submissions, some with correct codes and one with wrong ones; signed and cancelled
    # submissions.
    for number in range(14):
        sent = submit(demo, "pp.quick", PAYMENT, f"prepared-{number}")
        id, answer = sent["submission"]["id"], {"values": codes(sent["next"], matrix)}
        if number < 8:
            scene("sign", answer, id=id)
        elif number == 8:
            scene("sign", {"values": {cell: "0000" for cell in answer["values"]}}, id=id)
        elif number < 11:
            status, signed = demo.send("POST", f"/submissions/{id}/signature", answer)
            if status != 200:
                raise Fault(f"signing: {status} {signed}")
            scene("prefillOperation", {"submission": id})
            scene("sign", answer, id=id)
            scene("acknowledgeSubmission", {"status": "executed"}, id=id)
        else:
            scene("cancelSubmission", id=id)
        always = ("getSubmission", "drawSignature", "drawResult")
        for name in always + ("cancelSubmission",) if number > 8 else always:
            scene(name, id=id)
    renewal = submit(demo, "matrix.renew", {}, "renewal")["submission"]["id"]
    for name in ("drawSignature", "resendCode", "getSubmission"):
        scene(name, id=renewal)
    for number in range(12):
        body = {"operation": "pp.quick", "title": f"Образец {number}", "values": {"name": "ООО Ромашка"}}
        id = demo.send("POST", "/templates", body)[1]["id"]
        for name in ("getTemplate",) if number < 6 else ("deleteTemplate", "getTemplate"):
            scene(name, id=id)
        scene("saveTemplate", body)
    scene("prefillOperation", {"template": scenes["getTemplate"][0]["path"]["id"]})
    scene("prefillOperation", {"qr": "ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|BankName=Сбербанк|BIC=044525225|CorrespAcc=30101810400000000225|Sum=15000"})
    # While a system fails, one delivery at a time is attempted, with pauses. So there are only two
    # loans.
    for type in ("ping", "done"):
        body = {"type": type, "id": handed_over(server, demo, f"lent-{type}")}
        for number in range(4):
            scene("callBack", body, proof(body, f"{type}-{number}"), service="lender")
    # A valid event id to continue from, and an unknown one.
    demo.connection.request("GET", "/events?once=true", headers={"Authorization": f"Bearer {demo.token}"})
    places = re.findall(r"^id: (.+)$", demo.connection.getresponse().read().decode(), re.M)
    for place in (places[-1], "nowhere"):
        scene("listenToEvents", headers={"Last-Event-ID": place}, query={"once": "true"})
    scene("changeUser", {"phone": "+7 900 000-00-01"})
    scene("changeUser", {"name": "Анна"})
    scene("changeSettings", {"pushDeals": False, "language": None})
    scene("login", {"login": "demo", "password": "valence-demo"})
    scene("beginEnrolment", {"code": invitation(server, "C-0")})
    for number in range(1, 6):
        begun = Client(server.address).send("POST", "/enrolments", {"code": invitation(server, f"C-{number}")})[1]
        body = {"code": one_time_code(log, number), "login": f"newcomer-{number}", "password": PASSWORD}
        scene("completeEnrolment", body, id=begun["id"])
    scene("changePassword", {"oldPassword": PASSWORD, "newPassword": PASSWORD + "!"})
    return scenes


pytestmark = pytest.mark.landing


def test_document_is_valid(valence):
    """The document conforms to the OpenAPI specification."""
    validator = pytest.importorskip("openapi_spec_validator")
    printed = subprocess.run([valence, "openapi"], check=True, capture_output=True, text=True).stdout
    validator.validate(json.loads(printed))


@pytest.mark.landing(rounds=12)
@pytest.mark.full(rounds=100)
def test_server_follows_its_document(valence, rounds, request):
    """The responses to at most `rounds` generated requests for each endpoint are declared, and each
    endpoint succeeds once."""
    pytest.importorskip("schemathesis")
    seed = request.config.option.seed or 1
    status, counts, shallow = send_generated_requests(valence, rounds, seed)
    print(counts)
    assert status == 0, f"schemathesis found differences, seed {seed}"
    assert not shallow, "endpoints that never succeeded: " + ", ".join(shallow)


def send_generated_requests(program, cases, seed):
    """Returns the status of schemathesis, the number of responses by status, and the endpoints that
    never succeeded."""
    with tempfile.TemporaryDirectory() as place:
        # The bank's core executes signed submissions, so that there are rows to acknowledge.
        configure(f"{place}/config")
        server = Server(
            program, f"{place}/valence.sqlite", "--core", "feed", "--playground", "--config", f"{place}/config",
            "--trusted-proxy", "127.0.0.1",
            log=f"{place}/log")
        if not server.address:
            raise Fault("the server did not start: " + "".join(server.greeting))
        try:
            people = {"person": Client(server.address).login("demo", "valence-demo")}
            for role in ("core", "operator"):
                add_user(program, server.database, role, PASSWORD, role)
                people[role] = Client(server.address).login(role, PASSWORD)
            # A person for requests that end sessions, with one session for each.
            add_user(program, server.database, "leaver", PASSWORD)
            leavers = [Client(server.address).login("leaver", PASSWORD).token for _ in range(60)]
            world = {"url": server.url, "steps": STEPS, "tokens": {role: client.token for role, client in people.items()}, "leavers": leavers, "seed": seed,
                     "scenes": prepare(server, people, f"{place}/log")}
            with open(f"{place}/world.json", "w", encoding="utf-8") as file:
                json.dump(world, file)
            with open(f"{place}/schemathesis.toml", "w", encoding="utf-8") as file:
                file.write(CONFIGURATION)
            done = subprocess.run(
                [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file", f"{place}/schemathesis.toml",
                 "--no-color", "run", f"{server.url}/openapi.json", "--phases", "examples,coverage,fuzzing",
                 "--max-examples", str(cases), "--seed", str(seed), "--generation-database", "none", "--warnings", "off"],
                env={**os.environ, "SCHEMATHESIS_HOOKS": "EndToEnd.contract.openapi_hooks", "PYTHONPATH": os.path.join(ROOT, "Tests"),
                     "VALENCE_WORLD": f"{place}/world.json"}, cwd=place)
            counts, shallow = report(f"{place}/answers.json")
            status = server.stop()
            if status != 0:
                raise Fault(f"the server ended with {status}")
            return done.returncode, counts, shallow
        finally:
            server.process.kill()


def report(path):
    """Returns the number of responses by status, and the endpoints that never succeeded."""
    with open(path, encoding="utf-8") as file:
        answers = json.load(file)
    counts = {}
    for statuses in answers.values():
        for status, count in statuses.items():
            counts[status] = counts.get(status, 0) + count
    shallow = sorted(id for id, statuses in answers.items() if not any(status < "400" for status in statuses))
    return "responses by status: " + ", ".join(f"{status}: {count}" for status, count in sorted(counts.items())), shallow
