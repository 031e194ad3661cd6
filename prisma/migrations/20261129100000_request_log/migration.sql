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
