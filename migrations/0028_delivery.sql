-- release: 2
-- Submissions that a system of the bank carries out: what it is handed, as it was signed, and how far that has come.
-- The row is written beside the submission and waits for its signature, so that nothing signed is ever without one.
CREATE TABLE delivery (
  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id),
  service TEXT NOT NULL CHECK (service <> ''),
  effect TEXT NOT NULL CHECK (effect <> ''),
  status TEXT NOT NULL DEFAULT 'prepared'
    CHECK (status IN ('prepared', 'waiting', 'accepted', 'unknown', 'executed', 'rejected')),
  -- The request as JSON, without address and secrets; NULL once the submission's values are forgotten.
  request TEXT CHECK (substr(request, 1, 1) = '{'),
  -- The answers of systems that the submission was judged by, as JSON, and their digest, which stays.
  answers TEXT CHECK (substr(answers, 1, 1) = '['),
  answers_digest BLOB NOT NULL CHECK (length(answers_digest) = 32),
  -- The movement of the ledger once it is executed; NULL for none.
  debit TEXT,
  credit TEXT,
  amount INTEGER CHECK (amount > 0),
  currency TEXT,
  purpose TEXT CHECK (purpose <> ''),
  -- Deliveries of one queue go one after the other; NULL for one that waits for no other.
  queue TEXT CHECK (queue <> ''),
  -- When it was signed, from which moment it is to be handed over.
  signed INTEGER,
  -- When it is to be tried next; NULL while only the other side, or an operator, can go on.
  due INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Why the last attempt gave no declared answer, without any value of it.
  fault TEXT CHECK (fault <> ''),
  -- What is kept of the answers, as JSON; NULL for nothing, and once the submission's values are forgotten.
  kept TEXT CHECK (substr(kept, 1, 1) = '{'),
  -- What the other side said later, against what stands.
  contrary TEXT CHECK (contrary <> ''),
  ended INTEGER,
  CHECK ((debit IS NULL) = (credit IS NULL) AND (debit IS NULL) = (amount IS NULL)
    AND (debit IS NULL) = (currency IS NULL) AND (debit IS NULL) = (purpose IS NULL)),
  CHECK ((status = 'prepared') = (signed IS NULL)),
  CHECK ((status IN ('executed', 'rejected')) = (ended IS NOT NULL)),
  CHECK (ended IS NULL OR due IS NULL),
  CHECK (status <> 'prepared' OR (due IS NULL AND attempts = 0))
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_due ON delivery (service, due) WHERE due IS NOT NULL;
CREATE INDEX delivery_open ON delivery (service, effect, signed) WHERE status IN ('waiting', 'accepted', 'unknown');
CREATE INDEX delivery_queue ON delivery (queue, signed, submission)
  WHERE queue IS NOT NULL AND status IN ('waiting', 'accepted', 'unknown');

CREATE TRIGGER delivery_begins_prepared BEFORE INSERT ON delivery WHEN NEW.status <> 'prepared' BEGIN
  SELECT RAISE(ABORT, 'a delivery begins with its submission');
END;

CREATE TRIGGER delivery_goes_forward BEFORE UPDATE OF status ON delivery
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'prepared' AND NEW.status = 'waiting')
  OR (OLD.status IN ('waiting', 'accepted', 'unknown')
    AND NEW.status IN ('waiting', 'accepted', 'unknown', 'executed', 'rejected')))
BEGIN
  SELECT RAISE(ABORT, 'a delivery goes only forward');
END;

CREATE TRIGGER delivery_is_of_something_signed BEFORE UPDATE OF status ON delivery
WHEN NEW.status <> OLD.status
  AND NOT EXISTS (SELECT 1 FROM submission WHERE id = NEW.submission AND status = 'signed')
BEGIN
  SELECT RAISE(ABORT, 'what is handed over is signed');
END;

CREATE TRIGGER delivery_keeps_its_content BEFORE UPDATE OF submission, service, effect, request, answers,
  answers_digest, debit, credit, amount, currency, purpose, queue, signed, kept, ended ON delivery
WHEN NEW.submission <> OLD.submission OR NEW.service <> OLD.service OR NEW.effect <> OLD.effect
  OR (NEW.request IS NOT NULL AND NEW.request IS NOT OLD.request)
  OR (NEW.answers IS NOT NULL AND NEW.answers IS NOT OLD.answers)
  OR NEW.answers_digest <> OLD.answers_digest OR NEW.debit IS NOT OLD.debit OR NEW.credit IS NOT OLD.credit
  OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.purpose IS NOT OLD.purpose
  OR NEW.queue IS NOT OLD.queue OR (OLD.signed IS NOT NULL AND NEW.signed IS NOT OLD.signed)
  OR (OLD.ended IS NOT NULL AND (NEW.ended IS NOT OLD.ended OR (NEW.kept IS NOT NULL AND NEW.kept IS NOT OLD.kept)))
BEGIN
  SELECT RAISE(ABORT, 'a delivery keeps its content');
END;

CREATE TRIGGER delivery_is_not_deleted BEFORE DELETE ON delivery BEGIN
  SELECT RAISE(ABORT, 'a delivery is not deleted');
END;

-- A signed submission ends by what became of its delivery, in the same transaction.
CREATE TRIGGER submission_ends_with_its_delivery BEFORE UPDATE OF status ON submission
WHEN OLD.status = 'signed' AND NEW.status <> OLD.status AND EXISTS (
  SELECT 1 FROM delivery WHERE submission = NEW.id AND status IN ('waiting', 'accepted', 'unknown'))
BEGIN
  SELECT RAISE(ABORT, 'a submission ends with its delivery');
END;

-- The request, the answers and what was kept of them are values of the submission, and are forgotten with it.
CREATE TRIGGER delivery_is_forgotten AFTER UPDATE OF "values" ON submission WHEN NEW."values" = '{}' BEGIN
  UPDATE delivery SET request = NULL, answers = NULL, kept = NULL
  WHERE submission = NEW.id AND status IN ('prepared', 'executed', 'rejected');
END;
