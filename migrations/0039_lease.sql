-- release: 4
-- Work that several servers of one database share: who does it now, and what a server has taken for itself alone.

-- Periodic work that one server does at a time.
CREATE TABLE lease (
  name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
  -- The process that does it.
  holder TEXT NOT NULL CHECK (holder <> ''),
  -- From when on another one may, in microseconds: by the clock of the database, where that is a server's.
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- From when on another process may take what one has taken, by the same clock; NULL for what nobody has. The time when it is due is by
-- the clocks of the servers, which differ.
ALTER TABLE message ADD COLUMN held_until INTEGER;
ALTER TABLE delivery ADD COLUMN held_until INTEGER;

-- The secret keys that the database was written with, by fingerprints that tell nothing of them.
CREATE TABLE secret_key (
  id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  added INTEGER NOT NULL,
  -- When it became the one that new things are made with: the latest of all is that. NULL for one that never was.
  activated INTEGER
) STRICT, WITHOUT ROWID;

CREATE TRIGGER secret_key_keeps_its_fingerprint BEFORE UPDATE OF id, fingerprint ON secret_key BEGIN
  SELECT RAISE(ABORT, 'a key keeps its fingerprint');
END;

CREATE TRIGGER secret_key_is_not_deleted BEFORE DELETE ON secret_key BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

-- Servers that are up, and the keys that each has: no key is activated that one of them lacks.
CREATE TABLE key_holder (
  server TEXT NOT NULL CHECK (server <> ''),
  secret_key TEXT NOT NULL CHECK (secret_key <> ''),
  -- The machine and the process.
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  -- When it was seen last, by the clock of the database.
  seen INTEGER NOT NULL,
  PRIMARY KEY (server, secret_key)
) STRICT, WITHOUT ROWID;
