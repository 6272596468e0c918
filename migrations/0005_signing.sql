-- Security matrices and the challenges drawn from them.
CREATE TABLE security_matrix (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  -- How many columns and rows it has.
  columns INTEGER NOT NULL CHECK (columns BETWEEN 1 AND 26),
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND 99),
  issued INTEGER NOT NULL,
  -- When another took its place.
  retired INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX security_matrix_in_use ON security_matrix (person) WHERE retired IS NULL;

-- A cell's code is kept only as a digest keyed with a key that is not in the database.
CREATE TABLE matrix_cell (
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  cell TEXT NOT NULL CHECK (length(cell) BETWEEN 2 AND 3),
  key_id TEXT NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32),
  -- How many challenges have asked it.
  uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
  PRIMARY KEY (matrix, cell)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  submission TEXT NOT NULL REFERENCES submission (id),
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  -- The session that may answer; no reference, for sessions go and challenges stay.
  session TEXT NOT NULL CHECK (length(session) = 36),
  -- In order, joined by blanks: a set of cells is asked once.
  cells TEXT NOT NULL,
  -- Of what is to be signed, as it was shown.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created),
  outcome TEXT CHECK (outcome IN ('right', 'wrong', 'superseded')),
  closed INTEGER,
  UNIQUE (matrix, cells),
  CHECK ((outcome IS NULL) = (closed IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX challenge_open ON challenge (submission) WHERE outcome IS NULL;

CREATE TRIGGER challenge_is_answered_once BEFORE UPDATE ON challenge WHEN OLD.outcome IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a challenge is answered once');
END;
