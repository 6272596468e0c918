"""The attacks, in their order. A new one is a class in the file of its kind, and a name in that file's `ATTACKS`."""
from . import bombs, connections, definitions, floods, framing, handshakes, logs, senders, signing, streams

# A sender's leftovers can be told some seconds after its start, so it stands first.
ATTACKS = [attack for kind in (senders, bombs, floods, framing, connections, streams, signing, logs, definitions, handshakes) for attack in kind.ATTACKS]
