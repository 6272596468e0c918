"""Compares the JSON Schemas that Valence writes with its behavior, using PyPI's jsonschema."""
import collections
import glob
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import urllib.parse

import pytest
import yaml

from EndToEnd.bank import Fault
from EndToEnd.contract.definition_files import Loader, document_blocks, part, repository_files
from EndToEnd.contract.schema_mistakes import MISTAKES, RIGHT

jsonschema = pytest.importorskip("jsonschema")
pytestmark = pytest.mark.landing


class DefinitionSet:
    """Files that are used together, with the schemas that the program prints for them."""

    def __init__(self, valence, directory, names_of_tests=False):
        self.valence, self.directory, self.names_of_tests, self.validators = valence, directory, names_of_tests, {}

    def validator(self, part):
        if part not in self.validators:
            options = ["--config", self.directory] if self.directory else []
            printed = subprocess.run([self.valence, "schema", part, *options], check=True, capture_output=True).stdout
            schema = json.loads(printed)
            jsonschema.Draft202012Validator.check_schema(schema)
            if self.names_of_tests and part == "operations":
                add_names_of_tests(schema)
            self.validators[part] = jsonschema.Draft202012Validator(schema)
        return self.validators[part]

    def errors(self, part, text):
        for error in self.validator(part).iter_errors(yaml.load(text, Loader)):
            yield f"{error.json_path}: {error.message[:200]}"
            yield from (f"    {inner.json_path}: {inner.message[:160]}" for inner in error.context or [])


# The names that no service file declares: of Tests/AtomsTests/TestVocabulary.swift and of APITests.
NAMES_OF_TESTS = {"lookup": ["company", "index", "person", "quote", "rate"], "effect": ["coded", "secret", "session", "switch"],
                  "in": ["branches", "loans", "meters", "offices", "people", "places"], "normalize": ["plain"]}


def add_names_of_tests(schema):
    """Adds the names of the unit tests to each list of names in a schema of operations."""
    inputs = {name: schema["$defs"][f"kind-{kind}"]["properties"][name]
              for kind, name in (("textInput", "lookup"), ("search", "in"), ("textInput", "normalize"))}
    lists = {"lookup": inputs["lookup"]["anyOf"][0]["enum"], "effect": schema["properties"]["effect"]["enum"],
             "in": inputs["in"]["enum"], "normalize": inputs["normalize"]["enum"]}
    known = [(list(names), NAMES_OF_TESTS[place]) for place, names in lists.items()]

    def extend(node):
        for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
            extend(value)
        for names, more in known:
            if isinstance(node, dict) and node.get("enum") == names:
                node["enum"] = names + more
    extend(schema)


# YAML files of other programs, and files with intended faults.
OTHER_FILES = re.compile(
    "deploy/|Tests/OperationsTests/Cases/services/"  # recorded faults of services
    "|docs/services.md: trial/openapi.yaml"  # an import
    "|docs/operating.md: faulty.yaml|docs/going-live.md: /etc/valence/valence.yaml")  # configuration files


def definition_sets(valence, place):
    """Yields each definition file as its name, its text, its part and its set."""
    sets = {}
    for path, text in repository_files():
        if OTHER_FILES.match(path):
            continue
        directory = os.path.dirname(path) if path.endswith("calendar.yaml") else os.path.dirname(os.path.dirname(path))
        if not os.path.isdir(f"{directory}/operations"):
            directory = None
        key = (directory, path.startswith("Tests/"))
        yield path, text, part(path, text), sets.setdefault(key, DefinitionSet(valence, *key))
    # The blocks of a document are written to folders first, because they use names of each other.
    written = []
    for page, _, path, text in document_blocks():
        if not path or OTHER_FILES.match(f"{page}: {path}"):
            continue
        folder = path.split("/")[0] if "/" in path else ""
        directory = os.path.join(place, page.replace("/", "-"), folder or "set")
        kind = part(path, text)
        home = {"scenarios": "operations", "recorded": "services"}.get(kind, kind)
        os.makedirs(f"{directory}/operations", exist_ok=True)
        os.makedirs(f"{directory}/{home}", exist_ok=True)
        with open(f"{directory}/{home}/{os.path.basename(path)}", "w", encoding="utf-8") as file:
            file.write(text)
        written.append((f"{page}: {path}", text, kind, directory))
    for name, text, kind, directory in written:
        yield name, text, kind, sets.setdefault(directory, DefinitionSet(valence, directory))


