CREATE FUNCTION public.account_follows_holds() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.held <> (SELECT coalesce(sum(amount), 0) FROM hold WHERE account = NEW.number AND released IS NULL) THEN
    RAISE EXCEPTION 'what is held follows the holds' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.account_follows_ledger() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.audit_record_follows() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE chain_head SET sequence = NEW.sequence, hash = NEW.hash
  WHERE chain = 'audit' AND sequence = NEW.sequence - 1 AND hash = NEW.previous;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'each record follows the one before' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.card_begins() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  VALUES (NEW.id, 1, NEW.status, NEW.submission, NEW.changed);
  RETURN NULL;
END
$$;
CREATE FUNCTION public.card_goes_on() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO card_status (card, step, status, submission, at)
  SELECT NEW.id, max(step) + 1, NEW.status, NEW.submission, NEW.changed FROM card_status WHERE card = NEW.id;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.chain_head_follows() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.chain <> OLD.chain OR NEW.sequence <> OLD.sequence + 1 THEN
    RAISE EXCEPTION 'a chain has no gaps' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.core_feed_has_no_gaps() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.definition_activation_goes_forward() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.activated IS NOT NULL OR OLD.ended IS NOT NULL OR NEW.number <> OLD.number
    OR NEW.definition_set <> OLD.definition_set OR NEW.proposed <> OLD.proposed
    OR (NEW.activated IS NOT NULL AND EXISTS (SELECT 1 FROM definition_activation WHERE number > OLD.number)) THEN
    RAISE EXCEPTION 'an activation goes only forward' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.delivery_is_forgotten() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE delivery SET request = NULL, answers = NULL, kept = NULL
  WHERE submission = NEW.id AND status IN ('prepared', 'executed', 'rejected');
  RETURN NULL;
