-- What people sent, and how far it has come.
CREATE TABLE submission (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  operation TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Canonical JSON.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  status TEXT NOT NULL
    CHECK (status IN ('awaitingSignature', 'signed', 'executed', 'rejected', 'cancelled', 'expired')),
  reason TEXT,
  amount INTEGER CHECK (amount > 0),
  currency TEXT CHECK (length(currency) = 3),
  attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
  -- The client's key for one tap, and the digest of the body it came with.
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  body_digest BLOB CHECK (length(body_digest) = 32),
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL CHECK (changed >= created),
  expires INTEGER NOT NULL CHECK (expires > created),
  UNIQUE (person, operation, idempotency_key),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((idempotency_key IS NULL) = (body_digest IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX submission_person ON submission (person, id);

-- Every status a submission has had, written by the triggers below and by nobody else.
CREATE TABLE submission_status (
  submission TEXT NOT NULL REFERENCES submission (id),
  step INTEGER NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (submission, step)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER submission_begins AFTER INSERT ON submission BEGIN
  INSERT INTO submission_status (submission, step, status, reason, at)
  VALUES (NEW.id, 1, NEW.status, NEW.reason, NEW.changed);
END;

CREATE TRIGGER submission_goes_on AFTER UPDATE OF status ON submission WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO submission_status (submission, step, status, reason, at)
  SELECT NEW.id, max(step) + 1, NEW.status, NEW.reason, NEW.changed
  FROM submission_status WHERE submission = NEW.id;
END;

CREATE TRIGGER submission_goes_forward BEFORE UPDATE OF status ON submission
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'awaitingSignature' AND NEW.status IN ('signed', 'rejected', 'cancelled', 'expired'))
  OR (OLD.status = 'signed' AND NEW.status IN ('executed', 'rejected')))
BEGIN
  SELECT RAISE(ABORT, 'a submission goes only forward');
END;

CREATE TRIGGER submission_keeps_its_content
BEFORE UPDATE OF id, person, operation, version, "values", amount, currency, idempotency_key, body_digest, created,
  expires ON submission
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_status_is_not_changed BEFORE UPDATE ON submission_status BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;
