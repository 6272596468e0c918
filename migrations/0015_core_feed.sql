-- The feed of signed submissions to the bank's core, the business day that each carries, and what the core says of it.

-- Given with the signature, and kept.
ALTER TABLE submission ADD COLUMN business_day TEXT
  CHECK (business_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
-- A text of the core for the person, in the default language or the only one, and in English.
ALTER TABLE submission ADD COLUMN message TEXT CHECK (message <> '');
ALTER TABLE submission ADD COLUMN message_en TEXT CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL));

CREATE TRIGGER submission_keeps_its_business_day BEFORE UPDATE OF business_day ON submission
WHEN OLD.business_day IS NOT NULL AND NEW.business_day IS NOT OLD.business_day
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its business day');
END;

ALTER TABLE submission_status ADD COLUMN message TEXT;
ALTER TABLE submission_status ADD COLUMN message_en TEXT;

DROP TRIGGER submission_goes_on;

CREATE TRIGGER submission_goes_on AFTER UPDATE OF status ON submission WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO submission_status (submission, step, status, reason, at, message, message_en)
  SELECT NEW.id, max(step) + 1, NEW.status, NEW.reason, NEW.changed, NEW.message, NEW.message_en
  FROM submission_status WHERE submission = NEW.id;
END;

-- What the core is handed: a row is written by the transaction that signs. One writer writes, and nothing is deleted, so
-- that the numbers have no gaps and nobody sees a number before all smaller ones.
CREATE TABLE core_feed (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  submission TEXT NOT NULL UNIQUE REFERENCES submission (id),
  -- Of what was signed.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  signed INTEGER NOT NULL,
  acknowledged INTEGER CHECK (acknowledged >= signed),
  -- What the core has said, word for word, so that the same is known again.
  outcome TEXT CHECK (outcome IN ('executed', 'rejected')),
  reason TEXT CHECK (reason <> ''),
  message TEXT CHECK (message <> ''),
  message_en TEXT CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  CHECK ((acknowledged IS NULL) = (outcome IS NULL)),
  CHECK ((outcome IS 'rejected') = (reason IS NOT NULL)),
  CHECK (outcome IS NOT NULL OR message IS NULL)
) STRICT;

CREATE INDEX core_feed_waiting ON core_feed (sequence, signed) WHERE acknowledged IS NULL;

CREATE TRIGGER core_feed_has_no_gaps BEFORE INSERT ON core_feed
WHEN NEW.acknowledged IS NOT NULL OR NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM core_feed)
  OR NOT EXISTS (SELECT 1 FROM submission WHERE id = NEW.submission AND status = 'signed')
BEGIN
  SELECT RAISE(ABORT, 'the feed takes signed submissions one after the other');
END;

CREATE TRIGGER core_feed_is_acknowledged_once BEFORE UPDATE ON core_feed
WHEN OLD.acknowledged IS NOT NULL OR NEW.acknowledged IS NULL OR NEW.sequence <> OLD.sequence
  OR NEW.submission <> OLD.submission OR NEW.digest <> OLD.digest OR NEW.signed <> OLD.signed
BEGIN
  SELECT RAISE(ABORT, 'what the core was handed is acknowledged once');
END;

CREATE TRIGGER core_feed_is_not_deleted BEFORE DELETE ON core_feed BEGIN
  SELECT RAISE(ABORT, 'the feed is only added to');
END;

-- A version stays while the core has not said what became of a submission that it judged.
CREATE INDEX submission_signed ON submission (operation, version) WHERE status = 'signed';
