"""A program for one-time codes that hangs and leaves a child process."""
import os
import time

from EndToEnd.load.victim import log_in

from .attack import Attack

GIVEN_UP = 14  # seconds until all processes of a sender must have ended: its limit and a margin


class HungSender(Attack):
    name = "a code sender that hangs and leaves a child"
    proves = "it is killed after ten seconds with its child, and delays neither requests nor the stop"
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
        """Yields the senders whose processes have existed for longer than `GIVEN_UP`."""
        for name in os.listdir(stage.codes):
            path = os.path.join(stage.codes, name)
            age = time.time() - os.path.getmtime(path)
            alive = [pid for pid in open(path).read().split() if os.path.exists(f"/proc/{pid}")]
            if age > GIVEN_UP and alive:
                yield f"a sender that was started {age:.0f} s ago still has {len(alive)} processes"


ATTACKS = [HungSender]
