-- What happened to a run, an order or a withdrawal, as its owner's endpoints are told. Kept also where no endpoint was
-- there to be told, so that a span of time can be replayed. The sequence orders the events of one subject.
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
