-- Operations that an operator has stopped: nothing is drawn from them, submitted to them or signed until they are enabled.
CREATE TABLE disabled_operation (
  operation TEXT PRIMARY KEY CHECK (operation <> ''),
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
