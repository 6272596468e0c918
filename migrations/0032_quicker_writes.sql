-- release: 2
-- What the one writer does for a signed payment, without what cost it as much as statements of their own: five triggers on each
-- new status, lists of words (SQLite fills a table for each list of more than two words, each time that it is asked), and the head
-- of the audit, which was read twice.

DROP TRIGGER submission_goes_on;
DROP TRIGGER submission_goes_forward;
DROP TRIGGER submission_ends_without_hold;
DROP TRIGGER submission_ends_with_its_delivery;
DROP TRIGGER submission_keeps_its_business_day;

-- One UPDATE stores what is signed and executed in one transaction; the history has both steps. Steps are numbered by how far they
-- are: what a program before this one wrote is in the same order.
CREATE TRIGGER submission_goes_forward AFTER UPDATE OF status, business_day ON submission
WHEN NEW.status <> OLD.status OR NEW.business_day IS NOT OLD.business_day BEGIN
  SELECT CASE
    WHEN OLD.business_day IS NOT NULL AND NEW.business_day IS NOT OLD.business_day
      THEN RAISE(ABORT, 'a submission keeps its business day')
    WHEN NEW.status = OLD.status THEN NULL
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
  INSERT INTO submission_status (submission, step, status, at)
  SELECT NEW.id, 2, 'signed', NEW.changed WHERE OLD.status = 'awaitingSignature' AND NEW.status = 'executed';
  INSERT INTO submission_status (submission, step, status, reason, at, message, message_en)
  SELECT NEW.id, CASE NEW.status WHEN 'signed' THEN 2 ELSE 3 END, NEW.status, NEW.reason, NEW.changed, NEW.message, NEW.message_en
  WHERE NEW.status <> OLD.status;
END;

DROP INDEX submission_unsigned;
CREATE INDEX submission_unsigned ON submission (changed)
  WHERE (status = 'cancelled' OR status = 'expired' OR status = 'rejected') AND "values" <> '{}';

DROP TRIGGER audit_record_follows;

CREATE TRIGGER audit_record_follows BEFORE INSERT ON audit_record
WHEN (NEW.sequence - 1, NEW.previous) IS NOT (SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1)
  AND NOT (NEW.sequence = 1 AND NEW.previous = zeroblob(32) AND NOT EXISTS (SELECT 1 FROM audit_record))
BEGIN
  SELECT RAISE(ABORT, 'each record follows the one before');
END;
