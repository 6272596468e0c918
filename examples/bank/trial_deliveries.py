"""Trials of what must survive crashes and lost answers: applications, callbacks and messages."""
import contextlib
import http.server
import json
import pathlib
import queue
import subprocess
import tempfile
import threading
import time

from trial import HERE, Bank, check

SECRET, NEXT_SECRET = "whsec_dGhlIGZpcnN0IHNlY3JldCBvZiAyNCtieXRlcw==", "whsec_dGhlIG90aGVyIHNlY3JldCBvZiAyNCtieXRlcw=="


def submit(bank, key, amount, *options):
    body = f'{{"customer": "C-1001", "amount": {amount}}}'
    return bank.ask("/applications", body, *options, headers=[f"Idempotency-Key: {key}"])


def state(bank, key):
    return bank.ask(f"/applications/by-key/{key}").json


def count(bank):
    return bank.ask("/applications/count").json


def wait(holds, seconds=15):
    """Returns whether something comes to hold."""
    ends = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < ends:
        time.sleep(0.02)
    return held


def keys():
    with Bank("keys") as bank:
        for amount in ("10", "10.00", "11", "12"):
            submit(bank, "one", amount)
        submit(bank, "two", "3000001")
        check("counts", count(bank) == {"keys": 2, "executions": 2, "duplicates": 0, "repeats": 1, "conflicts": 2}, count(bank))
    with Bank("keys are ignored", "--ignore-keys") as bank:
        ids = [submit(bank, "one", amount).json["applicationId"] for amount in ("10", "10", "11")]
        check("three executions", ids == ["A-000001", "A-000002", "A-000003"], ids)
        wanted = {"keys": 1, "executions": 3, "duplicates": 2, "repeats": 0, "conflicts": 0}
        check("duplicates", count(bank) == wanted, count(bank))
        check("the state of the last", state(bank, "one")["applicationId"] == "A-000003")
    with Bank("thresholds", "--thresholds", "1,2,3.5", "--decide-after", "0") as bank:
        statuses = [submit(bank, f"of-{amount}", amount).status for amount in ("1", "1.01", "2", "2.01", "3.5", "3.51")]
        check("other thresholds", statuses == [201, 202, 202, 202, 202, 422], statuses)
        check("decided at once", state(bank, "of-2")["state"] == "APPROVED" and state(bank, "of-2.01")["state"] == "REJECTED")


def restarts():
    with tempfile.TemporaryDirectory() as place:
        store = str(pathlib.Path(place, "store.sqlite"))
        with Bank("restarts", "--store", store, "--decide-after", "1") as bank:
            one, later = submit(bank, "one", "1000.50"), submit(bank, "later", "2500000")
            message = {"to": "+79000000000", "text": "Код 1234"}
            sent = bank.ask("/messages", message, headers=["Idempotency-Key: m"])
            bank.ask("/faults", {"path": "/", "kind": "lost"})
            for version in ("--http1.1", "--http2-prior-knowledge"):
                lost = submit(bank, f"lost{version}", "7", version)
                check(f"the answer is lost {version}", lost.exit in (52, 56, 16, 18) and lost.status == 0, lost)
                lost = bank.ask("/messages", message, version, headers=["Idempotency-Key: m"])
                check(f"the answer of a message is lost {version}", lost.status == 0, lost)
            second = subprocess.run([HERE / "run", "--port", "0", "--store", store], capture_output=True, text=True, timeout=60)
            check("a store that another bank holds", second.returncode == 1 and "cannot use the store" in second.stderr
                  and "Traceback" not in second.stderr, second.stderr)
            bank.kill()
            bank.start()
            check("faults are forgotten", bank.ask("/faults").json == {"faults": []})
            for version in ("--http1.1", "--http2-prior-knowledge"):
                check(f"what was lost is done {version}", state(bank, f"lost{version}")["state"] == "APPROVED")
            again = submit(bank, "one", "1000.50")
            check("the same after a crash", (again.status, again.body) == (201, one.body), again)
            check("another body after a crash", submit(bank, "one", "1000.51").status == 409)
            check("ids go on", submit(bank, "next", "1").json == {"applicationId": "A-000005"})
            wanted = {"keys": 5, "executions": 5, "duplicates": 0, "repeats": 1, "conflicts": 1}
            check("counts after a crash", count(bank) == wanted, count(bank))
            decided = wait(lambda: (found := state(bank, "later"))["state"] == "REJECTED" and found)
            check("decided after a crash", decided and decided["applicationId"] == later.json["applicationId"], decided)
            sent_again = bank.ask("/messages", message, headers=["Idempotency-Key: m"])
            check("the same message", (sent_again.status, sent_again.body) == (202, sent.body), sent_again)
            found = bank.ask("/messages").json
            check("one message", found == {"messages": [{"id": "M-000001", **message, "key": "m", "times": 4}]}, found)
            bank.kill()
            bank.start()
            check("nothing is carried out by a start", count(bank)["executions"] == 5)


