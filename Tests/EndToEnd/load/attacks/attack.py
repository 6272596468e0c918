"""The base class of attacks."""


class Skipped(Exception):
    """Raised by `prepare`, with the reason, if the attack is not possible on this machine."""


class Attack:
    """An attack of a few seconds. `run` is called in each attacker's process, all other functions
    in the process of the test."""

    name = ""
    proves = ""  # the property that the attack tests
    secure = False  # true for a server with TLS
    attackers = 2  # number of processes
    seconds = 3.0
    nice = 19  # niceness of the attackers, which share the cores with the server
    over = 8.0  # seconds to wait for the attackers after the attack
    least = 20  # minimum number of requests of all attackers
    cost = 20.0  # maximum milliseconds of the server's processor time for each request
    peak = 200.0  # maximum MiB above the memory before the attack (two passwords being hashed need 128)
    kept = 48.0  # maximum MiB above the memory before the attack that may remain after it
    patience = 4.0  # seconds until the server must be idle and have released its memory

    def prepare(self, stage):
        """Prepares the attack; the attackers get the result as `given`. Raises `Skipped` if this
        machine does not allow the attack."""

    def run(self, enemy):
        raise NotImplementedError

    def judge(self, stage, reports):
        """Yields the faults in the results."""
        return ()
