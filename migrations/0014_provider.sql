-- Whom people pay for services, by readings of meters or by an amount of their choice.
CREATE TABLE provider (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64 AND id NOT GLOB '*[^a-z0-9-]*'),
  title TEXT NOT NULL CHECK (title <> ''),
  -- The title and the taxpayer number as they are searched: in small letters, without marks on them.
  search TEXT NOT NULL CHECK (search <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('meters', 'amount')),
  category TEXT NOT NULL CHECK (category IN ('housing', 'mobile', 'internet', 'other')),
  payee_name TEXT NOT NULL CHECK (payee_name <> ''),
  payee_inn TEXT NOT NULL CHECK (length(payee_inn) IN (10, 12) AND payee_inn NOT GLOB '*[^0-9]*'),
  payee_bic TEXT NOT NULL CHECK (length(payee_bic) = 9),
  payee_account TEXT NOT NULL CHECK (length(payee_account) = 20),
  -- In kopecks: what one payment may be.
  least INTEGER NOT NULL CHECK (least > 0),
  most INTEGER NOT NULL CHECK (most >= least),
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX provider_search ON provider (search, id);

-- What a provider wants to know of who pays: first the number by which it knows them, then what else.
CREATE TABLE provider_field (
  provider TEXT NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  caption_ru TEXT NOT NULL CHECK (caption_ru <> ''),
  caption_en TEXT NOT NULL CHECK (caption_en <> ''),
  hint_ru TEXT,
  hint_en TEXT,
  mask TEXT,
  pattern TEXT,
  length INTEGER CHECK (length > 0),
  keyboard TEXT CHECK (keyboard IN ('default', 'digits', 'decimal', 'phone', 'email')),
  PRIMARY KEY (provider, place),
  CHECK ((hint_ru IS NULL) = (hint_en IS NULL))
) STRICT, WITHOUT ROWID;

-- Under which numbers providers know a person.
CREATE TABLE subscription (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  provider TEXT NOT NULL REFERENCES provider (id),
  account TEXT NOT NULL CHECK (account <> ''),
  caption TEXT NOT NULL CHECK (caption <> ''),
  PRIMARY KEY (person, provider, account)
) STRICT, WITHOUT ROWID;

-- The meters behind a number at a provider, which all who have that number see. A meter with two tariffs is two rows.
CREATE TABLE meter (
  provider TEXT NOT NULL REFERENCES provider (id),
  account TEXT NOT NULL CHECK (account <> ''),
  number TEXT NOT NULL CHECK (number <> ''),
  place INTEGER NOT NULL,
  caption TEXT NOT NULL CHECK (caption <> ''),
  unit TEXT NOT NULL CHECK (unit <> ''),
  -- How many decimal places a reading has.
  places INTEGER NOT NULL CHECK (places BETWEEN 0 AND 6),
  -- Roubles for a unit, in millionths.
  tariff INTEGER NOT NULL CHECK (tariff > 0),
  -- The last reading that was paid, in millionths of a unit, and its day.
  reading INTEGER NOT NULL CHECK (reading >= 0),
  read_on TEXT NOT NULL CHECK (read_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- What was used from the reading before to that one; nil for the first.
  used INTEGER CHECK (used >= 0),
  PRIMARY KEY (provider, account, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER meter_counts_up BEFORE UPDATE OF reading, read_on ON meter
WHEN NEW.reading < OLD.reading OR NEW.read_on < OLD.read_on BEGIN
  SELECT RAISE(ABORT, 'a meter counts up');
END;
