-- release: 4
-- The state of a bank's database on PostgreSQL 15 and newer: what the migrations of SQLite up to this number give together, table by
-- table and rule by rule. A later migration has a text for each engine, with the same number.
--
-- What differs, and why, is listed in docs/postgresql.md.
--
-- Its owner applies it. The server logs in as a member of `valence_serve`, which owns nothing and may do only what is granted at the
-- end. Functions that write where that role may not run with the rights of the owner.

DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'valence_serve') THEN
    CREATE ROLE valence_serve NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  -- Another database of the same server was given it meanwhile.
  NULL;
END
$$;

SET LOCAL search_path = public;

-- Who may log in, and their logins.
CREATE TABLE person (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  login text COLLATE "C" NOT NULL UNIQUE CHECK (login = lower(login) AND length(login) BETWEEN 1 AND 64),
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  phone text COLLATE "C",
  bonuses bigint NOT NULL DEFAULT 0 CHECK (bonuses >= 0),
  role text COLLATE "C" NOT NULL CHECK (role IN ('person', 'operator', 'core')),
  -- The password's argon2id hash, with its salt and cost.
  password text COLLATE "C" NOT NULL CHECK (password LIKE '$argon2id$%'),
  -- Wrong answers to challenges in a row, over all submissions; a right one makes it zero.
  wrong_answers bigint NOT NULL DEFAULT 0 CHECK (wrong_answers >= 0),
  -- Since when the person may not sign.
  signing_locked bigint,
  created bigint NOT NULL,
  -- The telephone that codes go to.
  code_phone text COLLATE "C",
  -- When the person was erased, and when the last values of the person's submissions were forgotten.
  erased bigint,
  forgotten bigint CHECK (forgotten >= erased),
  -- The id by which the bank's own systems know the person.
  external_id text COLLATE "C" CHECK (length(external_id) BETWEEN 1 AND 128)
);

CREATE TABLE session (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the token, which itself is nowhere.
  token_digest bytea NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  created bigint NOT NULL,
  expires bigint NOT NULL CHECK (expires > created),
  -- When it was used last.
  seen bigint NOT NULL DEFAULT 0,
  client text COLLATE "C" CHECK (length(client) BETWEEN 1 AND 80),
  network text COLLATE "C" CHECK (length(network) BETWEEN 1 AND 64)
);

-- The BIC directory, as it was last imported.
CREATE TABLE bank (
  bic text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(bic) = 9 AND bic !~ '[^0-9]'),
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  correspondent_account text COLLATE "C" CHECK (length(correspondent_account) = 20),
  place text COLLATE "C",
  type text COLLATE "C" NOT NULL DEFAULT '20' CHECK (length(type) = 2),
  treasury_account text COLLATE "C" CHECK (length(treasury_account) = 20),
  swift text COLLATE "C" CHECK (length(swift) IN (8, 11)),
  date_out text COLLATE "C" CHECK (date_out ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);

