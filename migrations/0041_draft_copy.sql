-- release: 4
-- Copies of drafts: the values that were replaced, and the values that were refused because the draft had changed.

CREATE TABLE draft_copy (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL CHECK (operation <> ''),
  -- A later copy of the same draft has a greater number.
  number INTEGER NOT NULL CHECK (number > 0),
  -- The operation's version that the values were entered into.
  version TEXT NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  kept INTEGER NOT NULL,
  PRIMARY KEY (person, operation, number)
) STRICT, WITHOUT ROWID;

-- Copies that are too old are found without reading the others.
CREATE INDEX draft_copy_kept ON draft_copy (kept);
