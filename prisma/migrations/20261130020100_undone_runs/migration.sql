-- A run that its owner took back soon after its start gives its credit back, whatever it had begun.
ALTER TABLE runs ADD COLUMN undone boolean NOT NULL DEFAULT false;
-- Few a day of one account are given so.
CREATE INDEX runs_undone_idx ON runs (account_id, mode, created_at) WHERE undone;
