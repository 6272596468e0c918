-- People whose data were erased, and submissions of which the values are forgotten.

-- When the person's data were erased: the row stays for what the law keeps, and says nothing of anybody.
ALTER TABLE person ADD COLUMN erased INTEGER;
-- When the values of the last of their submissions were forgotten too.
ALTER TABLE person ADD COLUMN forgotten INTEGER CHECK (forgotten >= erased);

CREATE INDEX person_erased ON person (erased) WHERE erased IS NOT NULL AND forgotten IS NULL;

-- What may be forgotten is found without reading the rest.
CREATE INDEX submission_waiting ON submission (expires) WHERE status = 'awaitingSignature';
CREATE INDEX submission_unsigned ON submission (changed)
  WHERE status IN ('cancelled', 'expired', 'rejected') AND "values" <> '{}';

DROP TRIGGER submission_keeps_its_content;

CREATE TRIGGER submission_keeps_its_content
BEFORE UPDATE OF id, person, operation, version, amount, currency, idempotency_key, body_digest, created, expires
ON submission
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

-- Values are not changed, only forgotten, and that when the submission has ended.
CREATE TRIGGER submission_values_are_only_forgotten BEFORE UPDATE OF "values" ON submission
WHEN NEW."values" <> '{}' OR OLD.status IN ('awaitingSignature', 'signed')
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;
