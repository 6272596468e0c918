-- Failed logins, so that guessing passwords is slow. Whom a row is about is known only by a digest that is keyed with a
-- key outside the database.
CREATE TABLE login_failure (
  -- pair: a login from an address; login: from anywhere; address: any login from there; password: wrong present
  -- passwords of somebody who is logged in.
  kind TEXT NOT NULL CHECK (kind IN ('pair', 'login', 'address', 'password')),
  mac BLOB NOT NULL CHECK (length(mac) = 32),
  -- How many failures count at `at`; they are forgotten one after the other.
  level INTEGER NOT NULL CHECK (level >= 0),
  at INTEGER NOT NULL,
  -- No attempt is looked at before then.
  until INTEGER NOT NULL,
  -- From then on nothing of it counts.
  forgotten INTEGER NOT NULL CHECK (forgotten >= until),
  PRIMARY KEY (kind, mac)
) STRICT, WITHOUT ROWID;

CREATE INDEX login_failure_forgotten ON login_failure (forgotten);

-- Where people have logged in from: who comes from there again is not held up by what others do elsewhere.
CREATE TABLE known_login (
  mac BLOB NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX known_login_person ON known_login (person, at);
CREATE INDEX known_login_at ON known_login (at);
