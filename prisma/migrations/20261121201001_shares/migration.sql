-- CreateTable
CREATE TABLE "shares" (
    "order_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "moves" INTEGER NOT NULL DEFAULT 0,
    "matures_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "shares_account_id_mode_idx" ON "shares"("account_id", "mode");

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_account_id_mode_fkey" FOREIGN KEY ("account_id", "mode") REFERENCES "contributors"("account_id", "mode") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma.

ALTER TABLE "shares" ADD CONSTRAINT "shares_status_check"
  CHECK ("status" IN ('pending', 'available', 'frozen', 'taken_back'));
ALTER TABLE "shares" ADD CONSTRAINT "shares_amount_check" CHECK ("amount" > 0);

-- The sweep reads what has not matured yet only.
CREATE INDEX "shares_pending_idx" ON "shares" ("matures_at") WHERE "status" = 'pending';

-- Shares so far could be withdrawn at once, and many were: they stay so. Where the last posting of a sale took it back, the
-- share is taken back. Their later postings count on from those.
INSERT INTO "shares" ("order_id", "account_id", "mode", "amount", "currency", "status", "moves", "matures_at", "created_at")
SELECT orders."id", sale."account_id", sale."mode", credited."amount", sale."currency",
       CASE WHEN posted."balance" > 0 THEN 'available' ELSE 'taken_back' END, posted."count", sale."created_at", sale."created_at"
FROM "ledger_transactions" AS sale
JOIN "ledger_entries" AS credited ON credited."transaction_id" = sale."id" AND credited."account" = 'available'
JOIN "orders" ON sale."cause" = 'sale:' || orders."id"
CROSS JOIN LATERAL (
  SELECT count(*) AS "count", sum(line."amount") AS "balance"
  FROM "ledger_transactions" AS each
  JOIN "ledger_entries" AS line ON line."transaction_id" = each."id" AND line."account" = 'available'
  WHERE each."account_id" = sale."account_id" AND each."mode" = sale."mode"
    AND split_part(each."cause", ':', 2) = orders."id") AS posted;
