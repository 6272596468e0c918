-- release: 4
-- Work that several servers of one database share: who does it now, and what a server has taken for itself alone.

-- Periodic work that one server does at a time.
CREATE TABLE lease (
  name text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
  -- The process that does it.
  holder text COLLATE "C" NOT NULL CHECK (holder <> ''),
  -- From when on another one may, in microseconds by the clock of the database.
  until bigint NOT NULL
);

-- From when on another process may take what one has taken, by the same clock; NULL for what nobody has. The time when it is due is by
-- the clocks of the servers, which differ.
ALTER TABLE message ADD COLUMN held_until bigint;
ALTER TABLE delivery ADD COLUMN held_until bigint;

GRANT SELECT, INSERT, DELETE, UPDATE (holder, until) ON lease TO valence_serve;
GRANT UPDATE (held_until) ON message, delivery TO valence_serve;

-- The secret keys that the database was written with, by fingerprints that tell nothing of them.
CREATE TABLE secret_key (
  id text COLLATE "C" PRIMARY KEY CHECK (id <> ''),
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  added bigint NOT NULL,
  -- When it became the one that new things are made with: the latest of all is that. NULL for one that never was.
  activated bigint
);

CREATE TRIGGER secret_key_keeps_its_fingerprint BEFORE UPDATE OF id, fingerprint ON secret_key
  FOR EACH ROW EXECUTE FUNCTION refuse('a key keeps its fingerprint');

CREATE TRIGGER secret_key_is_not_deleted BEFORE DELETE ON secret_key
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

-- Servers that are up, and the keys that each has: no key is activated that one of them lacks.
CREATE TABLE key_holder (
  server text COLLATE "C" NOT NULL CHECK (server <> ''),
  secret_key text COLLATE "C" NOT NULL CHECK (secret_key <> ''),
  -- The machine and the process.
  name text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  -- When it was seen last, by the clock of the database.
  seen bigint NOT NULL,
  PRIMARY KEY (server, secret_key)
);

GRANT SELECT, INSERT, UPDATE (activated) ON secret_key TO valence_serve;
GRANT SELECT, INSERT, DELETE, UPDATE (seen) ON key_holder TO valence_serve;
