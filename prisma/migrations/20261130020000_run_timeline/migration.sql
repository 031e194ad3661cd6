-- What happened in a run, in its order: counts, sites and titles, never findings. An entry is written by the transaction
-- that causes it; one that goes on, such as the pages a session has read, keeps its key and moves to the end.
CREATE TABLE run_timeline (
  run_id       text NOT NULL,
  key          text NOT NULL,
  entry        integer NOT NULL,
  kind         text NOT NULL,
  candidate_id text,
  detail       jsonb NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT run_timeline_pkey PRIMARY KEY (run_id, key),
  CONSTRAINT run_timeline_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT run_timeline_kind CHECK (kind IN ('stage', 'plan', 'reading', 'check', 'candidate'))
);
CREATE UNIQUE INDEX run_timeline_run_id_entry_key ON run_timeline (run_id, entry);
CREATE INDEX run_timeline_at_idx ON run_timeline (at);

-- Number of the last entry: the lock of the run's row orders them as they are committed, so that who has seen an entry has
-- missed none before it. Not part of its version: an entry changes nothing of a run's status.
ALTER TABLE runs ADD COLUMN timeline_last integer NOT NULL DEFAULT 0;

DROP TRIGGER runs_tell_changed ON runs;
CREATE TRIGGER runs_tell_changed AFTER UPDATE ON runs FOR EACH ROW
  WHEN (OLD.version <> NEW.version OR OLD.timeline_last <> NEW.timeline_last)
  EXECUTE FUNCTION tell_run_changed();