# The least numbers of files of each part.
LEAST = {"operations": 80, "scenarios": 15, "screens": 20, "flows": 5, "routes": 2, "fragments": 3, "kinds": 9, "tables": 5,
         "services": 5, "recorded": 3, "calendar": 2, "locales": 0}


def test_every_definition_file_matches_its_schema(valence, tmp_path):
    """Each definition file of the repository and its documents matches the schema of its set.

    An example with an intended fault, which contains `chek`, must not match.
    """
    faults, counts = [], collections.Counter()
    for name, text, kind, files in definition_sets(valence, tmp_path):
        if kind is None:
            faults.append(f"{name}: the part of this file is unknown")
            continue
        counts[kind] += 1
        found = list(files.errors(kind, text))
        if re.search(r"\bchek:", text):
            found = [] if found else ["accepted despite its fault"]
        faults += [f"{name}: {error}" for error in found]
    assert not faults, "\n".join(faults)
    assert all(counts[kind] >= least for kind, least in LEAST.items()), counts


def test_cases_of_evaluations_match_their_schema(valence):
    """Each operation of the engine's cases matches the schema of operations."""
    files = DefinitionSet(valence, None, names_of_tests=True)
    count, faults = 0, []
    for path in sorted(glob.glob("Tests/AtomsTests/Cases/evaluations/*.json")):
        for case in json.load(open(path, encoding="utf-8")):
            count += 1
            errors = files.errors("operations", "\n".join(case.get("definition", [])))
            faults += [f"{path}: {case.get('name')}: {error}" for error in errors]
    assert not faults, "\n".join(faults)
    assert count >= 40, f"found only {count} operations"


@pytest.mark.parametrize("kind", RIGHT)
def test_typical_mistakes_do_not_match(valence, kind):
    """A right file of each part matches its schema; each of its typical mistakes does not."""
    files = DefinitionSet(valence, None)
    assert list(files.errors(kind, RIGHT[kind])) == []
    assert len(MISTAKES[kind]) >= 5
    for before, after in MISTAKES[kind]:
        assert RIGHT[kind].count(before) == 1, f"`{before}` is not in the file once"
        text = RIGHT[kind].replace(before, after)
        assert list(files.errors(kind, text)), f"the schema accepts `{after}` in place of `{before}`"


def test_schema_of_a_set_rejects_unknown_names(valence):
    """The schemas of examples/loan have its names, and reject misspelt ones."""
    files, bundled = DefinitionSet(valence, "examples/loan"), DefinitionSet(valence, None)
    path = "examples/loan/operations/loan.apply.yaml"
    text = open(path, encoding="utf-8").read()
    assert list(files.errors("operations", text)) == [] and list(bundled.errors("operations", text))
    for name in ("company", "address", "loanApplication"):
        wrong = re.sub(rf"((?:name|lookup|in|effect): {name})\b", r"\1s", text)
        assert wrong != text and list(files.errors("operations", wrong)), name
    for kind, text in (("scenarios", "operation: loan.aply\nscenarios: [{scenario: a, steps: [{submit: true}]}]"),
                       ("screens", "screen: home\ntitle: T\nmodules: [{operation: loan.aply}]"),
                       ("recorded", "recorded: bnak\nanswers: []")):
        assert list(files.errors(kind, text)), kind
        assert list(bundled.errors(kind, text)) == [], kind


