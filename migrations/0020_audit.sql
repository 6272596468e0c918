-- What was done, by whom and to what: one row for each login, change and signature, written by the transaction that does
-- it. Each carries the hash of the one before, so that none can be changed, taken out or put elsewhere unnoticed. Ids
-- only; nothing refers to another table, for the audit outlives what it tells of.
CREATE TABLE audit_record (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (event <> ''),
  actor TEXT NOT NULL CHECK (actor IN ('person', 'operator', 'core', 'system', 'nobody')),
  actor_id TEXT CHECK (length(actor_id) = 36),
  session TEXT CHECK (length(session) = 36),
  subject TEXT NOT NULL CHECK (subject <> ''),
  subject_id TEXT NOT NULL CHECK (subject_id <> ''),
  -- Of what was submitted or signed.
  digest BLOB CHECK (length(digest) = 32),
  -- The secret key that the hash is made with.
  key_id TEXT NOT NULL CHECK (key_id <> ''),
  -- The hash of the row before; zeros in the first.
  previous BLOB NOT NULL CHECK (length(previous) = 32),
  -- Of all the other columns.
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  CHECK ((actor IN ('system', 'nobody')) = (actor_id IS NULL)),
  CHECK (actor_id IS NOT NULL OR session IS NULL)
) STRICT;

CREATE TRIGGER audit_record_follows BEFORE INSERT ON audit_record
WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM audit_record)
  OR NEW.previous IS NOT coalesce(
    (SELECT hash FROM audit_record ORDER BY sequence DESC LIMIT 1), zeroblob(32))
BEGIN
  SELECT RAISE(ABORT, 'each record follows the one before');
END;

CREATE TRIGGER audit_record_is_not_changed BEFORE UPDATE ON audit_record BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER audit_record_is_not_deleted BEFORE DELETE ON audit_record BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;
