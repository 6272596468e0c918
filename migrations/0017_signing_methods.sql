-- Signing by more than one method: what all challenges have in common stays in `challenge`, what a method asks lies in
-- a table of its own.

-- A matrix knows how long its codes are: what new ones have may be decided anew.
ALTER TABLE security_matrix ADD COLUMN code_length INTEGER NOT NULL DEFAULT 4 CHECK (code_length BETWEEN 1 AND 9);

DROP TRIGGER challenge_is_answered_once;
DROP INDEX challenge_open;
ALTER TABLE challenge RENAME TO challenge_before;

CREATE TABLE challenge (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  submission TEXT NOT NULL REFERENCES submission (id),
  -- How it is signed; a submission keeps the method of its first challenge.
  method TEXT NOT NULL CHECK (method IN ('matrix', 'code')),
  -- The session that may answer; no reference, for sessions go and challenges stay.
  session TEXT NOT NULL CHECK (length(session) = 36),
  -- Of what is to be signed, as it was shown.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created),
  outcome TEXT CHECK (outcome IN ('right', 'wrong', 'superseded')),
  closed INTEGER,
  CHECK ((outcome IS NULL) = (closed IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO challenge (id, submission, method, session, digest, created, expires, outcome, closed)
  SELECT id, submission, 'matrix', session, digest, created, expires, outcome, closed FROM challenge_before;

CREATE UNIQUE INDEX challenge_open ON challenge (submission) WHERE outcome IS NULL;
CREATE INDEX challenge_submission ON challenge (submission);

CREATE TRIGGER challenge_is_answered_once BEFORE UPDATE ON challenge WHEN OLD.outcome IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a challenge is answered once');
END;

CREATE TRIGGER challenge_keeps_its_method BEFORE INSERT ON challenge
WHEN EXISTS (SELECT 1 FROM challenge WHERE submission = NEW.submission AND method <> NEW.method) BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its method of signing');
END;

-- The cells that a challenge by security matrix asks.
CREATE TABLE challenge_cells (
  challenge TEXT NOT NULL PRIMARY KEY REFERENCES challenge (id),
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  -- In order, joined by blanks: a set of cells is asked once.
  cells TEXT NOT NULL,
  UNIQUE (matrix, cells)
) STRICT, WITHOUT ROWID;

INSERT INTO challenge_cells (challenge, matrix, cells) SELECT id, matrix, cells FROM challenge_before;
DROP TABLE challenge_before;

-- The one-time code that a challenge by code asks: kept only as a digest keyed with a key that is not in the database.
CREATE TABLE challenge_code (
  challenge TEXT NOT NULL PRIMARY KEY REFERENCES challenge (id),
  person TEXT NOT NULL REFERENCES person (id),
  -- The how-manieth code of its submission it is.
  number INTEGER NOT NULL CHECK (number > 0),
  key_id TEXT NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32),
  -- The telephone number that it went to, but for its middle digits.
  sent_to TEXT NOT NULL CHECK (sent_to <> ''),
  sent INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX challenge_code_sent ON challenge_code (person, sent);
