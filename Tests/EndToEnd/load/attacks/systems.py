"""One person against a system of the bank that everybody needs: deliveries that fail, floods of questions, failures and 429s."""
import json
import os
import subprocess
import time
import urllib.request

from EndToEnd.load.victim import log_in

from .attack import Attack

LONGEST = 2.0  # seconds until a good delivery is carried out
FAILING = 30


class AgainstSystem(Attack):
    """Attackers are one person, `victim`; the last process is another person, `crowd`, who must notice nothing."""

    seconds, least, cost = 5, 30, 60

    def prepare(self, stage):
        for login, known_as in (("victim", "busy"), ("crowd", "C-1")):
            subprocess.run([stage.program, "users", "link", login, known_as, "--database", stage.database], check=True, stdout=subprocess.DEVNULL)
        return log_in(stage.port, "127.0.0.42", "victim"), log_in(stage.port, "127.0.0.43", "crowd")

    def run(self, enemy):
        if enemy.number < self.attackers - 1:
            self.attack(enemy, enemy.given[0])
        else:
            self.use(enemy, enemy.given[1])

    def use(self, enemy, token):
        """Another person asks the system a few times a second."""
        turn = 0
        while enemy.goes_on:
            time.sleep(0.2)
            turn += 1
            status, answer = enemy.ask("POST", "/operations/peer.rate/submissions", {"values": {"code": "usd"}}, token, {"Idempotency-Key": f"rate-{time.monotonic_ns()}"})
            if status is not None and status != 201:
                enemy.fault(f"another person's submission {turn}: {status} {answer[:150].decode(errors='replace')}")

    @staticmethod
    def asked(enemy, token, code):
        enemy.ask("POST", "/operations/peer.rate/evaluate", {"values": {"code": code}, "changed": ["code"], "commit": True}, token)


class FailingDeliveries(AgainstSystem):
    name = "deliveries of one person that fail"
    proves = f"{FAILING} failing deliveries of a person delay another's by {LONGEST:g} s at most"

    def attack(self, enemy, token):
        for _ in range(FAILING):
            enemy.ask("POST", "/operations/peer.loan/submissions", {"values": {"amount": "666"}}, token, {"Idempotency-Key": f"bad-{time.monotonic_ns()}"})
        enemy.wait()

    def use(self, enemy, token):
        time.sleep(1)
        while time.monotonic() < enemy.ends - 1:
            began = time.monotonic()
            status, answer = enemy.ask("POST", "/operations/peer.loan/submissions", {"values": {"amount": "5"}}, token, {"Idempotency-Key": f"good-{time.monotonic_ns()}"})
            if status != 201:
                return enemy.fault(f"a loan is not taken: {status} {answer[:150].decode(errors='replace')}")
            path = f"/submissions/{json.loads(answer)['submission']['id']}"
            while json.loads(enemy.ask("GET", path, token=token)[1] or b"{}").get("status") != "executed":
                if time.monotonic() > began + LONGEST * min(4, float(os.environ.get("SLOWER", 1))):
                    return enemy.fault(f"a good delivery took more than {time.monotonic() - began:.1f} s")
                time.sleep(0.05)

    def judge(self, stage, reports):
        if stage.system.failed < 10:
            yield f"{stage.system.failed} deliveries failed"
        stage.system.heal()


class FloodOfQuestions(AgainstSystem):
    name = "a flood of questions of one person"
    proves = "one person gets a quarter of a system's requests in a second, and nobody else's submission is refused for it"
    attackers = 3

    def attack(self, enemy, token):
        while enemy.goes_on:
            values = {f"c{number}": f"x{enemy.number}-{time.monotonic_ns()}" for number in range(16)}
            enemy.ask("POST", "/operations/peer.many/evaluate", {"values": values, "changed": list(values), "commit": True}, token)


class FailuresOfOnePerson(AgainstSystem):
    name = "failures and pauses of one person"
    proves = "500s and 429s that one person causes pause a system for that person alone"

    def attack(self, enemy, token):
        while enemy.goes_on:
            self.asked(enemy, token, f"bad{time.monotonic_ns()}")
            enemy.ask("GET", "/operations/peer.own", token=token)
            time.sleep(0.01)


class ExecutedAfterRejection(Attack):
    name = "deliveries that the system executes after an operator has rejected them"
    proves = "the log and the metrics report each of them, and the submission stays rejected"
    attackers, seconds, least, cost, over = 1, 1, 6, 200, 12
    REJECTED = 3
    ALARM = "system reported an outcome that contradicts the stored one"
    METRIC = 'valence_delivery_outcomes_total{system="peer",outcome="contrary"} '

    def prepare(self, stage):
        self.contrary = self.counted(stage)
        return stage.program, stage.database, stage.config, stage.system.server_port, log_in(stage.port, "127.0.0.44", "victim")

    def counted(self, stage):
        return sum(float(line.removeprefix(self.METRIC)) for line in stage.metrics() if line.startswith(self.METRIC))

    def run(self, enemy):
        program, database, config, system, token = enemy.given
        sent, rejected = [], []
        enemy.said["rejected"] = rejected
        for _ in range(self.REJECTED):
            status, answer = enemy.ask("POST", "/operations/peer.late/submissions", {"values": {"amount": "5"}}, token, {"Idempotency-Key": f"late-{time.monotonic_ns()}"})
            if status != 201:
                return enemy.fault(f"a late loan is not taken: {status} {answer[:150].decode(errors='replace')}")
            sent.append(json.loads(answer)["submission"]["id"])
        for id in sent:
            done = subprocess.run(
                [program, "deliveries", "reject", id, "--force", "a letter", "--database", database, "--config", config,
                 "--services-allow", "127.0.0.0/8"], capture_output=True, text=True)
            if done.returncode != 0:
                return enemy.fault(f"deliveries reject: {done.stdout}{done.stderr}"[:300])
            urllib.request.urlopen(f"http://127.0.0.1:{system}/executed/{id}", data=b"", timeout=5).close()
            rejected.append(id)
        for id in rejected:
            status, answer = enemy.ask("GET", f"/submissions/{id}", token=token)
            if status == 200 and json.loads(answer)["status"] != "rejected":
                enemy.fault(f"a rejected submission is {json.loads(answer)['status']}")

    def judge(self, stage, reports):
        rejected = [id for report in reports for id in report["said"].get("rejected", ())]
        for id in rejected:
            if not stage.log.wait(self.ALARM, 5, f"submission={id}"):
                yield f"no alarm came of {id}, which was rejected here and executed there"
        contrary = self.counted(stage) - self.contrary
        if contrary != len(rejected):
            yield f"the metrics count {contrary:g} contrary outcomes of {len(rejected)}"


ATTACKS = [FailingDeliveries, FloodOfQuestions, FailuresOfOnePerson, ExecutedAfterRejection]
