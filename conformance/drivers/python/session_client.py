"""A small client of the wire protocol and its driver, with which the sessions of the kit are tested.

`--mutant NAME` seeds a mistake: see MUTANTS. It has no user interface, and asks one question at a
time for each edit. See ../../README.md for the protocol of drivers.
"""
import http.client
import json
import sys
import threading
import time
import urllib.parse
import uuid

KINDS = "text, textInput, toggle, enum, segmented, accountPicker, dateInput, search, repeat, group, link, button"
INPUTS = {"textInput", "toggle", "enum", "segmented", "accountPicker", "dateInput", "search", "repeat"}
MUTANTS = {
    "new-key": "T1", "no-retry": "T5", "impatient": "T5", "resends": "T3", "late-merge": "M1", "forgets-question": "Q3",
    "sends-after-change": "T8", "drops-form": "D4", "draws-unknown": "W3", "ignores-update": "W7", "drops-hidden": "V1",
    "clears-by-absence": "V2", "secret-draft": "F2", "no-draft": "F1", "late-search": "Q6", "no-version": "Q2", "no-kinds": "W1",
    "stops-at-refusal": "T4", "strict": "W2", "floats": "W4", "fixed-revision": "Q2", "asks-nothing": "T6", "overwrites-draft": "F3", "forgets-event-id": "E1", "gives-up-stream": "E1",
    "ignores-reset": "E2", "keeps-for-others": "D4",
}


class Lost(Exception):
    """The connection ended without an answer."""


