"""The base of every attack."""


class Skipped(Exception):
    """Raised by `prepare`, with the reason, if the attack cannot be made on this machine."""


class Attack:
    """One attack of a few seconds. `run` is called in each attacker's process; the rest in the gate's own."""

    name = ""
    proves = ""  # what holds where it fails
    secure = False  # against a server with TLS
    attackers = 2  # processes
    seconds = 3.0
    nice = 19  # of the attackers, who share the cores with the server
    over = 8.0  # seconds that its attackers are waited for when it is over
    least = 20  # requests that it must come to, of all attackers, to be one
    cost = 20.0  # milliseconds of the server's processor for each request of the attack, at most
    peak = 200.0  # MiB that the server may hold above what it held before (two passwords being hashed take 128)
    kept = 48.0  # MiB above it that may be left when it is over
    patience = 4.0  # seconds until the server is at rest and has given its memory back

    def prepare(self, stage):
        """Begins; what it answers is `given` to the attackers. Raises `Skipped` if this machine does not allow the attack."""

    def run(self, enemy):
        raise NotImplementedError

    def judge(self, stage, reports):
        """Looks at what came of it: yields faults."""
        return ()
