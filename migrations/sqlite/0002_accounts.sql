-- Customers, the kinds and the masters of accounts, the roles of access, and incoming money.
--
-- SQLite can change a CHECK only by a copy of the table. With `legacy_alter_table`, the last step of
-- a copy does not parse the triggers of other tables, which name the table that is missing then.
PRAGMA legacy_alter_table = ON;

-- -------------------------------------------------------------------------------------------------
-- Customers.

-- The holders of accounts.
CREATE TABLE customer (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The customer's id in the bank's other systems; NULL after the data of the person were erased.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
  kind TEXT NOT NULL CHECK (kind = 'individual' OR kind = 'company'),
  -- The person who is this customer; NULL for a company, and for an individual without a login.
  person TEXT REFERENCES person (id),
  name TEXT NOT NULL CHECK (name <> ''),
  short_name TEXT CHECK (short_name <> ''),
  -- INN and KPP.
  tax_number TEXT CHECK (length(tax_number) IN (10, 12) AND tax_number NOT GLOB '*[^0-9]*'),
  registration_code TEXT CHECK (length(registration_code) = 9),
  created INTEGER NOT NULL,
  -- The time at which the bank ended its relation with the customer.
  closed INTEGER,
  -- The source of the last change from the bank's core, and its number there.
  source TEXT CHECK (source <> ''),
  sequence INTEGER CHECK (sequence > 0),
  CHECK (kind = 'individual' OR person IS NULL),
  CHECK ((source IS NULL) = (sequence IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX customer_external_id ON customer (external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX customer_person ON customer (person) WHERE person IS NOT NULL;

CREATE TRIGGER customer_is_not_deleted BEFORE DELETE ON customer BEGIN
  SELECT RAISE(ABORT, 'a customer is closed, not deleted');
END;

-- -------------------------------------------------------------------------------------------------
-- Accounts.

-- Accounts. The ledger has the entries of customers' accounts and of the bank's own accounts. The
-- bank's core keeps accounts of the kind `core`, and their rows here are copies.
CREATE TABLE account_rebuilt (
  number TEXT NOT NULL PRIMARY KEY CHECK (length(number) = 20),
  -- An account of a customer, whose balance is never negative, of the bank, or of the bank's core.
  kind TEXT NOT NULL CHECK (kind = 'customer' OR kind = 'internal' OR kind = 'core'),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- In minor units. Only triggers change it.
  balance INTEGER NOT NULL DEFAULT 0,
  -- The last ledger row included in the balance.
  posted INTEGER NOT NULL DEFAULT 0,
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  opened INTEGER NOT NULL,
  -- The sum of the open holds, in minor units. Only triggers change it.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0 AND (kind <> 'customer' OR held <= balance)),
  -- The sum of all credits up to `posted`. The sum of all debits is `received` minus `balance`.
  received INTEGER NOT NULL DEFAULT 0,
  -- The holder; NULL for an account of the bank, and for an account opened before customers existed.
  customer TEXT REFERENCES customer (id),
  -- The bank's name for the product.
  product TEXT CHECK (product <> ''),
  closed INTEGER,
  -- The reason for which the account was disabled or closed.
  reason TEXT CHECK (reason <> ''),
  -- The columns below are only for the kind `core`. The overdraft and the available amount are in
  -- minor units.
  overdraft INTEGER CHECK (overdraft >= 0),
  core_available INTEGER,
  -- The last row of the feed that the core's balance includes.
  taken INTEGER CHECK (taken >= 0),
  -- The time of the core's balance, and the number of the change that set it.
  as_of INTEGER,
  sequence INTEGER CHECK (sequence > 0),
  -- True while the account has an open divergence or an unapplied change.
  unsure INTEGER NOT NULL DEFAULT 0 CHECK (unsure IN (0, 1)),
  UNIQUE (number, currency),
  CHECK (kind <> 'customer' OR balance >= 0),
  CHECK (kind <> 'internal' OR customer IS NULL),
  CHECK (closed IS NULL OR disabled = 1),
  CHECK (kind = 'core' OR (overdraft IS NULL AND core_available IS NULL AND taken IS NULL AND as_of IS NULL
    AND sequence IS NULL AND unsure = 0))
) STRICT, WITHOUT ROWID;

INSERT INTO account_rebuilt (number, kind, currency, balance, posted, disabled, opened, held, received)
SELECT number, kind, currency, balance, posted, disabled, opened, held, received FROM account ORDER BY number;

DROP TABLE account;
ALTER TABLE account_rebuilt RENAME TO account;

CREATE INDEX account_customer ON account (customer, number) WHERE customer IS NOT NULL;

CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON account BEGIN
  SELECT RAISE(ABORT, 'an account is disabled, not deleted');
END;

CREATE TRIGGER account_holds_nothing_at_first BEFORE INSERT ON account WHEN NEW.held <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

CREATE TRIGGER account_follows_holds BEFORE UPDATE OF held ON account
WHEN NEW.held <> (SELECT coalesce(sum(amount), 0) FROM hold WHERE account = NEW.number AND released IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'what is held follows the holds');
END;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON account WHEN NEW.balance <> 0 OR NEW.received <> 0 OR NEW.posted <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

CREATE TRIGGER account_stays_closed BEFORE UPDATE OF closed, disabled ON account
WHEN OLD.closed IS NOT NULL AND (NEW.closed IS NOT OLD.closed OR NEW.disabled <> OLD.disabled) BEGIN
  SELECT RAISE(ABORT, 'a closed account stays closed');
END;

CREATE TRIGGER account_closes_empty BEFORE UPDATE OF closed ON account
WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL AND OLD.kind = 'customer' AND (OLD.balance <> 0 OR OLD.held <> 0) BEGIN
  SELECT RAISE(ABORT, 'an account closes with nothing on it');
END;

-- The balance of a customer changes by exactly one newer ledger row, which contains the account and
-- its new balance. The ledger has no rows of the core's accounts.
CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, kind, currency, balance, received, posted ON account
WHEN NEW.number <> OLD.number OR NEW.kind <> OLD.kind OR NEW.currency <> OLD.currency OR OLD.kind <> 'customer'
  OR NEW.posted <= OLD.posted OR NOT EXISTS (
    SELECT 1 FROM ledger WHERE id = NEW.posted AND (
      (debit = NEW.number AND NEW.balance = OLD.balance - amount AND NEW.received = OLD.received
        AND debit_balance = NEW.balance AND debit_received = NEW.received)
      OR (credit = NEW.number AND NEW.balance = OLD.balance + amount AND NEW.received = OLD.received + amount
        AND credit_balance = NEW.balance AND credit_received = NEW.received)))
BEGIN
  SELECT RAISE(ABORT, 'the ledger has no rows of core accounts') WHERE OLD.kind = 'core';
  SELECT RAISE(ABORT, 'a balance follows the ledger');
END;

-- Updates the balances of customers. An account of the bank is updated only if the movement
-- contains a balance for it. `account_follows_ledger` then rejects the row, as it rejects each row
-- of an account of the core.
DROP TRIGGER ledger_moves_balances;
CREATE TRIGGER ledger_moves_balances AFTER INSERT ON ledger BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id
  WHERE number = NEW.debit AND (kind <> 'internal' OR NEW.debit_balance IS NOT NULL OR NEW.debit_received IS NOT NULL);
  UPDATE account SET balance = balance + NEW.amount, received = received + NEW.amount, posted = NEW.id
  WHERE number = NEW.credit AND (kind <> 'internal' OR NEW.credit_balance IS NOT NULL OR NEW.credit_received IS NOT NULL);
END;

-- SQLite runs the newest trigger first, so that this one still precedes `ledger_moves_balances`.
DROP TRIGGER ledger_is_written_in_order;
-- A movement has a greater id and no earlier time than all movements before it.
CREATE TRIGGER ledger_is_written_in_order AFTER INSERT ON ledger
WHEN NEW.id <> (SELECT max(id) FROM ledger) OR NEW.reached IS NOT (
  SELECT nullif(max(coalesce(reached, at), NEW.at), NEW.at) FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE id < NEW.id))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is written in order');
END;

-- -------------------------------------------------------------------------------------------------
-- Access, cards and meters.

-- The role of the person; NULL in rows of earlier programs, which only have `is_owner`. An owner and
-- a signatory may pay.
ALTER TABLE account_access ADD COLUMN role TEXT
  CHECK ((role = 'owner' AND is_owner = 1) OR (role = 'signatory' AND is_owner = 1) OR (role = 'viewer' AND is_owner = 0));
-- The time from which the access is not valid, as granted.
ALTER TABLE account_access ADD COLUMN until INTEGER;
-- The time at which the bank ended the access.
ALTER TABLE account_access ADD COLUMN ended INTEGER;

CREATE INDEX account_access_account ON account_access (account, person);

CREATE TRIGGER account_access_is_not_deleted BEFORE DELETE ON account_access BEGIN
  SELECT RAISE(ABORT, 'an access is ended, not deleted');
END;

-- The id of the card in the bank's core.
ALTER TABLE card ADD COLUMN core_id TEXT CHECK (length(core_id) BETWEEN 1 AND 128);
CREATE UNIQUE INDEX card_core_id ON card (core_id) WHERE core_id IS NOT NULL;

-- A disabled meter is not shown and takes no readings.
ALTER TABLE meter ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1));