class Client:
    """The state of an app: its session, the drawn document and the entries of its form."""

    def __init__(self, mutant):
        self.mutant = mutant
        self.lock = threading.RLock()
        self.token = self.user = self.notice = self.held = None
        self.busy, self.event_id, self.listens = 0, None, False
        self.document, self.atoms = {}, {}
        self.reset()

    def reset(self):
        self.entered, self.edited, self.changed, self.keys, self.errors = {}, {}, {}, {}, {}
        self.revision = self.merged = 0
        self.etag = self.draft_due = None
        self.options, self.search_revision = [], 0
        self.question = None
        self.form = object()

    # Requests

    def send(self, method, href, body=None, key=None, extra=()):
        """Sends a request. Returns status, headers and the JSON of the answer."""
        headers = {"Accept-Language": self.language, "Client-Version": "web/1.0", **dict(extra)}
        if self.mutant != "no-kinds":
            headers["Accept-Atoms"] = KINDS
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, href, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Lost() from error
        finally:
            connection.close()
        found = json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else {}
        if answer.status == 401:
            self.notice = "login"
            if self.mutant == "drops-form":
                self.reset()
                self.document, self.atoms = {}, {}
        return answer.status, answer.headers, found

    def work(self, function, *arguments):
        """Runs a function on a thread of its own; `settle` waits for it."""
        with self.lock:
            self.busy += 1

        def run():
            try:
                function(*arguments)
            finally:
                with self.lock:
                    self.busy -= 1

        threading.Thread(target=run, daemon=True).start()

    # Session

    def start(self, server, open, language, login, password):
        self.host, self.language = urllib.parse.urlsplit(server).netloc, language
        self.login(login, password)
        self.open(open)

    def open(self, open):
        status, headers, found = self.send("GET", open)
        if open == "/start" and self.mutant != "forgets-event-id":
            self.event_id = headers.get("Last-Event-ID")
        if not self.listens:
            self.listens = True
            threading.Thread(target=self.listen, daemon=True).start()
        if status in (406, 426) and self.mutant != "ignores-update":
            self.notice = "update"
        elif status == 200:
            self.draw(found)
        elif self.mutant == "ignores-update":
            self.draw({"title": "", "atoms": []})
            self.send("POST", f"{open}/evaluate", {"values": {}})

    def login(self, login, password):
        _, _, found = self.send("POST", "/auth/login", {"login": login, "password": password})
        self.token = found["token"]
        same, self.user = self.user in (None, login), login
        if not same and self.mutant != "keeps-for-others":
            self.reset()
            self.document, self.atoms = {}, {}
        held, self.held, self.notice = self.held, None, None
        if held and same:
            self.work(*held)

    # Documents

    def draw(self, document, entries=None):
        with self.lock:
            if self.mutant == "strict":
                known = {"operation", "version", "title", "transition", "evaluate", "draft", "atoms", "self", "result", "signing",
                         "actions", "document"}
                assert set(document) <= known, f"unknown members: {set(document) - known}"
            self.reset()
            self.document, self.atoms = document, {}
            for atom in document.get("atoms", []):
                self.atoms[atom["id"]] = dict(atom)
            self.etag = (document.get("draft") or {}).get("etag")
            for at, value in (entries or {}).items():
                if at in self.atoms:
                    self.entered[at] = value
        if entries is not None and "evaluate" in document:
            self.work(self.ask, {"changed": None})

    def values(self, secrets=True):
        found = {}
        for at, atom in self.atoms.items():
            if atom["kind"] not in INPUTS or (self.mutant == "drops-hidden" and not atom["shown"]):
                continue
            if not secrets and atom.get("type") in ("password", "code") and self.mutant != "secret-draft":
                continue
            if at in self.entered:
                if self.entered[at] is not None or self.mutant != "clears-by-absence":
                    found[at] = self.entered[at]
            elif atom.get("value") is not None and atom.get("entered") is not False:
                found[at] = atom["value"]
        if self.mutant == "floats" and "amount" in found:
            found["amount"] = float(found["amount"])
        return found

    # Questions

    def edit(self, at, value):
        with self.lock:
            self.entered[at] = value
            self.edited[at] = self.revision
            self.changed[at] = True
            self.renew()
            if "draft" in self.document and self.mutant != "no-draft":
                self.draft_due = time.monotonic() + 1.2
                self.work(self.store, self.form)
            return self.atoms[at.split("[")[0]].get("notify")

    def renew(self):
        """A value is edited: a key that has stored a submission is replaced."""
        self.keys = {at: key for at, key in self.keys.items() if not key["stored"]}

    def ask(self, question, form=None):
        """Asks until there is an answer. `question` may have the ids in `changed`; null asks about all atoms."""
        form = form or self.form
        for pause in (1, 2, 4, 8, 16):
            with self.lock:
                if form is not self.form or "evaluate" not in self.document:
                    return
                self.revision += 0 if self.mutant == "fixed-revision" and self.revision else 1
                revision = self.revision
                body = {"values": self.values(), "revision": revision, "version": self.document["version"]}
                if self.mutant == "no-version":
                    del body["version"]
                if question["changed"] is not None:
                    body["changed"] = sorted(self.changed)
                if "commit" in question or "changed" in body:
                    body["commit"] = question.get("commit", False)
                link = self.document["evaluate"]
            try:
                status, headers, found = self.send(link["method"], link["href"], body)
            except Lost:
                if self.mutant == "forgets-question":
                    return
                time.sleep(pause)
                continue
            if status == 200:
                self.merge(found, revision, body.get("changed", []), form)
                return
            if status == 401:
                self.held = (self.ask, question, form)
                return
            if status == 409 and "next" in found:
                self.redraw(found["next"], form)
                return
            if status not in (429, 503):
                return
            time.sleep(float(headers.get("Retry-After", pause)))

    def merge(self, found, revision, changed, form):
        with self.lock:
            if form is not self.form or (revision <= self.merged and self.mutant != "late-merge"):
                return
            self.merged = max(self.merged, revision)
            for at in changed:
                if self.edited.get(at, -1) < revision:
                    self.changed.pop(at, None)
            for path, state in found["atoms"].items():
                atom = self.atoms.get(path)
                if atom is None:
                    continue
                isNewer = path in self.edited and self.edited[path] >= revision and self.mutant != "late-merge"
                kept = {name: atom[name] for name in ("value",) if isNewer and name in atom}
                atom.update(state)
                atom.update(kept)
                if isNewer:
                    continue
                isSecret = atom.get("type") in ("password", "code")
                if "value" in state and not isSecret and self.entered.get(path) is not None and state.get("entered") is not False:
                    self.entered[path] = state["value"]
                if "error" in state:
                    self.errors[path] = state["error"]

    def redraw(self, document, form):
        if form is self.form:
            entries = dict(self.entered)
            self.draw(document, entries)
            self.notice = "changed"

    # Taps

    def key(self, at):
        with self.lock:
            if self.mutant == "new-key" or at not in self.keys:
                self.keys[at] = {"key": str(uuid.uuid4()), "stored": False}
            return self.keys[at]

    def tap(self, at):
        action = self.atoms[at].get("action") or {}
        if action.get("name") != "submit":
            _, _, found = self.send(action.get("method", "GET"), action["href"])
            self.draw(found.get("next") or found)
            return
        if self.notice == "update":
            return
        if "confirm" in self.atoms[at] and self.mutant != "asks-nothing":
            self.work(self.consult, at, action, self.form)
        else:
            self.work(self.submit, at, action, self.form)

    def consult(self, at, action, form):
        """Validates all values, and then asks the person."""
        self.ask({"changed": None, "commit": True}, form)
        with self.lock:
            if form is self.form and not any(self.errors.values()):
                self.question = (at, action, self.atoms[at]["confirm"])

    def confirm(self, yes):
        (at, action, _), self.question = self.question, None
        if yes:
            self.work(self.submit, at, action, self.form)

    def submit(self, at, action, form):
        self.notice = None
        for turn in range(6):
            key = self.key(at)
            body = {"values": self.values(), "version": self.document["version"], "action": at}
            try:
                status, headers, found = self.send(action["method"], action["href"], body, key["key"])
            except Lost:
                self.notice = "noAnswer"
                if self.mutant != "resends" or turn > 0:
                    return
                continue
            again = status == 503 or (status == 409 and found.get("type", "").endswith("under-way"))
            if not again or self.mutant == "no-retry":
                break
            time.sleep(0 if self.mutant == "impatient" else max(1, float(headers.get("Retry-After", 1))))
        if form is not self.form:
            return
        if status == 401:
            self.held = (self.submit, at, action, form) if "next" not in found else None
        elif status == 409 and "next" in found and "signature" not in action["href"]:
            self.redraw(found["next"], form)
            if self.mutant == "sends-after-change":
                self.tap(at)
        elif status < 300:
            key["stored"] = True
            self.draw(found.get("next") or {"atoms": [], "title": ""})
        else:
            self.refused(found)

    def refused(self, found):
        with self.lock:
            self.notice = found.get("type", "").rsplit("/", 1)[-1]
            self.errors.update({error["atom"]: error for error in found.get("errors", [])})
            if "next" in found:
                notice = self.notice
                self.draw(found["next"])
                self.notice = notice
            if self.mutant == "stops-at-refusal":
                self.atoms = {at: atom for at, atom in self.atoms.items() if atom["kind"] != "button"}

    # Drafts and searches

    def store(self, form):
        time.sleep(1.25)
        with self.lock:
            if form is not self.form or self.draft_due is None or time.monotonic() < self.draft_due:
                return
            self.draft_due = None
            link, body = self.document["draft"], {"values": self.values(secrets=False), "version": self.document["version"]}
            extra = {"If-Match": self.etag} if self.etag else {}
        try:
            status, headers, _ = self.send(link["method"], link["href"], body, extra=extra)
        except Lost:
            return
        if status < 300:
            self.etag = headers.get("ETag")
        elif status == 412 and self.mutant != "overwrites-draft":
            self.notice = "draft-changed"
        elif status == 412:
            self.etag = None
            self.send(link["method"], link["href"], body)

    def search(self, at, text):
        with self.lock:
            self.search_revision += 1
            self.work(self.find, at, text, self.search_revision)

    def find(self, at, text, revision):
        link = self.atoms[at]["search"]
        body = {"atom": at, "text": text, "limit": 20, "version": self.document["version"], "revision": revision}
        _, _, found = self.send(link["method"], link["href"], body)
        with self.lock:
            if revision == self.search_revision or self.mutant == "late-search":
                self.options = found.get("data", [])

    # Events

    def listen(self):
        """Reads the event stream, and opens it again after each end."""
        pause = 1.0
        while True:
            headers = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream"}
            if self.event_id:
                headers["Last-Event-ID"] = self.event_id
            connection = http.client.HTTPConnection(self.host, timeout=75)
            try:
                connection.request("GET", "/events", headers=headers)
                answer = connection.getresponse()
                if answer.status == 200:
                    pause = self.read(answer) or pause
                else:
                    pause = max(pause, float(answer.headers.get("Retry-After", 1)))
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            if self.mutant == "gives-up-stream":
                return
            time.sleep(pause)

    def read(self, stream):
        """Reads the events of a stream. Returns its `retry` in seconds."""
        fields, retry = {}, None
        for line in stream:
            name, _, text = line.decode().rstrip("\r\n").partition(":")
            if name or text:
                fields[name] = text.strip()
                continue
            if "retry" in fields:
                retry = int(fields["retry"]) / 1000
            if "id" in fields and self.mutant != "forgets-event-id":
                self.event_id = fields["id"]
            self.happened(fields.get("event"))
            fields = {}
        return retry

    def happened(self, event):
        if event == "reset" and self.mutant != "ignores-reset":
            link = self.document.get("self")
            if link:
                status, _, found = self.send(link["method"], link["href"])
                if status == 200:
                    self.draw(found)

    # Looking

    def look(self):
        with self.lock:
            roles = {"textInput": "textbox", "toggle": "switch", "button": "button", "search": "combobox", "repeat": "list"}
            outline = [{"role": "alert", "name": self.question[2]["title"]}] if self.question else []
            for at, atom in self.atoms.items():
                kind = atom["kind"]
                if not atom.get("shown", True) or (kind not in KINDS.split(", ") and self.mutant != "draws-unknown"):
                    continue
                line = {"atom": at, "role": roles.get(kind, "text"), "name": atom.get("caption", "")}
                if kind in INPUTS:
                    line["value"] = self.entered.get(at, atom.get("value"))
                if self.errors.get(at):
                    line |= {"message": self.errors[at]["message"], "states": ["invalid"]}
                outline.append(line)
            outline += [{"role": "option", "name": option["caption"], "value": option["value"]} for option in self.options]
            outline += [{"role": "link", "name": module["title"]} for module in self.document.get("modules", [])]
            kind = "screen" if "modules" in self.document else "list" if "data" in self.document else "tree"
            return {"document": kind, "title": self.document.get("title", ""), "notice": self.notice, "outline": outline}

    def settle(self):
        while True:
            with self.lock:
                if self.busy == 0:
                    return
            time.sleep(0.01)


