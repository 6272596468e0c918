-- release: 4
-- What a person's matrix has been asked, and the question that it is asked, is one short row: a payment rewrites that, and not the
-- codes of the matrix, which fill a page. A question is over when its submission is signed, so that the signature writes nothing here.

CREATE TABLE matrix_use (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
  -- The matrix that the person uses.
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  -- How many challenges have asked each cell, in the order of the cells: for each one character, which is U+0030 for none.
  uses TEXT NOT NULL CHECK (uses <> ''),
  -- The last question, its cells in order and joined by blanks: it is open until its submission is signed. NULL before the first.
  cells TEXT,
  -- The submission and its challenge that ask it: an open question moves from one to the next.
  submission TEXT REFERENCES submission (id),
  challenge TEXT CHECK (length(challenge) = 36),
  -- A keyed digest of the last wrong answer: the same one sent again costs no attempt.
  refused BLOB CHECK (length(refused) = 32),
  FOREIGN KEY (matrix, cells) REFERENCES asked_cells (matrix, cells),
  CHECK ((cells IS NULL) = (submission IS NULL) AND (cells IS NULL) = (challenge IS NULL)),
  CHECK (cells IS NOT NULL OR refused IS NULL)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE place (number) AS (VALUES (0) UNION ALL SELECT number + 1 FROM place WHERE number < 26 * 99 - 1)
INSERT INTO matrix_use (person, matrix, uses, cells, submission, challenge, refused)
SELECT in_use.person, in_use.id, told.uses, question.cells, question.submission, question.challenge, question.refused
FROM security_matrix AS in_use
JOIN (
  SELECT id, group_concat(mark, '') AS uses FROM (
    SELECT id, char(48 + min(50000,
        4096 * (instr('0123456789abcdef', lower(substr(uses, 4 * number + 1, 1))) - 1)
        + 256 * (instr('0123456789abcdef', lower(substr(uses, 4 * number + 2, 1))) - 1)
        + 16 * (instr('0123456789abcdef', lower(substr(uses, 4 * number + 3, 1))) - 1)
        + instr('0123456789abcdef', lower(substr(uses, 4 * number + 4, 1))) - 1)) AS mark
    FROM security_matrix JOIN place ON number < columns * rows
    WHERE retired IS NULL ORDER BY id, number)
  GROUP BY id) AS told ON told.id = in_use.id
LEFT JOIN open_question AS question ON question.person = in_use.person AND question.matrix = in_use.id
WHERE in_use.retired IS NULL;

CREATE TABLE security_matrix_rebuilt (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  -- How many columns and rows it has.
  columns INTEGER NOT NULL CHECK (columns BETWEEN 1 AND 26),
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND 99),
  code_length INTEGER NOT NULL CHECK (code_length BETWEEN 1 AND 9),
  issued INTEGER NOT NULL,
  -- When another took its place.
  retired INTEGER,
  -- The key that the codes' digests are made with, and these, 32 bytes each: a matrix that is retired has none.
  key_id TEXT,
  macs BLOB CHECK (length(macs) = 32 * columns * rows),
  CHECK ((key_id IS NULL) = (macs IS NULL)),
  CHECK ((macs IS NULL) = (retired IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO security_matrix_rebuilt (id, person, columns, rows, code_length, issued, retired, key_id, macs)
SELECT id, person, columns, rows, code_length, issued, retired, key_id, macs FROM security_matrix ORDER BY id;

DROP TABLE open_question;
DROP TABLE security_matrix;
PRAGMA legacy_alter_table = ON;
ALTER TABLE security_matrix_rebuilt RENAME TO security_matrix;
PRAGMA legacy_alter_table = OFF;
CREATE UNIQUE INDEX security_matrix_in_use ON security_matrix (person) WHERE retired IS NULL;
CREATE INDEX security_matrix_person ON security_matrix (person);

-- One index finds what awaits a signature: by its person, and all of it, for there is never much.
DROP INDEX submission_person_awaiting;
DROP INDEX submission_waiting;
CREATE INDEX submission_awaiting ON submission (person, expires, operation, version) WHERE status = 'awaitingSignature';
