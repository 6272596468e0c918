"""A log that is not read."""
import os
import signal

from EndToEnd.load.victim import log_in

from .attack import Attack


class StalledLog(Attack):
    name = "a log on a stalled pipe"
    proves = "a stalled log blocks no request; excess lines are dropped, and reported once it is read again"
    attackers, seconds, least, cost = 3, 5, 2000, 15

    def prepare(self, stage):
        stage.log.stall()
        return stage.process.pid, log_in(stage.port, "127.0.0.41", "victim")

    def run(self, enemy):
        pid, token = enemy.given
        turn = 0
        while enemy.goes_on:
            # A hundred requests at once, each with a log line of maximum length.
            link = enemy.open(enemy.address(turn))
            if link is None:
                continue
            turn += 1
            try:
                link.sendall(b"".join(self.request(enemy.number, turn, number) for number in range(100)))
                enemy.units += 100
                while link.recv(1 << 20):
                    pass
            except OSError:
                pass
            link.close()
            # Urgent lines while the pipe is full: failing conditions, and reading definitions.
            if turn in (10, 30):
                enemy.ask("POST", "/operations/ratios/evaluate", {"values": {"n": 0}, "commit": True}, token)
                os.kill(pid, signal.SIGHUP)

    @staticmethod
    def request(enemy, turn, number):
        last = b"Connection: close\r\n" if number == 99 else b""
        return b"GET /operations/pp.quick HTTP/1.1\r\nHost: a\r\n%sX-Request-Id: stalled-%d-%d-%d-%s\r\n\r\n" % (
            last, enemy, turn, number, b"r" * 40)

    def judge(self, stage, reports):
        stage.log.flow()
        sent = sum(report["units"] for report in reports)
        # The report of dropped lines follows the lines that were held.
        if not stage.log.wait("dropped", 5) and not stage.log.count("requestId=stalled-") >= 0.95 * sent:
            yield f"{stage.log.count('requestId=stalled-')} lines for {sent} requests, and no line reports dropped ones"


ATTACKS = [StalledLog]
