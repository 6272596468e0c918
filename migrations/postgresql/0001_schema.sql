-- replaces: 36-41 5f00abb94b21e4309e59247bc4633e49c0f5b24523a96d72f4983fe79b81e7a2
-- The schema of a bank's database on PostgreSQL 15 and newer. docs/postgresql.md lists the
-- differences from SQLite.
--
-- The owner of the database applies it. A server logs in as a member of `valence_serve`, which owns
-- nothing and has only the rights granted at the end. Functions that need more rights than this
-- role has run with the rights of the owner.

DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'valence_serve') THEN
    CREATE ROLE valence_serve NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  -- Another database of the same server created it concurrently.
  NULL;
END
$$;

SET LOCAL search_path = public;

-- -------------------------------------------------------------------------------------------------
-- Functions.

CREATE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos($1, $2)::bigint';

-- Returns the text at a path such as `$.card`; for a number or a boolean, its JSON.
CREATE FUNCTION json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT jsonb_path_query_first($1::jsonb, $2::jsonpath) #>> '{}' $$;

-- Rules that the tables alone do not enforce. All functions are VOLATILE, so that each of their
-- statements sees the rows committed before it starts.

-- Rejects the row with its argument as the message.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END
$$;

-- -------------------------------------------------------------------------------------------------
-- People and their sessions.

-- People who can log in.
CREATE TABLE person (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  login text COLLATE "C" NOT NULL UNIQUE CHECK (login = lower(login) AND length(login) BETWEEN 1 AND 64),
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  phone text COLLATE "C",
  bonuses bigint NOT NULL DEFAULT 0 CHECK (bonuses >= 0),
  role text COLLATE "C" NOT NULL CHECK (role IN ('person', 'operator', 'core')),
  -- The argon2id hash of the password, with salt and cost.
  password text COLLATE "C" NOT NULL CHECK (password LIKE '$argon2id$%'),
  -- Consecutive wrong answers to challenges, over all submissions. A right answer resets it to 0.
  wrong_answers bigint NOT NULL DEFAULT 0 CHECK (wrong_answers >= 0),
  -- The time at which signing was locked; NULL while the person can sign.
  signing_locked bigint,
  created bigint NOT NULL,
  -- The phone number for one-time codes. It changes only with a signature; `phone` does not.
  code_phone text COLLATE "C",
  -- The time at which the personal data was erased, and the time at which the last submission
  -- values were deleted.
  erased bigint,
  forgotten bigint CHECK (forgotten >= erased),
  -- The person's id in other systems of the bank; NULL if they do not know the person.
  external_id text COLLATE "C" CHECK (length(external_id) BETWEEN 1 AND 128)
);

-- Sessions of people, with what people see about them.
CREATE TABLE session (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The digest of the token. The token itself is not stored.
  token_digest bytea NOT NULL UNIQUE CHECK (length(token_digest) = 32),
  created bigint NOT NULL,
  expires bigint NOT NULL CHECK (expires > created),
  -- The time of the last use, accurate to about a minute.
  seen bigint NOT NULL DEFAULT 0,
  -- The client, such as ios/3.2.
  client text COLLATE "C" CHECK (length(client) BETWEEN 1 AND 80),
  -- The network of the login, such as 203.0.113.0/24 or 2001:db8:1::/48. The full address is not
  -- stored.
  network text COLLATE "C" CHECK (length(network) BETWEEN 1 AND 64)
);

-- The places of earlier logins, as keyed digests. A login from a known place is not delayed by
-- failures elsewhere.
CREATE TABLE known_login (
  mac bytea NOT NULL PRIMARY KEY CHECK (length(mac) = 32),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  at bigint NOT NULL
);

-- Failed logins, by a keyed digest of the login or the address.
CREATE TABLE login_failure (
  -- `pair`: a login from one address. `login`: a login from any address. `address`: any login from
  -- one address. `password`: wrong current passwords of a person who is logged in.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('pair', 'login', 'address', 'password')),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- The number of failures that count at `at`. It falls by one at a time.
  level bigint NOT NULL CHECK (level >= 0),
  at bigint NOT NULL,
  -- Attempts before this time are rejected.
  until bigint NOT NULL,
  -- The time from which no failure counts.
  forgotten bigint NOT NULL CHECK (forgotten >= until),
  PRIMARY KEY (kind, mac)
);

-- The settings of people. A person without changes has no row.
CREATE TABLE settings (
  person text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  push_deals bigint NOT NULL CHECK (push_deals IN (0, 1)),
  -- The language of messages to the person.
  language text COLLATE "C" NOT NULL CHECK (language IN ('ru', 'en')),
  changed bigint NOT NULL
);

-- The periods in which people wanted notifications of deals. Only triggers write them.
CREATE TABLE push_period (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  begun bigint NOT NULL,
  ended bigint CHECK (ended >= begun),
  PRIMARY KEY (person, begun)
);

CREATE INDEX person_erased ON person (erased) WHERE erased IS NOT NULL AND forgotten IS NULL;
CREATE UNIQUE INDEX person_external_id ON person (external_id) WHERE external_id IS NOT NULL;

CREATE INDEX session_expires ON session (expires);
CREATE INDEX session_person ON session (person, expires);

CREATE INDEX known_login_at ON known_login (at);
CREATE INDEX known_login_person ON known_login (person, at);

CREATE INDEX login_failure_forgotten ON login_failure (forgotten);

CREATE INDEX push_period_ended ON push_period (ended) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX push_period_open ON push_period (person) WHERE ended IS NULL;

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

-- -------------------------------------------------------------------------------------------------
-- Banks.

-- The BIC directory as last imported.
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

