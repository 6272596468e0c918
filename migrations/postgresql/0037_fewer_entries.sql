-- release: 4
-- A submission names its movement, as on SQLite, and entries of accounts of the bank are in no index of statements. The ledger's
-- UNIQUE (submission) stays: only here do several write it at once.

-- The movement of the ledger that it caused; NULL for none.
ALTER TABLE submission ADD COLUMN movement bigint;
UPDATE submission SET movement = ledger.id FROM ledger WHERE ledger.submission = submission.id;

DROP INDEX ledger_debit;
DROP INDEX ledger_credit;
-- What statements read: entries of customers.
CREATE INDEX ledger_debit ON ledger (debit, id) WHERE debit_balance IS NOT NULL;
CREATE INDEX ledger_credit ON ledger (credit, id) WHERE credit_balance IS NOT NULL;

-- The movement that a submission names is its own, and stays, since it has no other.
CREATE FUNCTION submission_names_its_movement() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.movement AND submission = NEW.id) THEN
    RAISE EXCEPTION 'a submission moves money once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_names_its_movement BEFORE UPDATE OF movement ON submission
  FOR EACH ROW WHEN (NEW.movement IS DISTINCT FROM OLD.movement) EXECUTE FUNCTION submission_names_its_movement();

GRANT UPDATE (movement) ON submission TO valence_serve;
