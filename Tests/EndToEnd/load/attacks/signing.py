"""A thief with a stolen session and some cells of the matrix, and submissions that are never
signed."""
import json

from EndToEnd.load.victim import CERTIFICATE, log_in

from .attack import Attack


class ChosenCells(Attack):
    name = "choosing cells of the matrix"
    proves = "new submissions do not change the requested cells: the same cells are requested until they are answered correctly"
    attackers, cost = 1, 40

    def prepare(self, stage):
        return [log_in(stage.port, f"127.0.0.{17 + number}", "victim") for number in range(2)]

    def run(self, enemy):
        asked, turn = [], 0
        while enemy.goes_on and turn < 400:
            turn += 1
            token = enemy.given[turn % 2]
            status, answer = enemy.ask("POST", "/operations/certificate.order/submissions", {"values": CERTIFICATE}, token,
                                       {"Idempotency-Key": f"thief-{turn}"})
            if status != 201:
                continue
            sent = json.loads(answer)
            asked.append(tuple(atom["id"] for atom in sent["next"]["atoms"] if atom.get("type") == "code"))
            id = sent["submission"]["id"]
            if turn % 3 == 0:
                enemy.ask("GET", f"/submissions/{id}/signature", token=token)
            if turn % 4 == 0:
                enemy.ask("POST", f"/submissions/{id}/cancel", token=token)
            if turn in (6, 40):
                enemy.ask("POST", f"/submissions/{id}/signature", {"values": {cell: "0000" for cell in asked[-1]}}, token)
        if len(asked) < 3:
            enemy.fault(f"the thief submitted only {len(asked)} times: {dict(enemy.statuses)}")
        if len(set(asked)) > 1:
            enemy.fault(f"{len(asked)} submissions requested {len(set(asked))} different pairs of cells")

    def judge(self, stage, reports):
        return ()


class Unsigned(Attack):
    name = "submissions that are never signed"
    proves = "the number of a person's unsigned submissions is limited"
    attackers, seconds, cost = 2, 3, 40

    def prepare(self, stage):
        return log_in(stage.port, "127.0.0.19", "crowd")

    def run(self, enemy):
        taken = turn = 0
        while enemy.goes_on and turn < 1000:
            turn += 1
            status, _ = enemy.ask("POST", "/operations/certificate.order/submissions", {"values": CERTIFICATE}, enemy.given,
                                  {"Idempotency-Key": f"crowd-{enemy.number}-{turn}"})
            taken += status == 201
        enemy.said["taken"], enemy.said["asked"] = taken, turn

    def judge(self, stage, reports):
        taken, asked = (sum(report["said"].get(name, 0) for report in reports) for name in ("taken", "asked"))
        if taken == asked and taken > 200:
            yield f"{taken} submissions are unsigned, and none was refused"


ATTACKS = [ChosenCells, Unsigned]