def shares():
    def met(bank):
        """Returns what 40 applications met, and how many were carried out."""
        answers = [submit(bank, f"key-{number}", "5") for number in range(40)]
        outcomes = [answer.status or answer.exit for answer in answers]
        bank.ask("/faults", {"kind": "off"})
        return outcomes, count(bank)["executions"]

    seen = []
    for _ in range(2):
        with Bank("shares", "--seed", "7") as bank:
            bank.ask("/faults", {"path": "/applications", "kind": "flaky", "seconds": 0, "share": 0.5})
            check("a share is told", str(bank.ask("/faults").json["faults"][0]["share"]) == "0.5")
            outcomes, executions = met(bank)
            seen.append(outcomes)
            refused, cut = outcomes.count(500), sum(outcome in (52, 56) for outcome in outcomes)
            check("right answers, refusals and cut ones", 201 in outcomes and refused and cut, outcomes)
            check("some cut ones are carried out", outcomes.count(201) < executions < 40 - refused, (outcomes, executions))
            bank.ask("/faults", {"path": "/", "kind": "500", "share": 0})
            check("a share of nothing", bank.ask("/rates").status == 400)
    check("the same seed", seen[0] == seen[1], seen)


def sends():
    with Bank("messages") as bank:
        def send(path, key, **body):
            return bank.ask(path, body, headers=[f"Idempotency-Key: {key}"])

        one = send("/messages", "a", to="+79000000000", text="Код 1")
        check("one message for a key", send("/messages", "a", to="+79000000000", text="Код 1").body == one.body)
        check("another text", send("/messages", "a", to="+79000000000", text="Код 2").status == 409)
        other = send("/notices", "a", to="C-1001", title="Код", text="1")
        check("another path has keys of its own", other.json == {"id": "N-000001"}, other)
        send("/messages", "b", to="+79000000001", text="Код 2")
        found = bank.ask("/messages").json["messages"]
        check("messages in their order", [(each["key"], each["times"]) for each in found] == [("a", 2), ("b", 1)], found)
        found = bank.ask("/notices").json["notices"]
        wanted = {"id": "N-000001", "to": "C-1001", "title": "Код", "text": "1", "key": "a", "times": 1}
        check("a notice", found == [wanted], found)


# Callbacks

