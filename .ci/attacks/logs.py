"""A log that nobody reads."""
import os
import signal

from siege import log_in

from .attack import Attack


class StalledLog(Attack):
    name = "a log on a pipe that is stalled"
    proves = "the log waits for nobody and nobody for it: what does not fit is dropped, and counted once it flows again"
    attackers, seconds, cost = 3, 4, 15

    def prepare(self, stage):
        stage.log.stall()
        return stage.process.pid, log_in(stage.port, "127.0.0.41", "victim")

    def run(self, enemy):
        pid, token = enemy.given
        turn = 0
        while enemy.goes_on:
            turn += 1
            enemy.ask("GET", "/operations/pp.quick/" + "a/" * 20, address=enemy.address(turn % 50),
                      headers={"X-Request-Id": f"{enemy.number}-{turn}-" + "r" * 50})
            # What is urgent comes when the pipe is full: conditions that fail, and the reading of definitions.
            if turn in (400, 800):
                enemy.ask("POST", "/operations/ratios/evaluate", {"values": {"n": 0}, "commit": True}, token)
                os.kill(pid, signal.SIGHUP)

    def judge(self, stage, reports):
        stage.log.flow()
        if not stage.log.wait("dropped", 5):
            yield "no line tells how many were dropped"


ATTACKS = [StalledLog]