# Arbitrary JSON values: spaces, combining characters, other types, numbers beyond a double's
# precision.
NASTY = ["null", '""', '"  "', '"\\u2003\\u00a0"', '"\\u001c"', "true", "false", "0", "1", "7", "-1", "1.0", "2.00", "0.0099999999999999999999",
         "0.010000000000000000000000001", "1e2", "100000.00000000001", "[]", "{}", "[1]", '{"a": 1}', '"1"', '"true"', '"a"',
         '"b"', '" a "', '"б"', '"\\u0438\\u0306"', '"й"', '"e\\u0301\\u0301x"', '"many"', '"4.50"', '"+4.5"', '"-4.555"',
         '".5"', '"5."', '"1e0"', '"0.010"', '"0,5"', '"12"', '"123"', '"12345"', '"123456"', '" 1234\\n"', '"044525225"',
         '"\\u0660\\u0661\\u0662"', '"ab"', '"abc"', '"abcd"', '"a\\tb"', '"+7 (900) 123-45-67"', '"a@b.ru"', '"@b.ru"',
         '"a b@c.ru"', '"a@b..ru"', '"2026-04-01"', '"2026-02-30"', '"2025-04-01"', '"2026-4-1"', '"\\ud83d\\ude00\\ud83d\\ude00"',
         '"' + "x" * 31 + '"', '"' + "e\\u0301" * 30 + '"', '"\\u0958\\u0958"', '"\\u0627\\u0653"', '"\\u212a"', '"12\\u037e"']


