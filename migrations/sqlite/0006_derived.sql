-- The computed values that an operation stores with a submission (`send`), as JSON by name; NULL
-- without any, and after the values were deleted.
ALTER TABLE submission ADD COLUMN derived TEXT CHECK (substr(derived, 1, 1) = '{');

CREATE TRIGGER submission_derived_is_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.derived IS NOT NULL BEGIN
  UPDATE submission SET derived = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_derived_is_only_forgotten BEFORE UPDATE OF derived ON submission
WHEN NEW.derived IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;
