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
