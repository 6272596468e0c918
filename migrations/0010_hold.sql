-- What signed submissions have set aside until they are executed or refused.
CREATE TABLE hold (
  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id),
  account TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  placed INTEGER NOT NULL,
  released INTEGER CHECK (released >= placed),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
) STRICT, WITHOUT ROWID;

CREATE INDEX hold_open ON hold (account, amount) WHERE released IS NULL;

-- The sum of the account's open holds, in minor units. Only the triggers below change it.
ALTER TABLE account ADD COLUMN held INTEGER NOT NULL DEFAULT 0
  CHECK (held >= 0 AND (kind = 'internal' OR held <= balance));

CREATE TRIGGER hold_is_placed_when_signed BEFORE INSERT ON hold
WHEN NEW.released IS NOT NULL OR NOT EXISTS (SELECT 1 FROM submission WHERE id = NEW.submission AND status = 'signed')
BEGIN
  SELECT RAISE(ABORT, 'a hold begins with the signature');
END;

CREATE TRIGGER hold_takes AFTER INSERT ON hold BEGIN
  UPDATE account SET held = held + NEW.amount WHERE number = NEW.account;
END;

CREATE TRIGGER hold_is_released_once BEFORE UPDATE ON hold
WHEN OLD.released IS NOT NULL OR NEW.released IS NULL OR NEW.submission <> OLD.submission OR NEW.account <> OLD.account
  OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.placed <> OLD.placed
BEGIN
  SELECT RAISE(ABORT, 'a hold is released once and keeps its content');
END;

CREATE TRIGGER hold_gives_back AFTER UPDATE ON hold BEGIN
  UPDATE account SET held = held - NEW.amount WHERE number = NEW.account;
END;

CREATE TRIGGER hold_is_not_deleted BEFORE DELETE ON hold BEGIN
  SELECT RAISE(ABORT, 'a hold is released, not deleted');
END;

CREATE TRIGGER account_holds_nothing_at_first BEFORE INSERT ON account WHEN NEW.held <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

CREATE TRIGGER account_follows_holds BEFORE UPDATE OF held ON account
WHEN NEW.held <> (SELECT coalesce(sum(amount), 0) FROM hold WHERE account = NEW.number AND released IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'what is held follows the holds');
END;

CREATE TRIGGER submission_ends_without_hold BEFORE UPDATE OF status ON submission
WHEN NEW.status <> 'signed' AND EXISTS (SELECT 1 FROM hold WHERE submission = NEW.id AND released IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'a hold ends with its submission');
END;
