-- Named sets of values that people begin operations with.
CREATE TABLE template (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL CHECK (operation <> ''),
  -- The operation's version that the values were entered into.
  version TEXT NOT NULL CHECK (version <> ''),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  -- Canonical JSON, without passwords and codes.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created INTEGER NOT NULL,
  UNIQUE (person, operation, title)
) STRICT, WITHOUT ROWID;

CREATE INDEX template_person ON template (person, id);
