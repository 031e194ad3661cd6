-- CreateTable
CREATE TABLE "fraud_warnings" (
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "fraud_type" TEXT NOT NULL,
    "actionable" BOOLEAN NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fraud_warnings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "fraud_warnings_payment_id_idx" ON "fraud_warnings"("payment_id");

-- AddForeignKey
ALTER TABLE "fraud_warnings" ADD CONSTRAINT "fraud_warnings_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

-- A payment that the card's bank warns of is returned before it is disputed.
ALTER TABLE "payments" DROP CONSTRAINT "payments_reason_check";
ALTER TABLE "payments" ADD CONSTRAINT "payments_reason_check" CHECK ("reason" IN (
  'late', 'mismatched', 'duplicate', 'opportunity_gone', 'account_suspended', 'returned', 'fraud_warning'));
