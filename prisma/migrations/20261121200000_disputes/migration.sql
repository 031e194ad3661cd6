-- AlterTable
ALTER TABLE "entitlements" ADD COLUMN     "order_id" TEXT;

-- CreateTable
CREATE TABLE "disputes" (
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence_due_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "observed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "disputes_order_id_idx" ON "disputes"("order_id");

-- CreateIndex
CREATE INDEX "disputes_payment_id_idx" ON "disputes"("payment_id");

-- CreateIndex
CREATE INDEX "entitlements_order_id_idx" ON "entitlements"("order_id");

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

ALTER TABLE "disputes" ADD CONSTRAINT "disputes_status_check" CHECK ("status" IN ('open', 'won', 'lost'));
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_closed_check" CHECK (("status" = 'open') = ("closed_at" IS NULL));

-- The sweep looks at open disputes and their deadlines only.
CREATE INDEX "disputes_open_idx" ON "disputes" ("evidence_due_at") WHERE "status" = 'open';

-- Until now an order had one dispute and did not say of which payment: of the granted one, or of the first. Its reason and
-- deadline were never stored; those of open ones are read again from the provider. The columns of "orders" stay for the
-- version before this one, which reads them.
INSERT INTO "disputes" ("id", "mode", "payment_id", "order_id", "status", "amount", "currency", "reason", "opened_at", "closed_at", "observed_at")
SELECT "dispute_id", orders."mode", paid."id", orders."id", "dispute_status", paid."amount", paid."currency", 'unknown',
       COALESCE("dispute_opened_at", orders."updated_at"),
       CASE WHEN "dispute_status" <> 'open' THEN orders."updated_at" END, orders."updated_at"
FROM "orders" CROSS JOIN LATERAL (
  SELECT * FROM "payments" WHERE "order_id" = orders."id"
  ORDER BY ("outcome" = 'granted') DESC, "reason" = 'returned' DESC NULLS LAST, "created_at" LIMIT 1) AS paid
WHERE "dispute_id" IS NOT NULL AND "dispute_status" IS NOT NULL
ON CONFLICT DO NOTHING;

-- A credit knows the order at its root, through every run that gave it back.
WITH RECURSIVE rooted("id", "order_id") AS (
  SELECT "id", "source_id" FROM "entitlements" WHERE "source" = 'order'
  UNION
  SELECT given."id", rooted."order_id" FROM rooted
  JOIN "runs" ON runs."entitlement_id" = rooted."id"
  JOIN "entitlements" AS given ON given."source" IN ('run_failure', 'run_canceled') AND given."source_id" = runs."id")
UPDATE "entitlements" SET "order_id" = rooted."order_id" FROM rooted WHERE entitlements."id" = rooted."id";

-- Credits that outlived their payment, because they were detached from it, follow it now.
UPDATE "entitlements" SET "status" = 'revoked', "frozen_at" = NULL
WHERE "status" = 'unused' AND "order_id" IS NOT NULL AND (
  NOT EXISTS (SELECT 1 FROM "payments" WHERE payments."order_id" = entitlements."order_id" AND "outcome" = 'granted')
  OR EXISTS (SELECT 1 FROM "payments" JOIN "disputes" ON "payment_id" = payments."id"
             WHERE payments."order_id" = entitlements."order_id" AND "outcome" = 'granted' AND disputes."status" = 'lost'));
UPDATE "entitlements" SET "frozen_at" = now()
WHERE "status" = 'unused' AND "frozen_at" IS NULL AND EXISTS (
  SELECT 1 FROM "payments" JOIN "disputes" ON "payment_id" = payments."id"
  WHERE payments."order_id" = entitlements."order_id" AND "outcome" = 'granted' AND disputes."status" = 'open');
