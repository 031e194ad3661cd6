-- The whole database, aggregate by aggregate: tables with their constraints, indexes, and the rules that triggers keep.
-- Then what spans aggregates: figures, and how tables are stored and vacuumed. prisma/schema.prisma says what columns mean;
-- prisma/roles.ts grants the application its rights after each migration.
--
-- Most lists are read through partial indexes: what is under way is little, what has ended grows for ever.

-- ================================================================ Accounts

-- Mailbox behind an address as it is stored (base/email-address.ts says the same, a test compares): one person has as
-- many addresses as they like, by tags and, at some providers, by dots. What is scarce is counted by mailboxes.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com')
         THEN pg_catalog.replace(name, '.', '') || '@gmail.com' ELSE name || '@' || domain END
  FROM (SELECT pg_catalog.split_part(pg_catalog.regexp_replace(email, '@[^@]*$', ''), '+', 1) AS name,
               pg_catalog.regexp_replace(email, '^.*@', '') AS domain) AS parts
$$;

CREATE TABLE accounts (
  id text NOT NULL,
  email text NOT NULL,
  plan text NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  monthly_budget_cents integer,
  password_hash text,
  suspended_from text,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_status_check CHECK (
    status IN ('pending', 'active', 'suspended', 'erased') AND (status = 'suspended') = (suspended_from IS NOT NULL)
    AND (suspended_from IS NULL OR suspended_from IN ('pending', 'active'))),
  CONSTRAINT accounts_monthly_budget_check CHECK (monthly_budget_cents >= 0)
);
CREATE UNIQUE INDEX accounts_email_key ON accounts (email);
CREATE INDEX accounts_mailbox_idx ON accounts (mailbox_of(email));

-- An erasure is for good.
CREATE FUNCTION refuse_change_of_erased_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % is erased and stays so', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER accounts_erased_is_final BEFORE UPDATE OF status, email ON accounts FOR EACH ROW
  WHEN (OLD.status = 'erased' AND (NEW.status <> OLD.status OR NEW.email <> OLD.email))
  EXECUTE FUNCTION refuse_change_of_erased_account();