CREATE TABLE bank_restriction (
  bic text COLLATE "C" NOT NULL REFERENCES bank (bic) ON DELETE CASCADE,
  place bigint NOT NULL CHECK (place >= 0),
  code text COLLATE "C" NOT NULL CHECK (code <> ''),
  since text COLLATE "C" CHECK (since ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  PRIMARY KEY (bic, place)
);

-- What people sent, and how far it has come.
CREATE TABLE submission (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  operation text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- Canonical JSON.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  status text COLLATE "C" NOT NULL
    CHECK (status = 'awaitingSignature' OR status = 'executed' OR status = 'signed' OR status = 'rejected'
      OR status = 'cancelled' OR status = 'expired'),
  reason text COLLATE "C",
  amount bigint CHECK (amount > 0),
  currency text COLLATE "C" CHECK (length(currency) = 3),
  attempts_left bigint NOT NULL CHECK (attempts_left >= 0),
  -- The client's key for one tap, and the digest of the body it came with.
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  body_digest bytea CHECK (length(body_digest) = 32),
  -- When it was submitted, signed (NULL before; at once where no signature is needed), and when its status changed last.
  created bigint NOT NULL,
  signed bigint CHECK (signed >= created),
  changed bigint NOT NULL CHECK (changed >= created),
  expires bigint NOT NULL CHECK (expires > created),
  business_day text COLLATE "C" CHECK (business_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  message text COLLATE "C" CHECK (message <> ''),
  message_en text COLLATE "C" CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  keep_years bigint CHECK (keep_years BETWEEN 1 AND 100),
  keep_days bigint CHECK (keep_days BETWEEN 0 AND 3650),
  basis bytea CHECK (length(basis) = 32),
  captions text COLLATE "C" CHECK (substr(captions, 1, 1) = '{'),
  warnings text COLLATE "C" CHECK (substr(warnings, 1, 1) = '{'),
  -- How it is signed; NULL where no signature is needed.
  method text COLLATE "C" CHECK (method = 'matrix' OR method = 'code'),
  -- How many challenges have asked for its signature.
  challenges bigint NOT NULL DEFAULT 0 CHECK (challenges >= 0),
  -- The last challenge, which is open while the signature is awaited; NULL once it was answered wrong or superseded.
  challenge text COLLATE "C" CHECK (length(challenge) = 36),
  -- The session that may answer; no reference, for sessions go and submissions stay.
  challenge_session text COLLATE "C" CHECK (length(challenge_session) = 36),
  -- The digest of what is to be signed, as it was shown.
  challenge_digest bytea CHECK (length(challenge_digest) = 32),
  challenge_created bigint,
  challenge_expires bigint CHECK (challenge_expires > challenge_created),
  UNIQUE (person, operation, idempotency_key),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((idempotency_key IS NULL) = (body_digest IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (status <> 'awaitingSignature' OR (signed IS NULL AND method IS NOT NULL)),
  CHECK (signed IS NOT NULL OR (status <> 'signed' AND status <> 'executed')),
  CHECK (challenge IS NULL OR (method IS NOT NULL AND challenge_session IS NOT NULL AND challenge_digest IS NOT NULL
    AND challenge_created IS NOT NULL AND challenge_expires IS NOT NULL))
);

-- Accounts, whose balances follow the double-entry ledger.
CREATE TABLE account (
  number text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(number) = 20),
  -- A customer's, which can never be below zero, or the bank's own.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('customer', 'internal')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- In minor units: the sum of its entries up to `posted`. Only the triggers below change it.
  balance bigint NOT NULL DEFAULT 0,
  -- The last row of the ledger that the balance has taken in: a customer's newest. One of the bank takes in many at once, now and
  -- then, so that no two payments wait for each other there; what it has is the balance and the entries after that row.
  posted bigint NOT NULL DEFAULT 0,
  disabled bigint NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  opened bigint NOT NULL,
  -- The sum of the account's open holds, in minor units. Only the triggers below change it.
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0 AND (kind = 'internal' OR held <= balance)),
  -- All that was ever credited up to `posted`; what was debited is the rest of it that the balance lacks.
  received bigint NOT NULL DEFAULT 0,
  UNIQUE (number, currency),
  CHECK (kind = 'internal' OR balance >= 0)
) WITH (fillfactor = 70);

-- The bank's own accounts by what they are for: where payments to other banks go, where opening balances come from.
CREATE TABLE internal_account (
  duty text COLLATE "C" NOT NULL CHECK (duty IN ('settlement', 'equity')),
  currency text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  PRIMARY KEY (duty, currency),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
);

-- Who sees an account, and as what.
CREATE TABLE account_access (
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  account text COLLATE "C" NOT NULL REFERENCES account (number),
  is_owner bigint NOT NULL CHECK (is_owner IN (0, 1)),
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  -- The place in the person's list.
  place bigint NOT NULL,
  PRIMARY KEY (person, account)
);

-- One row is a balanced pair of entries, so that the sum of all entries is zero by construction.
--
-- No foreign key names an account: every payment would lock the row of the bank's account, shared with all others. The trigger
-- `ledger_is_written_in_order` looks for both accounts, which are neither deleted nor changed.
CREATE TABLE ledger (
  -- The microsecond at which the row was written, times 2048, and a number that tells rows of one microsecond apart. It is greater than
  -- those of all earlier rows of the same customers, and writers on several machines need no common counter for it. Rows that
  -- came from SQLite keep their ids, which are below 2^50.
  id bigint PRIMARY KEY,
  submission text COLLATE "C" REFERENCES submission (id),
  debit text COLLATE "C" NOT NULL,
  credit text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  -- The time in the id, where that is later than `at`: a clock was set back, or is behind another machine's. NULL otherwise.
  reached bigint CHECK (reached > at),
  -- What a customer's account has after it, and all that it ever received; NULL for an account of the bank.
  debit_balance bigint,
  debit_received bigint,
  credit_balance bigint,
  credit_received bigint,
  CHECK (debit <> credit),
  CHECK (id < 1125899906842624 OR coalesce(reached, at) = id / 2048),
  -- A submission moves money once.
  UNIQUE (submission)
);

-- What signed submissions have set aside until they are executed or refused.
CREATE TABLE hold (
  submission text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES submission (id),
  account text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text COLLATE "C" NOT NULL,
  placed bigint NOT NULL,
  released bigint CHECK (released >= placed),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
);

-- Signed submissions for the bank's core, in the order of signing.
CREATE TABLE core_feed (
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  submission text COLLATE "C" NOT NULL UNIQUE REFERENCES submission (id),
  -- Of what was signed.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  signed bigint NOT NULL,
  acknowledged bigint CHECK (acknowledged >= signed),
  -- What the core has said, word for word, so that the same is known again.
  outcome text COLLATE "C" CHECK (outcome IN ('executed', 'rejected')),
  reason text COLLATE "C" CHECK (reason <> ''),
  message text COLLATE "C" CHECK (message <> ''),
  message_en text COLLATE "C" CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  CHECK ((acknowledged IS NULL) = (outcome IS NULL)),
  CHECK ((outcome IS NOT DISTINCT FROM 'rejected') = (reason IS NOT NULL)),
  CHECK (outcome IS NOT NULL OR message IS NULL)
);

-- The outbox of submissions that systems of the bank carry out.
CREATE TABLE delivery (
  submission text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES submission (id),
  service text COLLATE "C" NOT NULL CHECK (service <> ''),
  effect text COLLATE "C" NOT NULL CHECK (effect <> ''),
  status text COLLATE "C" NOT NULL DEFAULT 'prepared'
    CHECK (status IN ('prepared', 'waiting', 'accepted', 'unknown', 'executed', 'rejected')),
  -- The request as JSON, without address and secrets; NULL once the submission's values are forgotten.
  request text COLLATE "C" CHECK (substr(request, 1, 1) = '{'),
  -- The answers of systems that the submission was judged by, as JSON, and their digest, which stays.
  answers text COLLATE "C" CHECK (substr(answers, 1, 1) = '['),
  answers_digest bytea NOT NULL CHECK (length(answers_digest) = 32),
  -- The movement of the ledger once it is executed; NULL for none.
  debit text COLLATE "C",
  credit text COLLATE "C",
  amount bigint CHECK (amount > 0),
  currency text COLLATE "C",
  purpose text COLLATE "C" CHECK (purpose <> ''),
  -- Deliveries of one queue go one after the other; NULL for one that waits for no other.
  queue text COLLATE "C" CHECK (queue <> ''),
  -- When it was signed, from which moment it is to be handed over.
  signed bigint,
  -- When it is to be tried next; NULL while only the other side, or an operator, can go on.
  due bigint,
  attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Why the last attempt gave no declared answer, without any value of it.
  fault text COLLATE "C" CHECK (fault <> ''),
  -- What is kept of the answers, as JSON; NULL for nothing, and once the submission's values are forgotten.
  kept text COLLATE "C" CHECK (substr(kept, 1, 1) = '{'),
  -- What the other side said later, against what stands.
  contrary text COLLATE "C" CHECK (contrary <> ''),
  ended bigint,
  CHECK ((debit IS NULL) = (credit IS NULL) AND (debit IS NULL) = (amount IS NULL)
    AND (debit IS NULL) = (currency IS NULL) AND (debit IS NULL) = (purpose IS NULL)),
  CHECK ((status = 'prepared') = (signed IS NULL)),
  CHECK ((status IN ('executed', 'rejected')) = (ended IS NOT NULL)),
  CHECK (ended IS NULL OR due IS NULL),
  CHECK (status <> 'prepared' OR (due IS NULL AND attempts = 0))
);

-- Security matrices, each person's newest in use.
CREATE TABLE security_matrix (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  -- How many columns and rows it has.
  columns bigint NOT NULL CHECK (columns BETWEEN 1 AND 26),
  rows bigint NOT NULL CHECK (rows BETWEEN 1 AND 99),
  code_length bigint NOT NULL CHECK (code_length BETWEEN 1 AND 9),
  issued bigint NOT NULL,
  -- When another took its place.
  retired bigint,
  -- The key that the codes' digests are made with, and these, 32 bytes each: a matrix that is retired has none.
  key_id text COLLATE "C",
  macs bytea CHECK (length(macs) = 32 * columns * rows),
  CHECK ((key_id IS NULL) = (macs IS NULL)),
  CHECK ((macs IS NULL) = (retired IS NOT NULL))
);

-- The sets of cells that matrices have been asked.
CREATE TABLE asked_cells (
  matrix text COLLATE "C" NOT NULL REFERENCES security_matrix (id),
  -- In order, joined by blanks: a set of cells is asked once.
  cells text COLLATE "C" NOT NULL,
  PRIMARY KEY (matrix, cells)
);

-- What a person's matrix has been asked, and the question that it is asked.
CREATE TABLE matrix_use (
  person text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES person (id),
  -- The matrix that the person uses.
  matrix text COLLATE "C" NOT NULL REFERENCES security_matrix (id),
  -- How many challenges have asked each cell, in the order of the cells: for each one character, which is U+0030 for none.
  uses text COLLATE "C" NOT NULL CHECK (uses <> ''),
  -- The last question, its cells in order and joined by blanks: it is open until its submission is signed. NULL before the first.
  cells text COLLATE "C",
  -- The submission and its challenge that ask it: an open question moves from one to the next.
  submission text COLLATE "C" REFERENCES submission (id),
  challenge text COLLATE "C" CHECK (length(challenge) = 36),
  -- A keyed digest of the last wrong answer: the same one sent again costs no attempt.
  refused bytea CHECK (length(refused) = 32),
  FOREIGN KEY (matrix, cells) REFERENCES asked_cells (matrix, cells),
  CHECK ((cells IS NULL) = (submission IS NULL) AND (cells IS NULL) = (challenge IS NULL)),
  CHECK (cells IS NOT NULL OR refused IS NULL)
);

-- The one-time codes that were sent.
CREATE TABLE challenge_code (
  challenge text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(challenge) = 36),
  submission text COLLATE "C" NOT NULL REFERENCES submission (id),
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  -- The how-manieth code of its submission it is.
  number bigint NOT NULL CHECK (number > 0),
  key_id text COLLATE "C" NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- The telephone number that it went to, but for its middle digits.
  sent_to text COLLATE "C" NOT NULL CHECK (sent_to <> ''),
  sent bigint NOT NULL
);

-- Deals that people are told of, and their pages.
CREATE TABLE deal (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  title_ru text COLLATE "C" NOT NULL CHECK (title_ru <> ''),
  title_en text COLLATE "C" CHECK (title_en <> ''),
  subtitle_ru text COLLATE "C" NOT NULL,
  subtitle_en text COLLATE "C",
  -- The first and the last day, YYYY-MM-DD in the bank's time zone.
  start_date text COLLATE "C" NOT NULL CHECK (start_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  end_date text COLLATE "C" NOT NULL CHECK (end_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND end_date >= start_date),
  -- The place among those that are current.
  place bigint NOT NULL,
  created bigint NOT NULL,
  -- The operator who added it, with the key and the digest of the request; NULL for demo data.
  author text COLLATE "C" REFERENCES person (id),
  idempotency_key text COLLATE "C"
    CHECK (idempotency_key IS NULL OR (length(idempotency_key) BETWEEN 1 AND 255 AND author IS NOT NULL)),
  body_digest bytea CHECK (length(body_digest) = 32),
  -- The day on which an operator ended it; NULL otherwise.
  ended_on text COLLATE "C" CHECK (ended_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- From when on people are told of it.
  announced bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0
);

-- Messages that wait to be sent.
CREATE TABLE message (
  -- The key by which a sender tells a repetition. A code has the id of its challenge.
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The request that caused it, for the log; nothing where none did.
  request text COLLATE "C",
  -- The text and the telephone number, sealed with a key that is not in the database. A notice has none of them: its text
  -- is that of its deal when it is sent.
  key_id text COLLATE "C",
  sealed bytea CHECK (length(sealed) > 40),
  -- The deal that a notice tells of.
  deal text COLLATE "C" REFERENCES deal (id) ON DELETE CASCADE,
  created bigint NOT NULL,
  -- From when on it is never sent.
  expires bigint NOT NULL CHECK (expires > created),
  attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- From when on it may be tried; while a process sends it, from when on another one may.
  due bigint NOT NULL CHECK (due <= expires),
  -- The process that sends it now.
  holder text COLLATE "C",
  CHECK ((key_id IS NULL) = (sealed IS NULL)),
  CHECK (kind <> 'code' OR sealed IS NOT NULL),
  CHECK (kind <> 'notice' OR deal IS NOT NULL)
);

-- Every import of the BIC directory: the newest one tells a running server that its copy in memory is old.
CREATE TABLE directory_import (
  id bigint PRIMARY KEY,
  at bigint NOT NULL,
  read bigint NOT NULL CHECK (read >= 0),
  added bigint NOT NULL CHECK (added >= 0),
  changed bigint NOT NULL CHECK (changed >= 0),
  removed bigint NOT NULL DEFAULT 0 CHECK (removed >= 0),
  -- The edition of the file; NULL where it was not from a file.
  business_day text COLLATE "C" CHECK (business_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  version bigint
);

-- Every definition that has served, with all that it is made of: what was drawn is judged by it after it was replaced.
CREATE TABLE operation_version (
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  -- The texts of the file, its fragments and its translations, as JSON.
  source text COLLATE "C" NOT NULL CHECK (substr(source, 1, 1) = '{'),
  served bigint NOT NULL,
  -- When another version took its place or the operation went.
  replaced bigint CHECK (replaced >= served),
  -- From when on nothing is judged by it any more.
  expires bigint CHECK (expires >= replaced),
  -- When an operator ended it before.
  revoked bigint,
  PRIMARY KEY (operation, version),
  CHECK ((replaced IS NULL) = (expires IS NULL)),
  CHECK (revoked IS NULL OR replaced IS NOT NULL)
);

-- Operations that an operator has stopped: nothing is drawn from them, submitted to them or signed until they are enabled.
CREATE TABLE disabled_operation (
  operation text COLLATE "C" PRIMARY KEY CHECK (operation <> ''),
  since bigint NOT NULL
);

-- What people have entered and not sent yet: one draft for each person and operation.
CREATE TABLE draft (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  -- The operation's version that the values were entered into.
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created bigint NOT NULL,
  changed bigint NOT NULL CHECK (changed >= created),
  PRIMARY KEY (person, operation)
);

-- Values that people saved to begin with.
CREATE TABLE template (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  -- The operation's version that the values were entered into.
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  title text COLLATE "C" NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  -- Canonical JSON, without passwords and codes.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created bigint NOT NULL,
  UNIQUE (person, operation, title)
);

-- What an operator lets single persons send in a day.
CREATE TABLE person_limit (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- In minor units; 0 lets nothing through.
  amount bigint NOT NULL CHECK (amount >= 0),
  set_at bigint NOT NULL,
  PRIMARY KEY (person, operation, currency)
);

-- Providers of services, and who is paid.
CREATE TABLE provider (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64 AND id !~ '[^a-z0-9-]'),
  title text COLLATE "C" NOT NULL CHECK (title <> ''),
  -- The title and the taxpayer number as they are searched: in small letters, without marks on them.
  search text COLLATE "C" NOT NULL CHECK (search <> ''),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('meters', 'amount')),
  category text COLLATE "C" NOT NULL CHECK (category IN ('housing', 'mobile', 'internet', 'other')),
  payee_name text COLLATE "C" NOT NULL CHECK (payee_name <> ''),
  payee_inn text COLLATE "C" NOT NULL CHECK (length(payee_inn) IN (10, 12) AND payee_inn !~ '[^0-9]'),
  payee_bic text COLLATE "C" NOT NULL CHECK (length(payee_bic) = 9),
  payee_account text COLLATE "C" NOT NULL CHECK (length(payee_account) = 20),
  -- In kopecks: what one payment may be.
  least bigint NOT NULL CHECK (least > 0),
  most bigint NOT NULL CHECK (most >= least),
  disabled bigint NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
);

-- What a provider asks for.
CREATE TABLE provider_field (
  provider text COLLATE "C" NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  place bigint NOT NULL CHECK (place >= 0),
  caption_ru text COLLATE "C" NOT NULL CHECK (caption_ru <> ''),
  caption_en text COLLATE "C" NOT NULL CHECK (caption_en <> ''),
  hint_ru text COLLATE "C",
  hint_en text COLLATE "C",
  mask text COLLATE "C",
  pattern text COLLATE "C",
  length bigint CHECK (length > 0),
  keyboard text COLLATE "C" CHECK (keyboard IN ('default', 'digits', 'decimal', 'phone', 'email')),
  PRIMARY KEY (provider, place),
  CHECK ((hint_ru IS NULL) = (hint_en IS NULL))
);

-- The numbers under which providers know people.
CREATE TABLE subscription (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  provider text COLLATE "C" NOT NULL REFERENCES provider (id),
  account text COLLATE "C" NOT NULL CHECK (account <> ''),
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  PRIMARY KEY (person, provider, account)
);

-- Meters behind the numbers of people at providers.
CREATE TABLE meter (
  provider text COLLATE "C" NOT NULL REFERENCES provider (id),
  account text COLLATE "C" NOT NULL CHECK (account <> ''),
  number text COLLATE "C" NOT NULL CHECK (number <> ''),
  place bigint NOT NULL,
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  unit text COLLATE "C" NOT NULL CHECK (unit <> ''),
  -- How many decimal places a reading has.
  places bigint NOT NULL CHECK (places BETWEEN 0 AND 6),
  -- Roubles for a unit, in millionths.
  tariff bigint NOT NULL CHECK (tariff > 0),
  -- The last reading that was paid, in millionths of a unit, and its day.
  reading bigint NOT NULL CHECK (reading >= 0),
  read_on text COLLATE "C" NOT NULL CHECK (read_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- What was used from the reading before to that one; nil for the first.
  used bigint CHECK (used >= 0),
  PRIMARY KEY (provider, account, number)
);

-- Cards, and every status that they have had.
CREATE TABLE card (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  -- Of the number only what may be shown: the first six digits and the last four. The others are nowhere.
  first_digits text COLLATE "C" NOT NULL CHECK (length(first_digits) = 6 AND first_digits !~ '[^0-9]'),
  last_digits text COLLATE "C" NOT NULL CHECK (length(last_digits) = 4 AND last_digits !~ '[^0-9]'),
  -- The last day it is good for, YYYY-MM-DD.
  expires text COLLATE "C" NOT NULL CHECK (expires ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'blocked')),
  -- What gave it that status; nothing where the bank did.
  submission text COLLATE "C" REFERENCES submission (id),
  -- The place in the person's list.
  place bigint NOT NULL,
  issued bigint NOT NULL,
  changed bigint NOT NULL CHECK (changed >= issued),
  -- A card belongs to somebody who sees its account.
  FOREIGN KEY (person, account) REFERENCES account_access (person, account)
);

CREATE TABLE card_status (
  card text COLLATE "C" NOT NULL REFERENCES card (id),
  step bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  submission text COLLATE "C" REFERENCES submission (id),
  at bigint NOT NULL,
  PRIMARY KEY (card, step)
);

CREATE TABLE deal_page (
  deal text COLLATE "C" NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  place bigint NOT NULL CHECK (place >= 0),
  title_ru text COLLATE "C" NOT NULL CHECK (title_ru <> ''),
  title_en text COLLATE "C" CHECK (title_en <> ''),
  text_ru text COLLATE "C" NOT NULL CHECK (text_ru <> ''),
  text_en text COLLATE "C" CHECK (text_en <> ''),
  -- A picture's address: a path of this server, or https.
  image text COLLATE "C" CHECK (image LIKE '/%' OR image LIKE 'https://%'),
  PRIMARY KEY (deal, place)
);

-- What people have seen of deals.
CREATE TABLE deal_mark (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  deal text COLLATE "C" NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  -- When the deal was seen, the notification read, and dismissed.
  seen bigint,
  read bigint,
  dismissed bigint,
  PRIMARY KEY (person, deal),
  CHECK (coalesce(seen, read, dismissed) IS NOT NULL)
);

-- How far the notices of a new deal have come through the people who want them.
CREATE TABLE deal_round (
  deal text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES deal (id) ON DELETE CASCADE,
  begun bigint NOT NULL,
  -- The last person who was looked at; nothing before the first.
  last text COLLATE "C",
  -- How many notices were queued.
  notices bigint NOT NULL DEFAULT 0 CHECK (notices >= 0),
  ended bigint CHECK (ended >= begun)
);

-- People's settings.
CREATE TABLE settings (
  person text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  push_deals bigint NOT NULL CHECK (push_deals IN (0, 1)),
  -- The language in which the bank writes to the person.
  language text COLLATE "C" NOT NULL CHECK (language IN ('ru', 'en')),
  changed bigint NOT NULL
);

-- When people wanted to be told of deals.
CREATE TABLE push_period (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  begun bigint NOT NULL,
  ended bigint CHECK (ended >= begun),
  PRIMARY KEY (person, begun)
);

-- From where people have logged in.
CREATE TABLE known_login (
  mac bytea NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  at bigint NOT NULL
);

-- Failed logins, by a keyed digest of the login or the address.
CREATE TABLE login_failure (
  -- pair: a login from an address; login: from anywhere; address: any login from there; password: wrong present
  -- passwords of somebody who is logged in.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('pair', 'login', 'address', 'password')),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- How many failures count at `at`; they are forgotten one after the other.
  level bigint NOT NULL CHECK (level >= 0),
  at bigint NOT NULL,
  -- No attempt is looked at before then.
  until bigint NOT NULL,
  -- From then on nothing of it counts.
  forgotten bigint NOT NULL CHECK (forgotten >= until),
  PRIMARY KEY (kind, mac)
);

-- What was done, by whom: each row has the hash of the one before.
CREATE TABLE audit_record (
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  at bigint NOT NULL,
  event text COLLATE "C" NOT NULL CHECK (event <> ''),
  actor text COLLATE "C" NOT NULL
    CHECK (actor = 'person' OR actor = 'operator' OR actor = 'core' OR actor = 'system' OR actor = 'nobody'),
  actor_id text COLLATE "C" CHECK (length(actor_id) = 36),
  session text COLLATE "C" CHECK (length(session) = 36),
  subject text COLLATE "C" NOT NULL CHECK (subject <> ''),
  subject_id text COLLATE "C" NOT NULL CHECK (subject_id <> ''),
  -- Of what was submitted or signed.
  digest bytea CHECK (length(digest) = 32),
  -- The secret key that the hash is made with.
  key_id text COLLATE "C" NOT NULL CHECK (key_id <> ''),
  -- The hash of the row before; zeros in the first.
  previous bytea NOT NULL CHECK (length(previous) = 32),
  -- Of all the other columns.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  CHECK ((actor = 'system' OR actor = 'nobody') = (actor_id IS NULL)),
  CHECK (actor_id IS NOT NULL OR session IS NULL)
);

CREATE INDEX person_erased ON person (erased) WHERE erased IS NOT NULL AND forgotten IS NULL;
CREATE UNIQUE INDEX person_external_id ON person (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX session_expires ON session (expires);
CREATE INDEX session_person ON session (person, expires);
CREATE INDEX submission_awaiting ON submission (person, expires, operation, version) WHERE status = 'awaitingSignature';
CREATE INDEX submission_kept_until ON submission ((changed + keep_days * 86400000000))
  WHERE keep_days IS NOT NULL AND "values" <> '{}';
CREATE INDEX submission_person ON submission (person, id);
CREATE INDEX submission_person_refused ON submission (person, status, id) WHERE status IN ('rejected', 'cancelled');
CREATE INDEX submission_person_signed ON submission (person) WHERE status = 'signed';
CREATE INDEX submission_signed ON submission (operation, version) WHERE status = 'signed';
CREATE INDEX submission_unsigned ON submission (changed)
  WHERE signed IS NULL AND status <> 'awaitingSignature' AND "values" <> '{}';
CREATE INDEX submission_without_rule ON submission (operation)
  WHERE keep_years IS NULL AND keep_days IS NULL AND "values" <> '{}';
CREATE INDEX ledger_credit ON ledger (credit, id);
CREATE INDEX ledger_debit ON ledger (debit, id);
CREATE INDEX hold_open ON hold (account, amount) WHERE released IS NULL;
CREATE INDEX core_feed_waiting ON core_feed (sequence, signed) WHERE acknowledged IS NULL;
CREATE INDEX delivery_due ON delivery (service, due) WHERE due IS NOT NULL;
CREATE INDEX delivery_open ON delivery (service, effect, signed) WHERE status IN ('waiting', 'accepted', 'unknown');
CREATE INDEX delivery_queue ON delivery (queue, signed, submission)
  WHERE queue IS NOT NULL AND status IN ('waiting', 'accepted', 'unknown');
CREATE UNIQUE INDEX security_matrix_in_use ON security_matrix (person) WHERE retired IS NULL;
CREATE INDEX security_matrix_person ON security_matrix (person);
CREATE INDEX challenge_code_sent ON challenge_code (person, sent);
CREATE INDEX deal_announced ON deal (announced, id);
CREATE INDEX deal_current ON deal (end_date) WHERE ended_on IS NULL;
CREATE INDEX deal_end ON deal (end_date, id);
CREATE UNIQUE INDEX deal_key ON deal (author, idempotency_key);
CREATE INDEX deal_place ON deal (place, id);
CREATE UNIQUE INDEX message_deal ON message (deal, person) WHERE deal IS NOT NULL;
CREATE INDEX message_due ON message (kind, due);
CREATE INDEX message_person ON message (person);
CREATE UNIQUE INDEX operation_version_in_service ON operation_version (operation) WHERE replaced IS NULL;
CREATE INDEX draft_changed ON draft (changed);
CREATE INDEX template_person ON template (person, id);
CREATE INDEX provider_account ON provider (payee_account, payee_bic);
CREATE INDEX provider_search ON provider (search, id);
CREATE INDEX card_account ON card (person, account);
CREATE INDEX card_person ON card (person, place);
CREATE INDEX deal_mark_deal ON deal_mark (deal);
CREATE INDEX deal_round_open ON deal_round (begun) WHERE ended IS NULL;
CREATE INDEX push_period_ended ON push_period (ended) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX push_period_open ON push_period (person) WHERE ended IS NULL;
CREATE INDEX known_login_at ON known_login (at);
CREATE INDEX known_login_person ON known_login (person, at);
CREATE INDEX login_failure_forgotten ON login_failure (forgotten);
CREATE INDEX audit_record_binding ON audit_record (sequence) WHERE event = 'ledger-bound';

CREATE VIEW entry (id, account, counterpart, amount, currency, purpose, at, submission, balance, received) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission, debit_balance, debit_received FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission, credit_balance, credit_received FROM ledger;

-- What several servers need besides.

-- The newest row of each table whose rows follow each other without a gap. A transaction locks it before it adds rows there, as its
-- last statements, and until its COMMIT: their order is that of the commits.
CREATE TABLE chain_head (
  chain text COLLATE "C" NOT NULL PRIMARY KEY CHECK (chain IN ('audit', 'feed')),
  -- 0 before the first.
  sequence bigint NOT NULL CHECK (sequence >= 0),
  -- The hash of the newest record of the audit, zeros before the first; NULL for the feed.
  hash bytea CHECK (length(hash) = 32),
  CHECK ((chain = 'audit') = (hash IS NOT NULL))
) WITH (fillfactor = 10);

INSERT INTO chain_head (chain, sequence, hash) VALUES ('audit', 0, decode(repeat('00', 32), 'hex')), ('feed', 0, NULL);

-- The engine's own tables, as `OwnTables` of the target PostgreSQL makes them where no migration has.
-- One row for each batch of writes, by which a server that lost the answer to a COMMIT learns whether it took effect.
CREATE TABLE IF NOT EXISTS batch_mark (id uuid PRIMARY KEY, made boolean NOT NULL);

-- Rows to lock for what has no row of its own, such as a login that is nobody's.
CREATE TABLE IF NOT EXISTS batch_lock (number bigint PRIMARY KEY);

INSERT INTO batch_lock (number) SELECT generate_series(0, 1023) ON CONFLICT DO NOTHING;

-- Functions of SQLite that statements of the program call.

CREATE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos($1, $2)::bigint';

-- A text at a path such as `$.card`; for a number or a boolean its JSON.
CREATE FUNCTION json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT jsonb_path_query_first($1::jsonb, $2::jsonpath) #>> '{}' $$;

-- Rules that the tables alone do not hold. All functions are VOLATILE, so that each of their statements sees what was committed up to
-- then, and not what the statement saw that caused them.

-- Refuses the row. Its argument says why.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END
$$;

-- The ledger.

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse('the ledger is only added to');

CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse('the ledger is only added to');

-- Gives a movement its id, which is behind all others of its accounts, and the time that it has reached.
CREATE FUNCTION ledger_is_written_in_order() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  side record;
  sides bigint := 0;
  -- Transactions that write at once have other ids, so that they never give the same id to two movements.
  slot bigint := pg_current_xact_id()::text::bigint % 1024;
  place bigint := NEW.at * 2048 + slot;
BEGIN
  IF NEW.id IS NOT NULL THEN
    RAISE EXCEPTION 'the ledger is written in order' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- Two movements between the same customers lock them in the same order.
  FOR side IN
    SELECT posted FROM account
    WHERE number IN (NEW.debit, NEW.credit) AND currency = NEW.currency AND kind = 'customer'
    ORDER BY number FOR NO KEY UPDATE
  LOOP
    sides := sides + 1;
    IF place <= side.posted THEN
      place := side.posted + 1 + (slot - (side.posted + 1) % 1024 + 1024) % 1024;
    END IF;
  END LOOP;
  -- Accounts of the bank are not locked: they have taken in only rows of transactions that had ended.
  FOR side IN
    SELECT number, posted FROM account
    WHERE number IN (NEW.debit, NEW.credit) AND currency = NEW.currency AND kind = 'internal'
  LOOP
    sides := sides + 1;
    -- What a movement keeps of customers is compared by `account_follows_ledger`.
    IF (side.number = NEW.debit AND (NEW.debit_balance IS NOT NULL OR NEW.debit_received IS NOT NULL))
      OR (side.number = NEW.credit AND (NEW.credit_balance IS NOT NULL OR NEW.credit_received IS NOT NULL))
    THEN
      RAISE EXCEPTION 'a balance follows the ledger' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF place <= side.posted THEN
      place := side.posted + 1 + (slot - (side.posted + 1) % 1024 + 1024) % 1024;
    END IF;
  END LOOP;
  IF sides < 2 AND NEW.debit <> NEW.credit THEN
    RAISE EXCEPTION 'a movement names two accounts in its currency' USING ERRCODE = 'foreign_key_violation';
  END IF;
  WHILE EXISTS (SELECT 1 FROM ledger WHERE id = place) LOOP
    place := place + 1024;
  END LOOP;
  NEW.id := place;
  NEW.reached := nullif(place / 2048, NEW.at);
  RETURN NEW;
END
$$;

CREATE TRIGGER ledger_is_written_in_order BEFORE INSERT ON ledger
  FOR EACH ROW EXECUTE FUNCTION ledger_is_written_in_order();

-- A customer's balance moves with the movement. An account of the bank takes it in later.
CREATE FUNCTION ledger_moves_balances() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id WHERE number = NEW.debit AND kind = 'customer';
  UPDATE account SET balance = balance + NEW.amount, received = received + NEW.amount, posted = NEW.id
  WHERE number = NEW.credit AND kind = 'customer';
  RETURN NULL;
END
$$;

CREATE TRIGGER ledger_moves_balances AFTER INSERT ON ledger
  FOR EACH ROW EXECUTE FUNCTION ledger_moves_balances();

CREATE TRIGGER account_opens_empty BEFORE INSERT ON account
  FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.received <> 0 OR NEW.posted <> 0)
  EXECUTE FUNCTION refuse('an account opens with nothing on it');

CREATE TRIGGER account_holds_nothing_at_first BEFORE INSERT ON account
  FOR EACH ROW WHEN (NEW.held <> 0) EXECUTE FUNCTION refuse('an account opens with nothing on it');

CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON account
  FOR EACH ROW EXECUTE FUNCTION refuse('an account is disabled, not deleted');

-- A customer's balance moves by exactly one newer row of the ledger, which names the account and keeps what the customer then has. One
-- of the bank moves by all rows behind the last that it has taken in, up to another one.
CREATE FUNCTION account_follows_ledger() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  follows boolean := NEW.number = OLD.number AND NEW.kind = OLD.kind AND NEW.currency = OLD.currency
    AND NEW.posted > OLD.posted;
BEGIN
  IF NOT follows THEN
    NULL;
  ELSIF OLD.kind = 'customer' THEN
    follows := EXISTS (
      SELECT 1 FROM ledger WHERE id = NEW.posted AND (
        (debit = NEW.number AND NEW.balance = OLD.balance - amount AND NEW.received = OLD.received
          AND debit_balance = NEW.balance AND debit_received = NEW.received)
        OR (credit = NEW.number AND NEW.balance = OLD.balance + amount AND NEW.received = OLD.received + amount
          AND credit_balance = NEW.balance AND credit_received = NEW.received)));
  ELSE
    -- Waits for every transaction that has added a row, and lets none add another before the COMMIT: a row that comes later
    -- is behind `posted`, as `ledger_is_written_in_order` sees to.
    LOCK TABLE ledger IN SHARE ROW EXCLUSIVE MODE;
    SELECT NEW.balance = OLD.balance + coalesce(sum(amount), 0)
      AND NEW.received = OLD.received + coalesce(sum(amount) FILTER (WHERE amount > 0), 0)
      AND NEW.posted = max(id)
    INTO follows FROM entry WHERE account = NEW.number AND id > OLD.posted AND id <= NEW.posted;
  END IF;
  IF NOT coalesce(follows, false) THEN
    RAISE EXCEPTION 'a balance follows the ledger' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, kind, currency, balance, received, posted ON account
  FOR EACH ROW EXECUTE FUNCTION account_follows_ledger();

-- Takes all entries of the bank's own accounts into their balances; returns how many accounts had any. No movement is written
-- meanwhile. It does nothing, and returns -1, where a transaction that writes one does not end within 200 ms: another time will do.
CREATE FUNCTION post_internal_entries() RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  posted_accounts bigint;
BEGIN
  LOCK TABLE ledger IN SHARE ROW EXCLUSIVE MODE;
  UPDATE account SET balance = balance + told.moved, received = account.received + told.received, posted = told.last
  FROM (
    SELECT number, moved, newer.received, last FROM account, LATERAL (
      SELECT sum(amount)::bigint AS moved, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS received, max(id) AS last
      FROM entry WHERE entry.account = number AND entry.id > account.posted) AS newer
    WHERE kind = 'internal' AND last IS NOT NULL
  ) AS told WHERE account.number = told.number;
  GET DIAGNOSTICS posted_accounts = ROW_COUNT;
  RETURN posted_accounts;
EXCEPTION WHEN lock_not_available THEN
  RETURN -1;
END
$$;

-- Holds. What looks at the state of a submission locks it, so that its state is the same at the COMMIT.

CREATE FUNCTION hold_is_placed_when_signed() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM submission WHERE id = NEW.submission AND status = 'signed' FOR SHARE;
  IF NEW.released IS NOT NULL OR NOT FOUND THEN
    RAISE EXCEPTION 'a hold begins with the signature' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER hold_is_placed_when_signed BEFORE INSERT ON hold
  FOR EACH ROW EXECUTE FUNCTION hold_is_placed_when_signed();

CREATE FUNCTION hold_takes() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account SET held = held + NEW.amount WHERE number = NEW.account;
  RETURN NULL;
END
$$;

CREATE TRIGGER hold_takes AFTER INSERT ON hold FOR EACH ROW EXECUTE FUNCTION hold_takes();

CREATE TRIGGER hold_is_released_once BEFORE UPDATE ON hold
  FOR EACH ROW WHEN (OLD.released IS NOT NULL OR NEW.released IS NULL OR NEW.submission <> OLD.submission
    OR NEW.account <> OLD.account OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.placed <> OLD.placed)
  EXECUTE FUNCTION refuse('a hold is released once and keeps its content');

CREATE FUNCTION hold_gives_back() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account SET held = held - NEW.amount WHERE number = NEW.account;
  RETURN NULL;
END
$$;

CREATE TRIGGER hold_gives_back AFTER UPDATE ON hold FOR EACH ROW EXECUTE FUNCTION hold_gives_back();

CREATE TRIGGER hold_is_not_deleted BEFORE DELETE ON hold
  FOR EACH ROW EXECUTE FUNCTION refuse('a hold is released, not deleted');

CREATE FUNCTION account_follows_holds() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.held <> (SELECT coalesce(sum(amount), 0) FROM hold WHERE account = NEW.number AND released IS NULL) THEN
    RAISE EXCEPTION 'what is held follows the holds' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER account_follows_holds BEFORE UPDATE OF held ON account
  FOR EACH ROW EXECUTE FUNCTION account_follows_holds();

-- Submissions.

-- The history is the method, the three times and the status: each is set once, and only forward.
CREATE FUNCTION submission_goes_forward() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  fault text := CASE
    WHEN OLD.business_day IS NOT NULL AND NEW.business_day IS DISTINCT FROM OLD.business_day
      THEN 'a submission keeps its business day'
    WHEN OLD.signed IS NOT NULL AND NEW.signed IS DISTINCT FROM OLD.signed THEN 'history is only added to'
    WHEN NEW.status = OLD.status THEN
      CASE WHEN NEW.changed <> OLD.changed OR NEW.signed IS DISTINCT FROM OLD.signed THEN 'history is only added to' END
    WHEN NEW.changed < OLD.changed
      OR (NEW.signed IS DISTINCT FROM OLD.signed AND NEW.status <> 'signed' AND NEW.status <> 'executed')
      THEN 'history is only added to'
    WHEN OLD.status = 'signed' AND NEW.status <> 'executed' AND NEW.status <> 'rejected'
      THEN 'a submission goes only forward'
    WHEN OLD.status <> 'signed' AND (OLD.status <> 'awaitingSignature' OR NEW.status = 'awaitingSignature')
      THEN 'a submission goes only forward'
  END;
BEGIN
  IF fault IS NULL AND NEW.status <> OLD.status THEN
    IF NEW.status <> 'signed' AND EXISTS (SELECT 1 FROM hold WHERE submission = NEW.id AND released IS NULL) THEN
      fault := 'a hold ends with its submission';
    -- A signed submission ends by what became of its delivery, in the same transaction. One that is handed over does not end
    -- with its signature.
    ELSIF (OLD.status = 'signed' OR NEW.status = 'executed') AND EXISTS (
      SELECT 1 FROM delivery WHERE submission = NEW.id
        AND (status = 'waiting' OR status = 'accepted' OR status = 'unknown' OR OLD.status <> 'signed'))
    THEN
      fault := 'a submission ends with its delivery';
    END IF;
  END IF;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_goes_forward BEFORE UPDATE OF status, business_day, signed, changed ON submission
  FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.business_day IS DISTINCT FROM OLD.business_day
    OR NEW.signed IS DISTINCT FROM OLD.signed OR NEW.changed <> OLD.changed)
  EXECUTE FUNCTION submission_goes_forward();

