"""The bank's records, in SQLite: a file that outlives the process, or memory."""
import contextlib
import sqlite3
import sys

KEPT = 10_000  # rows of a table in memory: the oldest is forgotten beyond it

SCHEMA = """
CREATE TABLE IF NOT EXISTS application (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  execution INTEGER NOT NULL,          -- 1 unless the bank was told to ignore keys
  body TEXT NOT NULL,
  status INTEGER NOT NULL,             -- what the first request was answered
  number INTEGER UNIQUE,               -- of the application; NULL if it was refused at once
  state TEXT NOT NULL,                 -- APPROVED or REJECTED, and PENDING before `decided`
  code TEXT,
  message TEXT,
  decided REAL NOT NULL,               -- seconds since 1970
  repeats INTEGER NOT NULL DEFAULT 0,  -- requests with this key and body that did nothing more
  conflicts INTEGER NOT NULL DEFAULT 0,
  UNIQUE (key, execution)
);
CREATE TABLE IF NOT EXISTS callback (
  id TEXT PRIMARY KEY,
  application INTEGER NOT NULL UNIQUE REFERENCES application (place) ON DELETE CASCADE,
  due REAL NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  outcome TEXT                         -- NULL while it waits, then `delivered` or `given up`
);
CREATE INDEX IF NOT EXISTS callback_due ON callback (due) WHERE outcome IS NULL;
CREATE TABLE IF NOT EXISTS message (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,    -- requests with this key
  UNIQUE (kind, key),
  UNIQUE (kind, number)
);
"""


class Store:
    """Records that are on the disk before the answer, if there is a file. One process holds it at a time."""

    def __init__(self, path=None):
        self.forgets = path is None
        try:
            self.connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=1)
            self.connection.row_factory = sqlite3.Row
            for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self.connection.execute(f"PRAGMA {pragma}")
            self.connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
        except sqlite3.Error as fault:
            sys.exit(f"bank: cannot use the store {path}: {fault}")

    @contextlib.contextmanager
    def transaction(self):
        """Commits at the end, or undoes everything if something is thrown."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def one(self, statement, *values):
        """Returns the first row, or None."""
        return self.connection.execute(statement, values).fetchone()

    def all(self, statement, *values):
        return self.connection.execute(statement, values).fetchall()

    def change(self, statement, *values):
        """Returns the place of a row that was inserted."""
        return self.connection.execute(statement, values).lastrowid

    def forget(self, table, place):
        """Drops what is older than the last rows before a place. A file forgets nothing."""
        if self.forgets:
            self.change(f"DELETE FROM {table} WHERE place <= ?", place - KEPT)