-- -------------------------------------------------------------------------------------------------
-- Incoming money.

-- The other party of a movement without a submission: the payer of incoming money.
ALTER TABLE ledger ADD COLUMN other_name TEXT CHECK (other_name <> '');
ALTER TABLE ledger ADD COLUMN other_account TEXT CHECK (length(other_account) BETWEEN 1 AND 34);
ALTER TABLE ledger ADD COLUMN other_bic TEXT CHECK (length(other_bic) = 9);

DROP VIEW entry;
CREATE VIEW entry (
  id, account, counterpart, amount, currency, purpose, at, submission, balance, received, other_name, other_account,
  other_bic
) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission, debit_balance, debit_received, other_name,
    other_account, other_bic FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission, credit_balance, credit_received, other_name,
    other_account, other_bic FROM ledger;

-- The ids of incoming money in the bank's other systems. Each id moves money once.
CREATE TABLE incoming (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  movement INTEGER NOT NULL UNIQUE REFERENCES ledger (id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER incoming_is_not_changed BEFORE UPDATE ON incoming BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

CREATE TRIGGER incoming_is_not_deleted BEFORE DELETE ON incoming BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

-- -------------------------------------------------------------------------------------------------
-- The signing methods of submissions are no longer a list in the schema.

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
  -- The client's idempotency key, and the digest of the request body sent with it.
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  body_digest BLOB CHECK (length(body_digest) = 32),
  -- The times of the submission, of the signature, and of the last change of the status. `signed`
  -- is NULL before the signature, and equals `created` if no signature is needed.
  created INTEGER NOT NULL,
  signed INTEGER CHECK (signed >= created),
  changed INTEGER NOT NULL CHECK (changed >= created),
  expires INTEGER NOT NULL CHECK (expires > created),
  -- The business day, set with the signature.
  business_day TEXT CHECK (business_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- The core system's text for the person, in the default language or the only one, and in English.
  message TEXT CHECK (message <> ''),
  message_en TEXT CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  -- The retention of the values, as the operation defined it: years after the one in which the
  -- personal data was erased, or days after the end of the submission. Both are NULL without a
  -- rule.
  keep_years INTEGER CHECK (keep_years BETWEEN 1 AND 100),
  keep_days INTEGER CHECK (keep_days BETWEEN 0 AND 3650),
  -- The digest of the state that the submission was shown with; NULL if none matters.
  basis BLOB CHECK (length(basis) = 32),
  -- The shown texts of the chosen options, as JSON by atom path; NULL if empty, and after the
  -- values were deleted.
  captions TEXT CHECK (substr(captions, 1, 1) = '{'),
  -- The warnings shown before the submission, as JSON by atom path; NULL if empty, and after the
  -- values were deleted.
  warnings TEXT CHECK (substr(warnings, 1, 1) = '{'),
  -- The signing method; NULL without a signature.
  method TEXT CHECK (method <> ''),
  -- The number of challenges issued for the signature.
  challenges INTEGER NOT NULL DEFAULT 0 CHECK (challenges >= 0),
  -- The last challenge, open until the submission is signed; NULL after a wrong answer or when
  -- another challenge replaced it.
  challenge TEXT CHECK (length(challenge) = 36),
  -- The session that can answer the challenge. The column has no foreign key, because sessions are
  -- deleted and submissions are kept.
  challenge_session TEXT CHECK (length(challenge_session) = 36),
  -- The digest of the content to sign, as it was shown.
  challenge_digest BLOB CHECK (length(challenge_digest) = 32),
  challenge_created INTEGER,
  challenge_expires INTEGER CHECK (challenge_expires > challenge_created),
  -- The ledger movement of this submission; NULL if it moved no money.
  movement INTEGER,
  UNIQUE (person, operation, idempotency_key),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((idempotency_key IS NULL) = (body_digest IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (status <> 'awaitingSignature' OR (signed IS NULL AND method IS NOT NULL)),
  CHECK (signed IS NOT NULL OR (status <> 'signed' AND status <> 'executed')),
  CHECK (challenge IS NULL OR (method IS NOT NULL AND challenge_session IS NOT NULL AND challenge_digest IS NOT NULL
    AND challenge_created IS NOT NULL AND challenge_expires IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO submission_rebuilt (
  id, person, operation, version, "values", status, reason, amount, currency, attempts_left,
  idempotency_key, body_digest, created, signed, changed, expires, business_day, message,
  message_en, keep_years, keep_days, basis, captions, warnings, method, challenges, challenge,
  challenge_session, challenge_digest, challenge_created, challenge_expires, movement
)
SELECT
  id, person, operation, version, "values", status, reason, amount, currency, attempts_left,
  idempotency_key, body_digest, created, signed, changed, expires, business_day, message,
  message_en, keep_years, keep_days, basis, captions, warnings, method, challenges, challenge,
  challenge_session, challenge_digest, challenge_created, challenge_expires, movement
FROM submission ORDER BY id;

DROP TABLE submission;
ALTER TABLE submission_rebuilt RENAME TO submission;

CREATE INDEX submission_person ON submission (person, id);
CREATE INDEX submission_person_refused ON submission (person, status, id) WHERE status IN ('rejected', 'cancelled');
CREATE INDEX submission_person_signed ON submission (person) WHERE status = 'signed';
CREATE INDEX submission_signed ON submission (operation, version) WHERE status = 'signed';
CREATE INDEX submission_without_rule ON submission (operation)
  WHERE keep_years IS NULL AND keep_days IS NULL AND "values" <> '{}';
CREATE INDEX submission_unsigned ON submission (changed)
  WHERE signed IS NULL AND status <> 'awaitingSignature' AND "values" <> '{}';
CREATE INDEX submission_awaiting ON submission (person, expires, operation, version) WHERE status = 'awaitingSignature';
CREATE INDEX submission_kept_until ON submission (changed + keep_days * 86400000000)
  WHERE keep_days IS NOT NULL AND "values" <> '{}';

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

-- The history is the method, the three times and the status. Each is set once, and only forward.
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
    -- A signed submission ends with the outcome of its delivery, in the same transaction. A
    -- submission with a delivery does not end with its signature.
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

-- A submission refers only to its own movement.
CREATE TRIGGER submission_names_its_movement BEFORE UPDATE OF movement ON submission
WHEN NEW.movement IS NOT OLD.movement
  AND NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.movement AND submission = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'a submission moves money once');
END;

PRAGMA legacy_alter_table = OFF;