CREATE TRIGGER submission_keeps_its_basis BEFORE UPDATE OF basis ON submission
  FOR EACH ROW EXECUTE FUNCTION refuse('a submission keeps its basis');

CREATE TRIGGER submission_keeps_its_content BEFORE UPDATE OF id, person, operation, version, amount, currency, idempotency_key,
  body_digest, created, expires, method ON submission
  FOR EACH ROW EXECUTE FUNCTION refuse('a submission keeps its content');

CREATE TRIGGER submission_values_are_only_forgotten BEFORE UPDATE OF "values" ON submission
  FOR EACH ROW WHEN (NEW."values" <> '{}' OR OLD.status IN ('awaitingSignature', 'signed'))
  EXECUTE FUNCTION refuse('a submission keeps its content');

CREATE TRIGGER submission_captions_are_only_forgotten BEFORE UPDATE OF captions ON submission
  FOR EACH ROW WHEN (NEW.captions IS NOT NULL OR NEW."values" <> '{}')
  EXECUTE FUNCTION refuse('a submission keeps its content');

CREATE TRIGGER submission_warnings_are_only_forgotten BEFORE UPDATE OF warnings ON submission
  FOR EACH ROW WHEN (NEW.warnings IS NOT NULL OR NEW."values" <> '{}')
  EXECUTE FUNCTION refuse('a submission keeps its content');

