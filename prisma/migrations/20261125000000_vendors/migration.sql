-- Words of our vendors leave the database: events, breaks and agents are kept in ours.
-- An event is kept by what it is about, not by the provider's name of it.
DROP INDEX "payment_events_without_order_idx";
ALTER TABLE "payment_events" RENAME COLUMN "type" TO "about";
UPDATE "payment_events" SET "about" = CASE
  WHEN "about" LIKE 'checkout.session.%' THEN 'session'
  WHEN "about" LIKE 'charge.dispute.%' THEN 'dispute'
  WHEN "about" LIKE 'radar.early_fraud_warning.%' THEN 'fraud_warning'
  ELSE split_part("about", '.', 1) END;

-- The sweep looks for disputes and warnings whose order is unknown among all events.
CREATE INDEX "payment_events_without_order_idx" ON "payment_events" ("received_at")
  WHERE "object_id" IS NOT NULL AND "order_id" IS NULL AND "about" IN ('dispute', 'fraud_warning');

ALTER TABLE "reconciliation_breaks" RENAME COLUMN "payment_intent_id" TO "payment_id";
UPDATE "reconciliation_breaks" SET "kind" = 'balance_movement' WHERE "kind" = 'balance_transaction';

-- An agent says at whom it is provisioned; what that provider needs besides is its own business.
ALTER TABLE "provisioned_agents" ADD COLUMN "provider" TEXT NOT NULL DEFAULT 'anthropic';
ALTER TABLE "provisioned_agents" ALTER COLUMN "provider" DROP DEFAULT;
ALTER TABLE "provisioned_agents" ADD COLUMN "provider_data" JSONB;
UPDATE "provisioned_agents" SET "provider_data" = jsonb_build_object('environmentId', "environment_id");
ALTER TABLE "provisioned_agents" ALTER COLUMN "provider_data" SET NOT NULL;
ALTER TABLE "provisioned_agents" DROP COLUMN "environment_id";