def serve(valence, config):
    """Starts a demo server on a free port; returns the process, the address, the login and the
    folder."""
    place = tempfile.mkdtemp()
    process = subprocess.Popen(
        [valence, "serve", "--demo", "--port", "0", "--unsigned-submissions", "1000", "--config", config, "--database", f"{place}/valence.sqlite", "--log", "/dev/null",
         "--requests-per-person", "0", "--requests-per-address", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    login = {}
    for line in process.stdout:
        words = line.split()
        if words[:1] in (["login"], ["password"]):
            login[words[0]] = words[1]
        if line.startswith("listening on "):
            return process, urllib.parse.urlsplit(words[2]), login, place
    raise Fault("the server did not start")


class Client:
    """A connection of a person who is logged in."""

    def __init__(self, address, login):
        self.connection = http.client.HTTPConnection(address.hostname, address.port)
        self.token = None
        self.token = self.send("POST", "/auth/login", json.dumps(login))[1]["token"]

    def send(self, method, path, body=None, **headers):
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request(method, path, None if body is None else body.encode(), headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


def right(atom, chance):
    """Returns a JSON value that the atom usually accepts."""
    kind, options = atom["kind"], atom.get("options")
    if kind == "choices":
        return json.dumps([option["value"] for option in options if chance.random() < 0.5])
    if options:
        return json.dumps(chance.choice(options)["value"])
    if kind in ("toggle", "consent"):
        return chance.choice(["true", "false"])
    if kind == "repeat":
        members = [[(inner["id"], right(inner, chance) if chance.random() > 0.02 else chance.choice(NASTY))
                    for inner in atom["item"]["atoms"] if ("enabled" in inner or not inner.get("shown")) and (not inner.get("shown") or chance.random() > 0.02)]
                   for _ in range(chance.randint(1, 2) if chance.random() > 0.05 else chance.randint(0, 5))]
        return "[" + ", ".join("{" + ", ".join(f'"{id}": {value}' for id, value in item) + "}" for item in members) + "]"
    if kind == "dateInput":
        return '"2026-05-05"'
    if kind in ("timeInput", "dateTimeInput"):
        return '"09:30"' if kind == "timeInput" else '"2026-05-05T09:30"'
    length = atom.get("length") or chance.randint(atom.get("minLength", 1), max(atom.get("minLength", 1), min(atom.get("maxLength", 8), 8)))
    text = {"digits": "1" * length, "code": "1" * length, "amount": "0.01", "number": "3" if atom.get("scale") == 0 else "1.25", "email": "a@bank.ru",
            "phone": "+7 900 1234567"}.get(atom.get("type"), "Текст для проверки"[:length].strip().ljust(length, "а"))
    return json.dumps(text, ensure_ascii=chance.random() < 0.5)


KNOWN = {"inn": '"7707083893"', "kpp": '"770701001"', "bic": '"044525225"', "account": '"40702810138250123017"', "amount": '"0.01"', "yen": '"5"', "ratio": "3.5", "day": '"2099-11-23"'}


def inputs(atoms):
    for atom in atoms:
        if "value" in atom or "enabled" in atom and atom["kind"] != "button" or atom.get("shown") is False:
            yield atom
        yield from inputs(atom.get("atoms", []))


# Operations that cannot be sent a thousand times: they hash passwords, send codes, or block a card.
NOT_OFTEN = {"auth.login", "auth.password", "card.status", "matrix.renew", "profile.edit"}
# Operations whose rules random values rarely satisfy. Only values that the schema rejects are
# tested.
SELDOM_RIGHT = {"pp.full", "provider.pay", "complaint.send"}


@pytest.mark.landing(rounds=200)
@pytest.mark.full(rounds=1000)
def test_server_rejects_what_the_schema_rejects(valence, rounds):
    """The server rejects each of `rounds` random values of an operation that the schema of its
    values rejects."""
    config = tempfile.mkdtemp()
    os.mkdir(f"{config}/operations")
    for path in glob.glob("config/operations/*.yaml") + glob.glob("Tests/EndToEnd/contract/schema-operations/*.yaml"):
        if not path.endswith(".scenarios.yaml"):
            shutil.copy(path, f"{config}/operations")
    process, address, login, place = serve(valence, config)
    try:
        client = Client(address, login)
        names = [row["id"] for row in client.send("GET", "/operations")[1]["data"]]
        faults = sum(check_operation(client, name, rounds) for name in names if name not in NOT_OFTEN and is_sent(client, name))
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(config)
        shutil.rmtree(place)
    assert faults == 0, f"{faults} faults"


def is_sent(client, name):
    """True if an operation is submitted directly, and not only as a step of a flow."""
    return any(atom.get("action", {}).get("name") == "submit" for atom in client.send("GET", f"/operations/{name}")[1]["atoms"])


def check_operation(client, name, count):
    schema = client.send("GET", f"/operations/{name}/schema")[1]
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    atoms = {atom["id"]: atom for atom in inputs(client.send("GET", f"/operations/{name}")[1]["atoms"])}
    names = [id for id in schema["properties"]]
    chance = random.Random(name)
    found = {"rejected by both": 0, "rejected by the server alone": 0, "accepted by both": 0}
    faults = 0
    for number in range(count):
        values, wild = {}, chance.choice([0, 0, 0, 0.05, 0.2])
        for id in names:
            atom = atoms.get(id, {"kind": "textInput"})
            value = KNOWN.get(id) or right(atom, chance)
            if chance.random() < wild:
                value = chance.choice(NASTY)
            may_go = chance.random() < wild or atom.get("shown") and not atom.get("required", True)
            if chance.random() > (0.3 if may_go else 0.003):
                values[id] = value
        if chance.random() < 0.02:
            values["nobody"] = "1"
        text = "{" + ", ".join(f"{json.dumps(id)}: {value}" for id, value in values.items()) + "}"
        is_valid = validator.is_valid(json.loads(text))
        status, answer = client.send(
            "POST", f"/operations/{name}/submissions", f'{{"values": {text}}}', **{"Idempotency-Key": f"{name}-{number}"})
        # If no cells are left to sign with, the values were accepted before.
        accepted = status == 201 or status == 409 and answer["type"] == "/problems/matrix-exhausted"
        if not accepted and status != 422:
            raise Fault(f"{name}: {status} {answer}")
        if status == 201 and "cancel" in answer["submission"]:
            # Cancel it, because the number of unsigned submissions is limited.
            client.send("POST", answer["submission"]["cancel"]["href"])
        if not is_valid and accepted:
            faults += 1
            error = next(validator.iter_errors(json.loads(text)))
            print(f"{name}: the schema rejects values that the server accepts: {error.json_path}: {error.message}\n  {text}")
        else:
            key = "accepted by both" if accepted else "rejected by the server alone" if is_valid else "rejected by both"
            found[key] += 1
    print(f"{name}: " + ", ".join(f"{number} {key}" for key, number in found.items()) + f", {faults} faults")
    fewest = found["rejected by both"] if name in SELDOM_RIGHT else min(found["rejected by both"], found["accepted by both"])
    if fewest < count // 20:
        print(f"{name}: too few accepted or rejected values for a test")
        faults += 1
    return faults
