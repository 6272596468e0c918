CREATE INDEX account_access_account ON account_access (account, person);

CREATE INDEX account_access_until ON account_access (until) WHERE until IS NOT NULL AND ended IS NULL;

CREATE INDEX account_customer ON account (customer, number) WHERE customer IS NOT NULL;

CREATE INDEX audit_record_binding ON audit_record (sequence) WHERE event = 'ledger-bound';

CREATE INDEX card_account ON card (person, account);

CREATE UNIQUE INDEX card_core_id ON card (core_id) WHERE core_id IS NOT NULL;

CREATE INDEX card_person ON card (person, place);

CREATE INDEX challenge_code_sent ON challenge_code (person, sent);

CREATE INDEX core_feed_waiting ON core_feed (sequence, signed) WHERE acknowledged IS NULL;

CREATE UNIQUE INDEX customer_external_id ON customer (external_id) WHERE external_id IS NOT NULL;

CREATE UNIQUE INDEX customer_person ON customer (person) WHERE person IS NOT NULL;

CREATE INDEX deal_announced ON deal (announced, id);

CREATE INDEX deal_current ON deal (end_date) WHERE ended_on IS NULL;

CREATE INDEX deal_end ON deal (end_date, id);

CREATE UNIQUE INDEX deal_key ON deal (author, idempotency_key);

CREATE INDEX deal_mark_deal ON deal_mark (deal);

CREATE INDEX deal_place ON deal (place, id);

CREATE INDEX deal_round_open ON deal_round (begun) WHERE ended IS NULL;

CREATE INDEX definition_activation_active ON definition_activation (number) WHERE activated IS NOT NULL;

CREATE UNIQUE INDEX definition_activation_open ON definition_activation ((activated IS NULL)) WHERE activated IS NULL AND ended IS NULL;

CREATE INDEX delivery_due ON delivery (service, due) WHERE due IS NOT NULL;

CREATE INDEX delivery_open ON delivery (service, effect, signed) WHERE status IN ('waiting', 'accepted', 'unknown');

CREATE INDEX delivery_queue ON delivery (queue, signed, submission)
  WHERE queue IS NOT NULL AND status IN ('waiting', 'accepted', 'unknown');

CREATE INDEX delivery_recheck ON delivery (recheck) WHERE recheck IS NOT NULL;

CREATE INDEX draft_changed ON draft (changed);

CREATE INDEX draft_copy_kept ON draft_copy (kept);

CREATE INDEX enrolment_expires ON enrolment (expires);

CREATE INDEX enrolment_person ON enrolment (person);

CREATE INDEX hold_open ON hold (account, amount) WHERE released IS NULL;

CREATE INDEX invitation_expires ON invitation (expires);

CREATE INDEX known_login_at ON known_login (at);

CREATE INDEX known_login_person ON known_login (person, at);

CREATE INDEX ledger_credit ON ledger (credit, id) WHERE credit_balance IS NOT NULL;

CREATE INDEX ledger_debit ON ledger (debit, id) WHERE debit_balance IS NOT NULL;

CREATE INDEX login_failure_forgotten ON login_failure (forgotten);

CREATE UNIQUE INDEX message_deal ON message (deal, person) WHERE deal IS NOT NULL;

CREATE INDEX message_due ON message (kind, due);

CREATE INDEX message_person ON message (person);

CREATE UNIQUE INDEX operation_version_in_service ON operation_version (operation) WHERE replaced IS NULL;

CREATE INDEX person_blocked ON person (login) WHERE blocked IS NOT NULL;

CREATE INDEX person_erased ON person (erased) WHERE erased IS NOT NULL AND forgotten IS NULL;

CREATE UNIQUE INDEX person_external_id ON person (external_id) WHERE external_id IS NOT NULL;

CREATE INDEX provider_account ON provider (payee_account, payee_bic);

CREATE INDEX provider_search ON provider (search, id);

CREATE INDEX push_period_ended ON push_period (ended) WHERE ended IS NOT NULL;

CREATE UNIQUE INDEX push_period_open ON push_period (person) WHERE ended IS NULL;

CREATE UNIQUE INDEX security_matrix_in_use ON security_matrix (person) WHERE retired IS NULL;

CREATE INDEX security_matrix_person ON security_matrix (person);

CREATE INDEX session_expires ON session (expires);

CREATE INDEX session_person ON session (person, expires);

CREATE INDEX submission_awaiting ON submission (person, expires, operation, version) WHERE status = 'awaitingSignature';

CREATE INDEX submission_kept_until ON submission (changed + keep_days * 86400000000)
  WHERE keep_days IS NOT NULL AND "values" <> '{}';

CREATE INDEX submission_person ON submission (person, id);

CREATE INDEX submission_person_refused ON submission (person, status, id) WHERE status IN ('rejected', 'cancelled');

CREATE INDEX submission_person_signed ON submission (person) WHERE status = 'signed';

CREATE INDEX submission_signed ON submission (operation, version) WHERE status = 'signed';

CREATE INDEX submission_unsigned ON submission (changed)
  WHERE signed IS NULL AND status <> 'awaitingSignature' AND "values" <> '{}';

CREATE INDEX submission_without_rule ON submission (operation)
  WHERE keep_years IS NULL AND keep_days IS NULL AND "values" <> '{}';

CREATE INDEX template_person ON template (person, id);

CREATE TABLE "account" (
  number TEXT NOT NULL PRIMARY KEY CHECK (length(number) = 20),
  -- An account of a customer, whose balance is never negative, of the bank, or of the bank's core.
  kind TEXT NOT NULL CHECK (kind = 'customer' OR kind = 'internal' OR kind = 'core'),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- In minor units. Only triggers change it.
  balance INTEGER NOT NULL DEFAULT 0,
  -- The last ledger row included in the balance.
  posted INTEGER NOT NULL DEFAULT 0,
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  opened INTEGER NOT NULL,
  -- The sum of the open holds, in minor units. Only triggers change it.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0 AND (kind <> 'customer' OR held <= balance)),
  -- The sum of all credits up to `posted`. The sum of all debits is `received` minus `balance`.
  received INTEGER NOT NULL DEFAULT 0,
  -- The holder; NULL for an account of the bank, and for an account opened before customers existed.
  customer TEXT REFERENCES customer (id),
  -- The bank's name for the product.
  product TEXT CHECK (product <> ''),
  closed INTEGER,
  -- The reason for which the account was disabled or closed.
  reason TEXT CHECK (reason <> ''),
  -- The columns below are only for the kind `core`. The overdraft and the available amount are in
  -- minor units.
  overdraft INTEGER CHECK (overdraft >= 0),
  core_available INTEGER,
  -- The last row of the feed that the core's balance includes.
  taken INTEGER CHECK (taken >= 0),
  -- The time of the core's balance, and the number of the change that set it.
  as_of INTEGER,
  sequence INTEGER CHECK (sequence > 0),
  -- True while the account has an open divergence or an unapplied change.
  unsure INTEGER NOT NULL DEFAULT 0 CHECK (unsure IN (0, 1)),
  UNIQUE (number, currency),
  CHECK (kind <> 'customer' OR balance >= 0),
  CHECK (kind <> 'internal' OR customer IS NULL),
  CHECK (closed IS NULL OR disabled = 1),
  CHECK (kind = 'core' OR (overdraft IS NULL AND core_available IS NULL AND taken IS NULL AND as_of IS NULL
    AND sequence IS NULL AND unsure = 0))
) STRICT, WITHOUT ROWID;