END
$$;
CREATE FUNCTION public.delivery_is_of_something_signed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM 1 FROM submission WHERE id = NEW.submission AND status = 'signed' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'what is handed over is signed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.hold_gives_back() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE account SET held = held - NEW.amount WHERE number = NEW.account;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.hold_is_placed_when_signed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM 1 FROM submission WHERE id = NEW.submission AND status = 'signed' FOR SHARE;
  IF NEW.released IS NOT NULL OR NOT FOUND THEN
    RAISE EXCEPTION 'a hold begins with the signature' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.hold_takes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE account SET held = held + NEW.amount WHERE number = NEW.account;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.instr(text, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$SELECT strpos($1, $2)::bigint$_$;
CREATE FUNCTION public.json_extract(text, text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$ SELECT jsonb_path_query_first($1::jsonb, $2::jsonpath) #>> '{}' $_$;
CREATE FUNCTION public.ledger_is_written_in_order() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  side record;
  sides bigint := 0;
  slot bigint := pg_current_xact_id()::text::bigint % 1024;
  place bigint := NEW.at * 2048 + slot;
BEGIN
  IF NEW.id IS NOT NULL THEN
    RAISE EXCEPTION 'the ledger is written in order' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
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
  FOR side IN
    SELECT number, posted FROM account
    WHERE number IN (NEW.debit, NEW.credit) AND currency = NEW.currency AND kind = 'internal'
  LOOP
    sides := sides + 1;
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
CREATE FUNCTION public.ledger_moves_balances() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE account SET balance = balance - NEW.amount, posted = NEW.id WHERE number = NEW.debit AND kind = 'customer';
  UPDATE account SET balance = balance + NEW.amount, received = received + NEW.amount, posted = NEW.id
  WHERE number = NEW.credit AND kind = 'customer';
  RETURN NULL;
END
$$;
CREATE FUNCTION public.post_internal_entries() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '200ms'
    AS $$
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
CREATE FUNCTION public.refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE FUNCTION public.settings_begin_a_push_period() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO push_period (person, begun) VALUES (NEW.person, NEW.changed)
  ON CONFLICT (person, begun) DO UPDATE SET ended = NULL;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.settings_end_a_push_period() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE push_period SET ended = greatest(begun, NEW.changed) WHERE person = NEW.person AND ended IS NULL;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.submission_captions_are_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  NEW.captions := NULL;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.submission_circumstances_are_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  NEW.signed_with := NULL;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.submission_derived_is_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  NEW.derived := NULL;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.submission_goes_forward() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.submission_names_its_movement() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.movement AND submission = NEW.id) THEN
    RAISE EXCEPTION 'a submission moves money once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION public.submission_warnings_are_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  NEW.warnings := NULL;
  RETURN NEW;
END
$$;
CREATE TABLE public.account (
    number text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    balance bigint DEFAULT 0 NOT NULL,
    posted bigint DEFAULT 0 NOT NULL,
    disabled bigint DEFAULT 0 NOT NULL,
    opened bigint NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    received bigint DEFAULT 0 NOT NULL,
    customer text COLLATE pg_catalog."C",
    product text COLLATE pg_catalog."C",
    closed bigint,
    reason text COLLATE pg_catalog."C",
    overdraft bigint,
    core_available bigint,
    taken bigint,
    as_of bigint,
    sequence bigint,
    unsure bigint DEFAULT 0 NOT NULL,
    CONSTRAINT account_check CHECK (((held >= 0) AND ((kind <> 'customer'::text) OR (held <= balance)))),
    CONSTRAINT account_check1 CHECK (((kind <> 'customer'::text) OR (balance >= 0))),
    CONSTRAINT account_check2 CHECK (((kind <> 'internal'::text) OR (customer IS NULL))),
    CONSTRAINT account_check3 CHECK (((closed IS NULL) OR (disabled = 1))),
    CONSTRAINT account_check4 CHECK (((kind = 'core'::text) OR ((overdraft IS NULL) AND (core_available IS NULL) AND (taken IS NULL) AND (as_of IS NULL) AND (sequence IS NULL) AND (unsure = 0)))),
    CONSTRAINT account_currency_check CHECK ((length(currency) = 3)),
    CONSTRAINT account_disabled_check CHECK ((disabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT account_kind_check CHECK (((kind = 'customer'::text) OR (kind = 'internal'::text) OR (kind = 'core'::text))),
    CONSTRAINT account_number_check CHECK ((length(number) = 20)),
    CONSTRAINT account_overdraft_check CHECK ((overdraft >= 0)),
    CONSTRAINT account_product_check CHECK ((product <> ''::text)),
    CONSTRAINT account_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT account_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT account_taken_check CHECK ((taken >= 0)),
    CONSTRAINT account_unsure_check CHECK ((unsure = ANY (ARRAY[(0)::bigint, (1)::bigint])))
)
WITH (fillfactor='70');
CREATE TABLE public.account_access (
    person text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    is_owner bigint NOT NULL,
    caption text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    role text COLLATE pg_catalog."C",
    until bigint,
    ended bigint,
    CONSTRAINT account_access_caption_check CHECK ((caption <> ''::text)),
    CONSTRAINT account_access_check CHECK ((((role = 'owner'::text) AND (is_owner = 1)) OR ((role = 'signatory'::text) AND (is_owner = 1)) OR ((role = 'viewer'::text) AND (is_owner = 0)))),
    CONSTRAINT account_access_is_owner_check CHECK ((is_owner = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.asked_cells (
    matrix text NOT NULL COLLATE pg_catalog."C",
    cells text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.audit_record (
    sequence bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_id text COLLATE pg_catalog."C",
    session text COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    subject_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea,
    key_id text NOT NULL COLLATE pg_catalog."C",
    previous bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_record_actor_check CHECK (((actor = 'person'::text) OR (actor = 'operator'::text) OR (actor = 'core'::text) OR (actor = 'system'::text) OR (actor = 'nobody'::text))),
    CONSTRAINT audit_record_actor_id_check CHECK ((length(actor_id) = 36)),
    CONSTRAINT audit_record_check CHECK ((((actor = 'system'::text) OR (actor = 'nobody'::text)) = (actor_id IS NULL))),
    CONSTRAINT audit_record_check1 CHECK (((actor_id IS NOT NULL) OR (session IS NULL))),
    CONSTRAINT audit_record_digest_check CHECK ((length(digest) = 32)),
    CONSTRAINT audit_record_event_check CHECK ((event <> ''::text)),
    CONSTRAINT audit_record_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_record_key_id_check CHECK ((key_id <> ''::text)),
    CONSTRAINT audit_record_previous_check CHECK ((length(previous) = 32)),
    CONSTRAINT audit_record_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT audit_record_session_check CHECK ((length(session) = 36)),
    CONSTRAINT audit_record_subject_check CHECK ((subject <> ''::text)),
    CONSTRAINT audit_record_subject_id_check CHECK ((subject_id <> ''::text))
);
CREATE TABLE public.bank (
    bic text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    correspondent_account text COLLATE pg_catalog."C",
    place text COLLATE pg_catalog."C",
    type text DEFAULT '20'::text NOT NULL COLLATE pg_catalog."C",
    treasury_account text COLLATE pg_catalog."C",
    swift text COLLATE pg_catalog."C",
    date_out text COLLATE pg_catalog."C",
    CONSTRAINT bank_bic_check CHECK (((length(bic) = 9) AND (bic !~ '[^0-9]'::text))),
    CONSTRAINT bank_correspondent_account_check CHECK ((length(correspondent_account) = 20)),
    CONSTRAINT bank_date_out_check CHECK ((date_out ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT bank_name_check CHECK ((name <> ''::text)),
    CONSTRAINT bank_swift_check CHECK ((length(swift) = ANY (ARRAY[8, 11]))),
    CONSTRAINT bank_treasury_account_check CHECK ((length(treasury_account) = 20)),
    CONSTRAINT bank_type_check CHECK ((length(type) = 2))
);
CREATE TABLE public.bank_restriction (
    bic text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    since text COLLATE pg_catalog."C",
    CONSTRAINT bank_restriction_code_check CHECK ((code <> ''::text)),
    CONSTRAINT bank_restriction_place_check CHECK ((place >= 0)),
    CONSTRAINT bank_restriction_since_check CHECK ((since ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text))
);
CREATE TABLE public.batch_lock (
    number bigint NOT NULL
);
CREATE TABLE public.batch_mark (
    id uuid NOT NULL,
    made boolean NOT NULL
);
CREATE TABLE public.card (
    id text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    caption text NOT NULL COLLATE pg_catalog."C",
    first_digits text NOT NULL COLLATE pg_catalog."C",
    last_digits text NOT NULL COLLATE pg_catalog."C",
    expires text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    submission text COLLATE pg_catalog."C",
    place bigint NOT NULL,
    issued bigint NOT NULL,
    changed bigint NOT NULL,
    core_id text COLLATE pg_catalog."C",
    CONSTRAINT card_caption_check CHECK ((caption <> ''::text)),
    CONSTRAINT card_check CHECK ((changed >= issued)),
    CONSTRAINT card_core_id_check CHECK (((length(core_id) >= 1) AND (length(core_id) <= 128))),
    CONSTRAINT card_expires_check CHECK ((expires ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT card_first_digits_check CHECK (((length(first_digits) = 6) AND (first_digits !~ '[^0-9]'::text))),
    CONSTRAINT card_id_check CHECK ((length(id) = 36)),
    CONSTRAINT card_last_digits_check CHECK (((length(last_digits) = 4) AND (last_digits !~ '[^0-9]'::text))),
    CONSTRAINT card_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text])))
);
CREATE TABLE public.card_status (
    card text NOT NULL COLLATE pg_catalog."C",
    step bigint NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    submission text COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE public.chain_head (
    chain text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    hash bytea,
    CONSTRAINT chain_head_chain_check CHECK ((chain = ANY (ARRAY['audit'::text, 'feed'::text]))),
    CONSTRAINT chain_head_check CHECK (((chain = 'audit'::text) = (hash IS NOT NULL))),
    CONSTRAINT chain_head_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT chain_head_sequence_check CHECK ((sequence >= 0))
)
WITH (fillfactor='10');
CREATE TABLE public.challenge_code (
    challenge text NOT NULL COLLATE pg_catalog."C",
    submission text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    mac bytea NOT NULL,
    sent_to text NOT NULL COLLATE pg_catalog."C",
    sent bigint NOT NULL,
    CONSTRAINT challenge_code_challenge_check CHECK ((length(challenge) = 36)),
    CONSTRAINT challenge_code_mac_check CHECK ((length(mac) = 32)),
    CONSTRAINT challenge_code_number_check CHECK ((number > 0)),
    CONSTRAINT challenge_code_sent_to_check CHECK ((sent_to <> ''::text))
);
CREATE TABLE public.command_run (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    os_login text COLLATE pg_catalog."C",
    effective_user text NOT NULL COLLATE pg_catalog."C",
    host text NOT NULL COLLATE pg_catalog."C",
    command text NOT NULL COLLATE pg_catalog."C",
    operator text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    CONSTRAINT command_run_command_check CHECK ((command <> ''::text)),
    CONSTRAINT command_run_effective_user_check CHECK ((effective_user <> ''::text)),
    CONSTRAINT command_run_host_check CHECK ((host <> ''::text)),
    CONSTRAINT command_run_id_check CHECK ((length(id) = 36)),
    CONSTRAINT command_run_os_login_check CHECK ((os_login <> ''::text)),
    CONSTRAINT command_run_reason_check CHECK ((reason <> ''::text))
);
CREATE TABLE public.core_feed (
    sequence bigint NOT NULL,
    submission text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    signed bigint NOT NULL,
    acknowledged bigint,
    outcome text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    message text COLLATE pg_catalog."C",
    message_en text COLLATE pg_catalog."C",
    CONSTRAINT core_feed_check CHECK ((acknowledged >= signed)),
    CONSTRAINT core_feed_check1 CHECK (((message_en IS NULL) OR ((message_en <> ''::text) AND (message IS NOT NULL)))),
    CONSTRAINT core_feed_check2 CHECK (((acknowledged IS NULL) = (outcome IS NULL))),
    CONSTRAINT core_feed_check3 CHECK (((NOT (outcome IS DISTINCT FROM 'rejected'::text)) = (reason IS NOT NULL))),
    CONSTRAINT core_feed_check4 CHECK (((outcome IS NOT NULL) OR (message IS NULL))),
    CONSTRAINT core_feed_digest_check CHECK ((length(digest) = 32)),
    CONSTRAINT core_feed_message_check CHECK ((message <> ''::text)),
    CONSTRAINT core_feed_outcome_check CHECK ((outcome = ANY (ARRAY['executed'::text, 'rejected'::text]))),
    CONSTRAINT core_feed_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT core_feed_sequence_check CHECK ((sequence > 0))
);
CREATE TABLE public.customer (
    id text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    person text COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    short_name text COLLATE pg_catalog."C",
    tax_number text COLLATE pg_catalog."C",
    registration_code text COLLATE pg_catalog."C",
    created bigint NOT NULL,
    closed bigint,
    source text COLLATE pg_catalog."C",
    sequence bigint,
    CONSTRAINT customer_check CHECK (((kind = 'individual'::text) OR (person IS NULL))),
    CONSTRAINT customer_check1 CHECK (((source IS NULL) = (sequence IS NULL))),
    CONSTRAINT customer_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 128))),
    CONSTRAINT customer_id_check CHECK ((length(id) = 36)),
    CONSTRAINT customer_kind_check CHECK (((kind = 'individual'::text) OR (kind = 'company'::text))),
    CONSTRAINT customer_name_check CHECK ((name <> ''::text)),
    CONSTRAINT customer_registration_code_check CHECK ((length(registration_code) = 9)),
    CONSTRAINT customer_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT customer_short_name_check CHECK ((short_name <> ''::text)),
    CONSTRAINT customer_source_check CHECK ((source <> ''::text)),
    CONSTRAINT customer_tax_number_check CHECK (((length(tax_number) = ANY (ARRAY[10, 12])) AND (tax_number !~ '[^0-9]'::text)))
);
CREATE TABLE public.deal (
    id text NOT NULL COLLATE pg_catalog."C",
    title_ru text NOT NULL COLLATE pg_catalog."C",
    title_en text COLLATE pg_catalog."C",
    subtitle_ru text NOT NULL COLLATE pg_catalog."C",
    subtitle_en text COLLATE pg_catalog."C",
    start_date text NOT NULL COLLATE pg_catalog."C",
    end_date text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    created bigint NOT NULL,
    author text COLLATE pg_catalog."C",
    idempotency_key text COLLATE pg_catalog."C",
    body_digest bytea,
    ended_on text COLLATE pg_catalog."C",
    announced bigint DEFAULT 0 NOT NULL,
    changed bigint DEFAULT 0 NOT NULL,
    CONSTRAINT deal_body_digest_check CHECK ((length(body_digest) = 32)),
    CONSTRAINT deal_check CHECK (((end_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text) AND (end_date >= start_date))),
    CONSTRAINT deal_check1 CHECK (((idempotency_key IS NULL) OR (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)) AND (author IS NOT NULL)))),
    CONSTRAINT deal_ended_on_check CHECK ((ended_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT deal_id_check CHECK ((length(id) = 36)),
    CONSTRAINT deal_start_date_check CHECK ((start_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT deal_title_en_check CHECK ((title_en <> ''::text)),
    CONSTRAINT deal_title_ru_check CHECK ((title_ru <> ''::text))
);
CREATE TABLE public.deal_mark (
    person text NOT NULL COLLATE pg_catalog."C",
    deal text NOT NULL COLLATE pg_catalog."C",
    seen bigint,
    read bigint,
    dismissed bigint,
    CONSTRAINT deal_mark_check CHECK ((COALESCE(seen, read, dismissed) IS NOT NULL))
);
CREATE TABLE public.deal_page (
    deal text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    title_ru text NOT NULL COLLATE pg_catalog."C",
    title_en text COLLATE pg_catalog."C",
    text_ru text NOT NULL COLLATE pg_catalog."C",
    text_en text COLLATE pg_catalog."C",
    image text COLLATE pg_catalog."C",
    CONSTRAINT deal_page_image_check CHECK (((image ~~ '/%'::text) OR (image ~~ 'https://%'::text))),
    CONSTRAINT deal_page_place_check CHECK ((place >= 0)),
    CONSTRAINT deal_page_text_en_check CHECK ((text_en <> ''::text)),
    CONSTRAINT deal_page_text_ru_check CHECK ((text_ru <> ''::text)),
    CONSTRAINT deal_page_title_en_check CHECK ((title_en <> ''::text)),
    CONSTRAINT deal_page_title_ru_check CHECK ((title_ru <> ''::text))
);
CREATE TABLE public.deal_round (
    deal text NOT NULL COLLATE pg_catalog."C",
    begun bigint NOT NULL,
    last text COLLATE pg_catalog."C",
    notices bigint DEFAULT 0 NOT NULL,
    ended bigint,
    CONSTRAINT deal_round_check CHECK ((ended >= begun)),
    CONSTRAINT deal_round_notices_check CHECK ((notices >= 0))
);
CREATE TABLE public.definition_activation (
    number bigint NOT NULL,
    definition_set text NOT NULL COLLATE pg_catalog."C",
    proposed bigint NOT NULL,
    expires bigint NOT NULL,
    activated bigint,
    ended bigint,
    CONSTRAINT definition_activation_check CHECK (((activated IS NULL) OR (ended IS NULL))),
    CONSTRAINT definition_activation_number_check CHECK ((number > 0))
);
CREATE TABLE public.definition_entry (
    definition_set text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    file text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT definition_entry_path_check CHECK ((path <> ''::text))
);
CREATE TABLE public.definition_file (
    hash text NOT NULL COLLATE pg_catalog."C",
    content bytea NOT NULL,
    CONSTRAINT definition_file_hash_check CHECK ((length(hash) = 64))
);
CREATE TABLE public.definition_set (
    hash text NOT NULL COLLATE pg_catalog."C",
    stored bigint NOT NULL,
    CONSTRAINT definition_set_hash_check CHECK ((length(hash) = 64))
);
CREATE TABLE public.delivery (
    submission text NOT NULL COLLATE pg_catalog."C",
    service text NOT NULL COLLATE pg_catalog."C",
    effect text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'prepared'::text NOT NULL COLLATE pg_catalog."C",
    request text COLLATE pg_catalog."C",
    answers text COLLATE pg_catalog."C",
    answers_digest bytea NOT NULL,
    debit text COLLATE pg_catalog."C",
    credit text COLLATE pg_catalog."C",
    amount bigint,
    currency text COLLATE pg_catalog."C",
    purpose text COLLATE pg_catalog."C",
    queue text COLLATE pg_catalog."C",
    signed bigint,
    due bigint,
    attempts bigint DEFAULT 0 NOT NULL,
    fault text COLLATE pg_catalog."C",
    kept text COLLATE pg_catalog."C",
    contrary text COLLATE pg_catalog."C",
    ended bigint,
    held_until bigint,
    sent bigint,
    missed bigint,
    recheck bigint,
    recheck_until bigint,
    CONSTRAINT delivery_amount_check CHECK ((amount > 0)),
    CONSTRAINT delivery_answers_check CHECK ((substr(answers, 1, 1) = '['::text)),
    CONSTRAINT delivery_answers_digest_check CHECK ((length(answers_digest) = 32)),
    CONSTRAINT delivery_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT delivery_check CHECK ((((debit IS NULL) = (credit IS NULL)) AND ((debit IS NULL) = (amount IS NULL)) AND ((debit IS NULL) = (currency IS NULL)) AND ((debit IS NULL) = (purpose IS NULL)))),
    CONSTRAINT delivery_check1 CHECK (((status = 'prepared'::text) = (signed IS NULL))),
    CONSTRAINT delivery_check2 CHECK (((status = ANY (ARRAY['executed'::text, 'rejected'::text])) = (ended IS NOT NULL))),
    CONSTRAINT delivery_check3 CHECK (((ended IS NULL) OR (due IS NULL))),
    CONSTRAINT delivery_check4 CHECK (((status <> 'prepared'::text) OR ((due IS NULL) AND (attempts = 0)))),
    CONSTRAINT delivery_contrary_check CHECK ((contrary <> ''::text)),
    CONSTRAINT delivery_effect_check CHECK ((effect <> ''::text)),
    CONSTRAINT delivery_fault_check CHECK ((fault <> ''::text)),
    CONSTRAINT delivery_kept_check CHECK ((substr(kept, 1, 1) = '{'::text)),
    CONSTRAINT delivery_purpose_check CHECK ((purpose <> ''::text)),
    CONSTRAINT delivery_queue_check CHECK ((queue <> ''::text)),
    CONSTRAINT delivery_request_check CHECK ((substr(request, 1, 1) = '{'::text)),
    CONSTRAINT delivery_service_check CHECK ((service <> ''::text)),
    CONSTRAINT delivery_status_check CHECK ((status = ANY (ARRAY['prepared'::text, 'waiting'::text, 'accepted'::text, 'unknown'::text, 'executed'::text, 'rejected'::text])))
);
CREATE TABLE public.directory_import (
    id bigint NOT NULL,
    at bigint NOT NULL,
    read bigint NOT NULL,
    added bigint NOT NULL,
    changed bigint NOT NULL,
    removed bigint DEFAULT 0 NOT NULL,
    business_day text COLLATE pg_catalog."C",
    version bigint,
    CONSTRAINT directory_import_added_check CHECK ((added >= 0)),
    CONSTRAINT directory_import_business_day_check CHECK ((business_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT directory_import_changed_check CHECK ((changed >= 0)),
    CONSTRAINT directory_import_read_check CHECK ((read >= 0)),
    CONSTRAINT directory_import_removed_check CHECK ((removed >= 0))
);
CREATE TABLE public.disabled_operation (
    operation text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    CONSTRAINT disabled_operation_operation_check CHECK ((operation <> ''::text))
);
CREATE TABLE public.draft (
    person text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    "values" text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    changed bigint NOT NULL,
    CONSTRAINT draft_check CHECK ((changed >= created)),
    CONSTRAINT draft_operation_check CHECK ((operation <> ''::text)),
    CONSTRAINT draft_values_check CHECK ((substr("values", 1, 1) = '{'::text)),
    CONSTRAINT draft_version_check CHECK ((version <> ''::text))
);
CREATE TABLE public.draft_copy (
    person text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    version text NOT NULL COLLATE pg_catalog."C",
    "values" text NOT NULL COLLATE pg_catalog."C",
    kept bigint NOT NULL,
    CONSTRAINT draft_copy_number_check CHECK ((number > 0)),
    CONSTRAINT draft_copy_operation_check CHECK ((operation <> ''::text)),
    CONSTRAINT draft_copy_values_check CHECK ((substr("values", 1, 1) = '{'::text)),
    CONSTRAINT draft_copy_version_check CHECK ((version <> ''::text))
);
CREATE TABLE public.enrolment (
    id text NOT NULL COLLATE pg_catalog."C",
    invitation text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    token_digest bytea NOT NULL,
    key_id text COLLATE pg_catalog."C",
    mac bytea,
    sent_to text COLLATE pg_catalog."C",
    created bigint NOT NULL,
    expires bigint NOT NULL,
    CONSTRAINT enrolment_check CHECK ((expires > created)),
    CONSTRAINT enrolment_check1 CHECK (((mac IS NULL) = (key_id IS NULL))),
    CONSTRAINT enrolment_check2 CHECK (((mac IS NULL) = (sent_to IS NULL))),
    CONSTRAINT enrolment_id_check CHECK ((length(id) = 36)),
    CONSTRAINT enrolment_mac_check CHECK ((length(mac) = 32)),
    CONSTRAINT enrolment_token_digest_check CHECK ((length(token_digest) = 32))
);
CREATE TABLE public.ledger (
    id bigint NOT NULL,
    submission text COLLATE pg_catalog."C",
    debit text NOT NULL COLLATE pg_catalog."C",
    credit text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    reached bigint,
    debit_balance bigint,
    debit_received bigint,
    credit_balance bigint,
    credit_received bigint,
    other_name text COLLATE pg_catalog."C",
    other_account text COLLATE pg_catalog."C",
    other_bic text COLLATE pg_catalog."C",
    CONSTRAINT ledger_amount_check CHECK ((amount > 0)),
    CONSTRAINT ledger_check CHECK ((reached > at)),
    CONSTRAINT ledger_check1 CHECK ((debit <> credit)),
    CONSTRAINT ledger_check2 CHECK (((id < '1125899906842624'::bigint) OR (COALESCE(reached, at) = (id / 2048)))),
    CONSTRAINT ledger_other_account_check CHECK (((length(other_account) >= 1) AND (length(other_account) <= 34))),
    CONSTRAINT ledger_other_bic_check CHECK ((length(other_bic) = 9)),
    CONSTRAINT ledger_other_name_check CHECK ((other_name <> ''::text))
);
CREATE VIEW public.entry AS
 SELECT ledger.id,
    ledger.debit AS account,
    ledger.credit AS counterpart,
    (- ledger.amount) AS amount,
    ledger.currency,
    ledger.purpose,
    ledger.at,
    ledger.submission,
    ledger.debit_balance AS balance,
    ledger.debit_received AS received,
    ledger.other_name,
    ledger.other_account,
    ledger.other_bic
   FROM public.ledger
UNION ALL
 SELECT ledger.id,
    ledger.credit AS account,
    ledger.debit AS counterpart,
    ledger.amount,
    ledger.currency,
    ledger.purpose,
    ledger.at,
    ledger.submission,
    ledger.credit_balance AS balance,
    ledger.credit_received AS received,
    ledger.other_name,
    ledger.other_account,
    ledger.other_bic
   FROM public.ledger;
CREATE TABLE public.hold (
    submission text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    placed bigint NOT NULL,
    released bigint,
    CONSTRAINT hold_amount_check CHECK ((amount > 0)),
    CONSTRAINT hold_check CHECK ((released >= placed))
);
CREATE TABLE public.incoming (
    id text NOT NULL COLLATE pg_catalog."C",
    movement bigint NOT NULL,
    CONSTRAINT incoming_id_check CHECK (((length(id) >= 1) AND (length(id) <= 128)))
);
CREATE TABLE public.internal_account (
    duty text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT internal_account_duty_check CHECK ((duty = ANY (ARRAY['settlement'::text, 'equity'::text])))
);
CREATE TABLE public.invitation (
    id text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    key_id text NOT NULL COLLATE pg_catalog."C",
    mac bytea NOT NULL,
    login text COLLATE pg_catalog."C",
    wrong bigint DEFAULT 0 NOT NULL,
    begun bigint DEFAULT 0 NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    CONSTRAINT invitation_begun_check CHECK ((begun >= 0)),
    CONSTRAINT invitation_check CHECK ((expires > created)),
    CONSTRAINT invitation_id_check CHECK ((length(id) = 36)),
    CONSTRAINT invitation_key_id_check CHECK ((key_id <> ''::text)),
    CONSTRAINT invitation_login_check CHECK (((length(login) >= 1) AND (length(login) <= 64))),
    CONSTRAINT invitation_mac_check CHECK ((length(mac) = 32)),
    CONSTRAINT invitation_wrong_check CHECK ((wrong >= 0))
);
CREATE TABLE public.key_holder (
    server text NOT NULL COLLATE pg_catalog."C",
    secret_key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    seen bigint NOT NULL,
    CONSTRAINT key_holder_fingerprint_check CHECK ((length(fingerprint) = 64)),
    CONSTRAINT key_holder_secret_key_check CHECK ((secret_key <> ''::text)),
    CONSTRAINT key_holder_server_check CHECK ((server <> ''::text))
);
CREATE TABLE public.known_login (
    mac bytea NOT NULL,
    person text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    CONSTRAINT known_login_mac_check CHECK ((length(mac) = 32))
);
CREATE TABLE public.lease (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL,
    CONSTRAINT lease_holder_check CHECK ((holder <> ''::text)),
    CONSTRAINT lease_name_check CHECK ((name <> ''::text))
);
CREATE TABLE public.login_failure (
    kind text NOT NULL COLLATE pg_catalog."C",
    mac bytea NOT NULL,
    level bigint NOT NULL,
    at bigint NOT NULL,
    until bigint NOT NULL,
    forgotten bigint NOT NULL,
    CONSTRAINT login_failure_check CHECK ((forgotten >= until)),
    CONSTRAINT login_failure_kind_check CHECK ((kind = ANY (ARRAY['pair'::text, 'login'::text, 'address'::text, 'password'::text]))),
    CONSTRAINT login_failure_level_check CHECK ((level >= 0)),
    CONSTRAINT login_failure_mac_check CHECK ((length(mac) = 32))
);
CREATE TABLE public.matrix_use (
    person text NOT NULL COLLATE pg_catalog."C",
    matrix text NOT NULL COLLATE pg_catalog."C",
    uses text NOT NULL COLLATE pg_catalog."C",
    cells text COLLATE pg_catalog."C",
    submission text COLLATE pg_catalog."C",
    challenge text COLLATE pg_catalog."C",
    refused bytea,
    CONSTRAINT matrix_use_challenge_check CHECK ((length(challenge) = 36)),
    CONSTRAINT matrix_use_check CHECK ((((cells IS NULL) = (submission IS NULL)) AND ((cells IS NULL) = (challenge IS NULL)))),
    CONSTRAINT matrix_use_check1 CHECK (((cells IS NOT NULL) OR (refused IS NULL))),
    CONSTRAINT matrix_use_refused_check CHECK ((length(refused) = 32)),
    CONSTRAINT matrix_use_uses_check CHECK ((uses <> ''::text))
);
CREATE TABLE public.message (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    request text COLLATE pg_catalog."C",
    key_id text COLLATE pg_catalog."C",
    sealed bytea,
    deal text COLLATE pg_catalog."C",
    created bigint NOT NULL,
    expires bigint NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    due bigint NOT NULL,
    holder text COLLATE pg_catalog."C",
    held_until bigint,
    CONSTRAINT message_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT message_check CHECK ((expires > created)),
    CONSTRAINT message_check1 CHECK ((due <= expires)),
    CONSTRAINT message_check2 CHECK (((key_id IS NULL) = (sealed IS NULL))),
    CONSTRAINT message_check3 CHECK (((kind <> 'code'::text) OR (sealed IS NOT NULL))),
    CONSTRAINT message_check4 CHECK (((kind <> 'notice'::text) OR (deal IS NOT NULL))),
    CONSTRAINT message_id_check CHECK ((length(id) = 36)),
    CONSTRAINT message_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT message_sealed_check CHECK ((length(sealed) > 40))
);
CREATE TABLE public.meter (
    provider text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    number text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    caption text NOT NULL COLLATE pg_catalog."C",
    unit text NOT NULL COLLATE pg_catalog."C",
    places bigint NOT NULL,
    tariff bigint NOT NULL,
    reading bigint NOT NULL,
    read_on text NOT NULL COLLATE pg_catalog."C",
    used bigint,
    disabled bigint DEFAULT 0 NOT NULL,
    CONSTRAINT meter_account_check CHECK ((account <> ''::text)),
    CONSTRAINT meter_caption_check CHECK ((caption <> ''::text)),
    CONSTRAINT meter_disabled_check CHECK ((disabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT meter_number_check CHECK ((number <> ''::text)),
    CONSTRAINT meter_places_check CHECK (((places >= 0) AND (places <= 6))),
    CONSTRAINT meter_read_on_check CHECK ((read_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT meter_reading_check CHECK ((reading >= 0)),
    CONSTRAINT meter_tariff_check CHECK ((tariff > 0)),
    CONSTRAINT meter_unit_check CHECK ((unit <> ''::text)),
    CONSTRAINT meter_used_check CHECK ((used >= 0))
);
CREATE TABLE public.operation_version (
    operation text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    served bigint NOT NULL,
    replaced bigint,
    expires bigint,
    revoked bigint,
    CONSTRAINT operation_version_check CHECK ((replaced >= served)),
    CONSTRAINT operation_version_check1 CHECK ((expires >= replaced)),
    CONSTRAINT operation_version_check2 CHECK (((replaced IS NULL) = (expires IS NULL))),
    CONSTRAINT operation_version_check3 CHECK (((revoked IS NULL) OR (replaced IS NOT NULL))),
    CONSTRAINT operation_version_operation_check CHECK ((operation <> ''::text)),
    CONSTRAINT operation_version_source_check CHECK ((substr(source, 1, 1) = '{'::text)),
    CONSTRAINT operation_version_version_check CHECK ((version <> ''::text))
);
CREATE TABLE public.person (
    id text NOT NULL COLLATE pg_catalog."C",
    login text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    bonuses bigint DEFAULT 0 NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    password text NOT NULL COLLATE pg_catalog."C",
    wrong_answers bigint DEFAULT 0 NOT NULL,
    signing_locked bigint,
    created bigint NOT NULL,
    code_phone text COLLATE pg_catalog."C",
    erased bigint,
    forgotten bigint,
    external_id text COLLATE pg_catalog."C",
    enrolled bigint,
    blocked bigint,
    blocked_reason text COLLATE pg_catalog."C",
    CONSTRAINT person_blocked_reason_check CHECK (((length(blocked_reason) >= 1) AND (length(blocked_reason) <= 200))),
    CONSTRAINT person_bonuses_check CHECK ((bonuses >= 0)),
    CONSTRAINT person_check CHECK ((forgotten >= erased)),
    CONSTRAINT person_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 128))),
    CONSTRAINT person_id_check CHECK ((length(id) = 36)),
    CONSTRAINT person_login_check CHECK (((login = lower(login)) AND ((length(login) >= 1) AND (length(login) <= 64)))),
    CONSTRAINT person_name_check CHECK ((name <> ''::text)),
    CONSTRAINT person_password_check CHECK ((password ~~ '$argon2id$%'::text)),
    CONSTRAINT person_role_check CHECK ((role = ANY (ARRAY['person'::text, 'operator'::text, 'core'::text]))),
    CONSTRAINT person_wrong_answers_check CHECK ((wrong_answers >= 0))
);
CREATE TABLE public.person_limit (
    person text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    set_at bigint NOT NULL,
    CONSTRAINT person_limit_amount_check CHECK ((amount >= 0)),
    CONSTRAINT person_limit_currency_check CHECK ((length(currency) = 3))
);
CREATE TABLE public.provider (
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL COLLATE pg_catalog."C",
    payee_name text NOT NULL COLLATE pg_catalog."C",
    payee_inn text NOT NULL COLLATE pg_catalog."C",
    payee_bic text NOT NULL COLLATE pg_catalog."C",
    payee_account text NOT NULL COLLATE pg_catalog."C",
    "least" bigint NOT NULL,
    most bigint NOT NULL,
    disabled bigint DEFAULT 0 NOT NULL,
    CONSTRAINT provider_category_check CHECK ((category = ANY (ARRAY['housing'::text, 'mobile'::text, 'internet'::text, 'other'::text]))),
    CONSTRAINT provider_check CHECK ((most >= "least")),
    CONSTRAINT provider_disabled_check CHECK ((disabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT provider_id_check CHECK ((((length(id) >= 1) AND (length(id) <= 64)) AND (id !~ '[^a-z0-9-]'::text))),
    CONSTRAINT provider_kind_check CHECK ((kind = ANY (ARRAY['meters'::text, 'amount'::text]))),
    CONSTRAINT provider_least_check CHECK (("least" > 0)),
    CONSTRAINT provider_payee_account_check CHECK ((length(payee_account) = 20)),
    CONSTRAINT provider_payee_bic_check CHECK ((length(payee_bic) = 9)),
    CONSTRAINT provider_payee_inn_check CHECK (((length(payee_inn) = ANY (ARRAY[10, 12])) AND (payee_inn !~ '[^0-9]'::text))),
    CONSTRAINT provider_payee_name_check CHECK ((payee_name <> ''::text)),
    CONSTRAINT provider_search_check CHECK ((search <> ''::text)),
    CONSTRAINT provider_title_check CHECK ((title <> ''::text))
);
CREATE TABLE public.provider_field (
    provider text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    caption_ru text NOT NULL COLLATE pg_catalog."C",
    caption_en text NOT NULL COLLATE pg_catalog."C",
    hint_ru text COLLATE pg_catalog."C",
    hint_en text COLLATE pg_catalog."C",
    mask text COLLATE pg_catalog."C",
    pattern text COLLATE pg_catalog."C",
    length bigint,
    keyboard text COLLATE pg_catalog."C",
    CONSTRAINT provider_field_caption_en_check CHECK ((caption_en <> ''::text)),
    CONSTRAINT provider_field_caption_ru_check CHECK ((caption_ru <> ''::text)),
    CONSTRAINT provider_field_check CHECK (((hint_ru IS NULL) = (hint_en IS NULL))),
    CONSTRAINT provider_field_keyboard_check CHECK ((keyboard = ANY (ARRAY['default'::text, 'digits'::text, 'decimal'::text, 'phone'::text, 'email'::text]))),
    CONSTRAINT provider_field_length_check CHECK ((length > 0)),
    CONSTRAINT provider_field_place_check CHECK ((place >= 0))
);
CREATE TABLE public.push_period (
    person text NOT NULL COLLATE pg_catalog."C",
    begun bigint NOT NULL,
    ended bigint,
    CONSTRAINT push_period_check CHECK ((ended >= begun))
);
CREATE TABLE public.secret_key (
    id text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    added bigint NOT NULL,
    activated bigint,
    CONSTRAINT secret_key_fingerprint_check CHECK ((length(fingerprint) = 64)),
    CONSTRAINT secret_key_id_check CHECK ((id <> ''::text))
);
CREATE TABLE public.security_matrix (
    id text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    columns bigint NOT NULL,
    rows bigint NOT NULL,
    code_length bigint NOT NULL,
    issued bigint NOT NULL,
    retired bigint,
    key_id text COLLATE pg_catalog."C",
    macs bytea,
    CONSTRAINT security_matrix_check CHECK ((length(macs) = ((32 * columns) * rows))),
    CONSTRAINT security_matrix_check1 CHECK (((key_id IS NULL) = (macs IS NULL))),
    CONSTRAINT security_matrix_check2 CHECK (((macs IS NULL) = (retired IS NOT NULL))),
    CONSTRAINT security_matrix_code_length_check CHECK (((code_length >= 1) AND (code_length <= 9))),
    CONSTRAINT security_matrix_columns_check CHECK (((columns >= 1) AND (columns <= 26))),
    CONSTRAINT security_matrix_id_check CHECK ((length(id) = 36)),
    CONSTRAINT security_matrix_rows_check CHECK (((rows >= 1) AND (rows <= 99)))
);
CREATE TABLE public.server (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    began bigint NOT NULL,
    seen bigint NOT NULL,
    serving bigint NOT NULL,
    judged bigint,
    fault text COLLATE pg_catalog."C",
    CONSTRAINT server_check CHECK (((fault IS NULL) OR (judged IS NOT NULL))),
    CONSTRAINT server_id_check CHECK ((id <> ''::text))
);
CREATE TABLE public.session (
    id text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    token_digest bytea NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    seen bigint DEFAULT 0 NOT NULL,
    client text COLLATE pg_catalog."C",
    network text COLLATE pg_catalog."C",
    CONSTRAINT session_check CHECK ((expires > created)),
    CONSTRAINT session_client_check CHECK (((length(client) >= 1) AND (length(client) <= 80))),
    CONSTRAINT session_id_check CHECK ((length(id) = 36)),
    CONSTRAINT session_network_check CHECK (((length(network) >= 1) AND (length(network) <= 64))),
    CONSTRAINT session_token_digest_check CHECK ((length(token_digest) = 32))
);
CREATE TABLE public.settings (
    person text NOT NULL COLLATE pg_catalog."C",
    push_deals bigint NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    changed bigint NOT NULL,
    CONSTRAINT settings_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text]))),
    CONSTRAINT settings_push_deals_check CHECK ((push_deals = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.submission (
    id text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    "values" text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    amount bigint,
    currency text COLLATE pg_catalog."C",
    attempts_left bigint NOT NULL,
    idempotency_key text COLLATE pg_catalog."C",
    body_digest bytea,
    created bigint NOT NULL,
    signed bigint,
    changed bigint NOT NULL,
    expires bigint NOT NULL,
    business_day text COLLATE pg_catalog."C",
    message text COLLATE pg_catalog."C",
    message_en text COLLATE pg_catalog."C",
    keep_years bigint,
    keep_days bigint,
    basis bytea,
    captions text COLLATE pg_catalog."C",
    warnings text COLLATE pg_catalog."C",
    method text COLLATE pg_catalog."C",
    challenges bigint DEFAULT 0 NOT NULL,
    challenge text COLLATE pg_catalog."C",
    challenge_session text COLLATE pg_catalog."C",
    challenge_digest bytea,
    challenge_created bigint,
    challenge_expires bigint,
    movement bigint,
    signed_with text COLLATE pg_catalog."C",
    derived text COLLATE pg_catalog."C",
    CONSTRAINT submission_amount_check CHECK ((amount > 0)),
    CONSTRAINT submission_attempts_left_check CHECK ((attempts_left >= 0)),
    CONSTRAINT submission_basis_check CHECK ((length(basis) = 32)),
    CONSTRAINT submission_body_digest_check CHECK ((length(body_digest) = 32)),
    CONSTRAINT submission_business_day_check CHECK ((business_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
    CONSTRAINT submission_captions_check CHECK ((substr(captions, 1, 1) = '{'::text)),
    CONSTRAINT submission_challenge_check CHECK ((length(challenge) = 36)),
    CONSTRAINT submission_challenge_digest_check CHECK ((length(challenge_digest) = 32)),
    CONSTRAINT submission_challenge_session_check CHECK ((length(challenge_session) = 36)),
    CONSTRAINT submission_challenges_check CHECK ((challenges >= 0)),
    CONSTRAINT submission_check CHECK ((signed >= created)),
    CONSTRAINT submission_check1 CHECK ((changed >= created)),
    CONSTRAINT submission_check10 CHECK (((challenge IS NULL) OR ((method IS NOT NULL) AND (challenge_session IS NOT NULL) AND (challenge_digest IS NOT NULL) AND (challenge_created IS NOT NULL) AND (challenge_expires IS NOT NULL)))),
    CONSTRAINT submission_check2 CHECK ((expires > created)),
    CONSTRAINT submission_check3 CHECK (((message_en IS NULL) OR ((message_en <> ''::text) AND (message IS NOT NULL)))),
    CONSTRAINT submission_check4 CHECK ((challenge_expires > challenge_created)),
    CONSTRAINT submission_check5 CHECK (((amount IS NULL) = (currency IS NULL))),
    CONSTRAINT submission_check6 CHECK (((idempotency_key IS NULL) = (body_digest IS NULL))),
    CONSTRAINT submission_check7 CHECK (((status = 'rejected'::text) = (reason IS NOT NULL))),
    CONSTRAINT submission_check8 CHECK (((status <> 'awaitingSignature'::text) OR ((signed IS NULL) AND (method IS NOT NULL)))),
    CONSTRAINT submission_check9 CHECK (((signed IS NOT NULL) OR ((status <> 'signed'::text) AND (status <> 'executed'::text)))),
    CONSTRAINT submission_currency_check CHECK ((length(currency) = 3)),
    CONSTRAINT submission_derived_check CHECK ((substr(derived, 1, 1) = '{'::text)),
    CONSTRAINT submission_id_check CHECK ((length(id) = 36)),
    CONSTRAINT submission_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255))),
    CONSTRAINT submission_keep_days_check CHECK (((keep_days >= 0) AND (keep_days <= 3650))),
    CONSTRAINT submission_keep_years_check CHECK (((keep_years >= 1) AND (keep_years <= 100))),
    CONSTRAINT submission_message_check CHECK ((message <> ''::text)),
    CONSTRAINT submission_method_check CHECK ((method <> ''::text)),
    CONSTRAINT submission_signed_with_check CHECK ((substr(signed_with, 1, 1) = '{'::text)),
    CONSTRAINT submission_status_check CHECK (((status = 'awaitingSignature'::text) OR (status = 'executed'::text) OR (status = 'signed'::text) OR (status = 'rejected'::text) OR (status = 'cancelled'::text) OR (status = 'expired'::text))),
    CONSTRAINT submission_values_check CHECK ((substr("values", 1, 1) = '{'::text)),
    CONSTRAINT submission_warnings_check CHECK ((substr(warnings, 1, 1) = '{'::text))
);
CREATE TABLE public.subscription (
    person text NOT NULL COLLATE pg_catalog."C",
    provider text NOT NULL COLLATE pg_catalog."C",
    account text NOT NULL COLLATE pg_catalog."C",
    caption text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT subscription_account_check CHECK ((account <> ''::text)),
    CONSTRAINT subscription_caption_check CHECK ((caption <> ''::text))
);
CREATE TABLE public.template (
    id text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    "values" text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    CONSTRAINT template_id_check CHECK ((length(id) = 36)),
    CONSTRAINT template_operation_check CHECK ((operation <> ''::text)),
    CONSTRAINT template_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100))),
    CONSTRAINT template_values_check CHECK ((substr("values", 1, 1) = '{'::text)),
    CONSTRAINT template_version_check CHECK ((version <> ''::text))
);
ALTER TABLE ONLY public.account_access
    ADD CONSTRAINT account_access_pkey PRIMARY KEY (person, account);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_number_currency_key UNIQUE (number, currency);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.asked_cells
    ADD CONSTRAINT asked_cells_pkey PRIMARY KEY (matrix, cells);
ALTER TABLE ONLY public.audit_record
    ADD CONSTRAINT audit_record_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY public.bank
    ADD CONSTRAINT bank_pkey PRIMARY KEY (bic);
ALTER TABLE ONLY public.bank_restriction
    ADD CONSTRAINT bank_restriction_pkey PRIMARY KEY (bic, place);
ALTER TABLE ONLY public.batch_lock
    ADD CONSTRAINT batch_lock_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.batch_mark
    ADD CONSTRAINT batch_mark_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.card
    ADD CONSTRAINT card_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.card_status
    ADD CONSTRAINT card_status_pkey PRIMARY KEY (card, step);
ALTER TABLE ONLY public.chain_head
    ADD CONSTRAINT chain_head_pkey PRIMARY KEY (chain);
ALTER TABLE ONLY public.challenge_code
    ADD CONSTRAINT challenge_code_pkey PRIMARY KEY (challenge);
ALTER TABLE ONLY public.command_run
    ADD CONSTRAINT command_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.core_feed
    ADD CONSTRAINT core_feed_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY public.core_feed
    ADD CONSTRAINT core_feed_submission_key UNIQUE (submission);
ALTER TABLE ONLY public.customer
    ADD CONSTRAINT customer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deal_mark
    ADD CONSTRAINT deal_mark_pkey PRIMARY KEY (person, deal);
ALTER TABLE ONLY public.deal_page
    ADD CONSTRAINT deal_page_pkey PRIMARY KEY (deal, place);
ALTER TABLE ONLY public.deal
    ADD CONSTRAINT deal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deal_round
    ADD CONSTRAINT deal_round_pkey PRIMARY KEY (deal);
ALTER TABLE ONLY public.definition_activation
    ADD CONSTRAINT definition_activation_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.definition_entry
    ADD CONSTRAINT definition_entry_pkey PRIMARY KEY (definition_set, path);
ALTER TABLE ONLY public.definition_file
    ADD CONSTRAINT definition_file_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.definition_set
    ADD CONSTRAINT definition_set_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (submission);
ALTER TABLE ONLY public.directory_import
    ADD CONSTRAINT directory_import_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.disabled_operation
    ADD CONSTRAINT disabled_operation_pkey PRIMARY KEY (operation);
ALTER TABLE ONLY public.draft_copy
    ADD CONSTRAINT draft_copy_pkey PRIMARY KEY (person, operation, number);
ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_pkey PRIMARY KEY (person, operation);
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_invitation_key UNIQUE (invitation);
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_token_digest_key UNIQUE (token_digest);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (submission);
ALTER TABLE ONLY public.incoming
    ADD CONSTRAINT incoming_movement_key UNIQUE (movement);
ALTER TABLE ONLY public.incoming
    ADD CONSTRAINT incoming_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.internal_account
    ADD CONSTRAINT internal_account_pkey PRIMARY KEY (duty, currency);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_mac_key UNIQUE (mac);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_person_key UNIQUE (person);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.key_holder
    ADD CONSTRAINT key_holder_pkey PRIMARY KEY (server, secret_key);
ALTER TABLE ONLY public.known_login
    ADD CONSTRAINT known_login_pkey PRIMARY KEY (mac);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_submission_key UNIQUE (submission);
ALTER TABLE ONLY public.login_failure
    ADD CONSTRAINT login_failure_pkey PRIMARY KEY (kind, mac);
ALTER TABLE ONLY public.matrix_use
    ADD CONSTRAINT matrix_use_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.meter
    ADD CONSTRAINT meter_pkey PRIMARY KEY (provider, account, number);
ALTER TABLE ONLY public.operation_version
    ADD CONSTRAINT operation_version_pkey PRIMARY KEY (operation, version);
ALTER TABLE ONLY public.person_limit
    ADD CONSTRAINT person_limit_pkey PRIMARY KEY (person, operation, currency);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_login_key UNIQUE (login);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.provider_field
    ADD CONSTRAINT provider_field_pkey PRIMARY KEY (provider, place);
ALTER TABLE ONLY public.provider
    ADD CONSTRAINT provider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.push_period
    ADD CONSTRAINT push_period_pkey PRIMARY KEY (person, begun);
ALTER TABLE ONLY public.secret_key
    ADD CONSTRAINT secret_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.security_matrix
    ADD CONSTRAINT security_matrix_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.server
    ADD CONSTRAINT server_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_digest_key UNIQUE (token_digest);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_person_operation_idempotency_key_key UNIQUE (person, operation, idempotency_key);
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (person, provider, account);
ALTER TABLE ONLY public.template
    ADD CONSTRAINT template_person_operation_title_key UNIQUE (person, operation, title);
ALTER TABLE ONLY public.template
    ADD CONSTRAINT template_pkey PRIMARY KEY (id);
CREATE INDEX account_access_account ON public.account_access USING btree (account, person);
CREATE INDEX account_access_until ON public.account_access USING btree (until) WHERE ((until IS NOT NULL) AND (ended IS NULL));
CREATE INDEX account_customer ON public.account USING btree (customer, number) WHERE (customer IS NOT NULL);
CREATE INDEX audit_record_binding ON public.audit_record USING btree (sequence) WHERE (event = 'ledger-bound'::text);
CREATE INDEX card_account ON public.card USING btree (person, account);
CREATE UNIQUE INDEX card_core_id ON public.card USING btree (core_id) WHERE (core_id IS NOT NULL);
CREATE INDEX card_person ON public.card USING btree (person, place);
CREATE INDEX challenge_code_sent ON public.challenge_code USING btree (person, sent);
CREATE INDEX core_feed_waiting ON public.core_feed USING btree (sequence, signed) WHERE (acknowledged IS NULL);
CREATE UNIQUE INDEX customer_external_id ON public.customer USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX customer_person ON public.customer USING btree (person) WHERE (person IS NOT NULL);
CREATE INDEX deal_announced ON public.deal USING btree (announced, id);
CREATE INDEX deal_current ON public.deal USING btree (end_date) WHERE (ended_on IS NULL);
CREATE INDEX deal_end ON public.deal USING btree (end_date, id);
CREATE UNIQUE INDEX deal_key ON public.deal USING btree (author, idempotency_key);
CREATE INDEX deal_mark_deal ON public.deal_mark USING btree (deal);
CREATE INDEX deal_place ON public.deal USING btree (place, id);
CREATE INDEX deal_round_open ON public.deal_round USING btree (begun) WHERE (ended IS NULL);
CREATE INDEX definition_activation_active ON public.definition_activation USING btree (number) WHERE (activated IS NOT NULL);
CREATE UNIQUE INDEX definition_activation_open ON public.definition_activation USING btree (((activated IS NULL))) WHERE ((activated IS NULL) AND (ended IS NULL));
CREATE INDEX delivery_due ON public.delivery USING btree (service, due) WHERE (due IS NOT NULL);
CREATE INDEX delivery_open ON public.delivery USING btree (service, effect, signed) WHERE (status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'unknown'::text]));
CREATE INDEX delivery_queue ON public.delivery USING btree (queue, signed, submission) WHERE ((queue IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'unknown'::text])));
CREATE INDEX delivery_recheck ON public.delivery USING btree (recheck) WHERE (recheck IS NOT NULL);
CREATE INDEX draft_changed ON public.draft USING btree (changed);
CREATE INDEX draft_copy_kept ON public.draft_copy USING btree (kept);
CREATE INDEX enrolment_expires ON public.enrolment USING btree (expires);
CREATE INDEX enrolment_person ON public.enrolment USING btree (person);
CREATE INDEX hold_open ON public.hold USING btree (account, amount) WHERE (released IS NULL);
CREATE INDEX invitation_expires ON public.invitation USING btree (expires);
CREATE INDEX known_login_at ON public.known_login USING btree (at);
CREATE INDEX known_login_person ON public.known_login USING btree (person, at);
CREATE INDEX ledger_credit ON public.ledger USING btree (credit, id) WHERE (credit_balance IS NOT NULL);
CREATE INDEX ledger_debit ON public.ledger USING btree (debit, id) WHERE (debit_balance IS NOT NULL);
CREATE INDEX login_failure_forgotten ON public.login_failure USING btree (forgotten);
CREATE UNIQUE INDEX message_deal ON public.message USING btree (deal, person) WHERE (deal IS NOT NULL);
CREATE INDEX message_due ON public.message USING btree (kind, due);
CREATE INDEX message_person ON public.message USING btree (person);
CREATE UNIQUE INDEX operation_version_in_service ON public.operation_version USING btree (operation) WHERE (replaced IS NULL);
CREATE INDEX person_blocked ON public.person USING btree (login) WHERE (blocked IS NOT NULL);
CREATE INDEX person_erased ON public.person USING btree (erased) WHERE ((erased IS NOT NULL) AND (forgotten IS NULL));
CREATE UNIQUE INDEX person_external_id ON public.person USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX provider_account ON public.provider USING btree (payee_account, payee_bic);
CREATE INDEX provider_search ON public.provider USING btree (search, id);
CREATE INDEX push_period_ended ON public.push_period USING btree (ended) WHERE (ended IS NOT NULL);
CREATE UNIQUE INDEX push_period_open ON public.push_period USING btree (person) WHERE (ended IS NULL);
CREATE UNIQUE INDEX security_matrix_in_use ON public.security_matrix USING btree (person) WHERE (retired IS NULL);
CREATE INDEX security_matrix_person ON public.security_matrix USING btree (person);
CREATE INDEX session_expires ON public.session USING btree (expires);
CREATE INDEX session_person ON public.session USING btree (person, expires);
CREATE INDEX submission_awaiting ON public.submission USING btree (person, expires, operation, version) WHERE (status = 'awaitingSignature'::text);
CREATE INDEX submission_kept_until ON public.submission USING btree (((changed + (keep_days * '86400000000'::bigint)))) WHERE ((keep_days IS NOT NULL) AND ("values" <> '{}'::text));
CREATE INDEX submission_person ON public.submission USING btree (person, id);
CREATE INDEX submission_person_refused ON public.submission USING btree (person, status, id) WHERE (status = ANY (ARRAY['rejected'::text, 'cancelled'::text]));
CREATE INDEX submission_person_signed ON public.submission USING btree (person) WHERE (status = 'signed'::text);
CREATE INDEX submission_signed ON public.submission USING btree (operation, version) WHERE (status = 'signed'::text);
CREATE INDEX submission_unsigned ON public.submission USING btree (changed) WHERE ((signed IS NULL) AND (status <> 'awaitingSignature'::text) AND ("values" <> '{}'::text));
CREATE INDEX submission_without_rule ON public.submission USING btree (operation) WHERE ((keep_years IS NULL) AND (keep_days IS NULL) AND ("values" <> '{}'::text));
CREATE INDEX template_person ON public.template USING btree (person, id);
CREATE TRIGGER account_access_is_not_deleted BEFORE DELETE ON public.account_access FOR EACH ROW EXECUTE FUNCTION public.refuse('an access is ended, not deleted');
CREATE TRIGGER account_closes_empty BEFORE UPDATE OF closed ON public.account FOR EACH ROW WHEN (((old.closed IS NULL) AND (new.closed IS NOT NULL) AND (old.kind = 'customer'::text) AND ((old.balance <> 0) OR (old.held <> 0)))) EXECUTE FUNCTION public.refuse('an account closes with nothing on it');
CREATE TRIGGER account_follows_holds BEFORE UPDATE OF held ON public.account FOR EACH ROW EXECUTE FUNCTION public.account_follows_holds();
CREATE TRIGGER account_follows_ledger BEFORE UPDATE OF number, kind, currency, balance, received, posted ON public.account FOR EACH ROW EXECUTE FUNCTION public.account_follows_ledger();
CREATE TRIGGER account_holds_nothing_at_first BEFORE INSERT ON public.account FOR EACH ROW WHEN ((new.held <> 0)) EXECUTE FUNCTION public.refuse('an account opens with nothing on it');
CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION public.refuse('an account is disabled, not deleted');
CREATE TRIGGER account_opens_empty BEFORE INSERT ON public.account FOR EACH ROW WHEN (((new.balance <> 0) OR (new.received <> 0) OR (new.posted <> 0))) EXECUTE FUNCTION public.refuse('an account opens with nothing on it');
CREATE TRIGGER account_stays_closed BEFORE UPDATE OF closed, disabled ON public.account FOR EACH ROW WHEN (((old.closed IS NOT NULL) AND ((new.closed IS DISTINCT FROM old.closed) OR (new.disabled <> old.disabled)))) EXECUTE FUNCTION public.refuse('a closed account stays closed');
CREATE TRIGGER audit_record_follows BEFORE INSERT ON public.audit_record FOR EACH ROW EXECUTE FUNCTION public.audit_record_follows();
CREATE TRIGGER audit_record_is_not_changed BEFORE UPDATE ON public.audit_record FOR EACH ROW EXECUTE FUNCTION public.refuse('the audit is only added to');
CREATE TRIGGER audit_record_is_not_deleted BEFORE DELETE ON public.audit_record FOR EACH ROW EXECUTE FUNCTION public.refuse('the audit is only added to');
CREATE TRIGGER card_begins AFTER INSERT ON public.card FOR EACH ROW EXECUTE FUNCTION public.card_begins();
CREATE TRIGGER card_goes_on AFTER UPDATE OF status ON public.card FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION public.card_goes_on();
CREATE TRIGGER card_keeps_its_holder BEFORE UPDATE OF id, person, first_digits, last_digits, issued ON public.card FOR EACH ROW EXECUTE FUNCTION public.refuse('a card keeps its number and its holder');
CREATE TRIGGER card_status_is_not_changed BEFORE UPDATE ON public.card_status FOR EACH ROW EXECUTE FUNCTION public.refuse('history is only added to');
CREATE TRIGGER chain_head_follows BEFORE INSERT OR DELETE OR UPDATE ON public.chain_head FOR EACH ROW EXECUTE FUNCTION public.chain_head_follows();
CREATE TRIGGER command_run_is_not_changed BEFORE UPDATE ON public.command_run FOR EACH ROW EXECUTE FUNCTION public.refuse('the audit is only added to');
CREATE TRIGGER command_run_is_not_deleted BEFORE DELETE ON public.command_run FOR EACH ROW EXECUTE FUNCTION public.refuse('the audit is only added to');
CREATE TRIGGER core_feed_has_no_gaps BEFORE INSERT ON public.core_feed FOR EACH ROW EXECUTE FUNCTION public.core_feed_has_no_gaps();
CREATE TRIGGER core_feed_is_acknowledged_once BEFORE UPDATE ON public.core_feed FOR EACH ROW WHEN (((old.acknowledged IS NOT NULL) OR (new.acknowledged IS NULL) OR (new.sequence <> old.sequence) OR (new.submission <> old.submission) OR (new.digest <> old.digest) OR (new.signed <> old.signed))) EXECUTE FUNCTION public.refuse('what the core was handed is acknowledged once');
CREATE TRIGGER core_feed_is_not_deleted BEFORE DELETE ON public.core_feed FOR EACH ROW EXECUTE FUNCTION public.refuse('the feed is only added to');
CREATE TRIGGER customer_is_not_deleted BEFORE DELETE ON public.customer FOR EACH ROW EXECUTE FUNCTION public.refuse('a customer is closed, not deleted');
CREATE TRIGGER deal_is_not_deleted BEFORE DELETE ON public.deal FOR EACH ROW WHEN ((old.author IS NOT NULL)) EXECUTE FUNCTION public.refuse('a deal is ended, not deleted');
CREATE TRIGGER deal_stays_ended BEFORE UPDATE ON public.deal FOR EACH ROW WHEN ((old.ended_on IS NOT NULL)) EXECUTE FUNCTION public.refuse('a deal that was ended stays as it is');
CREATE TRIGGER definition_activation_goes_forward BEFORE UPDATE ON public.definition_activation FOR EACH ROW EXECUTE FUNCTION public.definition_activation_goes_forward();
CREATE TRIGGER definition_activation_is_not_deleted BEFORE DELETE ON public.definition_activation FOR EACH ROW EXECUTE FUNCTION public.refuse('history is only added to');
CREATE TRIGGER definition_activation_is_proposed BEFORE INSERT ON public.definition_activation FOR EACH ROW WHEN (((new.activated IS NOT NULL) OR (new.ended IS NOT NULL))) EXECUTE FUNCTION public.refuse('a set is proposed before it is activated');
CREATE TRIGGER definition_entry_is_not_changed BEFORE UPDATE ON public.definition_entry FOR EACH ROW EXECUTE FUNCTION public.refuse('a set of definitions is not changed');
CREATE TRIGGER definition_file_is_not_changed BEFORE UPDATE ON public.definition_file FOR EACH ROW EXECUTE FUNCTION public.refuse('a set of definitions is not changed');
CREATE TRIGGER definition_set_is_not_changed BEFORE UPDATE ON public.definition_set FOR EACH ROW EXECUTE FUNCTION public.refuse('a set of definitions is not changed');
CREATE TRIGGER delivery_begins_prepared BEFORE INSERT ON public.delivery FOR EACH ROW WHEN ((new.status <> 'prepared'::text)) EXECUTE FUNCTION public.refuse('a delivery begins with its submission');
CREATE TRIGGER delivery_goes_forward BEFORE UPDATE OF status ON public.delivery FOR EACH ROW WHEN (((new.status <> old.status) AND (NOT (((old.status = 'prepared'::text) AND (new.status = 'waiting'::text)) OR ((old.status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'unknown'::text])) AND (new.status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'unknown'::text, 'executed'::text, 'rejected'::text]))))))) EXECUTE FUNCTION public.refuse('a delivery goes only forward');
CREATE TRIGGER delivery_is_forgotten AFTER UPDATE OF "values" ON public.submission FOR EACH ROW WHEN ((new."values" = '{}'::text)) EXECUTE FUNCTION public.delivery_is_forgotten();
CREATE TRIGGER delivery_is_not_deleted BEFORE DELETE ON public.delivery FOR EACH ROW EXECUTE FUNCTION public.refuse('a delivery is not deleted');
CREATE TRIGGER delivery_is_of_something_signed BEFORE UPDATE OF status ON public.delivery FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION public.delivery_is_of_something_signed();
CREATE TRIGGER delivery_keeps_its_content BEFORE UPDATE OF submission, service, effect, request, answers, answers_digest, debit, credit, amount, currency, purpose, queue, signed, kept, ended ON public.delivery FOR EACH ROW WHEN (((new.submission <> old.submission) OR (new.service <> old.service) OR (new.effect <> old.effect) OR ((new.request IS NOT NULL) AND (new.request IS DISTINCT FROM old.request)) OR ((new.answers IS NOT NULL) AND (new.answers IS DISTINCT FROM old.answers)) OR (new.answers_digest <> old.answers_digest) OR (new.debit IS DISTINCT FROM old.debit) OR (new.credit IS DISTINCT FROM old.credit) OR (new.amount IS DISTINCT FROM old.amount) OR (new.currency IS DISTINCT FROM old.currency) OR (new.purpose IS DISTINCT FROM old.purpose) OR (new.queue IS DISTINCT FROM old.queue) OR ((old.signed IS NOT NULL) AND (new.signed IS DISTINCT FROM old.signed)) OR ((old.ended IS NOT NULL) AND ((new.ended IS DISTINCT FROM old.ended) OR ((new.kept IS NOT NULL) AND (new.kept IS DISTINCT FROM old.kept)))))) EXECUTE FUNCTION public.refuse('a delivery keeps its content');
CREATE TRIGGER hold_gives_back AFTER UPDATE ON public.hold FOR EACH ROW EXECUTE FUNCTION public.hold_gives_back();
CREATE TRIGGER hold_is_not_deleted BEFORE DELETE ON public.hold FOR EACH ROW EXECUTE FUNCTION public.refuse('a hold is released, not deleted');
CREATE TRIGGER hold_is_placed_when_signed BEFORE INSERT ON public.hold FOR EACH ROW EXECUTE FUNCTION public.hold_is_placed_when_signed();
CREATE TRIGGER hold_is_released_once BEFORE UPDATE ON public.hold FOR EACH ROW WHEN (((old.released IS NOT NULL) OR (new.released IS NULL) OR (new.submission <> old.submission) OR (new.account <> old.account) OR (new.amount <> old.amount) OR (new.currency <> old.currency) OR (new.placed <> old.placed))) EXECUTE FUNCTION public.refuse('a hold is released once and keeps its content');
CREATE TRIGGER hold_takes AFTER INSERT ON public.hold FOR EACH ROW EXECUTE FUNCTION public.hold_takes();
CREATE TRIGGER incoming_is_not_changed BEFORE UPDATE ON public.incoming FOR EACH ROW EXECUTE FUNCTION public.refuse('history is only added to');
CREATE TRIGGER incoming_is_not_deleted BEFORE DELETE ON public.incoming FOR EACH ROW EXECUTE FUNCTION public.refuse('history is only added to');
CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON public.ledger FOR EACH ROW EXECUTE FUNCTION public.refuse('the ledger is only added to');
CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON public.ledger FOR EACH ROW EXECUTE FUNCTION public.refuse('the ledger is only added to');
CREATE TRIGGER ledger_is_written_in_order BEFORE INSERT ON public.ledger FOR EACH ROW EXECUTE FUNCTION public.ledger_is_written_in_order();
CREATE TRIGGER ledger_moves_balances AFTER INSERT ON public.ledger FOR EACH ROW EXECUTE FUNCTION public.ledger_moves_balances();
CREATE TRIGGER meter_counts_up BEFORE UPDATE OF reading, read_on ON public.meter FOR EACH ROW WHEN (((new.reading < old.reading) OR (new.read_on < old.read_on))) EXECUTE FUNCTION public.refuse('a meter counts up');
CREATE TRIGGER secret_key_is_not_deleted BEFORE DELETE ON public.secret_key FOR EACH ROW EXECUTE FUNCTION public.refuse('history is only added to');
CREATE TRIGGER secret_key_keeps_its_fingerprint BEFORE UPDATE OF id, fingerprint ON public.secret_key FOR EACH ROW EXECUTE FUNCTION public.refuse('a key keeps its fingerprint');
CREATE TRIGGER settings_begin_a_push_period AFTER INSERT ON public.settings FOR EACH ROW WHEN ((new.push_deals = 1)) EXECUTE FUNCTION public.settings_begin_a_push_period();
CREATE TRIGGER settings_end_a_push_period AFTER UPDATE OF push_deals ON public.settings FOR EACH ROW WHEN (((new.push_deals = 0) AND (old.push_deals = 1))) EXECUTE FUNCTION public.settings_end_a_push_period();
CREATE TRIGGER settings_go_on_with_a_push_period AFTER UPDATE OF push_deals ON public.settings FOR EACH ROW WHEN (((new.push_deals = 1) AND (old.push_deals = 0))) EXECUTE FUNCTION public.settings_begin_a_push_period();
CREATE TRIGGER submission_captions_are_forgotten BEFORE UPDATE OF "values" ON public.submission FOR EACH ROW WHEN (((new."values" = '{}'::text) AND (new.captions IS NOT NULL))) EXECUTE FUNCTION public.submission_captions_are_forgotten();
CREATE TRIGGER submission_captions_are_only_forgotten BEFORE UPDATE OF captions ON public.submission FOR EACH ROW WHEN (((new.captions IS NOT NULL) OR (new."values" <> '{}'::text))) EXECUTE FUNCTION public.refuse('a submission keeps its content');
CREATE TRIGGER submission_circumstances_are_forgotten BEFORE UPDATE OF "values" ON public.submission FOR EACH ROW WHEN (((new."values" = '{}'::text) AND (new.signed_with IS NOT NULL))) EXECUTE FUNCTION public.submission_circumstances_are_forgotten();
CREATE TRIGGER submission_circumstances_are_only_forgotten BEFORE UPDATE OF signed_with ON public.submission FOR EACH ROW WHEN ((((old.signed IS NOT NULL) OR (new.signed IS NULL)) AND ((new.signed_with IS NOT NULL) OR (new."values" <> '{}'::text)))) EXECUTE FUNCTION public.refuse('a submission keeps its content');
CREATE TRIGGER submission_derived_is_forgotten BEFORE UPDATE OF "values" ON public.submission FOR EACH ROW WHEN (((new."values" = '{}'::text) AND (new.derived IS NOT NULL))) EXECUTE FUNCTION public.submission_derived_is_forgotten();
CREATE TRIGGER submission_derived_is_only_forgotten BEFORE UPDATE OF derived ON public.submission FOR EACH ROW WHEN (((new.derived IS NOT NULL) OR (new."values" <> '{}'::text))) EXECUTE FUNCTION public.refuse('a submission keeps its content');
CREATE TRIGGER submission_goes_forward BEFORE UPDATE OF status, business_day, signed, changed ON public.submission FOR EACH ROW WHEN (((new.status <> old.status) OR (new.business_day IS DISTINCT FROM old.business_day) OR (new.signed IS DISTINCT FROM old.signed) OR (new.changed <> old.changed))) EXECUTE FUNCTION public.submission_goes_forward();
CREATE TRIGGER submission_keeps_its_basis BEFORE UPDATE OF basis ON public.submission FOR EACH ROW EXECUTE FUNCTION public.refuse('a submission keeps its basis');
CREATE TRIGGER submission_keeps_its_content BEFORE UPDATE OF id, person, operation, version, amount, currency, idempotency_key, body_digest, created, expires, method ON public.submission FOR EACH ROW EXECUTE FUNCTION public.refuse('a submission keeps its content');
CREATE TRIGGER submission_names_its_movement BEFORE UPDATE OF movement ON public.submission FOR EACH ROW WHEN ((new.movement IS DISTINCT FROM old.movement)) EXECUTE FUNCTION public.submission_names_its_movement();
CREATE TRIGGER submission_values_are_only_forgotten BEFORE UPDATE OF "values" ON public.submission FOR EACH ROW WHEN (((new."values" <> '{}'::text) OR (old.status = ANY (ARRAY['awaitingSignature'::text, 'signed'::text])))) EXECUTE FUNCTION public.refuse('a submission keeps its content');
CREATE TRIGGER submission_warnings_are_forgotten BEFORE UPDATE OF "values" ON public.submission FOR EACH ROW WHEN (((new."values" = '{}'::text) AND (new.warnings IS NOT NULL))) EXECUTE FUNCTION public.submission_warnings_are_forgotten();
CREATE TRIGGER submission_warnings_are_only_forgotten BEFORE UPDATE OF warnings ON public.submission FOR EACH ROW WHEN (((new.warnings IS NOT NULL) OR (new."values" <> '{}'::text))) EXECUTE FUNCTION public.refuse('a submission keeps its content');
ALTER TABLE ONLY public.account_access
    ADD CONSTRAINT account_access_account_fkey FOREIGN KEY (account) REFERENCES public.account(number);
