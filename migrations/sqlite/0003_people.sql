-- People before their logins, blocked people, and invitations to choose a login and a password.

-- A person without a login has the login `none.` and the id, and a hash that no password has.
--
-- The time at which the person last used an invitation; NULL if the bank set the login.
ALTER TABLE person ADD COLUMN enrolled INTEGER;
-- The time at which the bank blocked the person, and the reason; NULL while the person can log in.
ALTER TABLE person ADD COLUMN blocked INTEGER;
ALTER TABLE person ADD COLUMN blocked_reason TEXT CHECK (length(blocked_reason) BETWEEN 1 AND 200);

CREATE INDEX person_blocked ON person (login) WHERE blocked IS NOT NULL;

-- Invitations that can still be used. The row is deleted when the invitation is used, replaced or
-- revoked.
CREATE TABLE invitation (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The person. A person has one invitation.
  person TEXT NOT NULL UNIQUE REFERENCES person (id) ON DELETE CASCADE,
  -- The keyed digest of the code.
  key_id TEXT NOT NULL CHECK (key_id <> ''),
  mac BLOB NOT NULL UNIQUE CHECK (length(mac) = 32),
  -- The login that the bank proposes; NULL if it proposes none.
  login TEXT CHECK (length(login) BETWEEN 1 AND 64),
  -- Wrong one-time codes of all its enrolments, and the number of these enrolments.
  wrong INTEGER NOT NULL DEFAULT 0 CHECK (wrong >= 0),
  begun INTEGER NOT NULL DEFAULT 0 CHECK (begun >= 0),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created)
) STRICT, WITHOUT ROWID;

-- Enrolments in progress: the code of the invitation was right. An invitation has one enrolment.
CREATE TABLE enrolment (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  invitation TEXT NOT NULL UNIQUE REFERENCES invitation (id) ON DELETE CASCADE,
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the secret id that the client has. The id itself is not stored.
  token_digest BLOB NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  -- The keyed digest of the one-time code, and the masked telephone number; NULL if none was sent.
  key_id TEXT,
  mac BLOB CHECK (length(mac) = 32),
  sent_to TEXT,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created),
  CHECK ((mac IS NULL) = (key_id IS NULL)),
  CHECK ((mac IS NULL) = (sent_to IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_expires ON invitation (expires);
CREATE INDEX enrolment_expires ON enrolment (expires);
CREATE INDEX enrolment_person ON enrolment (person);
