-- The search for accesses whose time is over.
CREATE INDEX account_access_until ON account_access (until) WHERE until IS NOT NULL AND ended IS NULL;