ALTER TABLE ONLY public.account_access
    ADD CONSTRAINT account_access_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_customer_fkey FOREIGN KEY (customer) REFERENCES public.customer(id);
ALTER TABLE ONLY public.asked_cells
    ADD CONSTRAINT asked_cells_matrix_fkey FOREIGN KEY (matrix) REFERENCES public.security_matrix(id);
ALTER TABLE ONLY public.bank_restriction
    ADD CONSTRAINT bank_restriction_bic_fkey FOREIGN KEY (bic) REFERENCES public.bank(bic) ON DELETE CASCADE;
ALTER TABLE ONLY public.card
    ADD CONSTRAINT card_person_account_fkey FOREIGN KEY (person, account) REFERENCES public.account_access(person, account);
ALTER TABLE ONLY public.card_status
    ADD CONSTRAINT card_status_card_fkey FOREIGN KEY (card) REFERENCES public.card(id);
ALTER TABLE ONLY public.card_status
    ADD CONSTRAINT card_status_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.card
    ADD CONSTRAINT card_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.challenge_code
    ADD CONSTRAINT challenge_code_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.challenge_code
    ADD CONSTRAINT challenge_code_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.command_run
    ADD CONSTRAINT command_run_operator_fkey FOREIGN KEY (operator) REFERENCES public.person(id);
