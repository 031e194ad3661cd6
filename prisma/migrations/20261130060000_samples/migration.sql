-- The run of each kind that visitors read as the sample, in place of the one that is shipped. It goes with its run.
CREATE TABLE samples (
  kind         text NOT NULL,
  run_id       text NOT NULL,
  published_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT samples_pkey PRIMARY KEY (kind),
  CONSTRAINT samples_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX samples_run_id_key ON samples (run_id);