CREATE TABLE api_keys (
  id text NOT NULL,
  account_id text NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  mode text NOT NULL,
  plan text NOT NULL,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  replaced_by text,
  last_used_at timestamptz(3),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE INDEX api_keys_account_id_idx ON api_keys (account_id);

CREATE TABLE account_links (
  id text NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  return_path text,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  account_id text,
  token_hash bytea,
  token_key_id text,
  issued_at timestamptz(3),
  expires_at timestamptz(3),
  used_at timestamptz(3),
  CONSTRAINT account_links_pkey PRIMARY KEY (id),
  CONSTRAINT account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT account_links_issued_check CHECK (
    (token_hash IS NULL) = (expires_at IS NULL) AND (token_hash IS NULL OR account_id IS NOT NULL))
);
CREATE UNIQUE INDEX account_links_token_hash_key ON account_links (token_hash);
CREATE INDEX account_links_email_purpose_issued_at_idx ON account_links (email, purpose, issued_at);
CREATE INDEX account_links_mailbox_idx ON account_links (mailbox_of(email), issued_at);
CREATE INDEX account_links_account_id_idx ON account_links (account_id);
CREATE INDEX account_links_requested_at_idx ON account_links (requested_at);

CREATE TABLE account_sessions (
  hash bytea NOT NULL,
  id text NOT NULL,
  account_id text NOT NULL,
  browser text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  proved_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT account_sessions_pkey PRIMARY KEY (hash),
  CONSTRAINT account_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX account_sessions_id_key ON account_sessions (id);
CREATE INDEX account_sessions_account_id_idx ON account_sessions (account_id);

CREATE TABLE passkeys (
  id text NOT NULL,
  account_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] DEFAULT ARRAY[]::text[],
  synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_account_id_idx ON passkeys (account_id);

-- What the next signature of a passkey has to sign.
CREATE TABLE passkey_challenges (
  hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'step_up', 'add')),
  session_id text CHECK ((session_id IS NULL) = (purpose = 'sign_in')),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (hash),
  -- A session that ends takes its challenges along.
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES account_sessions (id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX passkey_challenges_session_id_idx ON passkey_challenges (session_id);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

CREATE TABLE account_devices (
  id text NOT NULL,
  account_id text NOT NULL,
  hash bytea NOT NULL,
  browser text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  forgotten_at timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  counted_since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT account_devices_pkey PRIMARY KEY (id),
  CONSTRAINT account_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX account_devices_hash_account_id_key ON account_devices (hash, account_id);
CREATE INDEX account_devices_account_id_idx ON account_devices (account_id);

CREATE TABLE password_attempts (
  email text NOT NULL,
  failures integer NOT NULL,
  tried_at timestamptz(3) NOT NULL,
  counted_since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT password_attempts_pkey PRIMARY KEY (email)
);

-- A finished erasure remembers no address.
CREATE TABLE erasures (
  account_id text NOT NULL,
  email text,
  session_ids text[] DEFAULT ARRAY[]::text[],
  sessions_deleted integer NOT NULL DEFAULT 0,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  completed_at timestamptz(3),
  CONSTRAINT erasures_pkey PRIMARY KEY (account_id),
  CONSTRAINT erasures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT erasures_completed_check CHECK (completed_at IS NULL OR email IS NULL)
);

-- ================================================================ Credits and runs

CREATE TABLE entitlements (
  id text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  source text NOT NULL,
  source_id text,
  order_id text,
  run_id text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  consumed_at timestamptz(3),
  frozen_at timestamptz(3),
  CONSTRAINT entitlements_pkey PRIMARY KEY (id),
  CONSTRAINT entitlements_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT entitlements_status_check CHECK (status IN ('unused', 'consumed', 'revoked'))
);
CREATE UNIQUE INDEX entitlements_source_key ON entitlements (source, source_id, kind);
CREATE INDEX entitlements_account_id_kind_mode_status_id_idx ON entitlements (account_id, kind, mode, status, id);
CREATE INDEX entitlements_order_id_idx ON entitlements (order_id);
-- Frozen credits are few; counting them reads no others.
CREATE INDEX entitlements_frozen_idx ON entitlements (account_id, mode, kind) WHERE frozen_at IS NOT NULL;

CREATE TABLE runs (
  id text NOT NULL,
  account_id text NOT NULL,
  api_key_id text,
  kind text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  stage text NOT NULL,
  input jsonb NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  entitlement_id text NOT NULL,
  entitlement_restored boolean NOT NULL DEFAULT false,
  progress_done integer NOT NULL DEFAULT 0,
  progress_total integer NOT NULL,
  provider text,
  agent_id text,
  agent_version text,
  model text,
  session_id text,
  workflow_id text NOT NULL,
  cost_micros integer,
  session_cost_micros integer,
  reserved_cents integer NOT NULL,
  failure_code text,
  findings_version text,
  evidence_cited integer,
  evidence_verified integer,
  cancel_requested_from text,
  stopped_by_operator boolean NOT NULL DEFAULT false,
  retry_of text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  queue_expires_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  deadline_at timestamptz(3),
  completed_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- A run that ended keeps what is left of its reservation until the costs of all its sessions are known.
  costs_open boolean NOT NULL DEFAULT false,
  -- The second reader's part of the cost, which outlives its judgements; null where nothing was read.
  claim_check_micros integer,
  claims_supported integer,
  claims_partly integer,
  claims_unsupported integer,
  -- Number of the last entry of its timeline: the lock of this row orders them as they are committed, so that who has seen
  -- an entry has missed none before it. Not part of its version: an entry changes nothing of a run's status.
  timeline_last integer NOT NULL DEFAULT 0,
  -- A run that its owner took back soon after its start gives its credit back, whatever it had begun.
  undone boolean NOT NULL DEFAULT false,
  -- Edition of the rules of findings that the prompt of its session has, by which its submissions are judged.
  rules_edition integer NOT NULL DEFAULT 1,
  -- A run beyond the daily ceiling of returned credits waits until an operator releases it.
  review boolean NOT NULL DEFAULT false,
  CONSTRAINT runs_pkey PRIMARY KEY (id),
  CONSTRAINT runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT runs_status_check CHECK (
    status IN ('queued', 'running', 'canceling', 'completed', 'failed', 'canceled', 'expired')),
  -- A run of the sandbox reserves nothing and costs nothing, whoever writes its row; every live run has a reservation.
  CONSTRAINT runs_reserved_check CHECK (
    reserved_cents > 0 OR (reserved_cents = 0 AND mode = 'test' AND COALESCE(cost_micros, 0) = 0)),
  CONSTRAINT runs_evidence_counts CHECK (
    evidence_verified BETWEEN 0 AND evidence_cited AND (evidence_cited IS NULL) = (evidence_verified IS NULL))
);
CREATE INDEX runs_account_id_mode_id_idx ON runs (account_id, mode, id DESC);
CREATE INDEX runs_account_id_mode_kind_status_id_idx ON runs (account_id, mode, kind, status, id DESC);
CREATE INDEX runs_account_id_mode_api_key_id_created_at_idx ON runs (account_id, mode, api_key_id, created_at);
CREATE INDEX runs_status_id_idx ON runs (status, id DESC);
CREATE INDEX runs_unfinished_idx ON runs (created_at) WHERE status IN ('queued', 'running', 'canceling');
-- Overdue runs are found without reading those that are on time, however many wait.
CREATE INDEX runs_due_idx ON runs ((CASE WHEN started_at IS NULL THEN queue_expires_at ELSE deadline_at END))
  WHERE status IN ('queued', 'running', 'canceling');
-- The failure rate of the last hour.
CREATE INDEX runs_ended_idx ON runs (completed_at) WHERE completed_at IS NOT NULL;
-- Sessions whose cost is not known: those of work under way, and few of work that ended while the provider was down.
CREATE INDEX runs_open_sessions_idx ON runs (completed_at) WHERE session_id IS NOT NULL AND session_cost_micros IS NULL;
-- What the runs of one month cost is summed before a run of an account with a budget is accepted,
CREATE INDEX runs_cost_idx ON runs (account_id, mode, completed_at) WHERE cost_micros IS NOT NULL;
-- and what runs without a known cost have reserved; those that ended so keep their reservation for their month.
CREATE INDEX runs_reserved_idx ON runs (account_id, mode, completed_at) WHERE cost_micros IS NULL;
CREATE INDEX runs_costs_open_idx ON runs (account_id, mode, completed_at) WHERE costs_open;
-- Few a day of one account are undone, or give their credit back: both have a ceiling.
CREATE INDEX runs_undone_idx ON runs (account_id, mode, created_at) WHERE undone;
CREATE INDEX runs_returned_idx ON runs (account_id, mode, completed_at) WHERE entitlement_restored;
-- What is told of research (a typical time, figures) is of the live runs that completed last, however many of the sandbox
-- completed since.
CREATE INDEX runs_live_completed_idx ON runs (id DESC) WHERE status = 'completed' AND mode = 'live';
-- A run is repeated once, however often an operator gives the command.
CREATE UNIQUE INDEX runs_retry_of_key ON runs (retry_of) WHERE retry_of IS NOT NULL;

CREATE FUNCTION refuse_change_of_finished_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'run % is % and stays so', OLD.id, OLD.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER runs_finished_is_final BEFORE UPDATE OF status ON runs FOR EACH ROW
  WHEN (OLD.status IN ('completed', 'failed', 'canceled', 'expired') AND NEW.status <> OLD.status)
  EXECUTE FUNCTION refuse_change_of_finished_run();

-- Wakes callers that wait for a run to change (`Prefer: wait`).
CREATE FUNCTION tell_run_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('run_changed', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER runs_tell_changed AFTER UPDATE ON runs FOR EACH ROW
  WHEN (OLD.version <> NEW.version OR OLD.timeline_last <> NEW.timeline_last)
  EXECUTE FUNCTION tell_run_changed();

-- What happened in a run, in its order: counts, sites and titles, never findings. An entry is written by the transaction
-- that causes it; one that goes on, such as the pages a session has read, keeps its key and moves to the end.
CREATE TABLE run_timeline (
  run_id       text NOT NULL,
  key          text NOT NULL,
  entry        integer NOT NULL,
  kind         text NOT NULL,
  candidate_id text,
  detail       jsonb NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT run_timeline_pkey PRIMARY KEY (run_id, key),
  CONSTRAINT run_timeline_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT run_timeline_kind CHECK (kind IN ('stage', 'plan', 'reading', 'check', 'candidate'))
);
CREATE UNIQUE INDEX run_timeline_run_id_entry_key ON run_timeline (run_id, entry);
CREATE INDEX run_timeline_at_idx ON run_timeline (at);

CREATE TABLE run_labels (
  account_id text NOT NULL,
  mode text NOT NULL,
  label bytea NOT NULL,
  run_id text NOT NULL,
  CONSTRAINT run_labels_pkey PRIMARY KEY (account_id, mode, label, run_id),
  CONSTRAINT run_labels_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE candidates (
  run_id text NOT NULL,
  candidate_id text NOT NULL,
  place integer NOT NULL,
  title text NOT NULL,
  idea text NOT NULL,
  audience text,
  geography text,
  effort text NOT NULL,
  status text NOT NULL,
  reason text,
  agent_version text,
  model text,
  session_id text,
  cost_micros integer,
  submission bytea,
  findings bytea,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  settled_at timestamptz(3),
  rules_edition integer NOT NULL DEFAULT 1,
  CONSTRAINT candidates_pkey PRIMARY KEY (run_id, candidate_id),
  CONSTRAINT candidates_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Planned, or settled for good.
  CONSTRAINT candidates_status_check CHECK (
    (status = 'planned' AND settled_at IS NULL) OR
    (status = 'passed' AND settled_at IS NOT NULL AND reason IS NULL) OR
    (status = 'excluded' AND settled_at IS NOT NULL AND reason IS NOT NULL))
);
CREATE INDEX candidates_open_sessions_idx ON candidates (run_id) WHERE session_id IS NOT NULL AND cost_micros IS NULL;

-- A candidate passes with findings; once its search completes, whose findings repeat them, they are deleted here.
CREATE FUNCTION refuse_passing_without_findings() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'candidate % of % has no findings to pass with', NEW.candidate_id, NEW.run_id
    USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER candidates_pass_with_findings BEFORE INSERT OR UPDATE OF status ON candidates FOR EACH ROW
  WHEN (NEW.status = 'passed' AND NEW.findings IS NULL)
  EXECUTE FUNCTION refuse_passing_without_findings();

CREATE TABLE artifacts (
  run_id text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  encoding text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT artifacts_pkey PRIMARY KEY (run_id, name),
  CONSTRAINT artifacts_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT artifacts_encoding CHECK (encoding = 'br')
);

CREATE TABLE submission_flaws (
  run_id text NOT NULL,
  candidate_id text NOT NULL DEFAULT '',
  flaws jsonb NOT NULL,
  found_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT submission_flaws_pkey PRIMARY KEY (run_id, candidate_id),
  CONSTRAINT submission_flaws_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX submission_flaws_found_at_idx ON submission_flaws (found_at);

-- Kept one by one, so that a repeated step looks at open ones only.
CREATE TABLE evidence_checks (
  run_id text NOT NULL,
  candidate_id text NOT NULL DEFAULT '',
  quotation text NOT NULL,
  status text NOT NULL,
  content_sha256 text,
  -- The sentences that hold the quotation, the words around them, the page of a PDF, the page's title and date; empty
  -- where nothing of the page was read.
  kept jsonb NOT NULL DEFAULT '{}',
  checked_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT evidence_checks_pkey PRIMARY KEY (run_id, candidate_id, quotation),
  CONSTRAINT evidence_checks_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT evidence_checks_status CHECK (status IN ('verified', 'not_found', 'unreachable', 'not_text'))
);
CREATE INDEX evidence_checks_checked_at_idx ON evidence_checks (checked_at);

-- What an agent asked and opened, and what that says of the citations of its latest submission: hashes of those whose
-- page it never opened, and the passages that it saw of the others. Never whole pages.
CREATE TABLE research_trails (
  run_id text NOT NULL,
  candidate_id text NOT NULL DEFAULT '',
  log jsonb NOT NULL,
  unopened text[],
  seen jsonb NOT NULL,
  kept_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT research_trails_pkey PRIMARY KEY (run_id, candidate_id),
  CONSTRAINT research_trails_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX research_trails_kept_at_idx ON research_trails (kept_at);

-- What the second reader said of a claim, by a hash of claim and quotation: a claim that was judged is not paid for again.
CREATE TABLE claim_checks (
  run_id       text NOT NULL,
  candidate_id text NOT NULL DEFAULT '',
  claim        text NOT NULL,
  -- Null where it gave no judgement, and was paid all the same.
  support      text,
  cost_micros  int NOT NULL,
  checked_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT claim_checks_pkey PRIMARY KEY (run_id, candidate_id, claim),
  CONSTRAINT claim_checks_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT claim_checks_support CHECK (support IN ('supported', 'partly', 'unsupported'))
);
CREATE INDEX claim_checks_checked_at_idx ON claim_checks (checked_at);

-- What the service saw of the domains of names: a domain that was looked up is not asked for again.
CREATE TABLE name_checks (
  run_id       text NOT NULL,
  candidate_id text NOT NULL DEFAULT '',
  domain       text NOT NULL,
  registration jsonb NOT NULL,
  checked_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT name_checks_pkey PRIMARY KEY (run_id, candidate_id, domain),
  CONSTRAINT name_checks_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX name_checks_checked_at_idx ON name_checks (checked_at);

-- The run of each kind that visitors read as the sample, in place of the one that is shipped. It goes with its run.
CREATE TABLE samples (
  kind         text NOT NULL,
  run_id       text NOT NULL,
  published_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT samples_pkey PRIMARY KEY (kind),
  CONSTRAINT samples_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX samples_run_id_key ON samples (run_id);

-- ================================================================ Free scans, mail and support

CREATE TABLE free_scans (
  id text NOT NULL,
  email text NOT NULL,
  idea text NOT NULL,
  locale text,
  marketing_consent boolean NOT NULL,
  status text NOT NULL,
  token_hash bytea,
  token_key_id text,
  mailed_at timestamptz(3),
  confirmation_expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  failure_code text,
  agent_version text,
  model text,
  session_id text,
  cost_micros integer,
  submission bytea,
  findings bytea,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  rules_edition integer NOT NULL DEFAULT 1,
  CONSTRAINT free_scans_pkey PRIMARY KEY (id),
  CONSTRAINT free_scans_status_check CHECK (
    (status IN ('queued', 'awaiting_confirmation', 'expired') AND confirmed_at IS NULL) OR
    (status IN ('confirmed', 'running', 'completed', 'failed') AND confirmed_at IS NOT NULL))
);
CREATE UNIQUE INDEX free_scans_token_hash_key ON free_scans (token_hash);
CREATE INDEX free_scans_email_mailed_at_idx ON free_scans (email, mailed_at);
CREATE INDEX free_scans_mailbox_idx ON free_scans (mailbox_of(email), mailed_at);
CREATE INDEX free_scans_unconfirmed_idx ON free_scans (created_at) WHERE confirmed_at IS NULL;
-- Free scans that were begun within a day.
CREATE INDEX free_scans_confirmed_idx ON free_scans (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX free_scans_unfinished_idx ON free_scans (confirmed_at) WHERE status IN ('confirmed', 'running');
CREATE INDEX free_scans_open_sessions_idx ON free_scans (completed_at) WHERE session_id IS NOT NULL AND cost_micros IS NULL;

-- What waits for a workflow is a row that says so until it is over: a sweep finds those whose workflow is gone
-- (modules/operations/waiting.ts).
CREATE TABLE mails (
  mail text NOT NULL,
  id text NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  tried_at timestamptz(3),
  ended_at timestamptz(3),
  sent boolean NOT NULL DEFAULT false,
  CONSTRAINT mails_pkey PRIMARY KEY (mail, id)
);
CREATE INDEX mails_waiting_idx ON mails (requested_at) WHERE ended_at IS NULL;
-- Mails that ended are found by their age.
CREATE INDEX mails_ended_idx ON mails (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE consents (
  id text NOT NULL,
  kind text NOT NULL,
  email text NOT NULL,
  scan_id text NOT NULL,
  text_version text NOT NULL,
  source_hash bytea NOT NULL,
  token_key_id text NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  withdrawn_at timestamptz(3),
  CONSTRAINT consents_pkey PRIMARY KEY (id),
  CONSTRAINT consents_scan_id_fkey FOREIGN KEY (scan_id) REFERENCES free_scans ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX consents_scan_id_kind_key ON consents (scan_id, kind);
CREATE INDEX consents_email_kind_idx ON consents (email, kind);

CREATE TABLE suppressions (
  email text NOT NULL,
  scope text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT suppressions_pkey PRIMARY KEY (email, scope)
);

CREATE TABLE mail_events (
  id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT mail_events_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_events_received_at_idx ON mail_events (received_at);

CREATE TABLE support_requests (
  id text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  category text,
  related_id text,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT support_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX support_requests_email_created_at_idx ON support_requests (email, created_at);
CREATE INDEX support_requests_mailbox_idx ON support_requests (mailbox_of(email), created_at);

-- ================================================================ What is sold

CREATE TABLE products (
  id text NOT NULL,
  name text NOT NULL,
  price_amount integer NOT NULL,
  price_currency text NOT NULL,
  -- Price of three credits in one order, in the same currency.
  pack_price_amount integer NOT NULL,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  -- Pages say that three cost less: whoever lowers the price of one lowers that of the pack with it.
  CONSTRAINT products_pack_check CHECK (pack_price_amount < 3 * price_amount)
);
INSERT INTO products (id, name, price_amount, price_currency, pack_price_amount) VALUES
  ('idea_check', 'Idea Check', 4900, 'usd', 12900),
  ('custom_search', 'Custom Search', 19900, 'usd', 49900);

-- Reserved for one order until a moment, sold to one for good.
CREATE TABLE opportunities (
  id text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  niche text NOT NULL,
  audience text NOT NULL,
  geography text NOT NULL,
  language text NOT NULL,
  score integer NOT NULL,
  price_amount integer NOT NULL,
  price_currency text NOT NULL,
  contributor_account_id text,
  findings bytea NOT NULL,
  reserved_by text,
  reserved_until timestamptz(3),
  sold_to text,
  published_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Kept beside the teaser, so that a page of the catalogue reads no findings: the scores of the seven dimensions, in the
  -- order of modules/findings/contract/findings.ts; how many readers there could be, more than an integer holds; and when
  -- the likely case breaks even, 0 where it does not within the twelve months.
  dimension_scores integer[] DEFAULT ARRAY[]::integer[],
  audience_people double precision,
  break_even_month integer,
  CONSTRAINT opportunities_pkey PRIMARY KEY (id),
  CONSTRAINT opportunities_status_check CHECK (
    status IN ('draft', 'in_review', 'available', 'reserved', 'sold', 'archived')),
  CONSTRAINT opportunities_hold_check CHECK (
    (status = 'reserved') = (reserved_by IS NOT NULL) AND (reserved_by IS NULL) = (reserved_until IS NULL)),
  CONSTRAINT opportunities_sold_check CHECK ((status = 'sold') = (sold_to IS NOT NULL))
);
CREATE UNIQUE INDEX opportunities_sold_to_key ON opportunities (sold_to);
CREATE INDEX opportunities_listed_idx ON opportunities (mode, id DESC) WHERE status IN ('available', 'reserved');
-- The catalogue's page lists the best of all, of one topic (the part of a niche before its colon), geography or language.
CREATE INDEX opportunities_best_idx ON opportunities (mode, score DESC, id DESC) WHERE status IN ('available', 'reserved');
CREATE INDEX opportunities_topic_idx ON opportunities (mode, split_part(niche, ':', 1), score DESC, id DESC)
  WHERE status IN ('available', 'reserved');
CREATE INDEX opportunities_geography_idx ON opportunities (mode, geography, score DESC, id DESC)
  WHERE status IN ('available', 'reserved');
CREATE INDEX opportunities_language_idx ON opportunities (mode, language, score DESC, id DESC)
  WHERE status IN ('available', 'reserved');
-- The catalogue is also read by price, page by page. The front page says the lowest price of what is on offer.
CREATE INDEX opportunities_cheapest_idx ON opportunities (mode, price_amount, id)
  WHERE status IN ('available', 'reserved');
-- The catalogue says how many were sold.
CREATE INDEX opportunities_sold_idx ON opportunities (mode) WHERE status = 'sold';
-- Words are searched in what anybody may read, never in the findings.
CREATE INDEX opportunities_words_idx ON opportunities USING gin (
  to_tsvector('english', title || ' ' || summary || ' ' || niche || ' ' || audience || ' ' || geography))
  WHERE status IN ('available', 'reserved');
-- How often a word occurs, which the planner does not take from an index of some rows: a page of what a common word finds
-- is read in the order of scores, not gathered and sorted.
CREATE STATISTICS opportunities_words_stats ON (
  to_tsvector('english', title || ' ' || summary || ' ' || niche || ' ' || audience || ' ' || geography))
  FROM opportunities;

-- Who asked to be told when a reserved opportunity is on offer again, or sold. A row ends with the hold, whose transaction
-- asks for the mail.
CREATE TABLE opportunity_watches (
  id text NOT NULL,
  account_id text NOT NULL,
  opportunity_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  ended_as text,
  CONSTRAINT opportunity_watches_pkey PRIMARY KEY (id),
  CONSTRAINT opportunity_watches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT opportunity_watches_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT opportunity_watches_ended_check CHECK ((ended_at IS NULL) = (ended_as IS NULL)),
  CONSTRAINT opportunity_watches_ended_as_check CHECK (ended_as IN ('available', 'sold'))
);
CREATE UNIQUE INDEX opportunity_watches_open_key ON opportunity_watches (opportunity_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX opportunity_watches_account_id_idx ON opportunity_watches (account_id);
CREATE INDEX opportunity_watches_ended_at_idx ON opportunity_watches (ended_at);

CREATE TABLE orders (
  id text NOT NULL,
  account_id text,
  mode text NOT NULL,
  product text NOT NULL,
  product_name text NOT NULL,
  opportunity_id text,
  status text NOT NULL,
  price_amount integer NOT NULL,
  price_currency text NOT NULL,
  checkout_session_id text,
  checkout_url text,
  attempt integer NOT NULL DEFAULT 1,
  creating_until timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  hold_ends_at timestamptz(3) NOT NULL,
  buyer_token_hash bytea,
  buyer_address_hash bytea,
  consent_text_version text NOT NULL,
  consent_recorded_at timestamptz(3) NOT NULL,
  entitlement_id text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Network of an account that held an opportunity and had never paid: mailboxes cost nothing, and one person has many.
  buyer_network_hash bytea,
  -- Credits that an order is for; 1 of an opportunity.
  quantity integer NOT NULL DEFAULT 1,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT orders_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT orders_product_check CHECK ((product = 'opportunity') = (opportunity_id IS NOT NULL)),
  CONSTRAINT orders_quantity_check CHECK (quantity = 1 OR (quantity > 1 AND product <> 'opportunity')),
  CONSTRAINT orders_status_check CHECK (
    status IN ('creating', 'pending_payment', 'fulfilled', 'failed', 'expired', 'canceled', 'refund_pending', 'refunded',
               'refund_failed', 'refund_waived'))
);
CREATE UNIQUE INDEX orders_checkout_session_id_key ON orders (checkout_session_id);
CREATE INDEX orders_account_id_mode_id_idx ON orders (account_id, mode, id DESC);
CREATE INDEX orders_status_id_idx ON orders (status, id DESC);
CREATE INDEX orders_open_idx ON orders (created_at) WHERE status IN ('creating', 'pending_payment');
-- What a buyer holds is counted at every purchase: by account, by the cookie of a guest and by network,
CREATE INDEX orders_holds_by_account_idx ON orders (account_id)
  WHERE status IN ('creating', 'pending_payment') AND account_id IS NOT NULL;
CREATE INDEX orders_holds_by_token_idx ON orders (buyer_token_hash)
  WHERE status IN ('creating', 'pending_payment') AND buyer_token_hash IS NOT NULL;
CREATE INDEX orders_holds_by_address_idx ON orders (buyer_address_hash)
  WHERE status IN ('creating', 'pending_payment') AND buyer_address_hash IS NOT NULL;
-- and the unpaid holds of one network within a day.
CREATE INDEX orders_by_buyer_network_idx ON orders (buyer_address_hash, created_at) WHERE buyer_address_hash IS NOT NULL;
CREATE INDEX orders_by_unpaid_network_idx ON orders (buyer_network_hash, created_at) WHERE buyer_network_hash IS NOT NULL;

-- Whoever fulfills a pack grants all of its credits.
CREATE FUNCTION refuse_part_of_a_pack() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT count(*) FROM entitlements WHERE source = 'order' AND order_id = NEW.id) <> NEW.quantity THEN
    RAISE EXCEPTION 'order % is for % credits', NEW.id, NEW.quantity USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_pack_is_whole BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.quantity > 1 AND NEW.status = 'fulfilled' AND OLD.status <> 'fulfilled')
  EXECUTE FUNCTION refuse_part_of_a_pack();

-- A link shares the dossier of a run, or that of a bought opportunity.
CREATE TABLE run_shares (
  id text NOT NULL,
  run_id text,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  order_id text,
  CONSTRAINT run_shares_pkey PRIMARY KEY (id),
  CONSTRAINT run_shares_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT run_shares_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT run_shares_subject_check CHECK (num_nonnulls(run_id, order_id) = 1)
);
CREATE UNIQUE INDEX run_shares_token_hash_key ON run_shares (token_hash);
CREATE INDEX run_shares_run_id_id_idx ON run_shares (run_id, id DESC);
CREATE INDEX run_shares_order_id_id_idx ON run_shares (order_id, id DESC);
CREATE INDEX run_shares_expires_at_idx ON run_shares (expires_at);

-- Sold is sold, until its payment went back and an operator offers it again. NULL is a change too.
CREATE FUNCTION refuse_change_of_sold_opportunity() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'available' AND NEW.sold_to IS NULL
     AND EXISTS (SELECT 1 FROM orders WHERE orders.id = OLD.sold_to AND orders.status IN ('refund_pending', 'refunded')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'opportunity % is sold and stays so', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER opportunities_sold_is_final BEFORE UPDATE OF status, sold_to ON opportunities FOR EACH ROW
  WHEN (OLD.status = 'sold' AND (NEW.status <> OLD.status OR NEW.sold_to IS DISTINCT FROM OLD.sold_to))
  EXECUTE FUNCTION refuse_change_of_sold_opportunity();

-- ================================================================ Payments and what becomes of them

CREATE TABLE payments (
  id text NOT NULL,
  order_id text NOT NULL,
  mode text NOT NULL,
  session_id text NOT NULL,
  amount integer NOT NULL,
  tax_amount integer NOT NULL DEFAULT 0,
  currency text NOT NULL,
  invoice_id text,
  invoice_number text,
  invoice_url text,
  invoice_pdf_url text,
  outcome text NOT NULL,
  reason text,
  refund_status text,
  refund_failure text,
  refund_attempt integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- When it was made, by the provider's clock: what decides whether it was in time. Null where the provider did not say.
  arrived_at timestamptz(3),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payments_tax_check CHECK (tax_amount >= 0 AND tax_amount <= amount),
  CONSTRAINT payments_invoice_check CHECK ((invoice_id IS NULL) = (invoice_number IS NULL)),
  CONSTRAINT payments_outcome_check CHECK (outcome IN ('granted', 'refund')),
  CONSTRAINT payments_reason_check CHECK (
    reason IN ('late', 'mismatched', 'duplicate', 'opportunity_gone', 'account_suspended', 'returned', 'fraud_warning')),
  CONSTRAINT payments_refund_status_check CHECK (
    refund_status IN ('pending', 'succeeded', 'failed', 'charged_back', 'returned_by_hand', 'waived'))
);
CREATE INDEX payments_order_id_idx ON payments (order_id);
CREATE INDEX payments_created_at_idx ON payments (created_at);
-- One payment of an order is what it was fulfilled for; every other one goes back.
CREATE UNIQUE INDEX payments_granted_once ON payments (order_id) WHERE outcome = 'granted';
-- Refunds that failed are looked at as well: a person may have made them again where no webhook told of it.
CREATE INDEX payments_refunding_idx ON payments (updated_at)
  WHERE outcome = 'refund' AND (refund_status IS NULL OR refund_status IN ('pending', 'failed'));
-- The sweep asks which of these payments are still owed a part; they are few among all.
CREATE INDEX payments_charged_back_idx ON payments (updated_at)
  WHERE outcome = 'refund' AND refund_status = 'charged_back';

CREATE TABLE refunds (
  id text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL,
  mode text NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  failure text,
  origin text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT refunds_amount_check CHECK (amount > 0),
  CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
  CONSTRAINT refunds_origin_check CHECK (origin IN ('ours', 'dashboard'))
);
CREATE INDEX refunds_payment_id_idx ON refunds (payment_id);
CREATE INDEX refunds_order_id_idx ON refunds (order_id);

CREATE TABLE disputes (
  id text NOT NULL,
  mode text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL,
  status text NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  evidence_due_at timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  observed_at timestamptz(3) NOT NULL,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE,
  -- A bank's inquiry is a state of its own: no money moved.
  CONSTRAINT disputes_status_check CHECK (status IN ('inquiry', 'open', 'won', 'lost')),
  CONSTRAINT disputes_closed_check CHECK ((status IN ('inquiry', 'open')) = (closed_at IS NULL))
);
CREATE INDEX disputes_order_id_idx ON disputes (order_id);
CREATE INDEX disputes_payment_id_idx ON disputes (payment_id);
CREATE INDEX disputes_open_idx ON disputes (evidence_due_at) WHERE status IN ('inquiry', 'open');

CREATE TABLE fraud_warnings (
  id text NOT NULL,
  mode text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL,
  fraud_type text NOT NULL,
  actionable boolean NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT fraud_warnings_pkey PRIMARY KEY (id),
  CONSTRAINT fraud_warnings_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX fraud_warnings_payment_id_idx ON fraud_warnings (payment_id);

CREATE TABLE payment_events (
  id text NOT NULL,
  about text NOT NULL,
  mode text NOT NULL,
  object_id text,
  order_id text,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT payment_events_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_events_received_at_idx ON payment_events (received_at);
-- The sweep looks for disputes and warnings whose order is unknown among all events.
CREATE INDEX payment_events_without_order_idx ON payment_events (received_at)
  WHERE object_id IS NOT NULL AND order_id IS NULL AND about IN ('dispute', 'fraud_warning');

-- ================================================================ Contributors, the ledger and payouts

CREATE TABLE contributors (
  account_id text NOT NULL,
  mode text NOT NULL,
  connected_account_id text,
  country text,
  revenue_share_bps integer NOT NULL DEFAULT 7000,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT contributors_pkey PRIMARY KEY (account_id, mode),
  CONSTRAINT contributors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT contributors_share_check CHECK (revenue_share_bps BETWEEN 0 AND 10000)
);
CREATE UNIQUE INDEX contributors_connected_account_id_key ON contributors (connected_account_id);

CREATE TABLE shares (
  order_id text NOT NULL,
  account_id text NOT NULL,
  mode text NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  moves integer NOT NULL DEFAULT 0,
  matures_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT shares_pkey PRIMARY KEY (order_id),
  CONSTRAINT shares_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT shares_account_id_mode_fkey FOREIGN KEY (account_id, mode) REFERENCES contributors ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT shares_amount_check CHECK (amount > 0),
  CONSTRAINT shares_status_check CHECK (status IN ('pending', 'available', 'frozen', 'taken_back'))
);
CREATE INDEX shares_account_id_mode_idx ON shares (account_id, mode);
-- The sweep reads what has not matured yet only.
CREATE INDEX shares_pending_idx ON shares (matures_at) WHERE status = 'pending';

CREATE TABLE ledger_transactions (
  id bigserial,
  cause text NOT NULL,
  account_id text,
  mode text NOT NULL,
  currency text NOT NULL,
  payment_id text,
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transactions_account_id_mode_fkey FOREIGN KEY (account_id, mode) REFERENCES contributors ON DELETE RESTRICT ON UPDATE CASCADE
);
-- What happened once is entered once.
CREATE UNIQUE INDEX ledger_transactions_cause_key ON ledger_transactions (cause);
CREATE INDEX ledger_transactions_account_id_mode_id_idx ON ledger_transactions (account_id, mode, id);
CREATE INDEX ledger_transactions_payment_id_idx ON ledger_transactions (payment_id);

-- Credits are positive (docs/decisions/ledger.md lists the accounts).
CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL,
  account text NOT NULL,
  amount integer NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (transaction_id, account),
  CONSTRAINT ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT ledger_entries_account_check CHECK (
    amount <> 0 AND account IN ('provider', 'connected', 'disputed', 'sales', 'tax', 'returns', 'fees', 'platform',
                                'pending', 'frozen', 'available', 'held'))
);

-- What was entered into the books stays there: a mistake is mended by another transaction.
CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_transactions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

-- Checked when the transaction commits, when all its entries are there. Looks at the ledger itself, whatever the caller's
-- search path: a temporary table of the same name would come first in it, and nothing would be summed up. A balance that
-- belongs to nobody could never be paid out.
CREATE FUNCTION refuse_unbalanced_ledger() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT COALESCE(sum(amount), 1) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.account IN ('connected', 'pending', 'frozen', 'available', 'held')
     AND (SELECT account_id FROM ledger_transactions WHERE id = NEW.transaction_id) IS NULL THEN
    RAISE EXCEPTION 'ledger transaction % has an entry in % and names no contributor', NEW.transaction_id, NEW.account
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_ledger();

CREATE TABLE withdrawals (
  id text NOT NULL,
  account_id text NOT NULL,
  mode text NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  note text,
  status text NOT NULL,
  review boolean NOT NULL,
  review_decision text,
  review_reason text,
  reviews integer NOT NULL DEFAULT 0,
  approved_available integer,
  transfer_id text,
  payout_id text,
  failure_reason text,
  refusals integer NOT NULL DEFAULT 0,
  connected_account_id text,
  payout_amount integer,
  payout_currency text,
  available_at timestamptz(3),
  end_requested text,
  end_reason text,
  written_off boolean NOT NULL DEFAULT false,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  paid_at timestamptz(3),
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT withdrawals_amount_check CHECK (amount > 0),
  CONSTRAINT withdrawals_status_check CHECK (
    status IN ('requested', 'under_review', 'processing', 'in_transit', 'paid', 'rejected', 'canceled', 'failed', 'returned')),
  CONSTRAINT withdrawals_payout_check CHECK (
    (payout_amount IS NULL) = (payout_currency IS NULL) AND (payout_amount IS NULL OR payout_amount > 0)),
  CONSTRAINT withdrawals_paid_check CHECK ((status IN ('paid', 'returned')) = (paid_at IS NOT NULL)),
  CONSTRAINT withdrawals_end_requested_check CHECK (end_requested IN ('take_back', 'write_off')),
  CONSTRAINT withdrawals_written_off_check CHECK (NOT written_off OR status IN ('failed', 'returned'))
);
CREATE INDEX withdrawals_account_id_mode_id_idx ON withdrawals (account_id, mode, id DESC);
CREATE INDEX withdrawals_open_idx ON withdrawals (updated_at)
  WHERE status IN ('requested', 'under_review', 'processing', 'in_transit');
CREATE INDEX withdrawals_transfer_id_idx ON withdrawals (transfer_id);
-- The daily comparison reads what is due, not the whole table.
CREATE INDEX withdrawals_transferred_idx ON withdrawals (updated_at) WHERE transfer_id IS NOT NULL;
-- Withdrawals that a bank may still send back are followed for some days.
CREATE INDEX withdrawals_paid_idx ON withdrawals (paid_at) WHERE status = 'paid';

-- An end is an end; what was paid can still come back.
CREATE FUNCTION refuse_change_of_ended_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawal % is % and cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER withdrawals_end_is_final BEFORE UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND (OLD.status IN ('rejected', 'canceled', 'failed', 'returned')
    OR (OLD.status = 'paid' AND NEW.status <> 'returned')))
  EXECUTE FUNCTION refuse_change_of_ended_withdrawal();

-- ================================================================ Deployment and reconciliation

-- Identity of this deployment, in the metadata of what it creates at the payment provider: two deployments on one provider
-- account recognise each other's objects. Generated here, so it survives another domain and comes back with a backup.
CREATE TABLE deployment (
  id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT deployment_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX deployment_only_one ON deployment ((true));
INSERT INTO deployment (id) VALUES ('dep_' || replace(gen_random_uuid()::text, '-', ''));

CREATE TABLE foreign_deployments (
  id text NOT NULL,
  ignored_events integer NOT NULL DEFAULT 0,
  first_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT foreign_deployments_pkey PRIMARY KEY (id)
);

-- Until when the provider's books were compared, a row a mode: a run without the key of one must not move its bookmark.
CREATE TABLE reconciliation_bookmarks (
  mode text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT reconciliation_bookmarks_pkey PRIMARY KEY (mode),
  CONSTRAINT reconciliation_bookmarks_mode_check CHECK (mode IN ('live', 'test'))
);

CREATE TABLE reconciliation_runs (
  id text NOT NULL,
  from_at timestamptz(3) NOT NULL,
  until_at timestamptz(3) NOT NULL,
  moves_bookmark boolean NOT NULL,
  objects integer NOT NULL DEFAULT 0,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  complete boolean NOT NULL DEFAULT false,
  -- Modes that a run compared to their end; none for one without a key.
  compared text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (id)
);

CREATE TABLE reconciliation_breaks (
  id text NOT NULL,
  mode text NOT NULL,
  cause text NOT NULL,
  kind text NOT NULL,
  object_id text NOT NULL,
  deployment_id text,
  order_id text,
  withdrawal_id text,
  payment_id text,
  connected_account_id text,
  amount integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  reason text,
  run_id text,
  occurred_at timestamptz(3) NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at timestamptz(3),
  CONSTRAINT reconciliation_breaks_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_breaks_cause_check CHECK (
    cause IN ('unknown_order', 'missing_payment', 'missing_refund', 'missing_dispute', 'missing_fraud_warning',
              'unknown_withdrawal', 'missing_transfer', 'missing_payout', 'unknown_payout', 'amount', 'currency', 'status',
              'missing_at_provider', 'missing_entry', 'unknown_movement', 'foreign_deployment')),
  CONSTRAINT reconciliation_breaks_status_check CHECK (
    status IN ('open', 'returning', 'matched', 'settled', 'returned', 'ignored')),
  CONSTRAINT reconciliation_breaks_closed_check CHECK ((status IN ('open', 'returning')) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX reconciliation_breaks_object_key ON reconciliation_breaks (mode, object_id, cause);
CREATE INDEX reconciliation_breaks_run_id_idx ON reconciliation_breaks (run_id);
CREATE INDEX reconciliation_breaks_open_idx ON reconciliation_breaks (id) WHERE status IN ('open', 'returning');

-- ================================================================ Webhooks of customers

-- What happened to a run, an order or a withdrawal, as webhooks tell its owner. Kept also where there is no webhook yet, so
-- that a span of time can be replayed. The sequence orders the events of one subject.
CREATE TABLE product_events (
  id text NOT NULL,
  account_id text NOT NULL,
  mode text NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  sequence integer NOT NULL,
  payload text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT product_events_pkey PRIMARY KEY (id),
  CONSTRAINT product_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX product_events_subject_sequence_key ON product_events (subject, sequence);
CREATE INDEX product_events_account_id_mode_created_at_id_idx ON product_events (account_id, mode, created_at, id);
CREATE INDEX product_events_created_at_idx ON product_events (created_at);
-- Events of an account as a list, newest first.
CREATE INDEX product_events_account_id_mode_id_idx ON product_events (account_id, mode, id);

CREATE TABLE webhooks (
  id text NOT NULL,
  account_id text NOT NULL,
  mode text NOT NULL,
  url text NOT NULL,
  event_types text[],
  description text,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sealed_secret bytea NOT NULL,
  previous_secret bytea,
  previous_expires_at timestamptz(3),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhooks_status_check CHECK (status IN ('active', 'disabled'))
);
CREATE INDEX webhooks_account_id_mode_id_idx ON webhooks (account_id, mode, id);

CREATE TABLE webhook_deliveries (
  id text NOT NULL,
  webhook_id text NOT NULL,
  event_type text NOT NULL,
  payload text NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_deliveries_status_check CHECK (
    (status = 'pending' AND ended_at IS NULL) OR (status IN ('delivered', 'failed') AND ended_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_webhook_id_id_idx ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (created_at) WHERE status = 'pending';
-- Deliveries that ended are found by their age.
CREATE INDEX webhook_deliveries_ended_idx ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE webhook_attempts (
  delivery_id text NOT NULL,
  attempt integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  error text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, attempt),
  CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries ON DELETE RESTRICT ON UPDATE CASCADE
);

-- ================================================================ Requests and what becomes of them

CREATE TABLE idempotency_records (
  account_id text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  response json,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  CONSTRAINT idempotency_records_pkey PRIMARY KEY (account_id, operation, key)
);
CREATE INDEX idempotency_records_expiring_idx ON idempotency_records (expires_at) WHERE expires_at IS NOT NULL;

-- A message waits in the lane of its account, or of its kind where it has none: a claim goes from lane to lane and reads
-- the oldest of each, however many wait. Lanes are compared by bytes, which is cheaper than by the rules of a language.
CREATE TABLE outbox (
  id bigserial,
  dedupe_key text NOT NULL,
  message json NOT NULL,
  lane text COLLATE "C" GENERATED ALWAYS AS (
    COALESCE(message -> 'search' ->> 'accountId', message -> 'search' ->> 'kind', '')) STORED,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  available_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz(3),
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX outbox_dedupe_key_key ON outbox (dedupe_key);
CREATE INDEX outbox_lanes_idx ON outbox (lane, available_at, id) WHERE delivered_at IS NULL;
-- Age of the oldest message that waits; its availability moves with every attempt.
CREATE INDEX outbox_waiting_idx ON outbox (created_at) WHERE delivered_at IS NULL;
-- Old messages are found for deletion without reading those that wait.
CREATE INDEX outbox_delivered_idx ON outbox (delivered_at) WHERE delivered_at IS NOT NULL;

CREATE TABLE usage_counters (
  api_key_id text NOT NULL,
  day date NOT NULL,
  endpoint text NOT NULL,
  status integer NOT NULL,
  requests integer NOT NULL,
  CONSTRAINT usage_counters_pkey PRIMARY KEY (api_key_id, day, endpoint, status)
);
CREATE INDEX usage_counters_day_idx ON usage_counters (day);

-- The last batch of usage that each process added. A batch whose answer was lost is sent again under its number, and adds
-- nothing the second time. One row a process, updated every second: room on its page (below) keeps an update from growing
-- it.
CREATE TABLE usage_writers (
  id text NOT NULL,
  sequence integer NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT usage_writers_pkey PRIMARY KEY (id)
);

-- Requests with the keys of an account in the last days, as its owner reads them. Written with the counts of usage, once a
-- second by each process, and without a reference to the account, whose row others lock.
CREATE TABLE api_requests (
  id text NOT NULL,
  account_id text NOT NULL,
  mode text NOT NULL,
  api_key_id text NOT NULL,
  request_id text NOT NULL,
  method text NOT NULL,
  endpoint text,
  path text NOT NULL,
  status integer NOT NULL,
  code text,
  duration_ms integer NOT NULL,
  service_version text NOT NULL,
  user_agent text,
  at timestamptz(3) NOT NULL,
  CONSTRAINT api_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX api_requests_account_id_mode_id_idx ON api_requests (account_id, mode, id);
CREATE INDEX api_requests_at_idx ON api_requests (at);

-- Written by every request and worth nothing after a crash: needs no log, and room on its pages (below) so that an update
-- touches no index.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE audit_events (
  id text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_kind text NOT NULL,
  actor text NOT NULL,
  via text,
  action text NOT NULL,
  account_id text,
  subject text,
  reason text,
  before jsonb,
  after jsonb,
  request_id text,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_actor_kind_check CHECK (actor_kind IN ('customer', 'operator', 'system'))
);
CREATE INDEX audit_events_account_id_id_idx ON audit_events (account_id, id DESC);
CREATE INDEX audit_events_at_idx ON audit_events (at);
-- Each session of an agent asks when the database was last said to be restored (modules/outbox/store/restores.ts).
CREATE INDEX audit_events_restored_idx ON audit_events (at) WHERE action = 'database.restored';

-- Append-only: an event stays as it was recorded until its retention of seven years is over (modules/retention/rules.ts).
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_events_stay BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_events_kept BEFORE DELETE ON audit_events
  FOR EACH ROW WHEN (OLD.at > CURRENT_TIMESTAMP - INTERVAL '7 years') EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

-- ================================================================ Operation

CREATE TABLE alerts (
  alert text NOT NULL,
  subject text NOT NULL,
  facts jsonb NOT NULL,
  raised_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  seen_at timestamptz(3),
  cleared_at timestamptz(3),
  told_at timestamptz(3),
  announce_at timestamptz(3),
  -- Channels that have still to take it.
  undelivered text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT alerts_pkey PRIMARY KEY (alert, subject)
);
CREATE INDEX alerts_raised_at_idx ON alerts (raised_at);
-- One open episode of an alert, however many processes watch.
CREATE UNIQUE INDEX alerts_open_episode_idx ON alerts (alert) WHERE seen_at IS NOT NULL AND cleared_at IS NULL;
CREATE INDEX alerts_announce_idx ON alerts (announce_at) WHERE announce_at IS NOT NULL;
CREATE INDEX alerts_undelivered_idx ON alerts (raised_at) WHERE undelivered <> '{}';

CREATE TABLE workers (
  identity text NOT NULL,
  role text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  build_id text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  stopped_at timestamptz(3),
  -- Its clock less the database's, at its last report.
  skew_ms integer NOT NULL DEFAULT 0,
  CONSTRAINT workers_pkey PRIMARY KEY (identity)
);
CREATE INDEX workers_seen_at_idx ON workers (seen_at);

CREATE TABLE sweep_looks (
  sweep text NOT NULL,
  item text NOT NULL,
  looked_at timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  error text,
  CONSTRAINT sweep_looks_pkey PRIMARY KEY (sweep, item)
);

CREATE TABLE sweep_passes (
  sweep text NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  CONSTRAINT sweep_passes_pkey PRIMARY KEY (sweep)
);

CREATE TABLE provisioned_agents (
  name text NOT NULL,
  provider text NOT NULL,
  agent_id text NOT NULL,
  agent_version text NOT NULL,
  provider_data jsonb NOT NULL,
  drift_status text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  CONSTRAINT provisioned_agents_pkey PRIMARY KEY (name)
);

CREATE TABLE stray_sessions (
  session_id text NOT NULL,
  assignment_id text NOT NULL,
  run_id text,
  found_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at timestamptz(3),
  cost_micros integer,
  CONSTRAINT stray_sessions_pkey PRIMARY KEY (session_id)
);
CREATE INDEX stray_sessions_run_id_idx ON stray_sessions (run_id);
CREATE INDEX stray_sessions_open_idx ON stray_sessions (found_at) WHERE closed_at IS NULL;

-- A provider that refuses all work until an operator acts: a spend limit, a refused key, a disabled workspace. One row a
-- provider, the latest stop; while it is open no run leaves the queue but the one that claims the next try.
CREATE TABLE agent_stops (
  provider text NOT NULL,
  since timestamptz(3) NOT NULL,
  next_try_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  words text NOT NULL,
  CONSTRAINT agent_stops_pkey PRIMARY KEY (provider)
);

-- Turns at the sites whose pages are cited, across processes. Unlogged: after a crash of the database every site is free.
CREATE UNLOGGED TABLE site_turns (
  site text NOT NULL,
  holder text NOT NULL,
  free_at timestamptz(3) NOT NULL,
  CONSTRAINT site_turns_pkey PRIMARY KEY (site)
);

-- ================================================================ Figures

-- Counted by what changes a row, in its transaction, so that a figure is as cheap with a million rows as with ten. Changes
-- are inserted only, since all writers of one total would wait for each other; the worker's sweep adds them up.
CREATE TABLE figure_changes (
  id bigserial,
  figure text NOT NULL,
  label text NOT NULL DEFAULT '',
  amount bigint NOT NULL,
  CONSTRAINT figure_changes_pkey PRIMARY KEY (id)
);

CREATE TABLE figure_totals (
  figure text NOT NULL,
  label text NOT NULL DEFAULT '',
  amount bigint NOT NULL,
  CONSTRAINT figure_totals_pkey PRIMARY KEY (figure, label)
);
INSERT INTO figure_totals (figure, amount) VALUES ('spend_micros', 0);

CREATE FUNCTION count_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO figure_changes (figure, label, amount) VALUES (TG_ARGV[0], OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO figure_changes (figure, label, amount) VALUES (TG_ARGV[0], NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_counted AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_status('orders');
CREATE TRIGGER orders_recounted AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('orders');
CREATE TRIGGER refunds_counted AFTER INSERT OR DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION count_status('refunds');
CREATE TRIGGER refunds_recounted AFTER UPDATE OF status ON refunds FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('refunds');
CREATE TRIGGER withdrawals_counted AFTER INSERT OR DELETE ON withdrawals FOR EACH ROW
  EXECUTE FUNCTION count_status('withdrawals');
CREATE TRIGGER withdrawals_recounted AFTER UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('withdrawals');
CREATE TRIGGER webhook_deliveries_counted AFTER INSERT OR DELETE ON webhook_deliveries FOR EACH ROW
  EXECUTE FUNCTION count_status('webhook_deliveries');
CREATE TRIGGER webhook_deliveries_recounted AFTER UPDATE OF status ON webhook_deliveries FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('webhook_deliveries');

-- Runs that have not ended are few and counted by their own index; those that ended are never deleted.
CREATE FUNCTION count_ended_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, label, amount) VALUES ('runs_finished', NEW.kind || '/' || NEW.status, 1);
  RETURN NULL;
END $$;
-- Of live runs: what customers play in the sandbox must not look like an outage.
CREATE TRIGGER runs_counted AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.mode = 'live' AND OLD.status IS DISTINCT FROM NEW.status
        AND NEW.status IN ('completed', 'failed', 'canceled', 'expired'))
  EXECUTE FUNCTION count_ended_run();
CREATE TRIGGER runs_counted_at_once AFTER INSERT ON runs FOR EACH ROW
  WHEN (NEW.mode = 'live' AND NEW.status IN ('completed', 'failed', 'canceled', 'expired'))
  EXECUTE FUNCTION count_ended_run();

CREATE FUNCTION count_cost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, amount)
  VALUES ('spend_micros', COALESCE(NEW.cost_micros, 0) - COALESCE(OLD.cost_micros, 0));
  RETURN NULL;
END $$;
CREATE TRIGGER runs_cost_counted AFTER UPDATE OF cost_micros ON runs FOR EACH ROW
  WHEN (OLD.cost_micros IS DISTINCT FROM NEW.cost_micros) EXECUTE FUNCTION count_cost();
CREATE TRIGGER free_scans_cost_counted AFTER UPDATE OF cost_micros ON free_scans FOR EACH ROW
  WHEN (OLD.cost_micros IS DISTINCT FROM NEW.cost_micros) EXECUTE FUNCTION count_cost();

-- How long a payment waited for its decision, for the objective that money is settled within an hour
-- (modules/operations/objectives.ts). Where the provider has not said when it was made, it was settled when we heard of it.
CREATE FUNCTION count_settled_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, label, amount)
  VALUES ('payments_settled', CASE WHEN NEW.arrived_at < now() - interval '1 hour' THEN 'later' ELSE 'in_time' END, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_settled_counted AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.mode = 'live') EXECUTE FUNCTION count_settled_payment();

CREATE FUNCTION count_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, label, amount) VALUES ('alerts_raised', NEW.alert, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_counted AFTER INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION count_alert();

-- Filters of the catalogue say how many opportunities on offer each choice has: counted by what lists or unlists one, so
-- that sales of one language do not wait for each other and a page does not read the catalogue.
CREATE FUNCTION count_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.mode = 'live' AND OLD.status IN ('available', 'reserved') THEN
    INSERT INTO figure_changes (figure, label, amount)
    VALUES ('listed_topic', split_part(OLD.niche, ':', 1), -1), ('listed_geography', OLD.geography, -1),
           ('listed_language', OLD.language, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.mode = 'live' AND NEW.status IN ('available', 'reserved') THEN
    INSERT INTO figure_changes (figure, label, amount)
    VALUES ('listed_topic', split_part(NEW.niche, ':', 1), 1), ('listed_geography', NEW.geography, 1),
           ('listed_language', NEW.language, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER opportunities_counted AFTER INSERT OR DELETE ON opportunities FOR EACH ROW
  EXECUTE FUNCTION count_listed();
CREATE TRIGGER opportunities_recounted AFTER UPDATE ON opportunities FOR EACH ROW
  WHEN ((OLD.status IN ('available', 'reserved')) <> (NEW.status IN ('available', 'reserved'))
        OR (OLD.mode, OLD.niche, OLD.geography, OLD.language) IS DISTINCT FROM (NEW.mode, NEW.niche, NEW.geography, NEW.language))
  EXECUTE FUNCTION count_listed();

-- ================================================================ Storage and autovacuum

ALTER TABLE rate_limits SET (fillfactor = 50);
ALTER TABLE usage_writers SET (fillfactor = 50);

-- By default a table is vacuumed and analyzed once a fifth or a tenth of it has changed: at a million rows that is too
-- late for index-only scans and for plans. Tables that grow for ever are looked after every fiftieth.
DO $$
DECLARE
  grows TEXT;
BEGIN
  FOREACH grows IN ARRAY ARRAY['runs', 'artifacts', 'entitlements', 'orders', 'payments', 'payment_events',
    'idempotency_records', 'usage_counters', 'webhook_deliveries', 'ledger_transactions', 'ledger_entries', 'audit_events',
    'mails']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)', grows);
  END LOOP;
END $$;

-- Messages that were delivered and changes that were added up are in the way of who reads the rest: they are cleared after
-- so many rows, not after a share of the table.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
ALTER TABLE figure_changes SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
