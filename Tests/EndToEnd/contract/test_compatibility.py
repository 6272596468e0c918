"""Compares the responses of the program with those recorded from an earlier release.

The test sends the requests of `answers/story.py` to a demo server with the forms of that release
(`answers/config`) and its date. A response may have new members. Nothing else may be new. Ids,
hashes and times may differ, but equal ids must stay equal. Intended changes are listed in
`answers/changes.json` with their reasons.

A new step of the story needs a new record of the old program:

    PYTHONPATH=Tests .build/python/bin/python -m EndToEnd.contract.test_compatibility PROGRAM CHECKOUT FOLDER
"""
import calendar
import http.client
import json
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

import pytest

from EndToEnd import ROOT
from EndToEnd.bank import Fault, cells
from EndToEnd.contract.answers import story

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers")
# A Wednesday, 11:00 in Moscow, when orders are executed on the same day.
DAY = calendar.timegm((2026, 11, 18, 8, 0, 0))
# Headers that differ between responses, or describe the connection.
LOOSE = {"date", "etag", "content-length", "connection", "x-request-id", "keep-alive", "transfer-encoding"}
# Parts that differ between two runs of the same story. Ids are compared by their equality to other
# ids, other parts only by their kind.
VOLATILE = re.compile(
    r"(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?P<time>(?<=\d\d\d\d-\d\d-\d\dT)\d\d:\d\d:\d\d(\.\d+)?)|(?P<clock>\b\d\d:\d\d(:\d\d)?\b)|(?P<hash>\b(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b)")

PASSWORD = "long enough a password"
CELL = "[A-J](?:10|[1-9])"


class Bank:
    """A server process on the date of the record, and its callers. `told` has the responses.
    `before` has the names and the matrix of an existing database."""

    def __init__(self, program, root, place, before=None):
        self.place, self.database = place, os.path.join(place, "valence.sqlite")
        # Ten minutes later, when the delays after wrong passwords have ended.
        self.environment = moved_clock(place, 600 if before else 0)
        self.told, self.names = [], dict(before["names"]) if before else {}
        self.people = {person: (person, PASSWORD) for person in ("other", "operator", "core")} | {"demo": ("demo", "valence-demo")}
        self.process = subprocess.Popen(
            [program, "serve", "--demo", "--port", "0", "--database", self.database, "--config", os.path.join(HERE, "config"), "--log", f"{place}/log",
             "--requests-per-person", "0", "--requests-per-address", "0"],
            cwd=root, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        greeting, port = [], None
        for line in self.process.stdout:
            greeting.append(line)
            if line.startswith("listening on "):
                port = urllib.parse.urlsplit(line.split()[2]).port
                break
        if port is None:
            raise Fault("the server did not start:\n" + "".join(greeting))
        self.matrix = before["matrix"] if before else cells(greeting)
        for person in () if before else ("other", "operator", "core"):
            role = "person" if person == "other" else person
            command(program, root, self.environment, "users", "add", person, "--name", person.capitalize(), "--role", role,
                    "--database", self.database, input=PASSWORD + "\n")
        self.link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, who, method, path, body=None, headers={}, languages=("ru",), keep={}):
        """Sends a request in each language. `keep` stores members of the last response under names,
        which later requests contain in braces."""
        try:
            path, body = self.filled(path), self.filled(body)
        except KeyError as missing:
            return self.told.append({"request": f"{who} {method} {path}", "missing": str(missing)})
        if isinstance(body, (dict, list)):
            body = json.dumps(body, ensure_ascii=False).encode()
        token = self.names.get(f"token {who}", "no-token") if who else None
        for language in languages:
            asked = {"Accept-Language": language, **({"Content-Type": "application/json"} if body is not None else {}), **headers}
            target = urllib.parse.quote(path, safe="/?=&:%")
            if token:
                asked["Authorization"] = f"Bearer {token}"
            self.link.request(method, target, body, asked)
            response = self.link.getresponse()
            status, answer = response.status, response.read()
            names = {name.lower(): value for name, value in response.getheaders()}
            try:
                value = json.loads(answer) if "json" in names.get("content-type", "") else None
            except ValueError:
                value = "not JSON"
            for name, pointer in keep.items():
                found = at(value, pointer)
                if found is not None and status < 400:
                    self.names[name] = found
            self.told.append({
                "request": f"{who or 'nobody'} {language} {method} {path}", "status": status,
                "headers": {name: value for name, value in sorted(names.items()) if name not in LOOSE}, "body": stripped(value)})

    def filled(self, value):
        if isinstance(value, str):
            return re.sub(r"\{([^{}]+)\}", lambda name: str(self.names[name[1]]), value)
        if isinstance(value, dict):
            return {key: self.filled(each) for key, each in value.items()}
        return [self.filled(each) for each in value] if isinstance(value, list) else value

    def kept(self, name):
        return self.names.get(name)

    def wants_signature(self, name):
        return self.told[-1]["request"].endswith("/signature") and self.told[-1]["status"] == 200

    def codes(self, name, code=None):
        """Returns the values of a signature: the correct codes, or `code` for each cell."""
        tree = self.names.get(f"question {name}", {"atoms": []})
        return {atom["id"]: code or self.matrix[atom["id"]] for atom in tree["atoms"] if atom.get("type") == "code"}

    def inputs(self, operation):
        """Returns the ids of the inputs in an operation's top-level list of atoms."""
        return [atom["id"] for atom in self.names[f"tree {operation}"]["atoms"] if "value" in atom or "caption" in atom and "id" in atom
                if atom["kind"] not in ("text", "button", "image", "group")]

    def turn(self, seconds):
        """Sets the clock of the running server to `seconds` after midnight in Moscow on the date of
        the record."""
        shown = int(time.time()) + int(self.environment["CLOCK_OFFSET"])
        with open(self.environment["CLOCK_SHIFT"], "r+b") as file:
            file.write(struct.pack("q", DAY - 11 * 3600 + seconds - shown))

    def close(self):
        self.process.terminate()
        status = self.process.wait(60)
        self.process.stdout.close()
        if status != 0:
            raise Fault(f"the server ended with {status}")


