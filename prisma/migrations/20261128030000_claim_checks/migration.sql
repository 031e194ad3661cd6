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

-- The reader's part of the cost, which outlives its judgements; null where nothing was read.
ALTER TABLE runs ADD COLUMN claim_check_micros int;
ALTER TABLE runs ADD COLUMN claims_supported int;
ALTER TABLE runs ADD COLUMN claims_partly int;
ALTER TABLE runs ADD COLUMN claims_unsupported int;
