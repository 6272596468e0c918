-- release: 2
-- The texts by which a person saw the options that they chose, as JSON by the paths of the atoms: a value such as `a-1`
-- tells a person nothing who signs it. NULL for none, and once the submission's values are forgotten.
ALTER TABLE submission ADD COLUMN captions TEXT CHECK (substr(captions, 1, 1) = '{');

CREATE TRIGGER submission_captions_are_only_forgotten BEFORE UPDATE OF captions ON submission
WHEN NEW.captions IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_captions_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.captions IS NOT NULL BEGIN
  UPDATE submission SET captions = NULL WHERE id = NEW.id;
END;