def perform(client, question):
    """Does one step. Returns its result."""
    do, given = question["do"], {name: value for name, value in question.items() if name not in ("id", "do")}
    if do == "hello":
        profiles = ["core", "searches", "signing", "drafts", "events"]
        return {"client": "Python session client", "version": "1.0", "profiles": profiles, "kinds": KINDS.split(", ")}
    if do in ("start", "open", "login", "tap", "confirm", "settle", "search"):
        getattr(client, do)(**given)
    elif do in ("enter", "choose"):
        value = given["text"] if do == "enter" else given["value"]
        if client.edit(given["at"], None if value == "" else value) == "change":
            client.work(client.ask, {"changed": [given["at"]], "commit": do == "choose"})
    elif do == "leave":
        if client.atoms[given["at"]].get("notify"):
            client.work(client.ask, {"changed": [given["at"]], "commit": True})
    elif do == "look":
        return client.look()
    elif do != "quit":
        return None
    return {}


def main():
    """Answers each line of standard input until its end."""
    mutant = sys.argv[sys.argv.index("--mutant") + 1] if "--mutant" in sys.argv else None
    assert mutant is None or mutant in MUTANTS, mutant
    client = Client(mutant)
    for line in sys.stdin.buffer:
        question = json.loads(line)
        answer = {"id": question["id"]}
        try:
            result = perform(client, question)
            answer |= {"result": result} if result is not None else {"skip": f"no function {question['do']}"}
        except Exception as error:
            answer["error"] = repr(error)
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