CREATE TABLE account_access (
  person TEXT NOT NULL REFERENCES person (id),
  account TEXT NOT NULL REFERENCES account (number),
  is_owner INTEGER NOT NULL CHECK (is_owner IN (0, 1)),
  caption TEXT NOT NULL CHECK (caption <> ''),
  -- The position in the person's list.
  place INTEGER NOT NULL, role TEXT
  CHECK ((role = 'owner' AND is_owner = 1) OR (role = 'signatory' AND is_owner = 1) OR (role = 'viewer' AND is_owner = 0)), until INTEGER, ended INTEGER,
  PRIMARY KEY (person, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE asked_cells (
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  -- The cells in order, separated by spaces. A set of cells is asked once.
  cells TEXT NOT NULL,
  PRIMARY KEY (matrix, cells)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_record (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL CHECK (event <> ''),
  actor TEXT NOT NULL
    CHECK (actor = 'person' OR actor = 'operator' OR actor = 'core' OR actor = 'system' OR actor = 'nobody'),
  actor_id TEXT CHECK (length(actor_id) = 36),
  session TEXT CHECK (length(session) = 36),
  subject TEXT NOT NULL CHECK (subject <> ''),
  subject_id TEXT NOT NULL CHECK (subject_id <> ''),
  -- The digest of the submitted or signed content.
  digest BLOB CHECK (length(digest) = 32),
  -- The id of the secret key of the hash.
  key_id TEXT NOT NULL CHECK (key_id <> ''),
  -- The hash of the previous row; zeros in the first row.
  previous BLOB NOT NULL CHECK (length(previous) = 32),
  -- The hash of all other columns.
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  CHECK ((actor = 'system' OR actor = 'nobody') = (actor_id IS NULL)),
  CHECK (actor_id IS NOT NULL OR session IS NULL)
) STRICT;

CREATE TABLE bank (
  bic TEXT NOT NULL PRIMARY KEY CHECK (length(bic) = 9 AND bic NOT GLOB '*[^0-9]*'),
  name TEXT NOT NULL CHECK (name <> ''),
  correspondent_account TEXT CHECK (length(correspondent_account) = 20),
  place TEXT,
  type TEXT NOT NULL DEFAULT '20' CHECK (length(type) = 2),
  treasury_account TEXT CHECK (length(treasury_account) = 20),
  swift TEXT CHECK (length(swift) IN (8, 11)),
  date_out TEXT CHECK (date_out GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) STRICT, WITHOUT ROWID;

CREATE TABLE bank_restriction (
  bic TEXT NOT NULL REFERENCES bank (bic) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  code TEXT NOT NULL CHECK (code <> ''),
  since TEXT CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  PRIMARY KEY (bic, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE card (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL,
  account TEXT NOT NULL,
  caption TEXT NOT NULL CHECK (caption <> ''),
  -- The first six and the last four digits of the number. The other digits are not stored.
  first_digits TEXT NOT NULL CHECK (length(first_digits) = 6 AND first_digits NOT GLOB '*[^0-9]*'),
  last_digits TEXT NOT NULL CHECK (length(last_digits) = 4 AND last_digits NOT GLOB '*[^0-9]*'),
  -- The last day of validity, YYYY-MM-DD.
  expires TEXT NOT NULL CHECK (expires GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  status TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  -- The submission that set the status; NULL if the bank set it.
  submission TEXT REFERENCES submission (id),
  -- The position in the person's list.
  place INTEGER NOT NULL,
  issued INTEGER NOT NULL,
  changed INTEGER NOT NULL CHECK (changed >= issued), core_id TEXT CHECK (length(core_id) BETWEEN 1 AND 128),
  -- The holder of a card has access to its account.
  FOREIGN KEY (person, account) REFERENCES account_access (person, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE card_status (
  card TEXT NOT NULL REFERENCES card (id),
  step INTEGER NOT NULL,
  status TEXT NOT NULL,
  submission TEXT REFERENCES submission (id),
  at INTEGER NOT NULL,
  PRIMARY KEY (card, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge_code (
  challenge TEXT NOT NULL PRIMARY KEY CHECK (length(challenge) = 36),
  submission TEXT NOT NULL REFERENCES submission (id),
  person TEXT NOT NULL REFERENCES person (id),
  -- The number of the code within its submission, from 1.
  number INTEGER NOT NULL CHECK (number > 0),
  key_id TEXT NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32),
  -- The masked phone number of the recipient.
  sent_to TEXT NOT NULL CHECK (sent_to <> ''),
  sent INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE command_run (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  at INTEGER NOT NULL,
  -- The user who logged in to the machine, which su and sudo do not change; NULL for a command that
  -- no login started, such as a periodic job.
  os_login TEXT CHECK (os_login <> ''),
  effective_user TEXT NOT NULL CHECK (effective_user <> ''),
  -- The host name and the process: `web1 pid 4711`.
  host TEXT NOT NULL CHECK (host <> ''),
  -- The words of the command without values, such as `users unlock`.
  command TEXT NOT NULL CHECK (command <> ''),
  -- The operator whom the caller of the command named. The command cannot verify it.
  operator TEXT REFERENCES person (id),
  reason TEXT CHECK (reason <> '')
) STRICT, WITHOUT ROWID;

CREATE TABLE core_feed (
  sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
  submission TEXT NOT NULL UNIQUE REFERENCES submission (id),
  -- The digest of the signed content.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  signed INTEGER NOT NULL,
  acknowledged INTEGER CHECK (acknowledged >= signed),
  -- The answer of the core system, unchanged, so that a repeated answer is recognised.
  outcome TEXT CHECK (outcome IN ('executed', 'rejected')),
  reason TEXT CHECK (reason <> ''),
  message TEXT CHECK (message <> ''),
  message_en TEXT CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  CHECK ((acknowledged IS NULL) = (outcome IS NULL)),
  CHECK ((outcome IS 'rejected') = (reason IS NOT NULL)),
  CHECK (outcome IS NOT NULL OR message IS NULL)
) STRICT;

CREATE TABLE customer (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The customer's id in the bank's other systems; NULL after the data of the person were erased.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
  kind TEXT NOT NULL CHECK (kind = 'individual' OR kind = 'company'),
  -- The person who is this customer; NULL for a company, and for an individual without a login.
  person TEXT REFERENCES person (id),
  name TEXT NOT NULL CHECK (name <> ''),
  short_name TEXT CHECK (short_name <> ''),
  -- INN and KPP.
  tax_number TEXT CHECK (length(tax_number) IN (10, 12) AND tax_number NOT GLOB '*[^0-9]*'),
  registration_code TEXT CHECK (length(registration_code) = 9),
  created INTEGER NOT NULL,
  -- The time at which the bank ended its relation with the customer.
  closed INTEGER,
  -- The source of the last change from the bank's core, and its number there.
  source TEXT CHECK (source <> ''),
  sequence INTEGER CHECK (sequence > 0),
  CHECK (kind = 'individual' OR person IS NULL),
  CHECK ((source IS NULL) = (sequence IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE deal (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  title_ru TEXT NOT NULL CHECK (title_ru <> ''),
  title_en TEXT CHECK (title_en <> ''),
  subtitle_ru TEXT NOT NULL,
  subtitle_en TEXT,
  -- The first and the last day, YYYY-MM-DD in the bank's time zone.
  start_date TEXT NOT NULL CHECK (start_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  end_date TEXT NOT NULL CHECK (end_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND end_date >= start_date),
  -- The position among the current deals.
  place INTEGER NOT NULL,
  created INTEGER NOT NULL,
  -- The operator who added the deal, with the idempotency key and the digest of the request; NULL
  -- for demo data.
  author TEXT REFERENCES person (id),
  idempotency_key TEXT
  CHECK (idempotency_key IS NULL OR (length(idempotency_key) BETWEEN 1 AND 255 AND author IS NOT NULL)),
  body_digest BLOB CHECK (length(body_digest) = 32),
  -- The day on which an operator ended the deal; NULL otherwise.
  ended_on TEXT CHECK (ended_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- The time from which people are notified.
  announced INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE deal_mark (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  deal TEXT NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  -- The times at which the deal was seen, the notification read, and the notification dismissed.
  seen INTEGER,
  read INTEGER,
  dismissed INTEGER,
  PRIMARY KEY (person, deal),
  CHECK (coalesce(seen, read, dismissed) IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE deal_page (
  deal TEXT NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  title_ru TEXT NOT NULL CHECK (title_ru <> ''),
  title_en TEXT CHECK (title_en <> ''),
  text_ru TEXT NOT NULL CHECK (text_ru <> ''),
  text_en TEXT CHECK (text_en <> ''),
  -- The address of a picture: a path on this server, or an https address.
  image TEXT CHECK (image GLOB '/*' OR image GLOB 'https://*'),
  PRIMARY KEY (deal, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE deal_round (
  deal TEXT NOT NULL PRIMARY KEY REFERENCES deal (id) ON DELETE CASCADE,
  begun INTEGER NOT NULL,
  -- The last processed person; NULL before the first.
  last TEXT,
  -- The number of queued notices.
  notices INTEGER NOT NULL DEFAULT 0 CHECK (notices >= 0),
  ended INTEGER CHECK (ended >= begun)
) STRICT, WITHOUT ROWID;

CREATE TABLE definition_activation (
  number INTEGER PRIMARY KEY CHECK (number > 0),
  definition_set TEXT NOT NULL REFERENCES definition_set (hash),
  proposed INTEGER NOT NULL,
  -- The time at which the proposal expires. The command that made it extends it while it runs.
  expires INTEGER NOT NULL,
  activated INTEGER,
  -- The time at which the proposal was withdrawn.
  ended INTEGER,
  CHECK (activated IS NULL OR ended IS NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE definition_entry (
  definition_set TEXT NOT NULL REFERENCES definition_set (hash),
  path TEXT NOT NULL CHECK (path <> ''),
  file TEXT NOT NULL REFERENCES definition_file (hash),
  PRIMARY KEY (definition_set, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE definition_file (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  content BLOB NOT NULL
) STRICT;

CREATE TABLE definition_set (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  stored INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery (
  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id),
  service TEXT NOT NULL CHECK (service <> ''),
  effect TEXT NOT NULL CHECK (effect <> ''),
  status TEXT NOT NULL DEFAULT 'prepared'
    CHECK (status IN ('prepared', 'waiting', 'accepted', 'unknown', 'executed', 'rejected')),
  -- The request as JSON, without address and secrets; NULL after the submission's values were
  -- deleted.
  request TEXT CHECK (substr(request, 1, 1) = '{'),
  -- The service responses used to validate the submission, as JSON, and their digest. The digest is
  -- kept when the responses are deleted.
  answers TEXT CHECK (substr(answers, 1, 1) = '['),
  answers_digest BLOB NOT NULL CHECK (length(answers_digest) = 32),
  -- The ledger movement to write on execution; NULL for none.
  debit TEXT,
  credit TEXT,
  amount INTEGER CHECK (amount > 0),
  currency TEXT,
  purpose TEXT CHECK (purpose <> ''),
  -- Deliveries of one queue are sent one at a time; NULL if the delivery waits for no other.
  queue TEXT CHECK (queue <> ''),
  -- The time of the signature. Delivery starts then.
  signed INTEGER,
  -- The time of the next attempt; NULL if only the other system or an operator can continue.
  due INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The reason why the last attempt returned no declared outcome, without any value of the
  -- response.
  fault TEXT CHECK (fault <> ''),
  -- The stored parts of the responses, as JSON; NULL if empty, and after the submission's values
  -- were deleted.
  kept TEXT CHECK (substr(kept, 1, 1) = '{'),
  -- A later outcome from the other system that contradicts the stored one.
  contrary TEXT CHECK (contrary <> ''),
  ended INTEGER,
  held_until INTEGER,
  -- The latest possible end of the last attempt. The system can accept the delivery for a while
  -- after it.
  sent INTEGER,
  -- The first time after `sent` at which the system reported, late enough to count, that it does
  -- not know the delivery.
  missed INTEGER,
  -- The time of the next status query for a delivery that an operator rejected, and the time at
  -- which the queries end.
  recheck INTEGER,
  recheck_until INTEGER,
  CHECK ((debit IS NULL) = (credit IS NULL) AND (debit IS NULL) = (amount IS NULL)
    AND (debit IS NULL) = (currency IS NULL) AND (debit IS NULL) = (purpose IS NULL)),
  CHECK ((status = 'prepared') = (signed IS NULL)),
  CHECK ((status IN ('executed', 'rejected')) = (ended IS NOT NULL)),
  CHECK (ended IS NULL OR due IS NULL),
  CHECK (status <> 'prepared' OR (due IS NULL AND attempts = 0))
) STRICT, WITHOUT ROWID;

CREATE TABLE directory_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  read INTEGER NOT NULL CHECK (read >= 0),
  added INTEGER NOT NULL CHECK (added >= 0),
  changed INTEGER NOT NULL CHECK (changed >= 0),
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed >= 0),
  -- The edition of the imported file; NULL if the import did not come from a file.
  business_day TEXT CHECK (business_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  version INTEGER
) STRICT;

CREATE TABLE disabled_operation (
  operation TEXT PRIMARY KEY CHECK (operation <> ''),
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE draft (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL CHECK (operation <> ''),
  -- The version of the operation in which the values were entered.
  version TEXT NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL CHECK (changed >= created),
  PRIMARY KEY (person, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE draft_copy (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL CHECK (operation <> ''),
  -- A later copy of the same draft has a greater number.
  number INTEGER NOT NULL CHECK (number > 0),
  -- The version of the operation in which the values were entered.
  version TEXT NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  kept INTEGER NOT NULL,
  PRIMARY KEY (person, operation, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE enrolment (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  invitation TEXT NOT NULL UNIQUE REFERENCES invitation (id) ON DELETE CASCADE,
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the secret id that the client has. The id itself is not stored.
  token_digest BLOB NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  -- The keyed digest of the one-time code, and the masked telephone number; NULL if none was sent.
  key_id TEXT,
  mac BLOB CHECK (length(mac) = 32),
  sent_to TEXT,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created),
  CHECK ((mac IS NULL) = (key_id IS NULL)),
  CHECK ((mac IS NULL) = (sent_to IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE hold (
  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id),
  account TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  placed INTEGER NOT NULL,
  released INTEGER CHECK (released >= placed),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE incoming (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  movement INTEGER NOT NULL UNIQUE REFERENCES ledger (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE internal_account (
  duty TEXT NOT NULL CHECK (duty IN ('settlement', 'equity')),
  currency TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (duty, currency),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  -- The person. A person has one invitation.
  person TEXT NOT NULL UNIQUE REFERENCES person (id) ON DELETE CASCADE,
  -- The keyed digest of the code.
  key_id TEXT NOT NULL CHECK (key_id <> ''),
  mac BLOB NOT NULL UNIQUE CHECK (length(mac) = 32),
  -- The login that the bank proposes; NULL if it proposes none.
  login TEXT CHECK (length(login) BETWEEN 1 AND 64),
  -- Wrong one-time codes of all its enrolments, and the number of these enrolments.
  wrong INTEGER NOT NULL DEFAULT 0 CHECK (wrong >= 0),
  begun INTEGER NOT NULL DEFAULT 0 CHECK (begun >= 0),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created)
) STRICT, WITHOUT ROWID;

CREATE TABLE key_holder (
  server TEXT NOT NULL CHECK (server <> ''),
  secret_key TEXT NOT NULL CHECK (secret_key <> ''),
  -- The host name and the process.
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  -- The time of the last update, by the clock of the database.
  seen INTEGER NOT NULL,
  PRIMARY KEY (server, secret_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE known_login (
  mac BLOB NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
  name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
  -- The process that runs the task.
  holder TEXT NOT NULL CHECK (holder <> ''),
  -- The end of the lease, in microseconds.
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  -- The submission refers to this movement in `movement`, and moves money at most once.
  submission TEXT REFERENCES submission (id),
  debit TEXT NOT NULL,
  credit TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  purpose TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- The latest time of the earlier movements if it is later than `at`: the clock was set back. NULL
  -- otherwise.
  reached INTEGER CHECK (reached > at),
  -- The balance and the sum of all credits of a customer's account after this movement; NULL for an
  -- account of the bank.
  debit_balance INTEGER,
  debit_received INTEGER,
  credit_balance INTEGER,
  credit_received INTEGER, other_name TEXT CHECK (other_name <> ''), other_account TEXT CHECK (length(other_account) BETWEEN 1 AND 34), other_bic TEXT CHECK (length(other_bic) = 9),
  CHECK (debit <> credit),
  FOREIGN KEY (debit, currency) REFERENCES account (number, currency),
  FOREIGN KEY (credit, currency) REFERENCES account (number, currency)
) STRICT;

CREATE TABLE login_failure (
  -- `pair`: a login from one address. `login`: a login from any address. `address`: any login from
  -- one address. `password`: wrong current passwords of a person who is logged in.
  kind TEXT NOT NULL CHECK (kind IN ('pair', 'login', 'address', 'password')),
  mac BLOB NOT NULL CHECK (length(mac) = 32),
  -- The number of failures that count at `at`. It falls by one at a time.
  level INTEGER NOT NULL CHECK (level >= 0),
  at INTEGER NOT NULL,
  -- Attempts before this time are rejected.
  until INTEGER NOT NULL,
  -- The time from which no failure counts.
  forgotten INTEGER NOT NULL CHECK (forgotten >= until),
  PRIMARY KEY (kind, mac)
) STRICT, WITHOUT ROWID;

CREATE TABLE matrix_use (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
  -- The matrix in use.
  matrix TEXT NOT NULL REFERENCES security_matrix (id),
  -- The number of challenges that asked each cell: one character per cell, in the order of the
  -- cells. U+0030 means 0.
  uses TEXT NOT NULL CHECK (uses <> ''),
  -- The cells of the last question, in order, separated by spaces. The question is open until its
  -- submission is signed. NULL before the first question.
  cells TEXT,
  -- The submission and the challenge that ask the question. An open question moves from one
  -- challenge to the next.
  submission TEXT REFERENCES submission (id),
  challenge TEXT CHECK (length(challenge) = 36),
  -- A keyed digest of the last wrong answer. The same answer sent again costs no attempt.
  refused BLOB CHECK (length(refused) = 32),
  FOREIGN KEY (matrix, cells) REFERENCES asked_cells (matrix, cells),
  CHECK ((cells IS NULL) = (submission IS NULL) AND (cells IS NULL) = (challenge IS NULL)),
  CHECK (cells IS NOT NULL OR refused IS NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  -- The idempotency key for the sender. A code has the id of its challenge.
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  kind TEXT NOT NULL CHECK (kind <> ''),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The id of the request that caused the message, for the log; NULL without such a request.
  request TEXT,
  -- The text and the phone number, encrypted with a key outside of the database. NULL for a notice,
  -- whose text is read from its deal when it is sent.
  key_id TEXT,
  sealed BLOB CHECK (length(sealed) > 40),
  -- The deal of a notice.
  deal TEXT REFERENCES deal (id) ON DELETE CASCADE,
  created INTEGER NOT NULL,
  -- The time after which the message is not sent.
  expires INTEGER NOT NULL CHECK (expires > created),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The time of the next attempt, by the clock of the server.
  due INTEGER NOT NULL CHECK (due <= expires),
  -- The process that sends the message.
  holder TEXT,
  -- The end of the process's claim, by the clock of the database; NULL if no process has claimed
  -- the row.
  held_until INTEGER,
  CHECK ((key_id IS NULL) = (sealed IS NULL)),
  CHECK (kind <> 'code' OR sealed IS NOT NULL),
  CHECK (kind <> 'notice' OR deal IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE meter (
  provider TEXT NOT NULL REFERENCES provider (id),
  account TEXT NOT NULL CHECK (account <> ''),
  number TEXT NOT NULL CHECK (number <> ''),
  place INTEGER NOT NULL,
  caption TEXT NOT NULL CHECK (caption <> ''),
  unit TEXT NOT NULL CHECK (unit <> ''),
  -- The number of decimal places of a reading.
  places INTEGER NOT NULL CHECK (places BETWEEN 0 AND 6),
  -- The price of a unit, in millionths of a rouble.
  tariff INTEGER NOT NULL CHECK (tariff > 0),
  -- The last paid reading, in millionths of a unit, and its day.
  reading INTEGER NOT NULL CHECK (reading >= 0),
  read_on TEXT NOT NULL CHECK (read_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- The consumption since the previous reading; NULL for the first.
  used INTEGER CHECK (used >= 0), disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  PRIMARY KEY (provider, account, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE operation_version (
  operation TEXT NOT NULL CHECK (operation <> ''),
  version TEXT NOT NULL CHECK (version <> ''),
  -- The texts of the file, its fragments and its translations, as JSON.
  source TEXT NOT NULL CHECK (substr(source, 1, 1) = '{'),
  served INTEGER NOT NULL,
  -- The time at which another version replaced it or the operation was removed.
  replaced INTEGER CHECK (replaced >= served),
  -- The time from which the version is not accepted.
  expires INTEGER CHECK (expires >= replaced),
  -- The time at which an operator revoked the version.
  revoked INTEGER,
  PRIMARY KEY (operation, version),
  CHECK ((replaced IS NULL) = (expires IS NULL)),
  CHECK (revoked IS NULL OR replaced IS NOT NULL)
) STRICT;

CREATE TABLE person (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  login TEXT NOT NULL UNIQUE CHECK (login = lower(login) AND length(login) BETWEEN 1 AND 64),
  name TEXT NOT NULL CHECK (name <> ''),
  phone TEXT,
  bonuses INTEGER NOT NULL DEFAULT 0 CHECK (bonuses >= 0),
  role TEXT NOT NULL CHECK (role IN ('person', 'operator', 'core')),
  -- The argon2id hash of the password, with salt and cost.
  password TEXT NOT NULL CHECK (password LIKE '$argon2id$%'),
  -- Consecutive wrong answers to challenges, over all submissions. A right answer resets it to 0.
  wrong_answers INTEGER NOT NULL DEFAULT 0 CHECK (wrong_answers >= 0),
  -- The time at which signing was locked; NULL while the person can sign.
  signing_locked INTEGER,
  created INTEGER NOT NULL,
  -- The phone number for one-time codes. It changes only with a signature; `phone` does not.
  code_phone TEXT,
  -- The time at which the personal data was erased, and the time at which the last submission
  -- values were deleted.
  erased INTEGER,
  forgotten INTEGER CHECK (forgotten >= erased),
  -- The person's id in other systems of the bank; NULL if they do not know the person.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128)
, enrolled INTEGER, blocked INTEGER, blocked_reason TEXT CHECK (length(blocked_reason) BETWEEN 1 AND 200)) STRICT, WITHOUT ROWID;

CREATE TABLE person_limit (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL,
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- In minor units. 0 blocks all payments.
  amount INTEGER NOT NULL CHECK (amount >= 0),
  set_at INTEGER NOT NULL,
  PRIMARY KEY (person, operation, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE provider (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64 AND id NOT GLOB '*[^a-z0-9-]*'),
  title TEXT NOT NULL CHECK (title <> ''),
  -- The title and the taxpayer number for the search: lowercase, without diacritics.
  search TEXT NOT NULL CHECK (search <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('meters', 'amount')),
  category TEXT NOT NULL CHECK (category IN ('housing', 'mobile', 'internet', 'other')),
  payee_name TEXT NOT NULL CHECK (payee_name <> ''),
  payee_inn TEXT NOT NULL CHECK (length(payee_inn) IN (10, 12) AND payee_inn NOT GLOB '*[^0-9]*'),
  payee_bic TEXT NOT NULL CHECK (length(payee_bic) = 9),
  payee_account TEXT NOT NULL CHECK (length(payee_account) = 20),
  -- The bounds of one payment, in kopecks.
  least INTEGER NOT NULL CHECK (least > 0),
  most INTEGER NOT NULL CHECK (most >= least),
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE provider_field (
  provider TEXT NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  caption_ru TEXT NOT NULL CHECK (caption_ru <> ''),
  caption_en TEXT NOT NULL CHECK (caption_en <> ''),
  hint_ru TEXT,
  hint_en TEXT,
  mask TEXT,
  pattern TEXT,
  length INTEGER CHECK (length > 0),
  keyboard TEXT CHECK (keyboard IN ('default', 'digits', 'decimal', 'phone', 'email')),
  PRIMARY KEY (provider, place),
  CHECK ((hint_ru IS NULL) = (hint_en IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE push_period (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  begun INTEGER NOT NULL,
  ended INTEGER CHECK (ended >= begun),
  PRIMARY KEY (person, begun)
) STRICT, WITHOUT ROWID;

CREATE TABLE secret_key (
  id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  added INTEGER NOT NULL,
  -- The time of activation; NULL if the key was never active. The key with the latest time is used
  -- for new data.
  activated INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE security_matrix (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  -- The number of columns and rows.
  columns INTEGER NOT NULL CHECK (columns BETWEEN 1 AND 26),
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND 99),
  code_length INTEGER NOT NULL CHECK (code_length BETWEEN 1 AND 9),
  issued INTEGER NOT NULL,
  -- The time at which another matrix replaced it.
  retired INTEGER,
  -- The id of the key, and the keyed digests of the codes, 32 bytes each in the order of the cells,
  -- column by column. A retired matrix has neither.
  key_id TEXT,
  macs BLOB CHECK (length(macs) = 32 * columns * rows),
  CHECK ((key_id IS NULL) = (macs IS NULL)),
  CHECK ((macs IS NULL) = (retired IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE server (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  -- The host name and the port.
  name TEXT NOT NULL,
  began INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  -- The number of the activation in service on this server.
  serving INTEGER NOT NULL,
  -- The number of the newest activation that the server loaded or failed to load.
  judged INTEGER,
  -- The reason why the server cannot load the set.
  fault TEXT CHECK (fault IS NULL OR judged IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the token. The token itself is not stored.
  token_digest BLOB NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL CHECK (expires > created),
  -- The time of the last use, accurate to about a minute.
  seen INTEGER NOT NULL DEFAULT 0,
  -- The client, such as ios/3.2.
  client TEXT CHECK (length(client) BETWEEN 1 AND 80),
  -- The network of the login, such as 203.0.113.0/24 or 2001:db8:1::/48. The full address is not
  -- stored.
  network TEXT CHECK (length(network) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  person TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  push_deals INTEGER NOT NULL CHECK (push_deals IN (0, 1)),
  -- The language of messages to the person.
  language TEXT NOT NULL CHECK (language IN ('ru', 'en')),
  changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE "submission" (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id),
  operation TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Canonical JSON.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  status TEXT NOT NULL
    CHECK (status = 'awaitingSignature' OR status = 'executed' OR status = 'signed' OR status = 'rejected'
      OR status = 'cancelled' OR status = 'expired'),
  reason TEXT,
  amount INTEGER CHECK (amount > 0),
  currency TEXT CHECK (length(currency) = 3),
  attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
  -- The client's idempotency key, and the digest of the request body sent with it.
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  body_digest BLOB CHECK (length(body_digest) = 32),
  -- The times of the submission, of the signature, and of the last change of the status. `signed`
  -- is NULL before the signature, and equals `created` if no signature is needed.
  created INTEGER NOT NULL,
  signed INTEGER CHECK (signed >= created),
  changed INTEGER NOT NULL CHECK (changed >= created),
  expires INTEGER NOT NULL CHECK (expires > created),
  -- The business day, set with the signature.
  business_day TEXT CHECK (business_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- The core system's text for the person, in the default language or the only one, and in English.
  message TEXT CHECK (message <> ''),
  message_en TEXT CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  -- The retention of the values, as the operation defined it: years after the one in which the
  -- personal data was erased, or days after the end of the submission. Both are NULL without a
  -- rule.
  keep_years INTEGER CHECK (keep_years BETWEEN 1 AND 100),
  keep_days INTEGER CHECK (keep_days BETWEEN 0 AND 3650),
  -- The digest of the state that the submission was shown with; NULL if none matters.
  basis BLOB CHECK (length(basis) = 32),
  -- The shown texts of the chosen options, as JSON by atom path; NULL if empty, and after the
  -- values were deleted.
  captions TEXT CHECK (substr(captions, 1, 1) = '{'),
  -- The warnings shown before the submission, as JSON by atom path; NULL if empty, and after the
  -- values were deleted.
  warnings TEXT CHECK (substr(warnings, 1, 1) = '{'),
  -- The signing method; NULL without a signature.
  method TEXT CHECK (method <> ''),
  -- The number of challenges issued for the signature.
  challenges INTEGER NOT NULL DEFAULT 0 CHECK (challenges >= 0),
  -- The last challenge, open until the submission is signed; NULL after a wrong answer or when
  -- another challenge replaced it.
  challenge TEXT CHECK (length(challenge) = 36),
  -- The session that can answer the challenge. The column has no foreign key, because sessions are
  -- deleted and submissions are kept.
  challenge_session TEXT CHECK (length(challenge_session) = 36),
  -- The digest of the content to sign, as it was shown.
  challenge_digest BLOB CHECK (length(challenge_digest) = 32),
  challenge_created INTEGER,
  challenge_expires INTEGER CHECK (challenge_expires > challenge_created),
  -- The ledger movement of this submission; NULL if it moved no money.
  movement INTEGER, signed_with TEXT CHECK (substr(signed_with, 1, 1) = '{'), derived TEXT CHECK (substr(derived, 1, 1) = '{'),
  UNIQUE (person, operation, idempotency_key),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((idempotency_key IS NULL) = (body_digest IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (status <> 'awaitingSignature' OR (signed IS NULL AND method IS NOT NULL)),
  CHECK (signed IS NOT NULL OR (status <> 'signed' AND status <> 'executed')),
  CHECK (challenge IS NULL OR (method IS NOT NULL AND challenge_session IS NOT NULL AND challenge_digest IS NOT NULL
    AND challenge_created IS NOT NULL AND challenge_expires IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE subscription (
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  provider TEXT NOT NULL REFERENCES provider (id),
  account TEXT NOT NULL CHECK (account <> ''),
  caption TEXT NOT NULL CHECK (caption <> ''),
  PRIMARY KEY (person, provider, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE template (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation TEXT NOT NULL CHECK (operation <> ''),
  -- The version of the operation in which the values were entered.
  version TEXT NOT NULL CHECK (version <> ''),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  -- Canonical JSON, without passwords and codes.
  "values" TEXT NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created INTEGER NOT NULL,
  UNIQUE (person, operation, title)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_access_is_not_deleted BEFORE DELETE ON account_access BEGIN
  SELECT RAISE(ABORT, 'an access is ended, not deleted');
END;

CREATE TRIGGER account_closes_empty BEFORE UPDATE OF closed ON account
WHEN OLD.closed IS NULL AND NEW.closed IS NOT NULL AND OLD.kind = 'customer' AND (OLD.balance <> 0 OR OLD.held <> 0) BEGIN
  SELECT RAISE(ABORT, 'an account closes with nothing on it');
END;

CREATE TRIGGER account_follows_holds BEFORE UPDATE OF held ON account
WHEN NEW.held <> (SELECT coalesce(sum(amount), 0) FROM hold WHERE account = NEW.number AND released IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'what is held follows the holds');
END;

CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, kind, currency, balance, received, posted ON account
WHEN NEW.number <> OLD.number OR NEW.kind <> OLD.kind OR NEW.currency <> OLD.currency OR OLD.kind <> 'customer'
  OR NEW.posted <= OLD.posted OR NOT EXISTS (
    SELECT 1 FROM ledger WHERE id = NEW.posted AND (
      (debit = NEW.number AND NEW.balance = OLD.balance - amount AND NEW.received = OLD.received
        AND debit_balance = NEW.balance AND debit_received = NEW.received)
      OR (credit = NEW.number AND NEW.balance = OLD.balance + amount AND NEW.received = OLD.received + amount
        AND credit_balance = NEW.balance AND credit_received = NEW.received)))
BEGIN
  SELECT RAISE(ABORT, 'the ledger has no rows of core accounts') WHERE OLD.kind = 'core';
  SELECT RAISE(ABORT, 'a balance follows the ledger');
END;

CREATE TRIGGER account_holds_nothing_at_first BEFORE INSERT ON account WHEN NEW.held <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON account BEGIN
  SELECT RAISE(ABORT, 'an account is disabled, not deleted');
END;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON account WHEN NEW.balance <> 0 OR NEW.received <> 0 OR NEW.posted <> 0 BEGIN
  SELECT RAISE(ABORT, 'an account opens with nothing on it');
END;

CREATE TRIGGER account_stays_closed BEFORE UPDATE OF closed, disabled ON account
WHEN OLD.closed IS NOT NULL AND (NEW.closed IS NOT OLD.closed OR NEW.disabled <> OLD.disabled) BEGIN
  SELECT RAISE(ABORT, 'a closed account stays closed');
END;

CREATE TRIGGER audit_record_follows BEFORE INSERT ON audit_record
WHEN (NEW.sequence - 1, NEW.previous) IS NOT (SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1)
  AND NOT (NEW.sequence = 1 AND NEW.previous = zeroblob(32) AND NOT EXISTS (SELECT 1 FROM audit_record))
BEGIN
  SELECT RAISE(ABORT, 'each record follows the one before');
END;

CREATE TRIGGER audit_record_is_not_changed BEFORE UPDATE ON audit_record BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER audit_record_is_not_deleted BEFORE DELETE ON audit_record BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER card_begins AFTER INSERT ON card BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  VALUES (NEW.id, 1, NEW.status, NEW.submission, NEW.changed);
END;

CREATE TRIGGER card_goes_on AFTER UPDATE OF status ON card WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  SELECT NEW.id, max(step) + 1, NEW.status, NEW.submission, NEW.changed FROM card_status WHERE card = NEW.id;
END;

CREATE TRIGGER card_keeps_its_holder BEFORE UPDATE OF id, person, first_digits, last_digits, issued ON card BEGIN
  SELECT RAISE(ABORT, 'a card keeps its number and its holder');
END;

CREATE TRIGGER card_status_is_not_changed BEFORE UPDATE ON card_status BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

CREATE TRIGGER command_run_is_not_changed BEFORE UPDATE ON command_run BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER command_run_is_not_deleted BEFORE DELETE ON command_run BEGIN
  SELECT RAISE(ABORT, 'the audit is only added to');
END;

CREATE TRIGGER core_feed_has_no_gaps BEFORE INSERT ON core_feed
WHEN NEW.acknowledged IS NOT NULL OR NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM core_feed)
  OR NOT EXISTS (SELECT 1 FROM submission WHERE id = NEW.submission AND status = 'signed')
BEGIN
  SELECT RAISE(ABORT, 'the feed takes signed submissions one after the other');
END;

CREATE TRIGGER core_feed_is_acknowledged_once BEFORE UPDATE ON core_feed
WHEN OLD.acknowledged IS NOT NULL OR NEW.acknowledged IS NULL OR NEW.sequence <> OLD.sequence
  OR NEW.submission <> OLD.submission OR NEW.digest <> OLD.digest OR NEW.signed <> OLD.signed
BEGIN
  SELECT RAISE(ABORT, 'what the core was handed is acknowledged once');
END;

CREATE TRIGGER core_feed_is_not_deleted BEFORE DELETE ON core_feed BEGIN
  SELECT RAISE(ABORT, 'the feed is only added to');
END;

CREATE TRIGGER customer_is_not_deleted BEFORE DELETE ON customer BEGIN
  SELECT RAISE(ABORT, 'a customer is closed, not deleted');
END;

CREATE TRIGGER deal_is_not_deleted BEFORE DELETE ON deal WHEN OLD.author IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a deal is ended, not deleted');
END;

CREATE TRIGGER deal_stays_ended BEFORE UPDATE ON deal WHEN OLD.ended_on IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a deal that was ended stays as it is');
END;

CREATE TRIGGER definition_activation_goes_forward BEFORE UPDATE ON definition_activation
WHEN OLD.activated IS NOT NULL OR OLD.ended IS NOT NULL OR NEW.number <> OLD.number
  OR NEW.definition_set <> OLD.definition_set OR NEW.proposed <> OLD.proposed
  OR (NEW.activated IS NOT NULL AND EXISTS (SELECT 1 FROM definition_activation WHERE number > OLD.number))
BEGIN
  SELECT RAISE(ABORT, 'an activation goes only forward');
END;

CREATE TRIGGER definition_activation_is_not_deleted BEFORE DELETE ON definition_activation BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

CREATE TRIGGER definition_activation_is_proposed BEFORE INSERT ON definition_activation
WHEN NEW.activated IS NOT NULL OR NEW.ended IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a set is proposed before it is activated');
END;

CREATE TRIGGER definition_entry_is_not_changed BEFORE UPDATE ON definition_entry BEGIN
  SELECT RAISE(ABORT, 'a set of definitions is not changed');
END;

CREATE TRIGGER definition_file_is_not_changed BEFORE UPDATE ON definition_file BEGIN
  SELECT RAISE(ABORT, 'a set of definitions is not changed');
END;

CREATE TRIGGER definition_set_is_not_changed BEFORE UPDATE ON definition_set BEGIN
  SELECT RAISE(ABORT, 'a set of definitions is not changed');
END;

CREATE TRIGGER delivery_begins_prepared BEFORE INSERT ON delivery WHEN NEW.status <> 'prepared' BEGIN
  SELECT RAISE(ABORT, 'a delivery begins with its submission');
END;

CREATE TRIGGER delivery_goes_forward BEFORE UPDATE OF status ON delivery
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'prepared' AND NEW.status = 'waiting')
  OR (OLD.status IN ('waiting', 'accepted', 'unknown')
    AND NEW.status IN ('waiting', 'accepted', 'unknown', 'executed', 'rejected')))
BEGIN
  SELECT RAISE(ABORT, 'a delivery goes only forward');
END;

CREATE TRIGGER delivery_is_forgotten AFTER UPDATE OF "values" ON submission WHEN NEW."values" = '{}' BEGIN
  UPDATE delivery SET request = NULL, answers = NULL, kept = NULL
  WHERE submission = NEW.id AND status IN ('prepared', 'executed', 'rejected');
END;

CREATE TRIGGER delivery_is_not_deleted BEFORE DELETE ON delivery BEGIN
  SELECT RAISE(ABORT, 'a delivery is not deleted');
END;

CREATE TRIGGER delivery_is_of_something_signed BEFORE UPDATE OF status ON delivery
WHEN NEW.status <> OLD.status
  AND NOT EXISTS (SELECT 1 FROM submission WHERE id = NEW.submission AND status = 'signed')
BEGIN
  SELECT RAISE(ABORT, 'what is handed over is signed');
END;

CREATE TRIGGER delivery_keeps_its_content BEFORE UPDATE OF submission, service, effect, request, answers,
  answers_digest, debit, credit, amount, currency, purpose, queue, signed, kept, ended ON delivery
WHEN NEW.submission <> OLD.submission OR NEW.service <> OLD.service OR NEW.effect <> OLD.effect
  OR (NEW.request IS NOT NULL AND NEW.request IS NOT OLD.request)
  OR (NEW.answers IS NOT NULL AND NEW.answers IS NOT OLD.answers)
  OR NEW.answers_digest <> OLD.answers_digest OR NEW.debit IS NOT OLD.debit OR NEW.credit IS NOT OLD.credit
  OR NEW.amount IS NOT OLD.amount OR NEW.currency IS NOT OLD.currency OR NEW.purpose IS NOT OLD.purpose
  OR NEW.queue IS NOT OLD.queue OR (OLD.signed IS NOT NULL AND NEW.signed IS NOT OLD.signed)
  OR (OLD.ended IS NOT NULL AND (NEW.ended IS NOT OLD.ended OR (NEW.kept IS NOT NULL AND NEW.kept IS NOT OLD.kept)))
BEGIN
  SELECT RAISE(ABORT, 'a delivery keeps its content');
END;

CREATE TRIGGER hold_gives_back AFTER UPDATE ON hold BEGIN
  UPDATE account SET held = held - NEW.amount WHERE number = NEW.account;
END;

CREATE TRIGGER hold_is_not_deleted BEFORE DELETE ON hold BEGIN
  SELECT RAISE(ABORT, 'a hold is released, not deleted');
END;

CREATE TRIGGER hold_is_placed_when_signed BEFORE INSERT ON hold
WHEN NEW.released IS NOT NULL OR NOT EXISTS (SELECT 1 FROM submission WHERE id = NEW.submission AND status = 'signed')
BEGIN
  SELECT RAISE(ABORT, 'a hold begins with the signature');
END;

CREATE TRIGGER hold_is_released_once BEFORE UPDATE ON hold
WHEN OLD.released IS NOT NULL OR NEW.released IS NULL OR NEW.submission <> OLD.submission OR NEW.account <> OLD.account
  OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.placed <> OLD.placed
BEGIN
  SELECT RAISE(ABORT, 'a hold is released once and keeps its content');
END;

CREATE TRIGGER hold_takes AFTER INSERT ON hold BEGIN
  UPDATE account SET held = held + NEW.amount WHERE number = NEW.account;
END;

CREATE TRIGGER incoming_is_not_changed BEFORE UPDATE ON incoming BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

CREATE TRIGGER incoming_is_not_deleted BEFORE DELETE ON incoming BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'the ledger is only added to');
END;

CREATE TRIGGER ledger_is_written_in_order AFTER INSERT ON ledger
WHEN NEW.id <> (SELECT max(id) FROM ledger) OR NEW.reached IS NOT (
  SELECT nullif(max(coalesce(reached, at), NEW.at), NEW.at) FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE id < NEW.id))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is written in order');
END;

CREATE TRIGGER ledger_moves_balances AFTER INSERT ON ledger BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id
  WHERE number = NEW.debit AND (kind <> 'internal' OR NEW.debit_balance IS NOT NULL OR NEW.debit_received IS NOT NULL);
  UPDATE account SET balance = balance + NEW.amount, received = received + NEW.amount, posted = NEW.id
  WHERE number = NEW.credit AND (kind <> 'internal' OR NEW.credit_balance IS NOT NULL OR NEW.credit_received IS NOT NULL);
END;

CREATE TRIGGER ledger_moves_money_once AFTER INSERT ON ledger BEGIN
  UPDATE submission SET movement = (SELECT max(id) FROM ledger WHERE id < NEW.id)
  WHERE id = (SELECT submission FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE id < NEW.id)) AND movement IS NULL;
  SELECT RAISE(ABORT, 'a submission moves money once') FROM submission WHERE id = NEW.submission AND movement IS NOT NULL;
END;

CREATE TRIGGER meter_counts_up BEFORE UPDATE OF reading, read_on ON meter
WHEN NEW.reading < OLD.reading OR NEW.read_on < OLD.read_on BEGIN
  SELECT RAISE(ABORT, 'a meter counts up');
END;

CREATE TRIGGER secret_key_is_not_deleted BEFORE DELETE ON secret_key BEGIN
  SELECT RAISE(ABORT, 'history is only added to');
END;

CREATE TRIGGER secret_key_keeps_its_fingerprint BEFORE UPDATE OF id, fingerprint ON secret_key BEGIN
  SELECT RAISE(ABORT, 'a key keeps its fingerprint');
END;

CREATE TRIGGER settings_begin_a_push_period AFTER INSERT ON settings WHEN NEW.push_deals = 1 BEGIN
  INSERT INTO push_period (person, begun) VALUES (NEW.person, NEW.changed)
  ON CONFLICT (person, begun) DO UPDATE SET ended = NULL;
END;

CREATE TRIGGER settings_end_a_push_period AFTER UPDATE OF push_deals ON settings
WHEN NEW.push_deals = 0 AND OLD.push_deals = 1 BEGIN
  UPDATE push_period SET ended = max(begun, NEW.changed) WHERE person = NEW.person AND ended IS NULL;
END;

CREATE TRIGGER settings_go_on_with_a_push_period AFTER UPDATE OF push_deals ON settings
WHEN NEW.push_deals = 1 AND OLD.push_deals = 0 BEGIN
  INSERT INTO push_period (person, begun) VALUES (NEW.person, NEW.changed)
  ON CONFLICT (person, begun) DO UPDATE SET ended = NULL;
END;

CREATE TRIGGER submission_captions_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.captions IS NOT NULL BEGIN
  UPDATE submission SET captions = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_captions_are_only_forgotten BEFORE UPDATE OF captions ON submission
WHEN NEW.captions IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_circumstances_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.signed_with IS NOT NULL BEGIN
  UPDATE submission SET signed_with = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_circumstances_are_only_forgotten BEFORE UPDATE OF signed_with ON submission
WHEN (OLD.signed IS NOT NULL OR NEW.signed IS NULL) AND (NEW.signed_with IS NOT NULL OR NEW."values" <> '{}')
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_derived_is_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.derived IS NOT NULL BEGIN
  UPDATE submission SET derived = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_derived_is_only_forgotten BEFORE UPDATE OF derived ON submission
WHEN NEW.derived IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_goes_forward BEFORE UPDATE OF status, business_day, signed, changed ON submission
WHEN NEW.status <> OLD.status OR NEW.business_day IS NOT OLD.business_day OR NEW.signed IS NOT OLD.signed
  OR NEW.changed <> OLD.changed BEGIN
  SELECT CASE
    WHEN OLD.business_day IS NOT NULL AND NEW.business_day IS NOT OLD.business_day
      THEN RAISE(ABORT, 'a submission keeps its business day')
    WHEN OLD.signed IS NOT NULL AND NEW.signed IS NOT OLD.signed THEN RAISE(ABORT, 'history is only added to')
    WHEN NEW.status = OLD.status THEN
      CASE WHEN NEW.changed <> OLD.changed OR NEW.signed IS NOT OLD.signed THEN RAISE(ABORT, 'history is only added to') END
    WHEN NEW.changed < OLD.changed OR (NEW.signed IS NOT OLD.signed AND NEW.status <> 'signed' AND NEW.status <> 'executed')
      THEN RAISE(ABORT, 'history is only added to')
    WHEN OLD.status = 'signed' AND NEW.status <> 'executed' AND NEW.status <> 'rejected'
      THEN RAISE(ABORT, 'a submission goes only forward')
    WHEN OLD.status <> 'signed' AND (OLD.status <> 'awaitingSignature' OR NEW.status = 'awaitingSignature')
      THEN RAISE(ABORT, 'a submission goes only forward')
    WHEN NEW.status <> 'signed' AND EXISTS (SELECT 1 FROM hold WHERE submission = NEW.id AND released IS NULL)
      THEN RAISE(ABORT, 'a hold ends with its submission')
    -- A signed submission ends with the outcome of its delivery, in the same transaction. A
    -- submission with a delivery does not end with its signature.
    WHEN (OLD.status = 'signed' OR NEW.status = 'executed') AND EXISTS (
      SELECT 1 FROM delivery WHERE submission = NEW.id
        AND (status = 'waiting' OR status = 'accepted' OR status = 'unknown' OR OLD.status <> 'signed'))
      THEN RAISE(ABORT, 'a submission ends with its delivery')
  END;
END;

CREATE TRIGGER submission_keeps_its_basis BEFORE UPDATE OF basis ON submission BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its basis');
END;

CREATE TRIGGER submission_keeps_its_content
BEFORE UPDATE OF id, person, operation, version, amount, currency, idempotency_key, body_digest, created, expires, method
ON submission
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_names_its_movement BEFORE UPDATE OF movement ON submission
WHEN NEW.movement IS NOT OLD.movement
  AND NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.movement AND submission = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'a submission moves money once');
END;

CREATE TRIGGER submission_values_are_only_forgotten BEFORE UPDATE OF "values" ON submission
WHEN NEW."values" <> '{}' OR OLD.status IN ('awaitingSignature', 'signed')
BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE TRIGGER submission_warnings_are_forgotten AFTER UPDATE OF "values" ON submission
WHEN NEW."values" = '{}' AND NEW.warnings IS NOT NULL BEGIN
  UPDATE submission SET warnings = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER submission_warnings_are_only_forgotten BEFORE UPDATE OF warnings ON submission
WHEN NEW.warnings IS NOT NULL OR NEW."values" <> '{}' BEGIN
  SELECT RAISE(ABORT, 'a submission keeps its content');
END;

CREATE VIEW entry (
  id, account, counterpart, amount, currency, purpose, at, submission, balance, received, other_name, other_account,
  other_bic
) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission, debit_balance, debit_received, other_name,
    other_account, other_bic FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission, credit_balance, credit_received, other_name,
    other_account, other_bic FROM ledger;
