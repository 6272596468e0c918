-- release: 4
-- A payment writes three entries of b-trees fewer: its submission names its movement, in place of an index of the ledger, and
-- accounts of the bank keep no balance and are in no index of statements. A movement within the bank writes one entry fewer.

-- The movement of the ledger that it caused; NULL for none.
ALTER TABLE submission ADD COLUMN movement INTEGER;
UPDATE submission SET movement = ledger.id FROM ledger WHERE ledger.submission = submission.id;

DROP VIEW entry;
DROP TRIGGER account_follows_ledger;

CREATE TABLE ledger_rebuilt (
  id INTEGER PRIMARY KEY,
  -- It names this movement in its turn, and moves money once: the triggers below hold that.
  submission TEXT REFERENCES submission (id),
  debit TEXT NOT NULL,
  credit TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  purpose TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- The latest time of the movements before, where that is later: a clock was set back. NULL otherwise.
  reached INTEGER CHECK (reached > at),
  -- What a customer's account has after it, and all that it ever received; NULL for an account of the bank.
  debit_balance INTEGER,
  debit_received INTEGER,
  credit_balance INTEGER,
  credit_received INTEGER,
  CHECK (debit <> credit),
  FOREIGN KEY (debit, currency) REFERENCES account (number, currency),
  FOREIGN KEY (credit, currency) REFERENCES account (number, currency)
) STRICT;

INSERT INTO ledger_rebuilt (id, submission, debit, credit, amount, currency, purpose, at, reached, debit_balance, debit_received,
  credit_balance, credit_received)
SELECT id, submission, debit, credit, amount, currency, purpose, at, reached, debit_balance, debit_received, credit_balance,
  credit_received
FROM ledger ORDER BY id;

DROP TABLE ledger;
PRAGMA legacy_alter_table = ON;
ALTER TABLE ledger_rebuilt RENAME TO ledger;
PRAGMA legacy_alter_table = OFF;

-- What statements read: entries of customers.
CREATE INDEX ledger_debit ON ledger (debit, id) WHERE debit_balance IS NOT NULL;
CREATE INDEX ledger_credit ON ledger (credit, id) WHERE credit_balance IS NOT NULL;

-- An account of the bank has what its entries add up to, and no balance of its own.
UPDATE account SET balance = 0, received = 0, posted = 0 WHERE kind = 'internal';

CREATE VIEW entry (id, account, counterpart, amount, currency, purpose, at, submission, balance, received) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission, debit_balance, debit_received FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission, credit_balance, credit_received FROM ledger;

-- The movement before is named by its submission before this one is written, so that nothing but the newest movement may still be
-- without: a second movement of a submission finds that it names the first. Whoever writes a movement names it at once.
CREATE TRIGGER ledger_moves_money_once AFTER INSERT ON ledger BEGIN
  UPDATE submission SET movement = (SELECT max(id) FROM ledger WHERE id < NEW.id)
  WHERE id = (SELECT submission FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE id < NEW.id)) AND movement IS NULL;
  SELECT RAISE(ABORT, 'a submission moves money once') FROM submission WHERE id = NEW.submission AND movement IS NOT NULL;
END;

-- Balances of customers follow. An account of the bank is updated only where the movement keeps something for it, which is refused.
CREATE TRIGGER ledger_moves_balances AFTER INSERT ON ledger BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id
  WHERE number = NEW.debit AND (kind = 'customer' OR NEW.debit_balance IS NOT NULL OR NEW.debit_received IS NOT NULL);
  UPDATE account SET balance = balance + NEW.amount, received = received + NEW.amount, posted = NEW.id
  WHERE number = NEW.credit AND (kind = 'customer' OR NEW.credit_balance IS NOT NULL OR NEW.credit_received IS NOT NULL);
END;

-- A movement is behind all others, and at no earlier time than they reached.
CREATE TRIGGER ledger_is_written_in_order AFTER INSERT ON ledger
WHEN NEW.id <> (SELECT max(id) FROM ledger) OR NEW.reached IS NOT (
  SELECT nullif(max(coalesce(reached, at), NEW.at), NEW.at) FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE id < NEW.id))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is written in order');
END;

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

-- A customer's balance moves by exactly one newer row of the ledger, which names the account and keeps what the customer then has.
CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, kind, currency, balance, received, posted ON account
WHEN NEW.number <> OLD.number OR NEW.kind <> OLD.kind OR NEW.currency <> OLD.currency OR OLD.kind <> 'customer'
  OR NEW.posted <= OLD.posted OR NOT EXISTS (
    SELECT 1 FROM ledger WHERE id = NEW.posted AND (
      (debit = NEW.number AND NEW.balance = OLD.balance - amount AND NEW.received = OLD.received
        AND debit_balance = NEW.balance AND debit_received = NEW.received)
      OR (credit = NEW.number AND NEW.balance = OLD.balance + amount AND NEW.received = OLD.received + amount
        AND credit_balance = NEW.balance AND credit_received = NEW.received)))
BEGIN
  SELECT RAISE(ABORT, 'a balance follows the ledger');
END;

-- The movement that a submission names is its own, and stays, since it has no other.
CREATE TRIGGER submission_names_its_movement BEFORE UPDATE OF movement ON submission
WHEN NEW.movement IS NOT OLD.movement
  AND NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.movement AND submission = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'a submission moves money once');
END;
