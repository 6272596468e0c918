-- What people have entered and not sent yet: one draft for each person and operation.
CREATE TABLE draft (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL CHECK (operation <> ''),
  -- The operation's version that the values were entered into.
  version TEXT NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL CHECK (changed >= created),
  PRIMARY KEY (person, operation)
) STRICT, WITHOUT ROWID;

-- What is too old is found without reading the rest.
CREATE INDEX draft_changed ON draft (changed);
