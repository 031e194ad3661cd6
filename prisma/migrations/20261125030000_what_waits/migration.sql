-- What waits for a workflow is a row that says so, until it is over: a sweep finds those whose workflow is gone
-- (domain/waiting.ts). Mails had none, and alerts did not say which channel has taken them.
CREATE TABLE mails (
  mail text NOT NULL,
  id text NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  tried_at timestamptz(3),
  ended_at timestamptz(3),
  sent boolean NOT NULL DEFAULT false,
  CONSTRAINT mails_pkey PRIMARY KEY (mail, id)
);
CREATE INDEX mails_waiting_idx ON mails (requested_at) WHERE ended_at IS NULL;
-- Mails that ended are found by their age.
CREATE INDEX mails_ended_idx ON mails (ended_at) WHERE ended_at IS NOT NULL;
ALTER TABLE mails SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

-- Channels that have still to take an alert. Those of earlier releases count as taken: nobody is told twice.
ALTER TABLE alerts ADD COLUMN undelivered text[] DEFAULT ARRAY[]::text[];
CREATE INDEX alerts_undelivered_idx ON alerts (raised_at) WHERE undelivered <> '{}';

CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (created_at) WHERE status = 'pending';
CREATE INDEX free_scans_unfinished_idx ON free_scans (confirmed_at) WHERE status IN ('confirmed', 'running');
