-- What the BIC directory says is stored with its days, and the status of a day follows from that: a restriction or a day
-- of leaving may lie ahead, and then comes into force without another import.
ALTER TABLE bank ADD COLUMN type TEXT NOT NULL DEFAULT '20' CHECK (length(type) = 2);
ALTER TABLE bank ADD COLUMN treasury_account TEXT CHECK (length(treasury_account) = 20);
ALTER TABLE bank ADD COLUMN swift TEXT CHECK (length(swift) IN (8, 11));
ALTER TABLE bank ADD COLUMN date_out TEXT CHECK (date_out GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');

CREATE TABLE bank_restriction (
  bic TEXT NOT NULL REFERENCES bank (bic) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  code TEXT NOT NULL CHECK (code <> ''),
  since TEXT CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  PRIMARY KEY (bic, place)
) STRICT, WITHOUT ROWID;

-- Which restriction it was is not known any more: until the next import it is one of the same consequence.
INSERT INTO bank_restriction (bic, place, code) SELECT bic, 0, 'LMRS' FROM bank WHERE status = 'restricted';
INSERT INTO bank_restriction (bic, place, code) SELECT bic, 0, 'PSDL' FROM bank WHERE status = 'closed';
ALTER TABLE bank DROP COLUMN status;

-- Which directory is in force: the newest import that was of a file.
ALTER TABLE directory_import ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed >= 0);
ALTER TABLE directory_import
  ADD COLUMN business_day TEXT CHECK (business_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE directory_import ADD COLUMN version INTEGER;
