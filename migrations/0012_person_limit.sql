-- Daily limits that an operator has set for one person, in the place of those of the operation's file.
CREATE TABLE person_limit (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL,
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- In minor units; 0 lets nothing through.
  amount INTEGER NOT NULL CHECK (amount >= 0),
  set_at INTEGER NOT NULL,
  PRIMARY KEY (person, operation, currency)
) STRICT, WITHOUT ROWID;
