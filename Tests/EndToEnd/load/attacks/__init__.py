"""The attacks, in their order. A new attack is a class in the file of its kind, and a name in that
file's `ATTACKS`."""
from . import addresses, bombs, connections, definitions, floods, framing, handshakes, histories, lengths, logs, senders, signing, starts, streams, systems

# Processes left by a sender are found only some seconds after its start, so `senders` comes first.
ATTACKS = [attack for kind in (
    senders, bombs, floods, framing, connections, streams, signing, systems, logs, lengths, definitions, histories, starts, addresses, handshakes) for attack in kind.ATTACKS]
