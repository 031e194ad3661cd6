-- The last batch of usage that each process added. A batch whose answer was lost is sent again under its number, and adds
-- nothing the second time. One row a process, updated every second: room on its page keeps an update from growing it.
CREATE TABLE usage_writers (
  id text NOT NULL,
  sequence integer NOT NULL,
  written_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT usage_writers_pkey PRIMARY KEY (id)
);
ALTER TABLE usage_writers SET (fillfactor = 50);
