-- release: 2
-- The id by which the bank's own systems know a person; nothing for a person whom they do not know.
ALTER TABLE person ADD COLUMN external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128);

-- One external id belongs to one person.
CREATE UNIQUE INDEX person_external_id ON person (external_id) WHERE external_id IS NOT NULL;
