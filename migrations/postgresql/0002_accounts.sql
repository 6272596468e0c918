-- Customers, the kinds and the masters of accounts, the roles of access, and incoming money.

-- -------------------------------------------------------------------------------------------------
-- Customers.

-- The holders of accounts.
CREATE TABLE customer (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The customer's id in the bank's other systems; NULL after the data of the person were erased.
  external_id text COLLATE "C" CHECK (length(external_id) BETWEEN 1 AND 128),
  kind text COLLATE "C" NOT NULL CHECK (kind = 'individual' OR kind = 'company'),
  -- The person who is this customer; NULL for a company, and for an individual without a login.
  person text COLLATE "C" REFERENCES person (id),
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  short_name text COLLATE "C" CHECK (short_name <> ''),
  -- INN and KPP.
  tax_number text COLLATE "C" CHECK (length(tax_number) IN (10, 12) AND tax_number !~ '[^0-9]'),
  registration_code text COLLATE "C" CHECK (length(registration_code) = 9),
  created bigint NOT NULL,
  -- The time at which the bank ended its relation with the customer.
  closed bigint,
  -- The source of the last change from the bank's core, and its number there.
  source text COLLATE "C" CHECK (source <> ''),
  sequence bigint CHECK (sequence > 0),
  CHECK (kind = 'individual' OR person IS NULL),
  CHECK ((source IS NULL) = (sequence IS NULL))
);

CREATE UNIQUE INDEX customer_external_id ON customer (external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX customer_person ON customer (person) WHERE person IS NOT NULL;

CREATE TRIGGER customer_is_not_deleted BEFORE DELETE ON customer
  FOR EACH ROW EXECUTE FUNCTION refuse('a customer is closed, not deleted');

-- -------------------------------------------------------------------------------------------------
-- Accounts.

-- An account of a customer, whose balance is never negative, of the bank, or of the bank's core. The
-- core keeps accounts of the kind `core`, and their rows here are copies. The ledger has no rows of
-- them: `ledger_is_written_in_order` finds only accounts of the other kinds.
ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account DROP CONSTRAINT account_check;
ALTER TABLE account DROP CONSTRAINT account_check1;

ALTER TABLE account
  -- The holder; NULL for an account of the bank, and for an account opened before customers existed.
  ADD COLUMN customer text COLLATE "C" REFERENCES customer (id),
  -- The bank's name for the product.
  ADD COLUMN product text COLLATE "C" CHECK (product <> ''),
  ADD COLUMN closed bigint,
  -- The reason for which the account was disabled or closed.
  ADD COLUMN reason text COLLATE "C" CHECK (reason <> ''),
  -- The columns below are only for the kind `core`. The overdraft and the available amount are in
  -- minor units.
  ADD COLUMN overdraft bigint CHECK (overdraft >= 0),
  ADD COLUMN core_available bigint,
  -- The last row of the feed that the core's balance includes.
  ADD COLUMN taken bigint CHECK (taken >= 0),
  -- The time of the core's balance, and the number of the change that set it.
  ADD COLUMN as_of bigint,
  ADD COLUMN sequence bigint CHECK (sequence > 0),
  -- True while the account has an open divergence or an unapplied change.
  ADD COLUMN unsure bigint NOT NULL DEFAULT 0 CHECK (unsure IN (0, 1)),
  ADD CHECK (kind = 'customer' OR kind = 'internal' OR kind = 'core'),
  ADD CHECK (held >= 0 AND (kind <> 'customer' OR held <= balance)),
  ADD CHECK (kind <> 'customer' OR balance >= 0),
  ADD CHECK (kind <> 'internal' OR customer IS NULL),
  ADD CHECK (closed IS NULL OR disabled = 1),
  ADD CHECK (kind = 'core' OR (overdraft IS NULL AND core_available IS NULL AND taken IS NULL AND as_of IS NULL
    AND sequence IS NULL AND unsure = 0));

CREATE INDEX account_customer ON account (customer, number) WHERE customer IS NOT NULL;

CREATE TRIGGER account_stays_closed BEFORE UPDATE OF closed, disabled ON account
  FOR EACH ROW WHEN (OLD.closed IS NOT NULL
    AND (NEW.closed IS DISTINCT FROM OLD.closed OR NEW.disabled <> OLD.disabled))
  EXECUTE FUNCTION refuse('a closed account stays closed');

CREATE TRIGGER account_closes_empty BEFORE UPDATE OF closed ON account
  FOR EACH ROW WHEN (OLD.closed IS NULL AND NEW.closed IS NOT NULL AND OLD.kind = 'customer'
    AND (OLD.balance <> 0 OR OLD.held <> 0))
  EXECUTE FUNCTION refuse('an account closes with nothing on it');

-- -------------------------------------------------------------------------------------------------
-- Access, cards and meters.

ALTER TABLE account_access
  -- The role of the person; NULL in rows of earlier programs, which only have `is_owner`. An owner and
  -- a signatory may pay.
  ADD COLUMN role text COLLATE "C"
    CHECK ((role = 'owner' AND is_owner = 1) OR (role = 'signatory' AND is_owner = 1) OR (role = 'viewer' AND is_owner = 0)),
  -- The time from which the access is not valid, as granted.
  ADD COLUMN until bigint,
  -- The time at which the bank ended the access.
  ADD COLUMN ended bigint;

CREATE INDEX account_access_account ON account_access (account, person);

CREATE TRIGGER account_access_is_not_deleted BEFORE DELETE ON account_access
  FOR EACH ROW EXECUTE FUNCTION refuse('an access is ended, not deleted');

-- The id of the card in the bank's core.
ALTER TABLE card ADD COLUMN core_id text COLLATE "C" CHECK (length(core_id) BETWEEN 1 AND 128);
CREATE UNIQUE INDEX card_core_id ON card (core_id) WHERE core_id IS NOT NULL;

-- A disabled meter is not shown and takes no readings.
ALTER TABLE meter ADD COLUMN disabled bigint NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1));

-- -------------------------------------------------------------------------------------------------
-- Incoming money.

-- The other party of a movement without a submission: the payer of incoming money.
ALTER TABLE ledger
  ADD COLUMN other_name text COLLATE "C" CHECK (other_name <> ''),
  ADD COLUMN other_account text COLLATE "C" CHECK (length(other_account) BETWEEN 1 AND 34),
  ADD COLUMN other_bic text COLLATE "C" CHECK (length(other_bic) = 9);

CREATE OR REPLACE VIEW entry (
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
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  movement bigint NOT NULL UNIQUE REFERENCES ledger (id)
);

CREATE TRIGGER incoming_is_not_changed BEFORE UPDATE ON incoming
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

CREATE TRIGGER incoming_is_not_deleted BEFORE DELETE ON incoming
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

-- -------------------------------------------------------------------------------------------------
-- The signing methods of submissions are no longer a list in the schema.

ALTER TABLE submission DROP CONSTRAINT submission_method_check;
ALTER TABLE submission ADD CONSTRAINT submission_method_check CHECK (method <> '');

-- -------------------------------------------------------------------------------------------------
-- Rights.

GRANT SELECT, INSERT ON customer, incoming TO valence_serve;
GRANT UPDATE (external_id, person, name, short_name, tax_number, registration_code, closed) ON customer TO valence_serve;
GRANT UPDATE (disabled, closed, reason, customer) ON account TO valence_serve;
GRANT UPDATE (disabled) ON meter TO valence_serve;
GRANT UPDATE (is_owner, role, caption, until, ended) ON account_access TO valence_serve;