-- The row itself forgets, before it is stored.
CREATE FUNCTION submission_captions_are_forgotten() RETURNS trigger LANGUAGE plpgsql VOLATILE
SET search_path = public, pg_temp AS $$
BEGIN
  NEW.captions := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_captions_are_forgotten BEFORE UPDATE OF "values" ON submission
  FOR EACH ROW WHEN (NEW."values" = '{}' AND NEW.captions IS NOT NULL)
  EXECUTE FUNCTION submission_captions_are_forgotten();

CREATE FUNCTION submission_warnings_are_forgotten() RETURNS trigger LANGUAGE plpgsql VOLATILE
SET search_path = public, pg_temp AS $$
BEGIN
  NEW.warnings := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_warnings_are_forgotten BEFORE UPDATE OF "values" ON submission
  FOR EACH ROW WHEN (NEW."values" = '{}' AND NEW.warnings IS NOT NULL)
  EXECUTE FUNCTION submission_warnings_are_forgotten();

-- The feed for the bank's core.

CREATE FUNCTION core_feed_has_no_gaps() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM submission WHERE id = NEW.submission AND status = 'signed' FOR SHARE;
  IF FOUND AND NEW.acknowledged IS NULL THEN
    UPDATE chain_head SET sequence = NEW.sequence WHERE chain = 'feed' AND sequence = NEW.sequence - 1;
    IF FOUND THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the feed takes signed submissions one after the other' USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER core_feed_has_no_gaps BEFORE INSERT ON core_feed
  FOR EACH ROW EXECUTE FUNCTION core_feed_has_no_gaps();

