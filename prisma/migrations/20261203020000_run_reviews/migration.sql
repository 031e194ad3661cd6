-- A run beyond the daily ceiling of returned credits waits until an operator releases it.
ALTER TABLE runs ADD COLUMN review boolean NOT NULL DEFAULT false;
-- What the ceiling counts; few runs give a credit back.
CREATE INDEX runs_returned_idx ON runs (account_id, mode, completed_at) WHERE entitlement_restored;
