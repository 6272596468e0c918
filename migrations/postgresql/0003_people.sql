-- People before their logins, blocked people, and invitations to choose a login and a password.

-- A person without a login has the login `none.` and the id, and a hash that no password has.
--
-- The time at which the person last used an invitation; NULL if the bank set the login.
ALTER TABLE person ADD COLUMN enrolled bigint;
-- The time at which the bank blocked the person, and the reason; NULL while the person can log in.
ALTER TABLE person ADD COLUMN blocked bigint;
ALTER TABLE person ADD COLUMN blocked_reason text COLLATE "C" CHECK (length(blocked_reason) BETWEEN 1 AND 200);

CREATE INDEX person_blocked ON person (login) WHERE blocked IS NOT NULL;

-- Invitations that can still be used. The row is deleted when the invitation is used, replaced or
-- revoked.
CREATE TABLE invitation (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The person. A person has one invitation.
  person text COLLATE "C" NOT NULL UNIQUE REFERENCES person (id) ON DELETE CASCADE,
  -- The keyed digest of the code.
  key_id text COLLATE "C" NOT NULL CHECK (key_id <> ''),
  mac bytea NOT NULL UNIQUE CHECK (length(mac) = 32),
  -- The login that the bank proposes; NULL if it proposes none.
  login text COLLATE "C" CHECK (length(login) BETWEEN 1 AND 64),
  -- Wrong one-time codes of all its enrolments, and the number of these enrolments.
  wrong bigint NOT NULL DEFAULT 0 CHECK (wrong >= 0),
  begun bigint NOT NULL DEFAULT 0 CHECK (begun >= 0),
  created bigint NOT NULL,
  expires bigint NOT NULL CHECK (expires > created)
);

-- Enrolments in progress: the code of the invitation was right. An invitation has one enrolment.
CREATE TABLE enrolment (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  invitation text COLLATE "C" NOT NULL UNIQUE REFERENCES invitation (id) ON DELETE CASCADE,
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the secret id that the client has. The id itself is not stored.
  token_digest bytea NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  -- The keyed digest of the one-time code, and the masked telephone number; NULL if none was sent.
  key_id text COLLATE "C",
  mac bytea CHECK (length(mac) = 32),
  sent_to text COLLATE "C",
  created bigint NOT NULL,
  expires bigint NOT NULL CHECK (expires > created),
  CHECK ((mac IS NULL) = (key_id IS NULL)),
  CHECK ((mac IS NULL) = (sent_to IS NULL))
);

CREATE INDEX invitation_expires ON invitation (expires);
CREATE INDEX enrolment_expires ON enrolment (expires);
CREATE INDEX enrolment_person ON enrolment (person);

GRANT SELECT, INSERT, DELETE ON invitation, enrolment TO valence_serve;
GRANT UPDATE (wrong, begun) ON invitation TO valence_serve;
GRANT UPDATE (token_digest) ON enrolment TO valence_serve;
GRANT UPDATE (enrolled, blocked, blocked_reason) ON person TO valence_serve;