-- Restrictions of banks, with the day from which each applies.
CREATE TABLE bank_restriction (
  bic text COLLATE "C" NOT NULL REFERENCES bank (bic) ON DELETE CASCADE,
  place bigint NOT NULL CHECK (place >= 0),
  code text COLLATE "C" NOT NULL CHECK (code <> ''),
  since text COLLATE "C" CHECK (since ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  PRIMARY KEY (bic, place)
);

-- Imports of the BIC directory. A running server reloads its copy when there is a newer row.
CREATE TABLE directory_import (
  id bigint PRIMARY KEY,
  at bigint NOT NULL,
  read bigint NOT NULL CHECK (read >= 0),
  added bigint NOT NULL CHECK (added >= 0),
  changed bigint NOT NULL CHECK (changed >= 0),
  removed bigint NOT NULL DEFAULT 0 CHECK (removed >= 0),
  -- The edition of the imported file; NULL if the import did not come from a file.
  business_day text COLLATE "C" CHECK (business_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  version bigint
);

-- -------------------------------------------------------------------------------------------------
-- Definitions.

-- Every version of an operation that was in service, with its sources. Forms of a replaced version
-- are still validated by it.
CREATE TABLE operation_version (
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  -- The texts of the file, its fragments and its translations, as JSON.
  source text COLLATE "C" NOT NULL CHECK (substr(source, 1, 1) = '{'),
  served bigint NOT NULL,
  -- The time at which another version replaced it or the operation was removed.
  replaced bigint CHECK (replaced >= served),
  -- The time from which the version is not accepted.
  expires bigint CHECK (expires >= replaced),
  -- The time at which an operator revoked the version.
  revoked bigint,
  PRIMARY KEY (operation, version),
  CHECK ((replaced IS NULL) = (expires IS NULL)),
  CHECK (revoked IS NULL OR replaced IS NOT NULL)
);

-- Operations disabled by an operator. They give no forms and accept no submissions or signatures.
CREATE TABLE disabled_operation (
  operation text COLLATE "C" PRIMARY KEY CHECK (operation <> ''),
  since bigint NOT NULL
);

-- The content of definition files. Equal files of several sets share one row.
CREATE TABLE definition_file (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
  content bytea NOT NULL
);

-- Sets of definition files, by the digest of their paths and contents.
CREATE TABLE definition_set (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
  stored bigint NOT NULL
);

-- The files of a set, by their paths in the configuration directory.
CREATE TABLE definition_entry (
  definition_set text COLLATE "C" NOT NULL REFERENCES definition_set (hash),
  path text COLLATE "C" NOT NULL CHECK (path <> ''),
  file text COLLATE "C" NOT NULL REFERENCES definition_file (hash),
  PRIMARY KEY (definition_set, path)
);

-- Proposals of a set to the servers. The newest activated set is in service; its number is the
-- generation.
CREATE TABLE definition_activation (
  number bigint PRIMARY KEY CHECK (number > 0),
  definition_set text COLLATE "C" NOT NULL REFERENCES definition_set (hash),
  proposed bigint NOT NULL,
  -- The time at which the proposal expires. The command that made it extends it while it runs.
  expires bigint NOT NULL,
  activated bigint,
  -- The time at which the proposal was withdrawn.
  ended bigint,
  CHECK (activated IS NULL OR ended IS NULL)
);

-- Servers that read their definitions from the database. A running server updates `seen` every
-- second.
CREATE TABLE server (
  id text COLLATE "C" PRIMARY KEY CHECK (id <> ''),
  -- The host name and the port.
  name text COLLATE "C" NOT NULL,
  began bigint NOT NULL,
  seen bigint NOT NULL,
  -- The number of the activation in service on this server.
  serving bigint NOT NULL,
  -- The number of the newest activation that the server loaded or failed to load.
  judged bigint,
  -- The reason why the server cannot load the set.
  fault text COLLATE "C" CHECK (fault IS NULL OR judged IS NOT NULL)
);

CREATE UNIQUE INDEX operation_version_in_service ON operation_version (operation) WHERE replaced IS NULL;

-- At most one proposal is open.
CREATE UNIQUE INDEX definition_activation_open ON definition_activation ((activated IS NULL)) WHERE activated IS NULL AND ended IS NULL;
CREATE INDEX definition_activation_active ON definition_activation (number) WHERE activated IS NOT NULL;

CREATE TRIGGER definition_file_is_not_changed BEFORE UPDATE ON definition_file
  FOR EACH ROW EXECUTE FUNCTION refuse('a set of definitions is not changed');

CREATE TRIGGER definition_set_is_not_changed BEFORE UPDATE ON definition_set
  FOR EACH ROW EXECUTE FUNCTION refuse('a set of definitions is not changed');

CREATE TRIGGER definition_entry_is_not_changed BEFORE UPDATE ON definition_entry
  FOR EACH ROW EXECUTE FUNCTION refuse('a set of definitions is not changed');

CREATE TRIGGER definition_activation_is_proposed BEFORE INSERT ON definition_activation
  FOR EACH ROW WHEN (NEW.activated IS NOT NULL OR NEW.ended IS NOT NULL)
  EXECUTE FUNCTION refuse('a set is proposed before it is activated');

-- A decided proposal does not change, and only the newest proposal can be activated.
CREATE FUNCTION definition_activation_goes_forward() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.activated IS NOT NULL OR OLD.ended IS NOT NULL OR NEW.number <> OLD.number
    OR NEW.definition_set <> OLD.definition_set OR NEW.proposed <> OLD.proposed
    OR (NEW.activated IS NOT NULL AND EXISTS (SELECT 1 FROM definition_activation WHERE number > OLD.number)) THEN
    RAISE EXCEPTION 'an activation goes only forward' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER definition_activation_goes_forward BEFORE UPDATE ON definition_activation
  FOR EACH ROW EXECUTE FUNCTION definition_activation_goes_forward();

CREATE TRIGGER definition_activation_is_not_deleted BEFORE DELETE ON definition_activation
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

-- -------------------------------------------------------------------------------------------------
-- Forms that are not submitted.

-- Drafts: values entered and not submitted. There is one draft per person and operation.
CREATE TABLE draft (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  -- The version of the operation in which the values were entered.
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created bigint NOT NULL,
  changed bigint NOT NULL CHECK (changed >= created),
  PRIMARY KEY (person, operation)
);

-- Copies of drafts: replaced values, and values rejected because the draft had changed.
CREATE TABLE draft_copy (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  -- A later copy of the same draft has a greater number.
  number bigint NOT NULL CHECK (number > 0),
  -- The version of the operation in which the values were entered.
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  -- Canonical JSON, without passwords and codes.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  kept bigint NOT NULL,
  PRIMARY KEY (person, operation, number)
);

-- Templates: named values saved by people.
CREATE TABLE template (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  -- The version of the operation in which the values were entered.
  version text COLLATE "C" NOT NULL CHECK (version <> ''),
  title text COLLATE "C" NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  -- Canonical JSON, without passwords and codes.
  "values" text COLLATE "C" NOT NULL CHECK (substr("values", 1, 1) = '{'),
  created bigint NOT NULL,
  UNIQUE (person, operation, title)
);

-- Daily limits that an operator set for one person, instead of the limits in the operation's file.
CREATE TABLE person_limit (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  operation text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- In minor units. 0 blocks all payments.
  amount bigint NOT NULL CHECK (amount >= 0),
  set_at bigint NOT NULL,
  PRIMARY KEY (person, operation, currency)
);

CREATE INDEX draft_changed ON draft (changed);

-- For the deletion of old copies.
CREATE INDEX draft_copy_kept ON draft_copy (kept);

CREATE INDEX template_person ON template (person, id);

-- -------------------------------------------------------------------------------------------------
-- Submissions.

-- Submissions of people and their status.
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
  -- The client's idempotency key, and the digest of the request body sent with it.
  idempotency_key text COLLATE "C" CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  body_digest bytea CHECK (length(body_digest) = 32),
  -- The times of the submission, of the signature, and of the last change of the status. `signed`
  -- is NULL before the signature, and equals `created` if no signature is needed.
  created bigint NOT NULL,
  signed bigint CHECK (signed >= created),
  changed bigint NOT NULL CHECK (changed >= created),
  expires bigint NOT NULL CHECK (expires > created),
  -- The business day, set with the signature.
  business_day text COLLATE "C" CHECK (business_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- The core system's text for the person, in the default language or the only one, and in English.
  message text COLLATE "C" CHECK (message <> ''),
  message_en text COLLATE "C" CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  -- The retention of the values, as the operation defined it: years after the one in which the
  -- personal data was erased, or days after the end of the submission. Both are NULL without a
  -- rule.
  keep_years bigint CHECK (keep_years BETWEEN 1 AND 100),
  keep_days bigint CHECK (keep_days BETWEEN 0 AND 3650),
  -- The digest of the state that the submission was shown with; NULL if none matters.
  basis bytea CHECK (length(basis) = 32),
  -- The shown texts of the chosen options, as JSON by atom path; NULL if empty, and after the
  -- values were deleted.
  captions text COLLATE "C" CHECK (substr(captions, 1, 1) = '{'),
  -- The warnings shown before the submission, as JSON by atom path; NULL if empty, and after the
  -- values were deleted.
  warnings text COLLATE "C" CHECK (substr(warnings, 1, 1) = '{'),
  -- The signing method; NULL without a signature.
  method text COLLATE "C" CHECK (method = 'matrix' OR method = 'code'),
  -- The number of challenges issued for the signature.
  challenges bigint NOT NULL DEFAULT 0 CHECK (challenges >= 0),
  -- The last challenge, open until the submission is signed; NULL after a wrong answer or when
  -- another challenge replaced it.
  challenge text COLLATE "C" CHECK (length(challenge) = 36),
  -- The session that can answer the challenge. The column has no foreign key, because sessions are
  -- deleted and submissions are kept.
  challenge_session text COLLATE "C" CHECK (length(challenge_session) = 36),
  -- The digest of the content to sign, as it was shown.
  challenge_digest bytea CHECK (length(challenge_digest) = 32),
  challenge_created bigint,
  challenge_expires bigint CHECK (challenge_expires > challenge_created),
  -- The ledger movement of this submission; NULL if it moved no money.
  movement bigint,
  UNIQUE (person, operation, idempotency_key),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((idempotency_key IS NULL) = (body_digest IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (status <> 'awaitingSignature' OR (signed IS NULL AND method IS NOT NULL)),
  CHECK (signed IS NOT NULL OR (status <> 'signed' AND status <> 'executed')),
  CHECK (challenge IS NULL OR (method IS NOT NULL AND challenge_session IS NOT NULL AND challenge_digest IS NOT NULL
    AND challenge_created IS NOT NULL AND challenge_expires IS NOT NULL))
);

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

-- The history is the method, the three times and the status. Each is set once, and only forward.
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
    -- A signed submission ends with the outcome of its delivery, in the same transaction. A
    -- submission with a delivery does not end with its signature.
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

-- Deletes the captions in the row that is written.
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

-- A submission refers only to its own movement.
CREATE FUNCTION submission_names_its_movement() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.movement AND submission = NEW.id) THEN
    RAISE EXCEPTION 'a submission moves money once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER submission_names_its_movement BEFORE UPDATE OF movement ON submission
  FOR EACH ROW WHEN (NEW.movement IS DISTINCT FROM OLD.movement) EXECUTE FUNCTION submission_names_its_movement();

-- -------------------------------------------------------------------------------------------------
-- Accounts and the ledger.

-- Accounts. Their balances follow the double-entry ledger.
CREATE TABLE account (
  number text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(number) = 20),
  -- An account of a customer, whose balance is never negative, or of the bank.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('customer', 'internal')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- In minor units: the sum of the entries up to `posted`. Only triggers change it.
  balance bigint NOT NULL DEFAULT 0,
  -- The last ledger row included in the balance. For a customer this is the newest row. An account
  -- of the bank includes many rows at once, from time to time, so that payments do not wait for
  -- each other. Its current balance is `balance` plus the entries after that row.
  posted bigint NOT NULL DEFAULT 0,
  disabled bigint NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  opened bigint NOT NULL,
  -- The sum of the open holds, in minor units. Only triggers change it.
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0 AND (kind = 'internal' OR held <= balance)),
  -- The sum of all credits up to `posted`. The sum of all debits is `received` minus `balance`.
  received bigint NOT NULL DEFAULT 0,
  UNIQUE (number, currency),
  CHECK (kind = 'internal' OR balance >= 0)
) WITH (fillfactor = 70);

-- Accounts of the bank by purpose: `settlement` receives payments to other banks, `equity` funds
-- opening balances.
CREATE TABLE internal_account (
  duty text COLLATE "C" NOT NULL CHECK (duty IN ('settlement', 'equity')),
  currency text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  PRIMARY KEY (duty, currency),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
);

-- The people who can see an account.
CREATE TABLE account_access (
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  account text COLLATE "C" NOT NULL REFERENCES account (number),
  is_owner bigint NOT NULL CHECK (is_owner IN (0, 1)),
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  -- The position in the person's list.
  place bigint NOT NULL,
  PRIMARY KEY (person, account)
);

-- The ledger. One row is a balanced pair of entries, so the sum of all entries is always 0. Foreign
-- keys to the accounts are missing on purpose: each payment would then lock the row of the bank's
-- account, which all payments share. The trigger `ledger_is_written_in_order` checks both accounts;
-- accounts are neither deleted nor renumbered.
CREATE TABLE ledger (
  -- The time of writing in microseconds, times 2048, plus a number that distinguishes rows of one
  -- microsecond. It is greater than the ids of all earlier rows of the same customers. Servers need
  -- no shared counter for it. Rows copied from SQLite keep their ids, which are below 2^50.
  id bigint PRIMARY KEY,
  submission text COLLATE "C" REFERENCES submission (id),
  debit text COLLATE "C" NOT NULL,
  credit text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  -- The time in the id if it is later than `at`: the clock was set back, or is slower than another
  -- server's clock. NULL otherwise.
  reached bigint CHECK (reached > at),
  -- The balance and the sum of all credits of a customer's account after this movement; NULL for an
  -- account of the bank.
  debit_balance bigint,
  debit_received bigint,
  credit_balance bigint,
  credit_received bigint,
  CHECK (debit <> credit),
  CHECK (id < 1125899906842624 OR coalesce(reached, at) = id / 2048),
  -- A submission moves money at most once.
  UNIQUE (submission)
);

-- For account statements, which list entries of customers only.
CREATE INDEX ledger_debit ON ledger (debit, id) WHERE debit_balance IS NOT NULL;
CREATE INDEX ledger_credit ON ledger (credit, id) WHERE credit_balance IS NOT NULL;

-- The entries of accounts, two for each movement.
CREATE VIEW entry (id, account, counterpart, amount, currency, purpose, at, submission, balance, received) AS
  SELECT id, debit, credit, -amount, currency, purpose, at, submission, debit_balance, debit_received FROM ledger
  UNION ALL
  SELECT id, credit, debit, amount, currency, purpose, at, submission, credit_balance, credit_received FROM ledger;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON account
  FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.received <> 0 OR NEW.posted <> 0)
  EXECUTE FUNCTION refuse('an account opens with nothing on it');

