-- The BIC directory, as it was last imported.
CREATE TABLE bank (
  bic TEXT NOT NULL PRIMARY KEY CHECK (length(bic) = 9 AND bic NOT GLOB '*[^0-9]*'),
  name TEXT NOT NULL CHECK (name <> ''),
  correspondent_account TEXT CHECK (length(correspondent_account) = 20),
  place TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'restricted', 'closed'))
) STRICT, WITHOUT ROWID;
