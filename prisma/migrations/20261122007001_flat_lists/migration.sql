-- CreateIndex
CREATE INDEX "account_links_requested_at_idx" ON "account_links"("requested_at");

-- CreateIndex
CREATE INDEX "mail_events_received_at_idx" ON "mail_events"("received_at");

-- CreateIndex
CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

-- CreateIndex
CREATE INDEX "runs_account_id_mode_api_key_id_created_at_idx" ON "runs"("account_id", "mode", "api_key_id", "created_at");

-- CreateIndex
CREATE INDEX "runs_account_id_mode_kind_status_id_idx" ON "runs"("account_id", "mode", "kind", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "runs_status_id_idx" ON "runs"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "usage_counters_day_idx" ON "usage_counters"("day");

-- What follows cannot be said in schema.prisma.

-- Runs that ended without a known cost keep their reservation: only those of this month are summed, not all there were.
DROP INDEX "runs_reserved_idx";
CREATE INDEX "runs_reserved_idx" ON "runs" ("account_id", "mode", "completed_at")
  WHERE "cost_micros" IS NULL AND "reserved_cents" IS NOT NULL;

-- Overdue runs are found without reading those that are on time, however many wait.
CREATE INDEX "runs_due_idx" ON "runs" ((CASE WHEN "started_at" IS NULL THEN "queue_expires_at" ELSE "deadline_at" END))
  WHERE "status" IN ('queued', 'running', 'canceling');

-- Deliveries that ended are found by their age.
CREATE INDEX "webhook_deliveries_ended_idx" ON "webhook_deliveries" ("ended_at") WHERE "ended_at" IS NOT NULL;

-- The sweep looks for disputes and warnings whose order is unknown among all events.
CREATE INDEX "payment_events_without_order_idx" ON "payment_events" ("received_at")
  WHERE "object_id" IS NOT NULL AND "order_id" IS NULL
    AND ("type" LIKE 'charge.dispute.%' OR "type" LIKE 'radar.early_fraud_warning.%');

-- Withdrawals that a bank may still send back are followed for some days.
CREATE INDEX "withdrawals_paid_idx" ON "withdrawals" ("paid_at") WHERE "status" = 'paid';

-- Counters of limits are written by every request and worth nothing after a crash: they need no log, and room on their
-- page so that an update touches no index.
ALTER TABLE "rate_limits" SET UNLOGGED;
ALTER TABLE "rate_limits" SET (fillfactor = 50);
