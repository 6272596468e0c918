-- Who may log in, and their logins.
CREATE TABLE person (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  login TEXT NOT NULL UNIQUE CHECK (login = lower(login) AND length(login) BETWEEN 1 AND 64),
  name TEXT NOT NULL CHECK (name <> ''),
  phone TEXT,
  bonuses INTEGER NOT NULL DEFAULT 0 CHECK (bonuses >= 0),
  role TEXT NOT NULL CHECK (role IN ('person', 'operator', 'core')),
  -- The password's argon2id hash, with its salt and cost.
  password TEXT NOT NULL CHECK (password LIKE '$argon2id$%'),
  -- Wrong answers to challenges in a row, over all submissions; a right one makes it zero.
  wrong_answers INTEGER NOT NULL DEFAULT 0 CHECK (wrong_answers >= 0),
  -- Since when the person may not sign.
  signing_locked INTEGER,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the token, which itself is nowhere.
  token_digest BLOB NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created)
) STRICT, WITHOUT ROWID;

CREATE INDEX session_person ON session (person, expires);