CREATE TRIGGER core_feed_is_acknowledged_once BEFORE UPDATE ON core_feed
  FOR EACH ROW WHEN (OLD.acknowledged IS NOT NULL OR NEW.acknowledged IS NULL OR NEW.sequence <> OLD.sequence
    OR NEW.submission <> OLD.submission OR NEW.digest <> OLD.digest OR NEW.signed <> OLD.signed)
  EXECUTE FUNCTION refuse('what the core was handed is acknowledged once');

CREATE TRIGGER core_feed_is_not_deleted BEFORE DELETE ON core_feed
  FOR EACH ROW EXECUTE FUNCTION refuse('the feed is only added to');

-- The audit.

CREATE FUNCTION audit_record_follows() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE chain_head SET sequence = NEW.sequence, hash = NEW.hash
  WHERE chain = 'audit' AND sequence = NEW.sequence - 1 AND hash = NEW.previous;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'each record follows the one before' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER audit_record_follows BEFORE INSERT ON audit_record
  FOR EACH ROW EXECUTE FUNCTION audit_record_follows();

CREATE TRIGGER audit_record_is_not_changed BEFORE UPDATE ON audit_record
  FOR EACH ROW EXECUTE FUNCTION refuse('the audit is only added to');

CREATE TRIGGER audit_record_is_not_deleted BEFORE DELETE ON audit_record
  FOR EACH ROW EXECUTE FUNCTION refuse('the audit is only added to');

