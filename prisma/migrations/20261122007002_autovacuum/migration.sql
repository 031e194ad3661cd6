-- What follows cannot be said in schema.prisma.

-- Frozen credits are few; counting them reads no others.
CREATE INDEX "entitlements_frozen_idx" ON "entitlements" ("account_id", "mode", "kind") WHERE "frozen_at" IS NOT NULL;

-- By default a table is vacuumed and analyzed once a fifth or a tenth of it has changed: at a million rows that is too
-- late for index-only scans and for plans. Tables that grow for ever are looked after every fiftieth.
DO $$
DECLARE
  grows TEXT;
BEGIN
  FOREACH grows IN ARRAY ARRAY['runs', 'artifacts', 'entitlements', 'orders', 'payments', 'payment_events',
    'idempotency_records', 'usage_counters', 'webhook_deliveries', 'ledger_transactions', 'ledger_entries', 'audit_events']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)', grows);
  END LOOP;
END $$;
