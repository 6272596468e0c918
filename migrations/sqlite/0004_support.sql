-- Runs of commands in the audit, and the circumstances of signatures.

-- Runs of commands that change data or show the data of a person. An audit record without a session
-- whose actor is an operator has the id of the run as its actor.
CREATE TABLE command_run (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  at INTEGER NOT NULL,
  -- The user who logged in to the machine, which su and sudo do not change; NULL for a command that
  -- no login started, such as a periodic job.
  os_login TEXT CHECK (os_login <> ''),
  effective_user TEXT NOT NULL CHECK (effective_user <> ''),
  -- The host name and the process: `web1 pid 4711`.
  host TEXT NOT NULL CHECK (host <> ''),
  -- The words of the command without values, such as `users unlock`.
  command TEXT NOT NULL CHECK (command <> ''),
  -- The operator whom the caller of the command named. The command cannot verify it.
  operator TEXT REFERENCES person (id),
  reason TEXT CHECK (reason <> '')
) STRICT, WITHOUT ROWID;

CREATE TRIGGER command_run_is_not_changed BEFORE UPDATE ON command_run BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER command_run_is_not_deleted BEFORE DELETE ON command_run BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

-- The circumstances of the signature, as JSON; NULL before the signature, and after the values were
-- deleted.
ALTER TABLE submission ADD COLUMN signed_with TEXT CHECK (substr(signed_with, 1, 1) = '{');

CREATE TRIGGER submission_circumstances_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.signed_with IS NOT NULL BEGIN
  UPDATE submission SET signed_with = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_circumstances_are_only_forgotten BEFORE UPDATE OF signed_with ON submission
WHEN (OLD.signed IS NOT NULL OR NEW.signed IS NULL) AND (NEW.signed_with IS NOT NULL OR NEW."values" <> '{}')
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;
