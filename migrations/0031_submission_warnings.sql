-- release: 2
-- The warnings that stood when a submission was made, as JSON by the paths of the atoms: the person was told of them and
-- went on. NULL for none, and once the submission's values are forgotten.
ALTER TABLE submission ADD COLUMN warnings TEXT CHECK (substr(warnings, 1, 1) = '{');

CREATE TRIGGER submission_warnings_are_only_forgotten BEFORE UPDATE OF warnings ON submission
WHEN NEW.warnings IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_warnings_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.warnings IS NOT NULL BEGIN
  UPDATE submission SET warnings = NULL WHERE id = NEW.id;
END;
