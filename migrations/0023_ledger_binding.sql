-- release: 2
-- The audit has a record of each movement of money, and one that digests all movements that stood there before. That one
-- is found without reading the others.
CREATE INDEX audit_record_binding ON audit_record (sequence) WHERE event = 'ledger-bound';
