-- release: 4
-- A payment writes fewer rows: its history, its method of signing and its challenge are columns of `submission`, a security matrix is
-- one row, and no CHECK has a list of more than two words, for which SQLite fills a table each time.
--
-- Tables that a program of release 2 uses are gone. There is no release 3: a program takes a database that is one release newer than
-- itself, so that one of release 2 refuses this one.

CREATE TABLE submission_rebuilt (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  operation TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Canonical JSON.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  status TEXT NOT NULL
    CHECK (status = 'awaitingSignature' OR status = 'executed' OR status = 'signed' OR status = 'rejected'
      OR status = 'cancelled' OR status = 'expired'),
  reason TEXT,
  amount INTEGER CHECK (amount > 0),
  currency TEXT CHECK (length(currency) = 3),
  attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
  -- The client's key for one tap, and the digest of the body it came with.
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  body_digest BLOB CHECK (length(body_digest) = 32),
  -- When it was submitted, signed (NULL before; at once where no signature is needed), and when its status changed last.
  created INTEGER NOT NULL,
  signed INTEGER CHECK (signed >= created),
  changed INTEGER NOT NULL CHECK (changed >= created),
  expires INTEGER NOT NULL CHECK (expires > created),
  business_day TEXT CHECK (business_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  message TEXT CHECK (message <> ''),
  message_en TEXT CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  keep_years INTEGER CHECK (keep_years BETWEEN 1 AND 100),
  keep_days INTEGER CHECK (keep_days BETWEEN 0 AND 3650),
  basis BLOB CHECK (length(basis) = 32),
  captions TEXT CHECK (substr(captions, 1, 1) = '{'),
  warnings TEXT CHECK (substr(warnings, 1, 1) = '{'),
  -- How it is signed; NULL where no signature is needed.
  method TEXT CHECK (method = 'matrix' OR method = 'code'),
  -- How many challenges have asked for its signature.
  challenges INTEGER NOT NULL DEFAULT 0 CHECK (challenges >= 0),
  -- The last challenge, which is open while the signature is awaited; NULL once it was answered wrong or superseded.
  challenge TEXT CHECK (length(challenge) = 36),
  -- The session that may answer; no reference, for sessions go and submissions stay.
  challenge_session TEXT CHECK (length(challenge_session) = 36),
  -- The digest of what is to be signed, as it was shown.
  challenge_digest BLOB CHECK (length(challenge_digest) = 32),
  challenge_created INTEGER,
  challenge_expires INTEGER CHECK (challenge_expires > challenge_created),
  UNIQUE (person, operation, idempotency_key),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((idempotency_key IS NULL) = (body_digest IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (status <> 'awaitingSignature' OR (signed IS NULL AND method IS NOT NULL)),
  CHECK (signed IS NOT NULL OR (status <> 'signed' AND status <> 'executed')),
  CHECK (challenge IS NULL OR (method IS NOT NULL AND challenge_session IS NOT NULL AND challenge_digest IS NOT NULL
    AND challenge_created IS NOT NULL AND challenge_expires IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO submission_rebuilt (id, person, operation, version, "values", status, reason, amount, currency, attempts_left,
  idempotency_key, body_digest, created, signed, changed, expires, business_day, message, message_en, keep_years, keep_days, basis,
  captions, warnings, method, challenges, challenge, challenge_session, challenge_digest, challenge_created, challenge_expires)
SELECT old.id, old.person, operation, version, "values", status, reason, amount, currency, attempts_left, idempotency_key, body_digest,
  old.created,
  coalesce(
    (SELECT at FROM submission_status AS step WHERE step.submission = old.id AND step.status = 'signed'),
    CASE WHEN status IN ('signed', 'executed') THEN changed END),
  changed, old.expires, business_day, message, message_en, keep_years, keep_days, basis, captions, warnings,
  coalesce(
    (SELECT challenge.method FROM challenge WHERE submission = old.id LIMIT 1),
    CASE WHEN status = 'awaitingSignature' THEN 'matrix' END),
  (SELECT count(*) FROM challenge WHERE submission = old.id),
  open.id, open.session, open.digest, open.created, open.expires
FROM submission AS old LEFT JOIN challenge AS open ON open.submission = old.id AND open.outcome IS NULL
ORDER BY old.id;

CREATE TABLE challenge_code_rebuilt (
  challenge TEXT NOT NULL PRIMARY KEY CHECK (length(challenge) = 36),
  submission TEXT NOT NULL REFERENCES submission (id),
  person TEXT NOT NULL REFERENCES person (id),
  -- The how-manieth code of its submission it is.
  number INTEGER NOT NULL CHECK (number > 0),
  key_id TEXT NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32),
  -- The telephone number that it went to, but for its middle digits.
  sent_to TEXT NOT NULL CHECK (sent_to <> ''),
  sent INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO challenge_code_rebuilt (challenge, submission, person, number, key_id, mac, sent_to, sent)
SELECT challenge, submission, person, number, key_id, mac, sent_to, sent
FROM challenge_code JOIN challenge ON challenge.id = challenge_code.challenge;

-- The codes of a matrix stand in the order of its cells: column by column, and in a column row by row.
CREATE TABLE security_matrix_rebuilt (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  -- How many columns and rows it has.
  columns INTEGER NOT NULL CHECK (columns BETWEEN 1 AND 26),
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND 99),
  code_length INTEGER NOT NULL CHECK (code_length BETWEEN 1 AND 9),
  issued INTEGER NOT NULL,
  -- When another took its place.
  retired INTEGER,
  -- How many challenges have asked each cell, in four hexadecimal digits.
  uses TEXT NOT NULL CHECK (length(uses) = 4 * columns * rows),
  -- The key that the codes' digests are made with, and these, 32 bytes each: a matrix that is retired has none.
  key_id TEXT,
  macs BLOB CHECK (length(macs) = 32 * columns * rows),
  CHECK ((key_id IS NULL) = (macs IS NULL)),
  CHECK ((macs IS NULL) = (retired IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO security_matrix_rebuilt (id, person, columns, rows, code_length, issued, retired, uses, key_id, macs)
SELECT id, person, columns, rows, code_length, issued, retired, coalesce(told.uses, hex(zeroblob(2 * columns * rows))),
  CASE WHEN retired IS NULL THEN key_id END, CASE WHEN retired IS NULL THEN macs END
FROM security_matrix LEFT JOIN (
  SELECT matrix, max(key_id) AS key_id, CAST(group_concat(CAST(mac AS TEXT), '') AS BLOB) AS macs,
    group_concat(printf('%04x', min(uses, 65535)), '') AS uses
  FROM (
    SELECT matrix, key_id, mac, uses FROM matrix_cell
    ORDER BY matrix, substr(cell, 1, 1), CAST(substr(cell, 2) AS INTEGER))
  GROUP BY matrix) AS told ON told.matrix = security_matrix.id;

CREATE TABLE asked_cells (
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  -- In order, joined by blanks: a set of cells is asked once.
  cells TEXT NOT NULL,
  PRIMARY KEY (matrix, cells)
) STRICT, WITHOUT ROWID;

INSERT INTO asked_cells (matrix, cells) SELECT matrix, cells FROM challenge_cells ORDER BY matrix, cells;

CREATE TABLE open_question_rebuilt (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
  matrix TEXT NOT NULL,
  -- In order, joined by blanks.
  cells TEXT NOT NULL,
  -- The submission and its challenge that ask it now: the question moves from one to the next.
  submission TEXT NOT NULL REFERENCES submission (id),
  challenge TEXT NOT NULL CHECK (length(challenge) = 36),
  -- A keyed digest of the last wrong answer: the same one sent again costs no attempt.
  refused BLOB CHECK (length(refused) = 32),
  FOREIGN KEY (matrix, cells) REFERENCES asked_cells (matrix, cells)
) STRICT, WITHOUT ROWID;

INSERT INTO open_question_rebuilt (person, matrix, cells, submission, challenge, refused)
SELECT person, matrix, cells, submission, challenge, refused
FROM open_question JOIN challenge ON challenge.id = open_question.challenge;

CREATE TABLE audit_record_rebuilt (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (event <> ''),
  actor TEXT NOT NULL
    CHECK (actor = 'person' OR actor = 'operator' OR actor = 'core' OR actor = 'system' OR actor = 'nobody'),
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
  CHECK ((actor = 'system' OR actor = 'nobody') = (actor_id IS NULL)),
  CHECK (actor_id IS NOT NULL OR session IS NULL)
) STRICT;

INSERT INTO audit_record_rebuilt SELECT * FROM audit_record ORDER BY sequence;

DROP TABLE open_question;
DROP TABLE challenge_cells;
DROP TABLE challenge_code;
DROP TABLE challenge;
DROP TABLE matrix_cell;
DROP TABLE security_matrix;
DROP TABLE submission_status;
DROP TABLE submission;
DROP TABLE audit_record;
-- Triggers of other tables name what is gone until it has its name back.
PRAGMA legacy_alter_table = ON;
ALTER TABLE submission_rebuilt RENAME TO submission;
ALTER TABLE security_matrix_rebuilt RENAME TO security_matrix;
ALTER TABLE challenge_code_rebuilt RENAME TO challenge_code;
ALTER TABLE open_question_rebuilt RENAME TO open_question;
ALTER TABLE audit_record_rebuilt RENAME TO audit_record;
PRAGMA legacy_alter_table = OFF;

CREATE INDEX audit_record_binding ON audit_record (sequence) WHERE event = 'ledger-bound';
CREATE INDEX challenge_code_sent ON challenge_code (person, sent);
CREATE UNIQUE INDEX security_matrix_in_use ON security_matrix (person) WHERE retired IS NULL;
CREATE INDEX security_matrix_person ON security_matrix (person);
CREATE INDEX submission_kept_for_days ON submission (changed) WHERE keep_days IS NOT NULL AND "values" <> '{}';
CREATE INDEX submission_person ON submission (person, id);
CREATE INDEX submission_person_awaiting ON submission (person, expires) WHERE status = 'awaitingSignature';
CREATE INDEX submission_person_refused ON submission (person, status, id) WHERE status IN ('rejected', 'cancelled');
CREATE INDEX submission_person_signed ON submission (person) WHERE status = 'signed';
CREATE INDEX submission_signed ON submission (operation, version) WHERE status = 'signed';
CREATE INDEX submission_waiting ON submission (expires, operation, version) WHERE status = 'awaitingSignature';
CREATE INDEX submission_without_rule ON submission (operation)
  WHERE keep_years IS NULL AND keep_days IS NULL AND "values" <> '{}';
-- Those that were never signed, whose values are forgotten first.
CREATE INDEX submission_unsigned ON submission (changed)
  WHERE signed IS NULL AND status <> 'awaitingSignature' AND "values" <> '{}';

CREATE TRIGGER audit_record_follows BEFORE INSERT ON audit_record
WHEN (NEW.sequence - 1, NEW.previous) IS NOT (SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1)
  AND NOT (NEW.sequence = 1 AND NEW.previous = zeroblob(32) AND NOT EXISTS (SELECT 1 FROM audit_record))
BEGIN
  SELECT RAISE(ABORT, 'each record follows the one before');
END;

CREATE TRIGGER audit_record_is_not_changed BEFORE UPDATE ON audit_record BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER audit_record_is_not_deleted BEFORE DELETE ON audit_record BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER delivery_is_forgotten AFTER UPDATE OF "values" ON submission WHEN NEW."values" = '{}' BEGIN
  UPDATE delivery SET request = NULL, answers = NULL, kept = NULL
  WHERE submission = NEW.id AND status IN ('prepared', 'executed', 'rejected');
END;

CREATE TRIGGER submission_captions_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.captions IS NOT NULL BEGIN
  UPDATE submission SET captions = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_captions_are_only_forgotten BEFORE UPDATE OF captions ON submission
WHEN NEW.captions IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

-- The history is the method, the three times and the status: each is set once, and only forward.
CREATE TRIGGER submission_goes_forward BEFORE UPDATE OF status, business_day, signed, changed ON submission
WHEN NEW.status <> OLD.status OR NEW.business_day IS NOT OLD.business_day OR NEW.signed IS NOT OLD.signed
  OR NEW.changed <> OLD.changed BEGIN
  SELECT CASE
    WHEN OLD.business_day IS NOT NULL AND NEW.business_day IS NOT OLD.business_day
      THEN RAISE(ABORT, 'a submission keeps its business day')
    WHEN OLD.signed IS NOT NULL AND NEW.signed IS NOT OLD.signed THEN RAISE(ABORT, 'history is only added to')
    WHEN NEW.status = OLD.status THEN
      CASE WHEN NEW.changed <> OLD.changed OR NEW.signed IS NOT OLD.signed THEN RAISE(ABORT, 'history is only added to') END
    WHEN NEW.changed < OLD.changed OR (NEW.signed IS NOT OLD.signed AND NEW.status <> 'signed' AND NEW.status <> 'executed')
      THEN RAISE(ABORT, 'history is only added to')
    WHEN OLD.status = 'signed' AND NEW.status <> 'executed' AND NEW.status <> 'rejected'
      THEN RAISE(ABORT, 'a submission goes only forward')
    WHEN OLD.status <> 'signed' AND (OLD.status <> 'awaitingSignature' OR NEW.status = 'awaitingSignature')
      THEN RAISE(ABORT, 'a submission goes only forward')
    WHEN NEW.status <> 'signed' AND EXISTS (SELECT 1 FROM hold WHERE submission = NEW.id AND released IS NULL)
      THEN RAISE(ABORT, 'a hold ends with its submission')
    -- A signed submission ends by what became of its delivery, in the same transaction. One that is handed over does not end with
    -- its signature.
    WHEN (OLD.status = 'signed' OR NEW.status = 'executed') AND EXISTS (
      SELECT 1 FROM delivery WHERE submission = NEW.id
        AND (status = 'waiting' OR status = 'accepted' OR status = 'unknown' OR OLD.status <> 'signed'))
      THEN RAISE(ABORT, 'a submission ends with its delivery')
  END;
END;

CREATE TRIGGER submission_keeps_its_basis BEFORE UPDATE OF basis ON submission BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its basis');
END;

CREATE TRIGGER submission_keeps_its_content
BEFORE UPDATE OF id, person, operation, version, amount, currency, idempotency_key, body_digest, created, expires, method
ON submission
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_values_are_only_forgotten BEFORE UPDATE OF "values" ON submission
WHEN NEW."values" <> '{}' OR OLD.status IN ('awaitingSignature', 'signed')
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_warnings_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.warnings IS NOT NULL BEGIN
  UPDATE submission SET warnings = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_warnings_are_only_forgotten BEFORE UPDATE OF warnings ON submission
WHEN NEW.warnings IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;