def moved_clock(place, seconds=0):
    """Returns the environment of a program whose clock begins at the date of the record plus
    `seconds`."""
    library = os.path.join(place, "clock.so")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", os.path.join(HERE, "clock.c"), "-o", library], check=True)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("VALENCE_")}
    shift = os.path.join(place, "shift")
    with open(shift, "wb") as file:
        file.write(bytes(8))
    return {**inherited, "LD_PRELOAD": library, "CLOCK_OFFSET": str(DAY + seconds - int(time.time())), "CLOCK_SHIFT": shift}


def command(program, root, environment, *arguments, input=""):
    """Runs a command of the program, which must succeed."""
    done = subprocess.run([program, *arguments], cwd=root, env=environment, input=input, capture_output=True, text=True)
    if done.returncode != 0:
        raise Fault(f"{' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")


def at(value, pointer):
    for name in filter(None, pointer.split(".")):
        try:
            value = value[int(name) if name.isdigit() else name]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def stripped(value):
    """Returns the value without tokens and request ids."""
    if isinstance(value, dict):
        return {key: "..." if key in ("token", "requestId") else stripped(each) for key, each in value.items()}
    return [stripped(each) for each in value] if isinstance(value, list) else value


class Comparison:
    """Compares responses with recorded ones. Equal ids must stay equal over all responses."""

    def __init__(self):
        self.new, self.old, self.faults = {}, {}, []

    def text(self, old, new):
        """True if two texts are equal except for parts that differ between runs."""
        if VOLATILE.sub("", old) != VOLATILE.sub("", new):
            return False
        for mine, theirs in zip(VOLATILE.finditer(old), VOLATILE.finditer(new)):
            if mine.lastgroup != theirs.lastgroup and {mine.lastgroup, theirs.lastgroup} - {"hash"}:
                if mine.group("id") or theirs.group("id"):
                    return False
            if mine.group("id") and theirs.group("id"):
                if self.new.setdefault(mine.group(), theirs.group()) != theirs.group():
                    return False
                if self.old.setdefault(theirs.group(), mine.group()) != mine.group():
                    return False
        return True

    def compare(self, old, new, place):
        if isinstance(old, dict) and isinstance(new, dict):
            # The cells of a security matrix are random, so they are compared by their order.
            if sum(re.fullmatch(CELL, key) is not None for key in old) >= 1:
                old, new = by_order(old), by_order(new)
            for key, value in old.items():
                # The version of a definition is a hash, which depends on how the engine reads
                # files. The version of the program differs in each build.
                if key == "version" and re.fullmatch(r"[0-9a-f]{12}|\d\S* \([^)]+\)", f"{new.get(key)}"):
                    continue
                if key in new:
                    self.compare(value, new[key], f"{place}/{key}")
                else:
                    self.faults.append((f"{place}/{key}", value, "nothing"))
        elif isinstance(old, list) and isinstance(new, list):
            if len(old) != len(new):
                new, more = aligned(old, new)
                self.faults += [(f"{place}/{atom['id']}", "nothing", atom) for atom in more]
            if len(old) != len(new):
                self.faults.append((place, f"{len(old)} elements", f"{len(new)} elements"))
            for number, (mine, theirs) in enumerate(zip(old, new)):
                self.compare(mine, theirs, f"{place}/{number}")
        elif isinstance(old, str) and isinstance(new, str):
            if old != new and not self.text(cell(old), cell(new)):
                self.faults.append((place, old, new))
        elif type(old) is not type(new) or old != new:
            self.faults.append((place, old, new))


