-- release: 2
-- The cells that a person is asked until they are answered rightly: one question at a time, whatever submissions, sessions
-- and challenges come and go meanwhile, so that nobody can wait for cells that they know.
CREATE TABLE open_question (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
  matrix TEXT NOT NULL,
  -- In order, joined by blanks.
  cells TEXT NOT NULL,
  -- The challenge that asks it now: the question moves from one to the next.
  challenge TEXT NOT NULL UNIQUE REFERENCES challenge (id),
  -- A keyed digest of the last wrong answer: the same one sent again costs no attempt.
  refused BLOB CHECK (length(refused) = 32),
  FOREIGN KEY (matrix, cells) REFERENCES challenge_cells (matrix, cells)
) STRICT, WITHOUT ROWID;

-- Challenges that were open side by side end, since nobody may choose among their cells; each submission is asked anew.
UPDATE challenge SET outcome = 'superseded', closed = created WHERE method = 'matrix' AND outcome IS NULL;


-- How many submissions of a person wait for their signature.
CREATE INDEX submission_person_awaiting ON submission (person, expires) WHERE status = 'awaitingSignature';
