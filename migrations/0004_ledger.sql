-- Accounts and the double-entry ledger that their balances follow.
CREATE TABLE account (
  number TEXT NOT NULL PRIMARY KEY CHECK (length(number) = 20),
  -- A customer's, which can never be below zero, or the bank's own.
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'internal')),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- In minor units. Only the ledger's trigger changes it.
  balance INTEGER NOT NULL DEFAULT 0,
  -- The last row of the ledger that the balance has taken in.
  posted INTEGER NOT NULL DEFAULT 0,
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  opened INTEGER NOT NULL,
  UNIQUE (number, currency),
  CHECK (kind = 'internal' OR balance >= 0)
) STRICT, WITHOUT ROWID;

-- The bank's own accounts by what they are for: where payments to other banks go, where opening balances come from.
CREATE TABLE internal_account (
  duty TEXT NOT NULL CHECK (duty IN ('settlement', 'equity')),
  currency TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (duty, currency),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
) STRICT, WITHOUT ROWID;

-- Who sees an account, and as what.
CREATE TABLE account_access (
  person TEXT NOT NULL REFERENCES person (id),
  account TEXT NOT NULL REFERENCES account (number),
  is_owner INTEGER NOT NULL CHECK (is_owner IN (0, 1)),
  caption TEXT NOT NULL CHECK (caption <> ''),
  -- The place in the person's list.
  place INTEGER NOT NULL,
  PRIMARY KEY (person, account)
) STRICT, WITHOUT ROWID;

-- One row is a balanced pair of entries, so the sum of all entries is zero by construction.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  submission TEXT REFERENCES submission (id),
  debit TEXT NOT NULL,
  credit TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  purpose TEXT NOT NULL,
  at INTEGER NOT NULL,
  CHECK (debit <> credit),
  FOREIGN KEY (debit, currency) REFERENCES account (number, currency),
  FOREIGN KEY (credit, currency) REFERENCES account (number, currency),
  -- A submission moves money once.
  UNIQUE (submission)
) STRICT;

CREATE INDEX ledger_debit ON ledger (debit, id);
CREATE INDEX ledger_credit ON ledger (credit, id);

CREATE VIEW entry (id, account, counterpart, amount, currency, purpose, at, submission) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission FROM ledger;

CREATE TRIGGER ledger_moves_balances AFTER INSERT ON ledger BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id WHERE number = NEW.debit;
  UPDATE account SET balance = balance + NEW.amount, posted = NEW.id WHERE number = NEW.credit;
END;

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON account WHEN NEW.balance <> 0 OR NEW.posted <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

-- A balance moves by exactly one newer row of the ledger, which names the account.
CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, currency, balance, posted ON account
WHEN NEW.number <> OLD.number OR NEW.currency <> OLD.currency OR NEW.posted <= OLD.posted OR NOT EXISTS (
  SELECT 1 FROM ledger WHERE id = NEW.posted AND (
    (debit = NEW.number AND NEW.balance = OLD.balance - amount)
    OR (credit = NEW.number AND NEW.balance = OLD.balance + amount)))
BEGIN
  SELECT RAISE(ABORT, 'a balance follows the ledger');
END;

CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON account BEGIN
  SELECT RAISE(ABORT, 'an account is disabled, not deleted');
END;
