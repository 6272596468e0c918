-- release: 4
-- What an account has at a place of its statement no longer depends on how many entries it has: each movement keeps what its two
-- accounts had after it, and the ledger's times never go back, so that a day is found by halving the ledger.
--
-- Accounts of the bank itself have no statement: movements keep nothing for them, and may be many a second.

-- All that was ever credited; what was debited is the rest of it that the balance lacks.
ALTER TABLE account ADD COLUMN received INTEGER NOT NULL DEFAULT 0;

DROP VIEW entry;
DROP TRIGGER account_opens_empty;
DROP TRIGGER account_follows_ledger;

CREATE TABLE ledger_rebuilt (
  id INTEGER PRIMARY KEY,
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
  FOREIGN KEY (credit, currency) REFERENCES account (number, currency),
  -- A submission moves money once.
  UNIQUE (submission)
) STRICT;

-- Every movement has two entries. They are summed up account by account, and put together again in the order of the ledger: each is
-- sorted twice, and movements are read and written in their order.
INSERT INTO ledger_rebuilt (id, submission, debit, credit, amount, currency, purpose, at, debit_balance, debit_received,
  credit_balance, credit_received)
SELECT ledger.id, submission, debit, credit, amount, currency, purpose, at, debit_balance, debit_received, credit_balance,
  credit_received
FROM (
  SELECT id,
    max(CASE WHEN moved < 0 THEN balance END) AS debit_balance, max(CASE WHEN moved < 0 THEN received END) AS debit_received,
    max(CASE WHEN moved > 0 THEN balance END) AS credit_balance, max(CASE WHEN moved > 0 THEN received END) AS credit_received
  FROM (
    SELECT id, moved, CASE kind WHEN 'customer' THEN sum(moved) OVER so_far END AS balance,
      CASE kind WHEN 'customer' THEN sum(max(moved, 0)) OVER so_far END AS received
    FROM (
      SELECT id, debit AS number, -amount AS moved FROM ledger
      UNION ALL
      SELECT id, credit, amount FROM ledger
    ) AS side CROSS JOIN account ON account.number = side.number
    WINDOW so_far AS (PARTITION BY side.number ORDER BY id ROWS UNBOUNDED PRECEDING)
  )
  GROUP BY id
) AS told CROSS JOIN ledger ON ledger.id = told.id;

UPDATE ledger_rebuilt SET reached = late.latest
FROM (
  SELECT id, latest FROM (SELECT id, at, max(at) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS latest FROM ledger)
  WHERE latest > at
) AS late
WHERE late.id = ledger_rebuilt.id;

UPDATE account SET received = told.total
FROM (SELECT credit, sum(amount) AS total FROM ledger GROUP BY credit) AS told WHERE told.credit = account.number;

DROP TABLE ledger;
PRAGMA legacy_alter_table = ON;
ALTER TABLE ledger_rebuilt RENAME TO ledger;
PRAGMA legacy_alter_table = OFF;

CREATE INDEX ledger_debit ON ledger (debit, id);
CREATE INDEX ledger_credit ON ledger (credit, id);

CREATE VIEW entry (id, account, counterpart, amount, currency, purpose, at, submission, balance, received) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission, debit_balance, debit_received FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission, credit_balance, credit_received FROM ledger;

CREATE TRIGGER ledger_moves_balances AFTER INSERT ON ledger BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id WHERE number = NEW.debit;
  UPDATE account SET balance = balance + NEW.amount, received = received + NEW.amount, posted = NEW.id WHERE number = NEW.credit;
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

CREATE TRIGGER account_opens_empty BEFORE INSERT ON account WHEN NEW.balance <> 0 OR NEW.received <> 0 OR NEW.posted <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

-- A balance moves by exactly one newer row of the ledger, which names the account and keeps what a customer then has.
CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, kind, currency, balance, received, posted ON account
WHEN NEW.number <> OLD.number OR NEW.kind <> OLD.kind OR NEW.currency <> OLD.currency OR NEW.posted <= OLD.posted OR NOT EXISTS (
  SELECT 1 FROM ledger WHERE id = NEW.posted AND (
    (debit = NEW.number AND NEW.balance = OLD.balance - amount AND NEW.received = OLD.received
      AND debit_balance IS CASE OLD.kind WHEN 'customer' THEN NEW.balance END
      AND debit_received IS CASE OLD.kind WHEN 'customer' THEN NEW.received END)
    OR (credit = NEW.number AND NEW.balance = OLD.balance + amount AND NEW.received = OLD.received + amount
      AND credit_balance IS CASE OLD.kind WHEN 'customer' THEN NEW.balance END
      AND credit_received IS CASE OLD.kind WHEN 'customer' THEN NEW.received END)))
BEGIN
  SELECT RAISE(ABORT, 'a balance follows the ledger');
END;

-- What is looked for among rows that stay for good is found without reading them: deals that go on, times of notification that are
-- over, and the provider behind an account.
CREATE INDEX deal_current ON deal (end_date) WHERE ended_on IS NULL;
CREATE INDEX push_period_ended ON push_period (ended) WHERE ended IS NOT NULL;
CREATE INDEX provider_account ON provider (payee_account, payee_bic);

-- Submissions that are kept for days, by when that ends: by when they changed, those that are kept longest were read each time.
DROP INDEX IF EXISTS submission_kept_for_days;
CREATE INDEX submission_kept_until ON submission (changed + keep_days * 86400000000)
  WHERE keep_days IS NOT NULL AND "values" <> '{}';
