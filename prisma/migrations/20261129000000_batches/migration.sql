CREATE TABLE batches (
  id text NOT NULL,
  account_id text NOT NULL,
  mode text NOT NULL,
  kind text NOT NULL,
  run_ids text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  cancel_requested_at timestamptz(3),
  CONSTRAINT batches_pkey PRIMARY KEY (id),
  CONSTRAINT batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX batches_account_id_idx ON batches (account_id);

-- Batches of 1.0.0 had no id. Their recorded answers get one, made from the id of the first run, so that a repeated request
-- still returns its first answer.
INSERT INTO batches (id, account_id, mode, kind, run_ids, created_at)
SELECT 'bat_' || substr(response -> 0 ->> 'runId', 5), account_id, response -> 0 ->> 'mode', response -> 0 ->> 'kind',
       ARRAY (SELECT run ->> 'runId' FROM json_array_elements(response) AS run), created_at
FROM idempotency_records WHERE operation LIKE 'POST %/evaluations/batch (%)' AND json_typeof(response) = 'array';

UPDATE idempotency_records
SET response = json_build_object('batchId', 'bat_' || substr(response -> 0 ->> 'runId', 5), 'runs', response)
WHERE operation LIKE 'POST %/evaluations/batch (%)' AND json_typeof(response) = 'array';
