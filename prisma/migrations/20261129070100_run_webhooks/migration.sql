-- Receiver that a request named for its run: {url, eventTypes}.
ALTER TABLE runs ADD COLUMN webhook jsonb;
-- The row of an account and mode that signs deliveries to such receivers: it has a secret, no url and no subscription.
ALTER TABLE webhooks ADD COLUMN for_runs boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX webhooks_for_runs_key ON webhooks (account_id, mode) WHERE for_runs;
-- Receiver of a run's webhook; null where the endpoint's url is called.
ALTER TABLE webhook_deliveries ADD COLUMN url text;
