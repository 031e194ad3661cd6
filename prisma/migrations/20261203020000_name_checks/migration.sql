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
