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
