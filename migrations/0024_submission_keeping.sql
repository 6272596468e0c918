-- release: 2
-- How long the values of a signed submission are kept, as its operation said when it was submitted: what an operation
-- says later, or an operation that is gone, changes nothing of it. Both are NULL where an older program wrote the row.

-- Years after the one in which the person's data were erased: an accounting document.
ALTER TABLE submission ADD COLUMN keep_years INTEGER CHECK (keep_years BETWEEN 1 AND 100);
-- Days after the submission ended, whoever submitted it.
ALTER TABLE submission ADD COLUMN keep_days INTEGER CHECK (keep_days BETWEEN 0 AND 3650);

-- What was written without a rule is found, and what is kept for days only, without reading the rest.
CREATE INDEX submission_without_rule ON submission (operation)
  WHERE keep_years IS NULL AND keep_days IS NULL AND "values" <> '{}';
CREATE INDEX submission_kept_for_days ON submission (changed) WHERE keep_days IS NOT NULL AND "values" <> '{}';