def aligned(old, new):
    """Splits a list of atoms into the recorded atoms in their order, and the added ones. Other
    lists are returned unchanged."""
    def name(atom):
        return cell(atom["id"]) if isinstance(atom, dict) and isinstance(atom.get("id"), str) else None

    rest, found, more = [name(atom) for atom in old], [], []
    if None in rest:
        return new, []
    for atom in new:
        if rest and name(atom) == rest[0]:
            rest.pop(0)
            found.append(atom)
        else:
            more.append(atom)
    return (new, []) if rest or any(name(atom) is None for atom in more) else (found, more)


def by_order(members):
    cells = iter(range(100))
    return {f"cell {next(cells)}" if re.fullmatch(CELL, key) else key: value for key, value in members.items()}


def cell(text):
    return re.sub(rf"\b{CELL}\b", "cell", text)


def known(changes, request, place, before):
    """True if a difference is one of the intended changes."""
    for change in changes:
        if (re.search(change["request"], request) and re.search(change["place"], place)
                and re.search(change.get("recorded", ""), str(before))):
            change["met"] = True
            return True
    return False


def record(program, root, folder):
    program = os.path.abspath(program)
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        bank = Bank(program, root, place)
        story.tell(bank)
        bank.close()
        write(bank.told, os.path.join(folder, "answers.jsonl"))
        before = {"matrix": bank.matrix, "names": {name: value for name, value in bank.names.items() if isinstance(value, str)
                                                   and not name.startswith("token ")}}
        with open(os.path.join(folder, "bank.json"), "w", encoding="utf-8") as file:
            json.dump(before, file, ensure_ascii=False, indent=1)
        database = sqlite3.connect(bank.database)
        with open(os.path.join(folder, "bank.sql"), "w", encoding="utf-8") as file:
            # Stored sources contain their paths. Store them relative to the root.
            file.write("\n".join(database.iterdump()).replace(f"{os.path.abspath(root)}/", "") + "\n")
        database.close()
        shutil.copy(f"{bank.database}.key", os.path.join(folder, "bank.key"))
        again = Bank(program, root, place, before)
        story.go_on(again)
        again.close()
        write(again.told, os.path.join(folder, "later-answers.jsonl"))
    print(f"{len(bank.told)} and {len(again.told)} answers recorded")