CREATE TRIGGER account_holds_nothing_at_first BEFORE INSERT ON account
  FOR EACH ROW WHEN (NEW.held <> 0) EXECUTE FUNCTION refuse('an account opens with nothing on it');

CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON account
  FOR EACH ROW EXECUTE FUNCTION refuse('an account is disabled, not deleted');

-- The balance of a customer changes by exactly one newer ledger row, which contains the account and
-- its new balance. The balance of an account of the bank changes by all rows after `posted`, up to
-- the new `posted`.
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
    -- Waits for all transactions that added a row, and blocks new rows until the COMMIT. Later rows
    -- have ids greater than `posted` (`ledger_is_written_in_order`).
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

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse('the ledger is only added to');

CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse('the ledger is only added to');

-- Sets the id of a movement, greater than the ids of all earlier movements of its accounts, and
-- `reached`.
CREATE FUNCTION ledger_is_written_in_order() RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  side record;
  sides bigint := 0;
  -- Concurrent transactions have different ids, so two movements never get the same id.
  slot bigint := pg_current_xact_id()::text::bigint % 1024;
  place bigint := NEW.at * 2048 + slot;
BEGIN
  IF NEW.id IS NOT NULL THEN
    RAISE EXCEPTION 'the ledger is written in order' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- Movements between the same customers lock them in the same order.
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
  -- Accounts of the bank are not locked: their balances include only rows of committed
  -- transactions.
  FOR side IN
    SELECT number, posted FROM account
    WHERE number IN (NEW.debit, NEW.credit) AND currency = NEW.currency AND kind = 'internal'
  LOOP
    sides := sides + 1;
    -- For customers, `account_follows_ledger` compares the balances in the movement.
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

