-- release: 4
-- Definitions for several servers: files by the digest of their contents, sets of them, the set that is active, and who serves it.

-- The content of a definition file; files of several sets that have the same are one row.
CREATE TABLE definition_file (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  content BLOB NOT NULL
) STRICT;

-- A set by the digest of its paths and contents: the same files are the same set.
CREATE TABLE definition_set (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  stored INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The files of a set, by their paths in a configuration directory.
CREATE TABLE definition_entry (
  definition_set TEXT NOT NULL REFERENCES definition_set (hash),
  path TEXT NOT NULL CHECK (path <> ''),
  file TEXT NOT NULL REFERENCES definition_file (hash),
  PRIMARY KEY (definition_set, path)
) STRICT, WITHOUT ROWID;

-- Each time that a set was proposed to the servers. The newest that was activated is what serves; its number is the generation.
CREATE TABLE definition_activation (
  number INTEGER PRIMARY KEY CHECK (number > 0),
  definition_set TEXT NOT NULL REFERENCES definition_set (hash),
  proposed INTEGER NOT NULL,
  -- When the proposal ends by itself: the command that made it moves this ahead as long as it runs.
  expires INTEGER NOT NULL,
  activated INTEGER,
  -- When it was given up.
  ended INTEGER,
  CHECK (activated IS NULL OR ended IS NULL)
) STRICT, WITHOUT ROWID;

-- One proposal is open at most.
CREATE UNIQUE INDEX definition_activation_open ON definition_activation ((activated IS NULL)) WHERE activated IS NULL AND ended IS NULL;
CREATE INDEX definition_activation_active ON definition_activation (number) WHERE activated IS NOT NULL;

-- Servers that take their definitions from the database. One that is up moves `seen` ahead each second.
CREATE TABLE server (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  -- The machine and the port.
  name TEXT NOT NULL,
  began INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  -- The number of the activation that it serves.
  serving INTEGER NOT NULL,
  -- The number of the newest activation whose set it has loaded, or has found that it cannot.
  judged INTEGER,
  -- Why it cannot.
  fault TEXT CHECK (fault IS NULL OR judged IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER definition_file_is_not_changed BEFORE UPDATE ON definition_file BEGIN
  SELECT RAISE(ABORT, 'a set of definitions is not changed');
END;

CREATE TRIGGER definition_set_is_not_changed BEFORE UPDATE ON definition_set BEGIN
  SELECT RAISE(ABORT, 'a set of definitions is not changed');
END;

CREATE TRIGGER definition_entry_is_not_changed BEFORE UPDATE ON definition_entry BEGIN
  SELECT RAISE(ABORT, 'a set of definitions is not changed');
END;

CREATE TRIGGER definition_activation_is_proposed BEFORE INSERT ON definition_activation
WHEN NEW.activated IS NOT NULL OR NEW.ended IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a set is proposed before it is activated');
END;

-- What is decided stays, and a proposal is not activated behind a newer one.
CREATE TRIGGER definition_activation_goes_forward BEFORE UPDATE ON definition_activation
WHEN OLD.activated IS NOT NULL OR OLD.ended IS NOT NULL OR NEW.number <> OLD.number
  OR NEW.definition_set <> OLD.definition_set OR NEW.proposed <> OLD.proposed
  OR (NEW.activated IS NOT NULL AND EXISTS (SELECT 1 FROM definition_activation WHERE number > OLD.number))
BEGIN
  SELECT RAISE(ABORT, 'an activation goes only forward');
END;

CREATE TRIGGER definition_activation_is_not_deleted BEFORE DELETE ON definition_activation BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;
