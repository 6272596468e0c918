-- Deals that operators change, with pages; what people have done with them; when people wanted to be told of new ones.

-- Who added it, with which key and body, so that a repetition adds nothing; none where it came otherwise.
ALTER TABLE deal ADD COLUMN author TEXT REFERENCES person (id);
ALTER TABLE deal ADD COLUMN idempotency_key TEXT
  CHECK (idempotency_key IS NULL OR (length(idempotency_key) BETWEEN 1 AND 255 AND author IS NOT NULL));
ALTER TABLE deal ADD COLUMN body_digest BLOB CHECK (length(body_digest) = 32);
-- The day on which an operator ended it, whatever its last day was to be.
ALTER TABLE deal ADD COLUMN ended_on TEXT
  CHECK (ended_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
-- From when on those are told of it who want to be: its first day, or when it was added where that is later.
ALTER TABLE deal ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deal ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE deal SET announced = created, changed = created;

CREATE UNIQUE INDEX deal_key ON deal (author, idempotency_key);
CREATE INDEX deal_announced ON deal (announced, id);

CREATE TRIGGER deal_stays_ended BEFORE UPDATE ON deal WHEN OLD.ended_on IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a deal that was ended stays as it is');
END;

CREATE TRIGGER deal_is_not_deleted BEFORE DELETE ON deal WHEN OLD.author IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a deal is ended, not deleted');
END;

-- What a deal says beyond its title, page by page.
CREATE TABLE deal_page (
  deal TEXT NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  title_ru TEXT NOT NULL CHECK (title_ru <> ''),
  title_en TEXT CHECK (title_en <> ''),
  text_ru TEXT NOT NULL CHECK (text_ru <> ''),
  text_en TEXT CHECK (text_en <> ''),
  -- A picture's address: a path of this server, or https.
  image TEXT CHECK (image GLOB '/*' OR image GLOB 'https://*'),
  PRIMARY KEY (deal, place)
) STRICT, WITHOUT ROWID;

-- What a person has done with a deal and with the notification of it; who has done nothing has no row, so that a new
-- deal writes nothing for anybody.
CREATE TABLE deal_mark (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  deal TEXT NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  -- When the deal was seen, the notification read, and dismissed.
  seen INTEGER,
  read INTEGER,
  dismissed INTEGER,
  PRIMARY KEY (person, deal),
  CHECK (coalesce(seen, read, dismissed) IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX deal_mark_deal ON deal_mark (deal);

-- From when to when a person wanted to be told of new deals, written by the triggers below and by nobody else: a deal
-- that was announced within is a notification, whatever was set since.
CREATE TABLE push_period (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  begun INTEGER NOT NULL,
  ended INTEGER CHECK (ended >= begun),
  PRIMARY KEY (person, begun)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX push_period_open ON push_period (person) WHERE ended IS NULL;

INSERT INTO push_period (person, begun) SELECT person, changed FROM settings WHERE push_deals = 1;

CREATE TRIGGER settings_begin_a_push_period AFTER INSERT ON settings WHEN NEW.push_deals = 1 BEGIN
  INSERT INTO push_period (person, begun) VALUES (NEW.person, NEW.changed)
  ON CONFLICT (person, begun) DO UPDATE SET ended = NULL;
END;

CREATE TRIGGER settings_go_on_with_a_push_period AFTER UPDATE OF push_deals ON settings
WHEN NEW.push_deals = 1 AND OLD.push_deals = 0 BEGIN
  INSERT INTO push_period (person, begun) VALUES (NEW.person, NEW.changed)
  ON CONFLICT (person, begun) DO UPDATE SET ended = NULL;
END;

CREATE TRIGGER settings_end_a_push_period AFTER UPDATE OF push_deals ON settings
WHEN NEW.push_deals = 0 AND OLD.push_deals = 1 BEGIN
  UPDATE push_period SET ended = max(begun, NEW.changed) WHERE person = NEW.person AND ended IS NULL;
END;