-- Updates the balances of customers. Accounts of the bank are updated later by
-- `post_internal_entries`.
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

-- Adds all new entries of the bank's accounts to their balances; returns the number of changed
-- accounts. The ledger is locked against new movements. If a transaction that writes a movement
-- does not end within 200 ms, changes nothing and returns -1.
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

-- -------------------------------------------------------------------------------------------------
-- Holds.

-- Amounts reserved by signed submissions until they are executed or rejected.
CREATE TABLE hold (
  submission text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES submission (id),
  account text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text COLLATE "C" NOT NULL,
  placed bigint NOT NULL,
  released bigint CHECK (released >= placed),
  FOREIGN KEY (account, currency) REFERENCES account (number, currency)
);

CREATE INDEX hold_open ON hold (account, amount) WHERE released IS NULL;

-- A trigger that depends on the status of a submission locks its row, so that the status is the
-- same at the COMMIT.

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

-- -------------------------------------------------------------------------------------------------
-- The feed for the bank's core system.

-- Signed submissions for the bank's core system, in the order of signing.
CREATE TABLE core_feed (
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  submission text COLLATE "C" NOT NULL UNIQUE REFERENCES submission (id),
  -- The digest of the signed content.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  signed bigint NOT NULL,
  acknowledged bigint CHECK (acknowledged >= signed),
  -- The answer of the core system, unchanged, so that a repeated answer is recognised.
  outcome text COLLATE "C" CHECK (outcome IN ('executed', 'rejected')),
  reason text COLLATE "C" CHECK (reason <> ''),
  message text COLLATE "C" CHECK (message <> ''),
  message_en text COLLATE "C" CHECK (message_en IS NULL OR (message_en <> '' AND message IS NOT NULL)),
  CHECK ((acknowledged IS NULL) = (outcome IS NULL)),
  CHECK ((outcome IS NOT DISTINCT FROM 'rejected') = (reason IS NOT NULL)),
  CHECK (outcome IS NOT NULL OR message IS NULL)
);

CREATE INDEX core_feed_waiting ON core_feed (sequence, signed) WHERE acknowledged IS NULL;

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

-- -------------------------------------------------------------------------------------------------
-- Deliveries to other systems.

