-- A run that its owner deleted keeps its row for the books, without content, and is shown to nobody but operators.
ALTER TABLE runs ADD COLUMN deleted_at timestamptz(3);
-- Those whose sessions are still to be deleted at the agent provider; its sweep looks for no others.
ALTER TABLE runs ADD COLUMN sessions_left boolean NOT NULL DEFAULT false;
CREATE INDEX runs_sessions_left_idx ON runs (id) WHERE sessions_left;
