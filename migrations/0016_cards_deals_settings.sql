-- Cards, what the bank offers, and what people have set.

-- Where one-time codes are sent: the telephone number as it was when the person was added, or last changed with a
-- signature. `phone` is how the person is to be called, which a token alone may change.
ALTER TABLE person ADD COLUMN code_phone TEXT;
UPDATE person SET code_phone = phone;

CREATE TABLE card (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL,
  account TEXT NOT NULL,
  caption TEXT NOT NULL CHECK (caption <> ''),
  -- Of the number only what may be shown: the first six digits and the last four. The others are nowhere.
  first_digits TEXT NOT NULL CHECK (length(first_digits) = 6 AND first_digits NOT GLOB '*[^0-9]*'),
  last_digits TEXT NOT NULL CHECK (length(last_digits) = 4 AND last_digits NOT GLOB '*[^0-9]*'),
  -- The last day it is good for, YYYY-MM-DD.
  expires TEXT NOT NULL CHECK (expires GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  status TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  -- What gave it that status; nothing where the bank did.
  submission TEXT REFERENCES submission (id),
  -- The place in the person's list.
  place INTEGER NOT NULL,
  issued INTEGER NOT NULL,
  changed INTEGER NOT NULL CHECK (changed >= issued),
  -- A card belongs to somebody who sees its account.
  FOREIGN KEY (person, account) REFERENCES account_access (person, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX card_person ON card (person, place);
CREATE INDEX card_account ON card (person, account);

-- Every status a card has had, written by the triggers below and by nobody else.
CREATE TABLE card_status (
  card TEXT NOT NULL REFERENCES card (id),
  step INTEGER NOT NULL,
  status TEXT NOT NULL,
  submission TEXT REFERENCES submission (id),
  at INTEGER NOT NULL,
  PRIMARY KEY (card, step)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER card_begins AFTER INSERT ON card BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  VALUES (NEW.id, 1, NEW.status, NEW.submission, NEW.changed);
END;

CREATE TRIGGER card_goes_on AFTER UPDATE OF status ON card WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  SELECT NEW.id, max(step) + 1, NEW.status, NEW.submission, NEW.changed FROM card_status WHERE card = NEW.id;
END;

CREATE TRIGGER card_keeps_its_holder BEFORE UPDATE OF id, person, first_digits, last_digits, issued ON card BEGIN
  SELECT RAISE(ABORT, 'a card keeps its number and its holder');
END;

CREATE TRIGGER card_status_is_not_changed BEFORE UPDATE ON card_status BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

-- What the bank offers to everybody, from one day to another.
CREATE TABLE deal (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  title_ru TEXT NOT NULL CHECK (title_ru <> ''),
  title_en TEXT CHECK (title_en <> ''),
  subtitle_ru TEXT NOT NULL,
  subtitle_en TEXT,
  -- The first and the last day, YYYY-MM-DD in the bank's time zone.
  start_date TEXT NOT NULL CHECK (start_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  end_date TEXT NOT NULL CHECK (end_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND end_date >= start_date),
  -- The place among those that are current.
  place INTEGER NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX deal_place ON deal (place, id);
CREATE INDEX deal_end ON deal (end_date, id);

-- What a person has set; who has set nothing has no row.
CREATE TABLE settings (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  push_deals INTEGER NOT NULL CHECK (push_deals IN (0, 1)),
  -- The language in which the bank writes to the person.
  language TEXT NOT NULL CHECK (language IN ('ru', 'en')),
  changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