-- The outbox: submissions that another system of the bank carries out.
CREATE TABLE delivery (
  submission text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES submission (id),
  service text COLLATE "C" NOT NULL CHECK (service <> ''),
  effect text COLLATE "C" NOT NULL CHECK (effect <> ''),
  status text COLLATE "C" NOT NULL DEFAULT 'prepared'
    CHECK (status IN ('prepared', 'waiting', 'accepted', 'unknown', 'executed', 'rejected')),
  -- The request as JSON, without address and secrets; NULL after the submission's values were
  -- deleted.
  request text COLLATE "C" CHECK (substr(request, 1, 1) = '{'),
  -- The service responses used to validate the submission, as JSON, and their digest. The digest is
  -- kept when the responses are deleted.
  answers text COLLATE "C" CHECK (substr(answers, 1, 1) = '['),
  answers_digest bytea NOT NULL CHECK (length(answers_digest) = 32),
  -- The ledger movement to write on execution; NULL for none.
  debit text COLLATE "C",
  credit text COLLATE "C",
  amount bigint CHECK (amount > 0),
  currency text COLLATE "C",
  purpose text COLLATE "C" CHECK (purpose <> ''),
  -- Deliveries of one queue are sent one at a time; NULL if the delivery waits for no other.
  queue text COLLATE "C" CHECK (queue <> ''),
  -- The time of the signature. Delivery starts then.
  signed bigint,
  -- The time of the next attempt; NULL if only the other system or an operator can continue.
  due bigint,
  attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The reason why the last attempt returned no declared outcome, without any value of the
  -- response.
  fault text COLLATE "C" CHECK (fault <> ''),
  -- The stored parts of the responses, as JSON; NULL if empty, and after the submission's values
  -- were deleted.
  kept text COLLATE "C" CHECK (substr(kept, 1, 1) = '{'),
  -- A later outcome from the other system that contradicts the stored one.
  contrary text COLLATE "C" CHECK (contrary <> ''),
  ended bigint,
  held_until bigint,
  -- The latest possible end of the last attempt. The system can accept the delivery for a while
  -- after it.
  sent bigint,
  -- The first time after `sent` at which the system reported, late enough to count, that it does
  -- not know the delivery.
  missed bigint,
  -- The time of the next status query for a delivery that an operator rejected, and the time at
  -- which the queries end.
  recheck bigint,
  recheck_until bigint,
  CHECK ((debit IS NULL) = (credit IS NULL) AND (debit IS NULL) = (amount IS NULL)
    AND (debit IS NULL) = (currency IS NULL) AND (debit IS NULL) = (purpose IS NULL)),
  CHECK ((status = 'prepared') = (signed IS NULL)),
  CHECK ((status IN ('executed', 'rejected')) = (ended IS NOT NULL)),
  CHECK (ended IS NULL OR due IS NULL),
  CHECK (status <> 'prepared' OR (due IS NULL AND attempts = 0))
);

CREATE INDEX delivery_due ON delivery (service, due) WHERE due IS NOT NULL;
CREATE INDEX delivery_open ON delivery (service, effect, signed) WHERE status IN ('waiting', 'accepted', 'unknown');
CREATE INDEX delivery_queue ON delivery (queue, signed, submission)
  WHERE queue IS NOT NULL AND status IN ('waiting', 'accepted', 'unknown');
CREATE INDEX delivery_recheck ON delivery (recheck) WHERE recheck IS NOT NULL;

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

-- -------------------------------------------------------------------------------------------------
-- Signing.

-- Security matrices. Each person uses the newest.
CREATE TABLE security_matrix (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  -- The number of columns and rows.
  columns bigint NOT NULL CHECK (columns BETWEEN 1 AND 26),
  rows bigint NOT NULL CHECK (rows BETWEEN 1 AND 99),
  code_length bigint NOT NULL CHECK (code_length BETWEEN 1 AND 9),
  issued bigint NOT NULL,
  -- The time at which another matrix replaced it.
  retired bigint,
  -- The id of the key, and the keyed digests of the codes, 32 bytes each in the order of the cells,
  -- column by column. A retired matrix has neither.
  key_id text COLLATE "C",
  macs bytea CHECK (length(macs) = 32 * columns * rows),
  CHECK ((key_id IS NULL) = (macs IS NULL)),
  CHECK ((macs IS NULL) = (retired IS NOT NULL))
);

-- The sets of cells already asked of each matrix.
CREATE TABLE asked_cells (
  matrix text COLLATE "C" NOT NULL REFERENCES security_matrix (id),
  -- The cells in order, separated by spaces. A set of cells is asked once.
  cells text COLLATE "C" NOT NULL,
  PRIMARY KEY (matrix, cells)
);

-- The use of a person's matrix, and the open question. A payment rewrites this short row instead of
-- the digests.
CREATE TABLE matrix_use (
  person text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES person (id),
  -- The matrix in use.
  matrix text COLLATE "C" NOT NULL REFERENCES security_matrix (id),
  -- The number of challenges that asked each cell: one character per cell, in the order of the
  -- cells. U+0030 means 0.
  uses text COLLATE "C" NOT NULL CHECK (uses <> ''),
  -- The cells of the last question, in order, separated by spaces. The question is open until its
  -- submission is signed. NULL before the first question.
  cells text COLLATE "C",
  -- The submission and the challenge that ask the question. An open question moves from one
  -- challenge to the next.
  submission text COLLATE "C" REFERENCES submission (id),
  challenge text COLLATE "C" CHECK (length(challenge) = 36),
  -- A keyed digest of the last wrong answer. The same answer sent again costs no attempt.
  refused bytea CHECK (length(refused) = 32),
  FOREIGN KEY (matrix, cells) REFERENCES asked_cells (matrix, cells),
  CHECK ((cells IS NULL) = (submission IS NULL) AND (cells IS NULL) = (challenge IS NULL)),
  CHECK (cells IS NOT NULL OR refused IS NULL)
);

-- One-time codes that were sent.
CREATE TABLE challenge_code (
  challenge text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(challenge) = 36),
  submission text COLLATE "C" NOT NULL REFERENCES submission (id),
  person text COLLATE "C" NOT NULL REFERENCES person (id),
  -- The number of the code within its submission, from 1.
  number bigint NOT NULL CHECK (number > 0),
  key_id text COLLATE "C" NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- The masked phone number of the recipient.
  sent_to text COLLATE "C" NOT NULL CHECK (sent_to <> ''),
  sent bigint NOT NULL
);