def write(answers, path):
    with open(path, "w", encoding="utf-8") as file:
        for answer in answers:
            file.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")


def told(program, tell, before=None):
    """Returns the responses of a server to a story, on a new database or on the recorded one."""
    with tempfile.TemporaryDirectory() as place:
        if before:
            restore(os.path.join(place, "valence.sqlite"))
            for check in (["migrate"], ["check-database"], ["check-ledger"], ["audit", "verify"]):
                command(program, ROOT, moved_clock(place, 600), *check, "--database", os.path.join(place, "valence.sqlite"))
        bank = Bank(program, ROOT, place, before)
        try:
            tell(bank)
            bank.close()
        finally:
            bank.process.kill()
        return bank.told


def restore(path):
    """Restores the recorded database and its key file."""
    database = sqlite3.connect(path)
    with open(os.path.join(HERE, "bank.sql"), encoding="utf-8") as file:
        database.executescript(file.read())
    database.close()
    shutil.copy(os.path.join(HERE, "bank.key"), f"{path}.key")
    os.chmod(f"{path}.key", 0o600)


def differences(name, answers, changes):
    """Returns the number of recorded responses, and the unintended differences."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        recorded = [json.loads(line) for line in file]
    if len(recorded) != len(answers):
        raise Fault(f"{len(recorded)} responses are recorded, the story has {len(answers)}: record it again")
    comparison, found = Comparison(), []
    for old, new in zip(recorded, answers):
        comparison.faults = []
        for part in ("request", "missing", "status", "headers", "body"):
            if part in old:
                comparison.compare(old[part], new.get(part), f"/{part}")
        for where, before, now in comparison.faults:
            if not known(changes, new["request"], where, before):
                found.append(f"{new['request']}\n  {where}\n    recorded: {str(before)[:300]}\n    answered: {str(now)[:300]}")
    return len(recorded), found


pytestmark = [pytest.mark.landing, pytest.mark.alone]


def test_responses_are_compatible(valence):
    """Each response equals the recorded one, on a new database and on the migrated one. Each
    intended change occurs."""
    with open(os.path.join(HERE, "changes.json"), encoding="utf-8") as file:
        changes = json.load(file)
    with open(os.path.join(HERE, "bank.json"), encoding="utf-8") as file:
        before = json.load(file)
    first, found = differences("answers.jsonl", told(valence, story.tell), changes)
    later, more = differences("later-answers.jsonl", told(valence, story.go_on, before), changes)
    found += more
    found += [f"intended change not found: {change['request']} {change['place']}" for change in changes if not change.get("met")]
    print(f"{first} responses compared, and {later} over the database of the earlier release")
    assert not found, f"{len(found)} differences\n" + "\n".join(found)


def test_submissions_can_be_repeated(valence):
    """Repeating a submission returns the stored one, whether the client sends empty values or omits
    them."""
    with open(os.path.join(HERE, "config", "operations", "pp.full.yaml"), encoding="utf-8") as file:
        once = re.findall(r"^ *- \{\w+: (\w+),.*\bonce: true", file.read(), re.MULTILINE)
    found = []
    told(valence, lambda bank: found.extend(story.repeat(bank, once)))
    assert not found, "\n".join(map(str, found))


def test_midnight_refuses_no_form(valence):
    """A form that was loaded before midnight is accepted after it: no response is a 409."""
    nights = told(valence, story.at_midnight)
    found = [f"{answer['request']}: {json.dumps(answer['body'], ensure_ascii=False)[:300]}" for answer in nights if answer.get("status") == 409]
    taken = {answer["request"].split()[3] for answer in nights if answer.get("status") in (200, 201)}
    found += [f"{path} was never submitted" for path in story.SUBMITTED if path not in taken]
    assert not found, "\n".join(found)


if __name__ == "__main__":
    record(*sys.argv[1:4])
