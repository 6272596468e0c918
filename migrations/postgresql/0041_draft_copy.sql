-- release: 4
-- Copies of drafts: the values that were replaced, and the values that were refused because the draft had changed.

CREATE TABLE draft_copy (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  -- A later copy of the same draft has a greater number.
  number bigint NOT NULL CHECK (number > 0),
  -- The operation's version that the values were entered into.
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  kept bigint NOT NULL,
  PRIMARY KEY (person, operation, number)
);

-- Copies that are too old are found without reading the others.
CREATE INDEX draft_copy_kept ON draft_copy (kept);

GRANT SELECT, INSERT, DELETE ON draft_copy TO valence_serve;
