-- release: 2
SELECT 1;
