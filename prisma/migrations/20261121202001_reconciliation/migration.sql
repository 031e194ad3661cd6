-- CreateTable
CREATE TABLE "reconciliation_runs" (
    "id" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "moves_bookmark" BOOLEAN NOT NULL,
    "objects" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "complete" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "reconciliation_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconciliation_breaks" (
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "deployment_id" TEXT,
    "order_id" TEXT,
    "withdrawal_id" TEXT,
    "payment_intent_id" TEXT,
    "connected_account_id" TEXT,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "run_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconciliation_breaks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reconciliation_breaks_object_key" ON "reconciliation_breaks"("mode", "object_id", "cause");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_run_id_idx" ON "reconciliation_breaks"("run_id");

-- What follows cannot be said in schema.prisma.

ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_status_check"
  CHECK ("status" IN ('open', 'returning', 'matched', 'settled', 'returned', 'ignored'));
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_cause_check" CHECK ("cause" IN (
  'unknown_order', 'missing_payment', 'missing_refund', 'missing_dispute', 'unknown_withdrawal', 'missing_transfer',
  'missing_payout', 'unknown_payout', 'amount', 'currency', 'status', 'missing_at_provider', 'foreign_deployment'));
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_closed_check"
  CHECK (("status" IN ('open', 'returning')) = ("closed_at" IS NULL));

-- Only what is open is looked at again and counted.
CREATE INDEX "reconciliation_breaks_open_idx" ON "reconciliation_breaks" ("id") WHERE "status" IN ('open', 'returning');
