-- What is told of research (a typical time, figures) is of the live runs that completed last, however many of the sandbox
-- completed since.
CREATE INDEX runs_live_completed_idx ON runs (id DESC) WHERE status = 'completed' AND mode = 'live';