ALTER TABLE ONLY public.core_feed
    ADD CONSTRAINT core_feed_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.customer
    ADD CONSTRAINT customer_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.deal
    ADD CONSTRAINT deal_author_fkey FOREIGN KEY (author) REFERENCES public.person(id);
ALTER TABLE ONLY public.deal_mark
    ADD CONSTRAINT deal_mark_deal_fkey FOREIGN KEY (deal) REFERENCES public.deal(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deal_mark
    ADD CONSTRAINT deal_mark_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deal_page
    ADD CONSTRAINT deal_page_deal_fkey FOREIGN KEY (deal) REFERENCES public.deal(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deal_round
    ADD CONSTRAINT deal_round_deal_fkey FOREIGN KEY (deal) REFERENCES public.deal(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.definition_activation
    ADD CONSTRAINT definition_activation_definition_set_fkey FOREIGN KEY (definition_set) REFERENCES public.definition_set(hash);
ALTER TABLE ONLY public.definition_entry
    ADD CONSTRAINT definition_entry_definition_set_fkey FOREIGN KEY (definition_set) REFERENCES public.definition_set(hash);
ALTER TABLE ONLY public.definition_entry
    ADD CONSTRAINT definition_entry_file_fkey FOREIGN KEY (file) REFERENCES public.definition_file(hash);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.draft_copy
    ADD CONSTRAINT draft_copy_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_invitation_fkey FOREIGN KEY (invitation) REFERENCES public.invitation(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_account_currency_fkey FOREIGN KEY (account, currency) REFERENCES public.account(number, currency);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.incoming
    ADD CONSTRAINT incoming_movement_fkey FOREIGN KEY (movement) REFERENCES public.ledger(id);
ALTER TABLE ONLY public.internal_account
    ADD CONSTRAINT internal_account_account_currency_fkey FOREIGN KEY (account, currency) REFERENCES public.account(number, currency);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.known_login
    ADD CONSTRAINT known_login_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.matrix_use
    ADD CONSTRAINT matrix_use_matrix_cells_fkey FOREIGN KEY (matrix, cells) REFERENCES public.asked_cells(matrix, cells);
ALTER TABLE ONLY public.matrix_use
    ADD CONSTRAINT matrix_use_matrix_fkey FOREIGN KEY (matrix) REFERENCES public.security_matrix(id);
ALTER TABLE ONLY public.matrix_use
    ADD CONSTRAINT matrix_use_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.matrix_use
    ADD CONSTRAINT matrix_use_submission_fkey FOREIGN KEY (submission) REFERENCES public.submission(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_deal_fkey FOREIGN KEY (deal) REFERENCES public.deal(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.meter
    ADD CONSTRAINT meter_provider_fkey FOREIGN KEY (provider) REFERENCES public.provider(id);
ALTER TABLE ONLY public.person_limit
    ADD CONSTRAINT person_limit_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.provider_field
    ADD CONSTRAINT provider_field_provider_fkey FOREIGN KEY (provider) REFERENCES public.provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.push_period
    ADD CONSTRAINT push_period_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.security_matrix
    ADD CONSTRAINT security_matrix_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_provider_fkey FOREIGN KEY (provider) REFERENCES public.provider(id);
ALTER TABLE ONLY public.template
    ADD CONSTRAINT template_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
GRANT USAGE ON SCHEMA public TO valence_serve;
REVOKE ALL ON FUNCTION public.post_internal_entries() FROM PUBLIC;
GRANT ALL ON FUNCTION public.post_internal_entries() TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.account TO valence_serve;
GRANT UPDATE(disabled) ON TABLE public.account TO valence_serve;
GRANT UPDATE(customer) ON TABLE public.account TO valence_serve;
GRANT UPDATE(closed) ON TABLE public.account TO valence_serve;
GRANT UPDATE(reason) ON TABLE public.account TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.account_access TO valence_serve;
GRANT UPDATE(is_owner) ON TABLE public.account_access TO valence_serve;
GRANT UPDATE(caption) ON TABLE public.account_access TO valence_serve;
GRANT UPDATE(role) ON TABLE public.account_access TO valence_serve;
GRANT UPDATE(until) ON TABLE public.account_access TO valence_serve;
GRANT UPDATE(ended) ON TABLE public.account_access TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.asked_cells TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.audit_record TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.bank TO valence_serve;
GRANT UPDATE(name) ON TABLE public.bank TO valence_serve;
GRANT UPDATE(correspondent_account) ON TABLE public.bank TO valence_serve;
GRANT UPDATE(place) ON TABLE public.bank TO valence_serve;
GRANT UPDATE(type) ON TABLE public.bank TO valence_serve;
GRANT UPDATE(treasury_account) ON TABLE public.bank TO valence_serve;
GRANT UPDATE(swift) ON TABLE public.bank TO valence_serve;
GRANT UPDATE(date_out) ON TABLE public.bank TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.bank_restriction TO valence_serve;
GRANT SELECT,UPDATE ON TABLE public.batch_lock TO valence_serve;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.batch_mark TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.card TO valence_serve;
GRANT UPDATE(status) ON TABLE public.card TO valence_serve;
GRANT UPDATE(submission) ON TABLE public.card TO valence_serve;
GRANT UPDATE(changed) ON TABLE public.card TO valence_serve;
GRANT SELECT ON TABLE public.card_status TO valence_serve;
GRANT SELECT ON TABLE public.chain_head TO valence_serve;
GRANT UPDATE(chain) ON TABLE public.chain_head TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.challenge_code TO valence_serve;
GRANT UPDATE(mac) ON TABLE public.challenge_code TO valence_serve;
GRANT UPDATE(sent_to) ON TABLE public.challenge_code TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.command_run TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.core_feed TO valence_serve;
GRANT UPDATE(acknowledged) ON TABLE public.core_feed TO valence_serve;
GRANT UPDATE(outcome) ON TABLE public.core_feed TO valence_serve;
GRANT UPDATE(reason) ON TABLE public.core_feed TO valence_serve;
GRANT UPDATE(message) ON TABLE public.core_feed TO valence_serve;
GRANT UPDATE(message_en) ON TABLE public.core_feed TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.customer TO valence_serve;
GRANT UPDATE(external_id) ON TABLE public.customer TO valence_serve;
GRANT UPDATE(person) ON TABLE public.customer TO valence_serve;
GRANT UPDATE(name) ON TABLE public.customer TO valence_serve;
GRANT UPDATE(short_name) ON TABLE public.customer TO valence_serve;
GRANT UPDATE(tax_number) ON TABLE public.customer TO valence_serve;
GRANT UPDATE(registration_code) ON TABLE public.customer TO valence_serve;
GRANT UPDATE(closed) ON TABLE public.customer TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.deal TO valence_serve;
GRANT UPDATE(title_ru) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(title_en) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(subtitle_ru) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(subtitle_en) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(start_date) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(end_date) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(place) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(ended_on) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(announced) ON TABLE public.deal TO valence_serve;
GRANT UPDATE(changed) ON TABLE public.deal TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.deal_mark TO valence_serve;
GRANT UPDATE(seen) ON TABLE public.deal_mark TO valence_serve;
GRANT UPDATE(read) ON TABLE public.deal_mark TO valence_serve;
GRANT UPDATE(dismissed) ON TABLE public.deal_mark TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.deal_page TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.deal_round TO valence_serve;
GRANT UPDATE(last) ON TABLE public.deal_round TO valence_serve;
GRANT UPDATE(notices) ON TABLE public.deal_round TO valence_serve;
GRANT UPDATE(ended) ON TABLE public.deal_round TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.definition_activation TO valence_serve;
GRANT UPDATE(expires) ON TABLE public.definition_activation TO valence_serve;
GRANT UPDATE(activated) ON TABLE public.definition_activation TO valence_serve;
GRANT UPDATE(ended) ON TABLE public.definition_activation TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.definition_entry TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.definition_file TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.definition_set TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(status) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(signed) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(due) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(attempts) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(fault) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(kept) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(contrary) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(ended) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(held_until) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(sent) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(missed) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(recheck) ON TABLE public.delivery TO valence_serve;
GRANT UPDATE(recheck_until) ON TABLE public.delivery TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.directory_import TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.disabled_operation TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.draft TO valence_serve;
GRANT UPDATE(version) ON TABLE public.draft TO valence_serve;
GRANT UPDATE("values") ON TABLE public.draft TO valence_serve;
GRANT UPDATE(changed) ON TABLE public.draft TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.draft_copy TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.enrolment TO valence_serve;
GRANT UPDATE(token_digest) ON TABLE public.enrolment TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.ledger TO valence_serve;
GRANT SELECT ON TABLE public.entry TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.hold TO valence_serve;
GRANT UPDATE(released) ON TABLE public.hold TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.incoming TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.internal_account TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.invitation TO valence_serve;
GRANT UPDATE(wrong) ON TABLE public.invitation TO valence_serve;
GRANT UPDATE(begun) ON TABLE public.invitation TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.key_holder TO valence_serve;
GRANT UPDATE(seen) ON TABLE public.key_holder TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.known_login TO valence_serve;
GRANT UPDATE(person) ON TABLE public.known_login TO valence_serve;
GRANT UPDATE(at) ON TABLE public.known_login TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.lease TO valence_serve;
GRANT UPDATE(holder) ON TABLE public.lease TO valence_serve;
GRANT UPDATE(until) ON TABLE public.lease TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.login_failure TO valence_serve;
GRANT UPDATE(level) ON TABLE public.login_failure TO valence_serve;
GRANT UPDATE(at) ON TABLE public.login_failure TO valence_serve;
GRANT UPDATE(until) ON TABLE public.login_failure TO valence_serve;
GRANT UPDATE(forgotten) ON TABLE public.login_failure TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.matrix_use TO valence_serve;
GRANT UPDATE(matrix) ON TABLE public.matrix_use TO valence_serve;
GRANT UPDATE(uses) ON TABLE public.matrix_use TO valence_serve;
GRANT UPDATE(cells) ON TABLE public.matrix_use TO valence_serve;
GRANT UPDATE(submission) ON TABLE public.matrix_use TO valence_serve;
GRANT UPDATE(challenge) ON TABLE public.matrix_use TO valence_serve;
GRANT UPDATE(refused) ON TABLE public.matrix_use TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.message TO valence_serve;
GRANT UPDATE(attempts) ON TABLE public.message TO valence_serve;
GRANT UPDATE(due) ON TABLE public.message TO valence_serve;
GRANT UPDATE(holder) ON TABLE public.message TO valence_serve;
GRANT UPDATE(held_until) ON TABLE public.message TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.meter TO valence_serve;
GRANT UPDATE(reading) ON TABLE public.meter TO valence_serve;
GRANT UPDATE(read_on) ON TABLE public.meter TO valence_serve;
GRANT UPDATE(used) ON TABLE public.meter TO valence_serve;
GRANT UPDATE(disabled) ON TABLE public.meter TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.operation_version TO valence_serve;
GRANT UPDATE(source) ON TABLE public.operation_version TO valence_serve;
GRANT UPDATE(served) ON TABLE public.operation_version TO valence_serve;
GRANT UPDATE(replaced) ON TABLE public.operation_version TO valence_serve;
GRANT UPDATE(expires) ON TABLE public.operation_version TO valence_serve;
GRANT UPDATE(revoked) ON TABLE public.operation_version TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.person TO valence_serve;
GRANT UPDATE(login) ON TABLE public.person TO valence_serve;
GRANT UPDATE(name) ON TABLE public.person TO valence_serve;
GRANT UPDATE(phone) ON TABLE public.person TO valence_serve;
GRANT UPDATE(bonuses) ON TABLE public.person TO valence_serve;
GRANT UPDATE(password) ON TABLE public.person TO valence_serve;
GRANT UPDATE(wrong_answers) ON TABLE public.person TO valence_serve;
GRANT UPDATE(signing_locked) ON TABLE public.person TO valence_serve;
GRANT UPDATE(code_phone) ON TABLE public.person TO valence_serve;
GRANT UPDATE(erased) ON TABLE public.person TO valence_serve;
GRANT UPDATE(forgotten) ON TABLE public.person TO valence_serve;
GRANT UPDATE(external_id) ON TABLE public.person TO valence_serve;
GRANT UPDATE(enrolled) ON TABLE public.person TO valence_serve;
GRANT UPDATE(blocked) ON TABLE public.person TO valence_serve;
GRANT UPDATE(blocked_reason) ON TABLE public.person TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.person_limit TO valence_serve;
GRANT UPDATE(amount) ON TABLE public.person_limit TO valence_serve;
GRANT UPDATE(set_at) ON TABLE public.person_limit TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.provider TO valence_serve;
GRANT UPDATE(disabled) ON TABLE public.provider TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.provider_field TO valence_serve;
GRANT SELECT,DELETE ON TABLE public.push_period TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.secret_key TO valence_serve;
GRANT UPDATE(activated) ON TABLE public.secret_key TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.security_matrix TO valence_serve;
GRANT UPDATE(retired) ON TABLE public.security_matrix TO valence_serve;
GRANT UPDATE(key_id) ON TABLE public.security_matrix TO valence_serve;
GRANT UPDATE(macs) ON TABLE public.security_matrix TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.server TO valence_serve;
GRANT UPDATE(name) ON TABLE public.server TO valence_serve;
GRANT UPDATE(seen) ON TABLE public.server TO valence_serve;
GRANT UPDATE(serving) ON TABLE public.server TO valence_serve;
GRANT UPDATE(judged) ON TABLE public.server TO valence_serve;
GRANT UPDATE(fault) ON TABLE public.server TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.session TO valence_serve;
GRANT UPDATE(seen) ON TABLE public.session TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.settings TO valence_serve;
GRANT UPDATE(push_deals) ON TABLE public.settings TO valence_serve;
GRANT UPDATE(language) ON TABLE public.settings TO valence_serve;
GRANT UPDATE(changed) ON TABLE public.settings TO valence_serve;
GRANT SELECT,INSERT ON TABLE public.submission TO valence_serve;
GRANT UPDATE("values") ON TABLE public.submission TO valence_serve;
GRANT UPDATE(status) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(reason) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(attempts_left) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(signed) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(changed) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(business_day) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(message) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(message_en) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(keep_years) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(keep_days) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(challenges) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(challenge) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(challenge_session) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(challenge_digest) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(challenge_created) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(challenge_expires) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(movement) ON TABLE public.submission TO valence_serve;
GRANT UPDATE(signed_with) ON TABLE public.submission TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.subscription TO valence_serve;
GRANT UPDATE(caption) ON TABLE public.subscription TO valence_serve;
GRANT SELECT,INSERT,DELETE ON TABLE public.template TO valence_serve;
GRANT UPDATE(title) ON TABLE public.template TO valence_serve;
