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
