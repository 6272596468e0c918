"""A program for one-time codes that hangs, and leaves a child."""
import os
import time

from EndToEnd.load.victim import log_in

from .attack import Attack

GIVEN_UP = 14  # seconds after which nothing of a sender may be left: ten to end, and some for a machine that is busy


class HungSender(Attack):
    name = "a sender of codes that hangs and leaves a child"
    proves = "it is given up in ten seconds with what it started, and holds up neither requests nor the end"
    attackers, least, cost = 1, 8, 60

    def prepare(self, stage):
        return [log_in(stage.port, "127.0.0.40", f"coded{number}") for number in range(4)]

    def run(self, enemy):
        for turn, token in enumerate(enemy.given * 5):
            status, answer = enemy.ask("POST", "/operations/matrix.renew/submissions", {"values": {}}, token, {"Idempotency-Key": f"code-{turn}"})
            if status not in (201, 409, 429, None) and status < 500:
                enemy.fault(f"matrix.renew: {status} {answer[:150].decode(errors='replace')}")
        enemy.wait()

    def judge(self, stage, reports):
        if not os.listdir(stage.codes):
            yield "no sender was started"

    @staticmethod
    def left(stage):
        """Looked at in the end: yields senders of which something is there for longer than it may."""
        for name in os.listdir(stage.codes):
            path = os.path.join(stage.codes, name)
            age = time.time() - os.path.getmtime(path)
            alive = [pid for pid in open(path).read().split() if os.path.exists(f"/proc/{pid}")]
            if age > GIVEN_UP and alive:
                yield f"a sender that was started {age:.0f} s ago has left {len(alive)} processes"


ATTACKS = [HungSender]