-- A head stays, and moves by one row at a time.
CREATE FUNCTION chain_head_follows() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.chain <> OLD.chain OR NEW.sequence <> OLD.sequence + 1 THEN
    RAISE EXCEPTION 'a chain has no gaps' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER chain_head_follows BEFORE INSERT OR UPDATE OR DELETE ON chain_head
  FOR EACH ROW EXECUTE FUNCTION chain_head_follows();

-- Deliveries.

CREATE TRIGGER delivery_begins_prepared BEFORE INSERT ON delivery
  FOR EACH ROW WHEN (NEW.status <> 'prepared') EXECUTE FUNCTION refuse('a delivery begins with its submission');

CREATE TRIGGER delivery_goes_forward BEFORE UPDATE OF status ON delivery
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NOT (
    (OLD.status = 'prepared' AND NEW.status = 'waiting')
    OR (OLD.status IN ('waiting', 'accepted', 'unknown')
      AND NEW.status IN ('waiting', 'accepted', 'unknown', 'executed', 'rejected'))))
  EXECUTE FUNCTION refuse('a delivery goes only forward');

CREATE FUNCTION delivery_is_of_something_signed() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM submission WHERE id = NEW.submission AND status = 'signed' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'what is handed over is signed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery_is_of_something_signed BEFORE UPDATE OF status ON delivery
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION delivery_is_of_something_signed();

