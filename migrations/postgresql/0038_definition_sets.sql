-- release: 4
-- Definitions for several servers: files by the digest of their contents, sets of them, the set that is active, and who serves it.

-- The content of a definition file; files of several sets that have the same are one row.
CREATE TABLE definition_file (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
  content bytea NOT NULL
);

-- A set by the digest of its paths and contents: the same files are the same set.
CREATE TABLE definition_set (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
  stored bigint NOT NULL
);

-- The files of a set, by their paths in a configuration directory.
CREATE TABLE definition_entry (
  definition_set text COLLATE "C" NOT NULL REFERENCES definition_set (hash),
  path text COLLATE "C" NOT NULL CHECK (path <> ''),
  file text COLLATE "C" NOT NULL REFERENCES definition_file (hash),
  PRIMARY KEY (definition_set, path)
);

-- Each time that a set was proposed to the servers. The newest that was activated is what serves; its number is the generation.
CREATE TABLE definition_activation (
  number bigint PRIMARY KEY CHECK (number > 0),
  definition_set text COLLATE "C" NOT NULL REFERENCES definition_set (hash),
  proposed bigint NOT NULL,
  -- When the proposal ends by itself: the command that made it moves this ahead as long as it runs.
  expires bigint NOT NULL,
  activated bigint,
  -- When it was given up.
  ended bigint,
  CHECK (activated IS NULL OR ended IS NULL)
);

-- One proposal is open at most.
CREATE UNIQUE INDEX definition_activation_open ON definition_activation ((activated IS NULL)) WHERE activated IS NULL AND ended IS NULL;
CREATE INDEX definition_activation_active ON definition_activation (number) WHERE activated IS NOT NULL;

-- Servers that take their definitions from the database. One that is up moves `seen` ahead each second.
CREATE TABLE server (
  id text COLLATE "C" PRIMARY KEY CHECK (id <> ''),
  -- The machine and the port.
  name text COLLATE "C" NOT NULL,
  began bigint NOT NULL,
  seen bigint NOT NULL,
  -- The number of the activation that it serves.
  serving bigint NOT NULL,
  -- The number of the newest activation whose set it has loaded, or has found that it cannot.
  judged bigint,
  -- Why it cannot.
  fault text COLLATE "C" CHECK (fault IS NULL OR judged IS NOT NULL)
);

CREATE TRIGGER definition_file_is_not_changed BEFORE UPDATE ON definition_file
  FOR EACH ROW EXECUTE FUNCTION refuse('a set of definitions is not changed');

CREATE TRIGGER definition_set_is_not_changed BEFORE UPDATE ON definition_set
  FOR EACH ROW EXECUTE FUNCTION refuse('a set of definitions is not changed');

CREATE TRIGGER definition_entry_is_not_changed BEFORE UPDATE ON definition_entry
  FOR EACH ROW EXECUTE FUNCTION refuse('a set of definitions is not changed');

CREATE TRIGGER definition_activation_is_proposed BEFORE INSERT ON definition_activation
  FOR EACH ROW WHEN (NEW.activated IS NOT NULL OR NEW.ended IS NOT NULL)
  EXECUTE FUNCTION refuse('a set is proposed before it is activated');

-- What is decided stays, and a proposal is not activated behind a newer one.
CREATE FUNCTION definition_activation_goes_forward() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.activated IS NOT NULL OR OLD.ended IS NOT NULL OR NEW.number <> OLD.number
    OR NEW.definition_set <> OLD.definition_set OR NEW.proposed <> OLD.proposed
    OR (NEW.activated IS NOT NULL AND EXISTS (SELECT 1 FROM definition_activation WHERE number > OLD.number)) THEN
    RAISE EXCEPTION 'an activation goes only forward' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER definition_activation_goes_forward BEFORE UPDATE ON definition_activation
  FOR EACH ROW EXECUTE FUNCTION definition_activation_goes_forward();

CREATE TRIGGER definition_activation_is_not_deleted BEFORE DELETE ON definition_activation
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

GRANT SELECT, INSERT ON definition_file, definition_set, definition_entry, definition_activation TO valence_serve;
GRANT UPDATE (expires, activated, ended) ON definition_activation TO valence_serve;
GRANT SELECT, INSERT, DELETE ON server TO valence_serve;
GRANT UPDATE (name, seen, serving, judged, fault) ON server TO valence_serve;
