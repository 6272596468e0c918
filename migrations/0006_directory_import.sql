-- Every import of the BIC directory: the newest one tells a running server that its copy in memory is old.
CREATE TABLE directory_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  read INTEGER NOT NULL CHECK (read >= 0),
  added INTEGER NOT NULL CHECK (added >= 0),
  changed INTEGER NOT NULL CHECK (changed >= 0)
) STRICT;
