-- Sessions that nobody uses end, and people see which of theirs are open.

-- When the session was last used, to about a minute; before the first note of it, when it began.
ALTER TABLE session ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
-- What the client called itself, such as ios/3.2.
ALTER TABLE session ADD COLUMN client TEXT CHECK (length(client) BETWEEN 1 AND 80);
-- The network that the login came from, and no more of the address than that: 203.0.113.0/24, 2001:db8:1::/48.
ALTER TABLE session ADD COLUMN network TEXT CHECK (length(network) BETWEEN 1 AND 64);

CREATE INDEX session_expires ON session (expires);