class Receiver:
    """Takes callbacks on a free port. Each answer is a status, or None for a cut connection; the last one is given for ever."""

    def __init__(self, *answers):
        self.answers, self.seen = list(answers), queue.Queue()
        receiver = self

        class Taking(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.seen.put((time.monotonic(), {name.lower(): value for name, value in self.headers.items()}, body))
                answer = receiver.answers.pop(0) if len(receiver.answers) > 1 else receiver.answers[0]
                if answer is None:
                    return
                self.send_response(answer)
                self.send_header("Content-Length", "0")
                self.end_headers()

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/callbacks/bank"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def next(self, seconds=15):
        """Returns the next callback; None if none comes."""
        try:
            return self.seen.get(timeout=seconds)
        except queue.Empty:
            return None


def verified(headers, body, secret=SECRET):
    """Returns the message if the library of Standard Webhooks takes it; None if not."""
    import standardwebhooks
    with contextlib.suppress(standardwebhooks.WebhookVerificationError):
        return standardwebhooks.Webhook(secret).verify(body, headers)


def callbacks():
    with tempfile.TemporaryDirectory() as place, Receiver(500, None, 302, 200) as receiver:
        options = ["--store", str(pathlib.Path(place, "store.sqlite")), "--decide-after", "0.2", "--callback", receiver.url,
                   "--callback-secret", SECRET, "--callback-pause", "0.1"]
        with Bank("callbacks", *options) as bank:
            id = submit(bank, "one", "1500000").json["applicationId"]
            submit(bank, "at-once", "1000")
            attempts = [receiver.next() for _ in range(4)]
            check("four attempts", all(attempts) and receiver.next(0.5) is None, attempts)
            times, headers, bodies = zip(*attempts)
            check("the same message", len(set(bodies)) == len({each["webhook-id"] for each in headers}) == 1, attempts)
            pauses = [after - before for before, after in zip(times, times[1:])]
            check("pauses grow", pauses[0] < pauses[1] < pauses[2] and 0.08 <= pauses[0], pauses)
            for one, body in zip(headers, bodies):
                found = verified(one, body)
                check("a signature", found and found["type"] == "application.approved" and found["data"] == {
                    "key": "one", "applicationId": id, "code": None, "message": None}, (one, body))
                check("the type of the content", one["content-type"] == "application/json", one)
            check("another secret", verified(headers[0], bodies[0], NEXT_SECRET) is None)
            check("another body", verified(headers[0], bodies[0].replace(b"approved", b"rejected")) is None)
            check("another id", verified({**headers[0], "webhook-id": "msg_1"}, bodies[0]) is None)
            moved = str(int(headers[0]["webhook-timestamp"]) + 1)
            check("another time", verified({**headers[0], "webhook-timestamp": moved}, bodies[0]) is None)
            wanted = {"paused": False, "waiting": 0, "delivered": 1, "givenUp": 0}
            check("it is delivered", wait(lambda: bank.ask("/callbacks").json == wanted), bank.ask("/callbacks").json)
            check("attempts are printed", bank.said("callback one attempt 1 500") == bank.said("callback one attempt 4 200") == 1)

            # The bank is killed between two attempts, and the message keeps its id.
            receiver.answers[:] = [500]
            submit(bank, "two", "2500000")
            before = receiver.next()
            bank.kill()
            receiver.answers[:] = [204]
            while receiver.next(0) is not None:
                pass
            bank.start()
            after = receiver.next()
            check("it goes on after a crash", before and after and before[1]["webhook-id"] == after[1]["webhook-id"]
                  and before[2] == after[2], (before, after))
            found = verified(after[1], after[2])
            check("a rejection", found and found["type"] == "application.rejected" and found["data"]["code"] == "INCOME_TOO_LOW"
                  and found["data"]["message"] == "Недостаточный доход", found)

            # Paused, and then on again.
            check("paused", bank.ask("/callbacks", {"paused": True}).json["paused"] is True)
            submit(bank, "three", "1500000")
            check("nothing is told meanwhile", receiver.next(0.6) is None)
            check("polling tells", state(bank, "three")["state"] == "APPROVED")
            check("one waits", bank.ask("/callbacks", {"paused": False}).json["waiting"] == 1)
            check("it is told then", json.loads((receiver.next() or [0, 0, b"{}"])[2]).get("data", {}).get("key") == "three")


def callbacks_that_nobody_takes():
    with Receiver(400) as receiver:
        options = ["--decide-after", "0", "--callback", receiver.url, "--callback-pause", "0.001"]
        secrets = ["--callback-secret", SECRET, "--callback-secret", NEXT_SECRET]
        with Bank("callbacks that nobody takes", *options, *secrets) as bank:
            submit(bank, "one", "1500000")
            wanted = {"paused": False, "waiting": 0, "delivered": 0, "givenUp": 1}
            check("given up", wait(lambda: bank.ask("/callbacks").json == wanted, 20), bank.ask("/callbacks").json)
            attempts = [receiver.next(0) for _ in range(12)]
            check("twelve attempts", all(attempts) and receiver.next(0.2) is None, attempts)
            check("polling still tells", state(bank, "one")["state"] == "APPROVED")
            _, headers, body = attempts[0]
            check("two secrets", verified(headers, body) and verified(headers, body, NEXT_SECRET), headers)


def many_callbacks():
    with Receiver(200) as receiver, tempfile.TemporaryDirectory() as place:
        options = ["--store", str(pathlib.Path(place, "store.sqlite")), "--thresholds", "0,1,1", "--decide-after", "0.5"]
        with Bank("many callbacks", *options, "--callback", receiver.url, "--callback-secret", SECRET) as bank:
            for number in range(40):
                submit(bank, f"key-{number}", "1")
            seen = [receiver.next() for _ in range(40)]
            told = {json.loads(each[2])["data"]["key"] for each in seen if each}
            check("each is told once", len(told) == 40 and receiver.next(0.3) is None, len(told))


def wrong_options():
    for options in (["--callback", "http://127.0.0.1:1/"], ["--callback", "ftp://127.0.0.1/", "--callback-secret", SECRET],
                    ["--callback", "http://127.0.0.1:1/", "--callback-secret", "secret"],
                    ["--callback", "http://127.0.0.1:1/", "--callback-secret", "whsec_c2hvcnQ="], ["--decide-after", "-1"],
                    ["--thresholds", "1,2"], ["--thresholds", "3,2,1"], ["--thresholds", "1,2,NaN"]):
        done = subprocess.run([HERE / "run", "--port", "0", *options], capture_output=True, text=True, timeout=60)
        check(f"refuses {options}", done.returncode == 2 and "Traceback" not in done.stderr, done.stderr)
    done = subprocess.run([HERE / "run", "--port", "0", "--store", "/nowhere/store"], capture_output=True, text=True, timeout=60)
    check("a store that cannot be made", done.returncode == 1 and "cannot use the store" in done.stderr, done.stderr)


SCENES = (keys, restarts, shares, sends, callbacks, callbacks_that_nobody_takes, many_callbacks, wrong_options)