CREATE UNIQUE INDEX security_matrix_in_use ON security_matrix (person) WHERE retired IS NULL;
CREATE INDEX security_matrix_person ON security_matrix (person);

CREATE INDEX challenge_code_sent ON challenge_code (person, sent);

-- -------------------------------------------------------------------------------------------------
-- Deals.

-- Deals offered to people.
CREATE TABLE deal (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  title_ru text COLLATE "C" NOT NULL CHECK (title_ru <> ''),
  title_en text COLLATE "C" CHECK (title_en <> ''),
  subtitle_ru text COLLATE "C" NOT NULL,
  subtitle_en text COLLATE "C",
  -- The first and the last day, YYYY-MM-DD in the bank's time zone.
  start_date text COLLATE "C" NOT NULL CHECK (start_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  end_date text COLLATE "C" NOT NULL CHECK (end_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND end_date >= start_date),
  -- The position among the current deals.
  place bigint NOT NULL,
  created bigint NOT NULL,
  -- The operator who added the deal, with the idempotency key and the digest of the request; NULL
  -- for demo data.
  author text COLLATE "C" REFERENCES person (id),
  idempotency_key text COLLATE "C"
    CHECK (idempotency_key IS NULL OR (length(idempotency_key) BETWEEN 1 AND 255 AND author IS NOT NULL)),
  body_digest bytea CHECK (length(body_digest) = 32),
  -- The day on which an operator ended the deal; NULL otherwise.
  ended_on text COLLATE "C" CHECK (ended_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- The time from which people are notified.
  announced bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0
);

-- The pages of deals.
CREATE TABLE deal_page (
  deal text COLLATE "C" NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  place bigint NOT NULL CHECK (place >= 0),
  title_ru text COLLATE "C" NOT NULL CHECK (title_ru <> ''),
  title_en text COLLATE "C" CHECK (title_en <> ''),
  text_ru text COLLATE "C" NOT NULL CHECK (text_ru <> ''),
  text_en text COLLATE "C" CHECK (text_en <> ''),
  -- The address of a picture: a path on this server, or an https address.
  image text COLLATE "C" CHECK (image LIKE '/%' OR image LIKE 'https://%'),
  PRIMARY KEY (deal, place)
);

-- The actions of people on deals. A person without an action has no row.
CREATE TABLE deal_mark (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  deal text COLLATE "C" NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  -- The times at which the deal was seen, the notification read, and the notification dismissed.
  seen bigint,
  read bigint,
  dismissed bigint,
  PRIMARY KEY (person, deal),
  CHECK (coalesce(seen, read, dismissed) IS NOT NULL)
);

-- The progress of the notices of a new deal, which are queued in the order of the people's ids. The
-- row is kept as long as the deal, so that a person gets one notice.
CREATE TABLE deal_round (
  deal text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES deal (id) ON DELETE CASCADE,
  begun bigint NOT NULL,
  -- The last processed person; NULL before the first.
  last text COLLATE "C",
  -- The number of queued notices.
  notices bigint NOT NULL DEFAULT 0 CHECK (notices >= 0),
  ended bigint CHECK (ended >= begun)
);

CREATE INDEX deal_announced ON deal (announced, id);
CREATE INDEX deal_current ON deal (end_date) WHERE ended_on IS NULL;
CREATE INDEX deal_end ON deal (end_date, id);
CREATE UNIQUE INDEX deal_key ON deal (author, idempotency_key);
CREATE INDEX deal_place ON deal (place, id);

CREATE INDEX deal_mark_deal ON deal_mark (deal);

CREATE INDEX deal_round_open ON deal_round (begun) WHERE ended IS NULL;

CREATE TRIGGER deal_is_not_deleted BEFORE DELETE ON deal
  FOR EACH ROW WHEN (OLD.author IS NOT NULL) EXECUTE FUNCTION refuse('a deal is ended, not deleted');

CREATE TRIGGER deal_stays_ended BEFORE UPDATE ON deal
  FOR EACH ROW WHEN (OLD.ended_on IS NOT NULL) EXECUTE FUNCTION refuse('a deal that was ended stays as it is');

-- -------------------------------------------------------------------------------------------------
-- Messages.

-- The queue of messages to send. A row is written in the transaction that causes the message.
CREATE TABLE message (
  -- The idempotency key for the sender. A code has the id of its challenge.
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The id of the request that caused the message, for the log; NULL without such a request.
  request text COLLATE "C",
  -- The text and the phone number, encrypted with a key outside of the database. NULL for a notice,
  -- whose text is read from its deal when it is sent.
  key_id text COLLATE "C",
  sealed bytea CHECK (length(sealed) > 40),
  -- The deal of a notice.
  deal text COLLATE "C" REFERENCES deal (id) ON DELETE CASCADE,
  created bigint NOT NULL,
  -- The time after which the message is not sent.
  expires bigint NOT NULL CHECK (expires > created),
  attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The time of the next attempt, by the clock of the server.
  due bigint NOT NULL CHECK (due <= expires),
  -- The process that sends the message.
  holder text COLLATE "C",
  -- The end of the process's claim, by the clock of the database; NULL if no process has claimed
  -- the row.
  held_until bigint,
  CHECK ((key_id IS NULL) = (sealed IS NULL)),
  CHECK (kind <> 'code' OR sealed IS NOT NULL),
  CHECK (kind <> 'notice' OR deal IS NOT NULL)
);

CREATE UNIQUE INDEX message_deal ON message (deal, person) WHERE deal IS NOT NULL;
CREATE INDEX message_due ON message (kind, due);
CREATE INDEX message_person ON message (person);

-- -------------------------------------------------------------------------------------------------
-- Providers.

-- Providers of services, and their payees.
CREATE TABLE provider (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64 AND id !~ '[^a-z0-9-]'),
  title text COLLATE "C" NOT NULL CHECK (title <> ''),
  -- The title and the taxpayer number for the search: lowercase, without diacritics.
  search text COLLATE "C" NOT NULL CHECK (search <> ''),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('meters', 'amount')),
  category text COLLATE "C" NOT NULL CHECK (category IN ('housing', 'mobile', 'internet', 'other')),
  payee_name text COLLATE "C" NOT NULL CHECK (payee_name <> ''),
  payee_inn text COLLATE "C" NOT NULL CHECK (length(payee_inn) IN (10, 12) AND payee_inn !~ '[^0-9]'),
  payee_bic text COLLATE "C" NOT NULL CHECK (length(payee_bic) = 9),
  payee_account text COLLATE "C" NOT NULL CHECK (length(payee_account) = 20),
  -- The bounds of one payment, in kopecks.
  least bigint NOT NULL CHECK (least > 0),
  most bigint NOT NULL CHECK (most >= least),
  disabled bigint NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
);

