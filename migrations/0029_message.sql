-- release: 2
-- Messages to people that wait to be sent: one-time codes, and notices of new deals. A row is written in the transaction
-- that causes the message, and deleted when the message was sent, replaced, is not wanted any more, or is too late.
CREATE TABLE message (
  -- The key by which a sender tells a repetition. A code has the id of its challenge.
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  kind TEXT NOT NULL CHECK (kind <> ''),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The request that caused it, for the log; nothing where none did.
  request TEXT,
  -- The text and the telephone number, sealed with a key that is not in the database. A notice has none of them: its text
  -- is that of its deal when it is sent.
  key_id TEXT,
  sealed BLOB CHECK (length(sealed) > 40),
  -- The deal that a notice tells of.
  deal TEXT REFERENCES deal (id) ON DELETE CASCADE,
  created INTEGER NOT NULL,
  -- From when on it is never sent.
  expires INTEGER NOT NULL CHECK (expires > created),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- From when on it may be tried; while a process sends it, from when on another one may.
  due INTEGER NOT NULL CHECK (due <= expires),
  -- The process that sends it now.
  holder TEXT,
  CHECK ((key_id IS NULL) = (sealed IS NULL)),
  CHECK (kind <> 'code' OR sealed IS NOT NULL),
  CHECK (kind <> 'notice' OR deal IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX message_due ON message (kind, due);
CREATE INDEX message_person ON message (person);
-- A person has one notice of a deal.
CREATE UNIQUE INDEX message_deal ON message (deal, person) WHERE deal IS NOT NULL;

-- How far the people who want it have a notice of a new deal: they are gone through once, in the order of their ids. The
-- row stays as long as its deal, so that nobody has a second one.
CREATE TABLE deal_round (
  deal TEXT NOT NULL PRIMARY KEY REFERENCES deal (id) ON DELETE CASCADE,
  begun INTEGER NOT NULL,
  -- The last person who was looked at; nothing before the first.
  last TEXT,
  -- How many notices were queued.
  notices INTEGER NOT NULL DEFAULT 0 CHECK (notices >= 0),
  ended INTEGER CHECK (ended >= begun)
) STRICT, WITHOUT ROWID;

CREATE INDEX deal_round_open ON deal_round (begun) WHERE ended IS NULL;
