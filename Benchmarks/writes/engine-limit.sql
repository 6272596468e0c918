-- Tables with the columns, checks and indexes of the bank, without triggers and foreign keys.
-- `payment.pgbench` makes the changes of a signed payment in them, which shows the engine's limit on this machine.
DROP SCHEMA IF EXISTS bare CASCADE;
CREATE SCHEMA bare;
CREATE TABLE bare.person (LIKE public.person INCLUDING ALL);
CREATE TABLE bare.account (LIKE public.account INCLUDING ALL);
CREATE TABLE bare.submission (LIKE public.submission INCLUDING ALL);
CREATE TABLE bare.audit_record (LIKE public.audit_record INCLUDING ALL);
CREATE TABLE bare.chain_head (LIKE public.chain_head INCLUDING ALL);
CREATE TABLE bare.ledger (LIKE public.ledger INCLUDING ALL);
CREATE TABLE bare.asked_cells (LIKE public.asked_cells INCLUDING ALL);
CREATE TABLE bare.matrix_use (LIKE public.matrix_use INCLUDING ALL);
CREATE TABLE bare.batch_mark (LIKE public.batch_mark INCLUDING ALL);
CREATE SEQUENCE bare.movement;
INSERT INTO bare.person SELECT * FROM public.person;
INSERT INTO bare.account SELECT * FROM public.account;
INSERT INTO bare.matrix_use SELECT * FROM public.matrix_use;
INSERT INTO bare.chain_head SELECT * FROM public.chain_head;
CREATE TABLE bare.payer AS
  SELECT row_number() OVER (ORDER BY account) AS number, person, account, matrix
  FROM public.account_access JOIN public.matrix_use USING (person);
CREATE UNIQUE INDEX ON bare.payer (number);
ANALYZE;