CREATE TRIGGER delivery_keeps_its_content BEFORE UPDATE OF submission, service, effect, request, answers, answers_digest, debit,
  credit, amount, currency, purpose, queue, signed, kept, ended ON delivery
  FOR EACH ROW WHEN (NEW.submission <> OLD.submission OR NEW.service <> OLD.service OR NEW.effect <> OLD.effect
    OR (NEW.request IS NOT NULL AND NEW.request IS DISTINCT FROM OLD.request)
    OR (NEW.answers IS NOT NULL AND NEW.answers IS DISTINCT FROM OLD.answers)
    OR NEW.answers_digest <> OLD.answers_digest OR NEW.debit IS DISTINCT FROM OLD.debit
    OR NEW.credit IS DISTINCT FROM OLD.credit OR NEW.amount IS DISTINCT FROM OLD.amount
    OR NEW.currency IS DISTINCT FROM OLD.currency OR NEW.purpose IS DISTINCT FROM OLD.purpose
    OR NEW.queue IS DISTINCT FROM OLD.queue OR (OLD.signed IS NOT NULL AND NEW.signed IS DISTINCT FROM OLD.signed)
    OR (OLD.ended IS NOT NULL AND (NEW.ended IS DISTINCT FROM OLD.ended
      OR (NEW.kept IS NOT NULL AND NEW.kept IS DISTINCT FROM OLD.kept))))
  EXECUTE FUNCTION refuse('a delivery keeps its content');

