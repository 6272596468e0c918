"""Information that the lengths of encrypted responses reveal."""
from EndToEnd.load.victim import log_in

from .attack import Attack

NUMBER = "40817810500000000001"  # an account of the person of the demo data
KNOWN = 8  # its first digits, which follow from the kind of the account and the bank
GZIP = {"Accept-Encoding": "gzip"}


class Guessing(Attack):
    name = "digits guessed in the query of a compressed response"
    proves = "the length of a response does not reveal a right guess of personal data (BREACH)"
    attackers, least, cost = 1, 100, 30
    paths = ("/operations/pp.quick?name=", "/start?url=valence%3A%2F%2Fpayments%2Fquick%3Fname%3D")

    def prepare(self, stage):
        return log_in(stage.port, "127.0.0.42", "demo", "valence-demo")

    def run(self, enemy):
        for path in self.paths:
            found = sum(self.right(enemy, path, place) for place in range(KNOWN, len(NUMBER)))
            # If lengths reveal nothing, no digit is recovered: all ten digits give the same length.
            if found > 2:
                enemy.fault(f"{found} of {len(NUMBER) - KNOWN} digits were recovered by {path}")
        enemy.wait()

    @staticmethod
    def right(enemy, path, place):
        """True if only the right digit gives the shortest response."""
        lengths = {}
        for digit in "0123456789":
            status, answer = enemy.ask("GET", f"{path}{NUMBER[:place]}{digit}", token=enemy.given, headers=GZIP)
            if status != 200:
                enemy.fault(f"{path}: {status}")
                return False
            lengths[digit] = len(answer)
        least = min(lengths.values())
        return lengths[NUMBER[place]] == least and list(lengths.values()).count(least) == 1


ATTACKS = [Guessing]
