-- Constraints hold the states that the machines in domain/ hold, and no others: nothing has ever written `paid` into an order
-- or `expired` into an entitlement.
ALTER TABLE "orders" DROP CONSTRAINT "orders_status_check";
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_check" CHECK ("status" IN (
  'creating', 'pending_payment', 'fulfilled', 'failed', 'expired', 'canceled', 'refund_pending', 'refunded', 'refund_failed'));
ALTER TABLE "entitlements" DROP CONSTRAINT "entitlements_status_check";
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_status_check" CHECK ("status" IN ('unused', 'consumed', 'revoked'));

ALTER TABLE "orders" ADD CONSTRAINT "orders_dispute_status_check" CHECK ("dispute_status" IN ('open', 'won', 'lost'));
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_status_check"
  CHECK ("refund_status" IN ('pending', 'succeeded', 'failed', 'charged_back'));
ALTER TABLE "payments" ADD CONSTRAINT "payments_reason_check"
  CHECK ("reason" IN ('late', 'mismatched', 'duplicate', 'opportunity_gone', 'account_suspended', 'returned'));