CREATE TRIGGER delivery_is_not_deleted BEFORE DELETE ON delivery
  FOR EACH ROW EXECUTE FUNCTION refuse('a delivery is not deleted');

CREATE FUNCTION delivery_is_forgotten() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE delivery SET request = NULL, answers = NULL, kept = NULL
  WHERE submission = NEW.id AND status IN ('prepared', 'executed', 'rejected');
  RETURN NULL;
END
$$;

CREATE TRIGGER delivery_is_forgotten AFTER UPDATE OF "values" ON submission
  FOR EACH ROW WHEN (NEW."values" = '{}') EXECUTE FUNCTION delivery_is_forgotten();

-- Cards.

CREATE FUNCTION card_begins() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  VALUES (NEW.id, 1, NEW.status, NEW.submission, NEW.changed);
  RETURN NULL;
END
$$;

CREATE TRIGGER card_begins AFTER INSERT ON card FOR EACH ROW EXECUTE FUNCTION card_begins();

CREATE FUNCTION card_goes_on() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  SELECT NEW.id, max(step) + 1, NEW.status, NEW.submission, NEW.changed FROM card_status WHERE card = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER card_goes_on AFTER UPDATE OF status ON card
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION card_goes_on();

CREATE TRIGGER card_keeps_its_holder BEFORE UPDATE OF id, person, first_digits, last_digits, issued ON card
  FOR EACH ROW EXECUTE FUNCTION refuse('a card keeps its number and its holder');

CREATE TRIGGER card_status_is_not_changed BEFORE UPDATE ON card_status
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

-- Deals, meters and settings.

CREATE TRIGGER deal_is_not_deleted BEFORE DELETE ON deal
  FOR EACH ROW WHEN (OLD.author IS NOT NULL) EXECUTE FUNCTION refuse('a deal is ended, not deleted');

CREATE TRIGGER deal_stays_ended BEFORE UPDATE ON deal
  FOR EACH ROW WHEN (OLD.ended_on IS NOT NULL) EXECUTE FUNCTION refuse('a deal that was ended stays as it is');

CREATE TRIGGER meter_counts_up BEFORE UPDATE OF reading, read_on ON meter
  FOR EACH ROW WHEN (NEW.reading < OLD.reading OR NEW.read_on < OLD.read_on)
  EXECUTE FUNCTION refuse('a meter counts up');

CREATE FUNCTION settings_begin_a_push_period() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO push_period (person, begun) VALUES (NEW.person, NEW.changed)
  ON CONFLICT (person, begun) DO UPDATE SET ended = NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER settings_begin_a_push_period AFTER INSERT ON settings
  FOR EACH ROW WHEN (NEW.push_deals = 1) EXECUTE FUNCTION settings_begin_a_push_period();

CREATE TRIGGER settings_go_on_with_a_push_period AFTER UPDATE OF push_deals ON settings
  FOR EACH ROW WHEN (NEW.push_deals = 1 AND OLD.push_deals = 0) EXECUTE FUNCTION settings_begin_a_push_period();

CREATE FUNCTION settings_end_a_push_period() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE push_period SET ended = greatest(begun, NEW.changed) WHERE person = NEW.person AND ended IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER settings_end_a_push_period AFTER UPDATE OF push_deals ON settings
  FOR EACH ROW WHEN (NEW.push_deals = 0 AND OLD.push_deals = 1) EXECUTE FUNCTION settings_end_a_push_period();

-- What the server may do: read everything, add where it adds, change only what it changes, and delete only what is not kept. It cannot
-- change balances, holds' sums, heads of chains or rows of history itself: triggers do, with the rights of the owner.
--
-- A right to change one column is also what locking a row takes. Columns that are granted for that alone stand at the end.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO valence_serve;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO valence_serve;

GRANT INSERT ON person, session, bank, bank_restriction, submission, account, internal_account, account_access, ledger, hold, core_feed,
  delivery, security_matrix, asked_cells, matrix_use, challenge_code, deal, message, directory_import, operation_version,
  disabled_operation, draft, template, person_limit, provider, provider_field, subscription, meter, card, deal_page, deal_mark,
  deal_round, settings, known_login, login_failure, audit_record, batch_mark
  TO valence_serve;

GRANT DELETE ON session, bank, bank_restriction, matrix_use, message, operation_version, disabled_operation, draft, template,
  person_limit, subscription, deal_page, deal_mark, settings, push_period, known_login, login_failure, batch_mark
  TO valence_serve;

GRANT UPDATE (login, name, phone, bonuses, password, wrong_answers, signing_locked, code_phone, erased, forgotten, external_id)
  ON person TO valence_serve;
GRANT UPDATE (seen) ON session TO valence_serve;
GRANT UPDATE (name, correspondent_account, treasury_account, place, swift, type, date_out) ON bank TO valence_serve;
GRANT UPDATE ("values", status, reason, message, message_en, attempts_left, signed, changed, business_day, keep_years, keep_days,
  challenges, challenge, challenge_session, challenge_digest, challenge_created, challenge_expires) ON submission TO valence_serve;
GRANT UPDATE (released) ON hold TO valence_serve;
GRANT UPDATE (acknowledged, outcome, reason, message, message_en) ON core_feed TO valence_serve;
GRANT UPDATE (status, signed, due, attempts, fault, kept, contrary, ended) ON delivery TO valence_serve;
GRANT UPDATE (retired, key_id, macs) ON security_matrix TO valence_serve;
GRANT UPDATE (matrix, uses, cells, submission, challenge, refused) ON matrix_use TO valence_serve;
GRANT UPDATE (mac, sent_to) ON challenge_code TO valence_serve;
GRANT UPDATE (attempts, due, holder) ON message TO valence_serve;
GRANT UPDATE (source, served, replaced, expires, revoked) ON operation_version TO valence_serve;
GRANT UPDATE (version, "values", changed) ON draft TO valence_serve;
GRANT UPDATE (title) ON template TO valence_serve;
GRANT UPDATE (amount, set_at) ON person_limit TO valence_serve;
GRANT UPDATE (disabled) ON provider TO valence_serve;
GRANT UPDATE (caption) ON subscription TO valence_serve;
GRANT UPDATE (reading, read_on, used) ON meter TO valence_serve;
GRANT UPDATE (status, submission, changed) ON card TO valence_serve;
GRANT UPDATE (title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on, announced, changed)
  ON deal TO valence_serve;
GRANT UPDATE (seen, read, dismissed) ON deal_mark TO valence_serve;
GRANT UPDATE (last, notices, ended) ON deal_round TO valence_serve;
GRANT UPDATE (push_deals, language, changed) ON settings TO valence_serve;
GRANT UPDATE (person, at) ON known_login TO valence_serve;
GRANT UPDATE (level, at, until, forgotten) ON login_failure TO valence_serve;

GRANT UPDATE (disabled) ON account TO valence_serve;
GRANT UPDATE (chain) ON chain_head TO valence_serve;
-- Locking a row takes the right to change it.
GRANT UPDATE ON batch_mark, batch_lock TO valence_serve;

REVOKE EXECUTE ON FUNCTION post_internal_entries() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION post_internal_entries() TO valence_serve;
