-- release: 2
-- What is signed is judged against the state that it was shown with: a digest of that state; nothing where none matters.
ALTER TABLE submission ADD COLUMN basis BLOB CHECK (length(basis) = 32);

CREATE TRIGGER submission_keeps_its_basis BEFORE UPDATE OF basis ON submission BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its basis');
END;

-- What a person has under way with the bank's core.
CREATE INDEX submission_person_signed ON submission (person) WHERE status = 'signed';
