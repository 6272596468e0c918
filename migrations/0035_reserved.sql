-- release: 4
-- The number of a change to submissions that is made beside this one.
SELECT 1;