-- The fields that a provider asks for. The first is the customer's number at the provider.
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

-- The customer numbers of people at providers.
CREATE TABLE subscription (
  person text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  provider text COLLATE "C" NOT NULL REFERENCES provider (id),
  account text COLLATE "C" NOT NULL CHECK (account <> ''),
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  PRIMARY KEY (person, provider, account)
);

-- The meters of a customer number. A meter with two tariffs has two rows.
CREATE TABLE meter (
  provider text COLLATE "C" NOT NULL REFERENCES provider (id),
  account text COLLATE "C" NOT NULL CHECK (account <> ''),
  number text COLLATE "C" NOT NULL CHECK (number <> ''),
  place bigint NOT NULL,
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  unit text COLLATE "C" NOT NULL CHECK (unit <> ''),
  -- The number of decimal places of a reading.
  places bigint NOT NULL CHECK (places BETWEEN 0 AND 6),
  -- The price of a unit, in millionths of a rouble.
  tariff bigint NOT NULL CHECK (tariff > 0),
  -- The last paid reading, in millionths of a unit, and its day.
  reading bigint NOT NULL CHECK (reading >= 0),
  read_on text COLLATE "C" NOT NULL CHECK (read_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- The consumption since the previous reading; NULL for the first.
  used bigint CHECK (used >= 0),
  PRIMARY KEY (provider, account, number)
);

CREATE INDEX provider_account ON provider (payee_account, payee_bic);
CREATE INDEX provider_search ON provider (search, id);

CREATE TRIGGER meter_counts_up BEFORE UPDATE OF reading, read_on ON meter
  FOR EACH ROW WHEN (NEW.reading < OLD.reading OR NEW.read_on < OLD.read_on)
  EXECUTE FUNCTION refuse('a meter counts up');

-- -------------------------------------------------------------------------------------------------
-- Cards.

-- Cards.
CREATE TABLE card (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  person text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  caption text COLLATE "C" NOT NULL CHECK (caption <> ''),
  -- The first six and the last four digits of the number. The other digits are not stored.
  first_digits text COLLATE "C" NOT NULL CHECK (length(first_digits) = 6 AND first_digits !~ '[^0-9]'),
  last_digits text COLLATE "C" NOT NULL CHECK (length(last_digits) = 4 AND last_digits !~ '[^0-9]'),
  -- The last day of validity, YYYY-MM-DD.
  expires text COLLATE "C" NOT NULL CHECK (expires ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'blocked')),
  -- The submission that set the status; NULL if the bank set it.
  submission text COLLATE "C" REFERENCES submission (id),
  -- The position in the person's list.
  place bigint NOT NULL,
  issued bigint NOT NULL,
  changed bigint NOT NULL CHECK (changed >= issued),
  -- The holder of a card has access to its account.
  FOREIGN KEY (person, account) REFERENCES account_access (person, account)
);

-- The status history of cards. Only triggers write it.
CREATE TABLE card_status (
  card text COLLATE "C" NOT NULL REFERENCES card (id),
  step bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  submission text COLLATE "C" REFERENCES submission (id),
  at bigint NOT NULL,
  PRIMARY KEY (card, step)
);

CREATE INDEX card_account ON card (person, account);
CREATE INDEX card_person ON card (person, place);

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

-- -------------------------------------------------------------------------------------------------
-- The audit.

-- The audit: one row for each login, change and signature, written in the same transaction. Each
-- row has the hash of the previous row. Foreign keys are missing on purpose, because the audit
-- outlives its subjects.
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
  -- The digest of the submitted or signed content.
  digest bytea CHECK (length(digest) = 32),
  -- The id of the secret key of the hash.
  key_id text COLLATE "C" NOT NULL CHECK (key_id <> ''),
  -- The hash of the previous row; zeros in the first row.
  previous bytea NOT NULL CHECK (length(previous) = 32),
  -- The hash of all other columns.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  CHECK ((actor = 'system' OR actor = 'nobody') = (actor_id IS NULL)),
  CHECK (actor_id IS NOT NULL OR session IS NULL)
);

CREATE INDEX audit_record_binding ON audit_record (sequence) WHERE event = 'ledger-bound';

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

-- -------------------------------------------------------------------------------------------------
-- Work and keys that servers share.

-- Periodic tasks that run on one server at a time.
CREATE TABLE lease (
  name text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
  -- The process that runs the task.
  holder text COLLATE "C" NOT NULL CHECK (holder <> ''),
  -- The end of the lease, in microseconds by the clock of the database.
  until bigint NOT NULL
);

-- The secret keys used for this database. A fingerprint reveals nothing about its key.
CREATE TABLE secret_key (
  id text COLLATE "C" PRIMARY KEY CHECK (id <> ''),
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  added bigint NOT NULL,
  -- The time of activation; NULL if the key was never active. The key with the latest time is used
  -- for new data.
  activated bigint
);

-- Running servers and their keys. A key is activated only if all of them have it.
CREATE TABLE key_holder (
  server text COLLATE "C" NOT NULL CHECK (server <> ''),
  secret_key text COLLATE "C" NOT NULL CHECK (secret_key <> ''),
  -- The host name and the process.
  name text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
  -- The time of the last update, by the clock of the database.
  seen bigint NOT NULL,
  PRIMARY KEY (server, secret_key)
);

CREATE TRIGGER secret_key_keeps_its_fingerprint BEFORE UPDATE OF id, fingerprint ON secret_key
  FOR EACH ROW EXECUTE FUNCTION refuse('a key keeps its fingerprint');

