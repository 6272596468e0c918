-- The computed values that an operation stores with a submission (`send`), as JSON by name; NULL
-- without any, and after the values were deleted.
ALTER TABLE submission ADD COLUMN derived text COLLATE "C" CHECK (substr(derived, 1, 1) = '{');

-- Deletes the computed values in the row that is written.
CREATE FUNCTION submission_derived_is_forgotten() RETURNS trigger LANGUAGE plpgsql VOLATILE
SET search_path = public, pg_temp AS $$
BEGIN
  NEW.derived := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_derived_is_forgotten BEFORE UPDATE OF "values" ON submission
  FOR EACH ROW WHEN (NEW."values" = '{}' AND NEW.derived IS NOT NULL)
  EXECUTE FUNCTION submission_derived_is_forgotten();

CREATE TRIGGER submission_derived_is_only_forgotten BEFORE UPDATE OF derived ON submission
  FOR EACH ROW WHEN (NEW.derived IS NOT NULL OR NEW."values" <> '{}')
  EXECUTE FUNCTION refuse('a submission keeps its content');
