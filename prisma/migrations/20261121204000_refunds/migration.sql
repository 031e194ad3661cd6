-- CreateTable
CREATE TABLE "refunds" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "failure" TEXT,
    "origin" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");

-- CreateIndex
CREATE INDEX "refunds_order_id_idx" ON "refunds"("order_id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "refund_attempt" INTEGER NOT NULL DEFAULT 1;


-- What follows cannot be said in schema.prisma.

ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_check" CHECK ("status" IN ('pending', 'succeeded', 'failed'));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_origin_check" CHECK ("origin" IN ('ours', 'dashboard'));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_check" CHECK ("amount" > 0);

-- A person can end a refund that failed: the money was returned another way, or is kept.
ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_status_check";
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_status_check"
  CHECK ("refund_status" IN ('pending', 'succeeded', 'failed', 'charged_back', 'returned_by_hand', 'waived'));
ALTER TABLE "orders" DROP CONSTRAINT "orders_status_check";
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_check" CHECK ("status" IN (
  'creating', 'pending_payment', 'fulfilled', 'failed', 'expired', 'canceled', 'refund_pending', 'refunded', 'refund_failed', 'refund_waived'));

-- Until now a payment had one refund and it was whole. A refund of a granted payment began in the provider's dashboard.
-- The provider's own time and amount replace these the next time the payment is looked at.
INSERT INTO "refunds" ("id", "payment_id", "order_id", "mode", "amount", "currency", "status", "failure", "origin", "created_at")
SELECT "refund_id", "id", "order_id", "mode", "amount", "currency", "refund_status", "refund_failure",
       CASE WHEN "reason" = 'returned' THEN 'dashboard' ELSE 'ours' END, "updated_at"
FROM "payments" WHERE "refund_id" IS NOT NULL AND "refund_status" IN ('pending', 'succeeded', 'failed') AND "amount" > 0
ON CONFLICT DO NOTHING;