CREATE TRIGGER secret_key_is_not_deleted BEFORE DELETE ON secret_key
  FOR EACH ROW EXECUTE FUNCTION refuse('history is only added to');

-- -------------------------------------------------------------------------------------------------
-- Tables that only PostgreSQL has.

-- The newest row of each table whose rows are numbered without gaps. A transaction locks its head
-- until the COMMIT before it adds rows, so that the rows are in the order of the commits.
CREATE TABLE chain_head (
  chain text COLLATE "C" NOT NULL PRIMARY KEY CHECK (chain IN ('audit', 'feed')),
  -- 0 for an empty table.
  sequence bigint NOT NULL CHECK (sequence >= 0),
  -- The hash of the newest audit record, zeros for an empty audit; NULL for the feed.
  hash bytea CHECK (length(hash) = 32),
  CHECK ((chain = 'audit') = (hash IS NOT NULL))
) WITH (fillfactor = 10);

INSERT INTO chain_head (chain, sequence, hash) VALUES ('audit', 0, decode(repeat('00', 32), 'hex')), ('feed', 0, NULL);

-- A head is never deleted and advances by one row at a time.
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

-- One row for each batch of writes. After a lost reply to a COMMIT it shows whether the COMMIT took
-- effect. The target PostgreSQLStorage creates this table and the next if no migration has
-- (`OwnTables`).
CREATE TABLE IF NOT EXISTS batch_mark (id uuid PRIMARY KEY, made boolean NOT NULL);

-- Rows to lock for subjects without a row of their own, such as an unknown login.
CREATE TABLE IF NOT EXISTS batch_lock (number bigint PRIMARY KEY);

INSERT INTO batch_lock (number) SELECT generate_series(0, 1023) ON CONFLICT DO NOTHING;

-- -------------------------------------------------------------------------------------------------
-- Rights.

-- A server can read all tables, insert where it adds rows, update only the listed columns, and delete
-- only rows without a retention duty. Triggers with the rights of the owner change balances, sums of
-- holds, heads of chains and history.
--
-- To lock a row, PostgreSQL demands the right to update at least one of its columns. Rights for locks
-- only are at the end.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO valence_serve;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO valence_serve;

GRANT INSERT ON person, session, known_login, login_failure, settings, bank, bank_restriction,
  directory_import, operation_version, disabled_operation, definition_file, definition_set,
  definition_entry, definition_activation, server, draft, draft_copy, template, person_limit,
  submission, account, internal_account, account_access, ledger, hold, core_feed, delivery,
  security_matrix, asked_cells, matrix_use, challenge_code, deal, deal_page, deal_mark, deal_round,
  message, provider, provider_field, subscription, meter, card, audit_record, lease, secret_key,
  key_holder, batch_mark
  TO valence_serve;

GRANT DELETE ON session, known_login, login_failure, settings, push_period, bank, bank_restriction,
  operation_version, disabled_operation, server, draft, draft_copy, template, person_limit, matrix_use,
  deal_page, deal_mark, message, subscription, lease, key_holder, batch_mark
  TO valence_serve;

GRANT UPDATE (login, name, phone, bonuses, password, wrong_answers, signing_locked, code_phone, erased,
  forgotten, external_id) ON person TO valence_serve;
GRANT UPDATE (seen) ON session TO valence_serve;
GRANT UPDATE (person, at) ON known_login TO valence_serve;
GRANT UPDATE (level, at, until, forgotten) ON login_failure TO valence_serve;
GRANT UPDATE (push_deals, language, changed) ON settings TO valence_serve;
GRANT UPDATE (name, correspondent_account, treasury_account, place, swift, type, date_out)
  ON bank TO valence_serve;
GRANT UPDATE (source, served, replaced, expires, revoked) ON operation_version TO valence_serve;
GRANT UPDATE (expires, activated, ended) ON definition_activation TO valence_serve;
GRANT UPDATE (name, seen, serving, judged, fault) ON server TO valence_serve;
GRANT UPDATE (version, "values", changed) ON draft TO valence_serve;
GRANT UPDATE (title) ON template TO valence_serve;
GRANT UPDATE (amount, set_at) ON person_limit TO valence_serve;
GRANT UPDATE ("values", status, reason, message, message_en, attempts_left, signed, changed,
  business_day, keep_years, keep_days, challenges, challenge, challenge_session, challenge_digest,
  challenge_created, challenge_expires, movement) ON submission TO valence_serve;
GRANT UPDATE (released) ON hold TO valence_serve;
GRANT UPDATE (acknowledged, outcome, reason, message, message_en) ON core_feed TO valence_serve;
GRANT UPDATE (status, signed, due, attempts, fault, kept, contrary, ended, held_until, sent, missed,
  recheck, recheck_until) ON delivery TO valence_serve;
GRANT UPDATE (retired, key_id, macs) ON security_matrix TO valence_serve;
GRANT UPDATE (matrix, uses, cells, submission, challenge, refused) ON matrix_use TO valence_serve;
GRANT UPDATE (mac, sent_to) ON challenge_code TO valence_serve;
GRANT UPDATE (title_ru, title_en, subtitle_ru, subtitle_en, start_date, end_date, place, ended_on,
  announced, changed) ON deal TO valence_serve;
GRANT UPDATE (seen, read, dismissed) ON deal_mark TO valence_serve;
GRANT UPDATE (last, notices, ended) ON deal_round TO valence_serve;
GRANT UPDATE (attempts, due, holder, held_until) ON message TO valence_serve;
GRANT UPDATE (disabled) ON provider TO valence_serve;
GRANT UPDATE (caption) ON subscription TO valence_serve;
GRANT UPDATE (reading, read_on, used) ON meter TO valence_serve;
GRANT UPDATE (status, submission, changed) ON card TO valence_serve;
GRANT UPDATE (holder, until) ON lease TO valence_serve;
GRANT UPDATE (activated) ON secret_key TO valence_serve;
GRANT UPDATE (seen) ON key_holder TO valence_serve;

GRANT UPDATE (disabled) ON account TO valence_serve;
GRANT UPDATE (chain) ON chain_head TO valence_serve;
GRANT UPDATE ON batch_mark, batch_lock TO valence_serve;

REVOKE EXECUTE ON FUNCTION post_internal_entries() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION post_internal_entries() TO valence_serve;
