"""The attacks, in their order. A new one is a class in the file of its kind, and a name in that file's `ATTACKS`."""
from . import bombs, connections, definitions, floods, framing, logs, senders, signing, streams

# What a sender has left can be told some seconds after it was started, so it stands first.
ATTACKS = [attack for kind in (senders, bombs, floods, framing, connections, streams, signing, logs, definitions) for attack in kind.ATTACKS]
