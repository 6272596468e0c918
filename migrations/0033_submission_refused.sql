-- release: 2
-- The submissions of a person that have come to nothing, which are few among many and are asked for by their status.
CREATE INDEX submission_person_refused ON submission (person, status, id) WHERE status IN ('rejected', 'cancelled');
