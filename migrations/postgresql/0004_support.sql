-- Runs of commands in the audit, and the circumstances of signatures.

-- Runs of commands that change data or show the data of a person. An audit record without a session
-- whose actor is an operator has the id of the run as its actor.
CREATE TABLE command_run (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  at bigint NOT NULL,
  -- The user who logged in to the machine, which su and sudo do not change; NULL for a command that
  -- no login started, such as a periodic job.
  os_login text COLLATE "C" CHECK (os_login <> ''),
  effective_user text COLLATE "C" NOT NULL CHECK (effective_user <> ''),
  -- The host name and the process: `web1 pid 4711`.
  host text COLLATE "C" NOT NULL CHECK (host <> ''),
  -- The words of the command without values, such as `users unlock`.
  command text COLLATE "C" NOT NULL CHECK (command <> ''),
  -- The operator whom the caller of the command named. The command cannot verify it.
  operator text COLLATE "C" REFERENCES person (id),
  reason text COLLATE "C" CHECK (reason <> '')
);

CREATE TRIGGER command_run_is_not_changed BEFORE UPDATE ON command_run
  FOR EACH ROW EXECUTE FUNCTION refuse('the audit is only added to');

CREATE TRIGGER command_run_is_not_deleted BEFORE DELETE ON command_run
  FOR EACH ROW EXECUTE FUNCTION refuse('the audit is only added to');

GRANT SELECT, INSERT ON command_run TO valence_serve;

-- The circumstances of the signature, as JSON; NULL before the signature, and after the values were
-- deleted.
ALTER TABLE submission ADD COLUMN signed_with text COLLATE "C" CHECK (substr(signed_with, 1, 1) = '{');

-- Deletes the circumstances in the row that is written.
CREATE FUNCTION submission_circumstances_are_forgotten() RETURNS trigger LANGUAGE plpgsql VOLATILE
SET search_path = public, pg_temp AS $$
BEGIN
  NEW.signed_with := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_circumstances_are_forgotten BEFORE UPDATE OF "values" ON submission
  FOR EACH ROW WHEN (NEW."values" = '{}' AND NEW.signed_with IS NOT NULL)
  EXECUTE FUNCTION submission_circumstances_are_forgotten();

CREATE TRIGGER submission_circumstances_are_only_forgotten BEFORE UPDATE OF signed_with ON submission
  FOR EACH ROW WHEN (
    (OLD.signed IS NOT NULL OR NEW.signed IS NULL) AND (NEW.signed_with IS NOT NULL OR NEW."values" <> '{}'))
  EXECUTE FUNCTION refuse('a submission keeps its content');

GRANT UPDATE (signed_with) ON submission TO valence_serve;
