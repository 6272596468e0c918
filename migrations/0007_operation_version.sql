-- Every definition that has served, with all that it is made of: what was drawn is judged by it after it was replaced.
CREATE TABLE operation_version (
  operation TEXT NOT NULL CHECK (operation <> ''),
  version TEXT NOT NULL CHECK (version <> ''),
  -- The texts of the file, its fragments and its translations, as JSON.
  source TEXT NOT NULL CHECK (substr(source, 1, 1) = '{'),
  served INTEGER NOT NULL,
  -- When another version took its place or the operation went.
  replaced INTEGER CHECK (replaced >= served),
  -- From when on nothing is judged by it any more.
  expires INTEGER CHECK (expires >= replaced),
  -- When an operator ended it before.
  revoked INTEGER,
  PRIMARY KEY (operation, version),
  CHECK ((replaced IS NULL) = (expires IS NULL)),
  CHECK (revoked IS NULL OR replaced IS NOT NULL)
) STRICT;

-- Of each operation one version serves at most.
CREATE UNIQUE INDEX operation_version_in_service ON operation_version (operation) WHERE replaced IS NULL;

-- A version stays while a submission that it judged waits for its signature.
CREATE INDEX submission_awaiting ON submission (operation, version) WHERE status = 'awaitingSignature';
