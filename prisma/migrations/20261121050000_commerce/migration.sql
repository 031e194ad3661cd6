-- AlterTable
ALTER TABLE "entitlements" ADD COLUMN     "frozen_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "products" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "price_amount" INTEGER NOT NULL,
    "price_currency" TEXT NOT NULL,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "opportunities" (
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "niche" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "geography" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "price_amount" INTEGER NOT NULL,
    "price_currency" TEXT NOT NULL,
    "contributor_account_id" TEXT,
    "findings" BYTEA NOT NULL,
    "dossier_html" BYTEA NOT NULL,
    "dossier_pdf" BYTEA NOT NULL,
    "reserved_by" TEXT,
    "reserved_until" TIMESTAMPTZ(3),
    "sold_to" TEXT,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "opportunities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "mode" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "product_name" TEXT NOT NULL,
    "opportunity_id" TEXT,
    "status" TEXT NOT NULL,
    "price_amount" INTEGER NOT NULL,
    "price_currency" TEXT NOT NULL,
    "checkout_session_id" TEXT,
    "checkout_url" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "creating_until" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "hold_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "buyer_token_hash" BYTEA,
    "buyer_address_hash" BYTEA,
    "consent_text_version" TEXT NOT NULL,
    "consent_recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "entitlement_id" TEXT,
    "dispute_id" TEXT,
    "dispute_status" TEXT,
    "dispute_opened_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "refund_id" TEXT,
    "refund_status" TEXT,
    "refund_failure" TEXT,
    "notice_sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "object_id" TEXT,
    "order_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "opportunities_sold_to_key" ON "opportunities"("sold_to");

-- CreateIndex
CREATE UNIQUE INDEX "orders_checkout_session_id_key" ON "orders"("checkout_session_id");

-- CreateIndex
CREATE INDEX "orders_account_id_mode_id_idx" ON "orders"("account_id", "mode", "id" DESC);

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_opportunity_id_fkey" FOREIGN KEY ("opportunity_id") REFERENCES "opportunities"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma.

-- The list pages through what is on offer only.
CREATE INDEX "opportunities_listed_idx" ON "opportunities" ("mode", "id" DESC) WHERE "status" IN ('available', 'reserved');

-- The sweep reads open orders and unfinished refunds only.
CREATE INDEX "orders_open_idx" ON "orders" ("created_at") WHERE "status" IN ('creating', 'pending_payment');
CREATE INDEX "payments_refunding_idx" ON "payments" ("updated_at") WHERE "outcome" = 'refund' AND ("refund_status" IS NULL OR "refund_status" = 'pending');

-- Who holds how many opportunities is counted at every purchase.
CREATE INDEX "orders_holds_by_address_idx" ON "orders" ("buyer_address_hash") WHERE "status" IN ('creating', 'pending_payment') AND "buyer_address_hash" IS NOT NULL;

-- An opportunity is reserved for one order until a moment, and sold to one for good.
ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_status_check"
  CHECK ("status" IN ('draft', 'in_review', 'available', 'reserved', 'sold', 'archived'));
ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_hold_check"
  CHECK (("status" = 'reserved') = ("reserved_by" IS NOT NULL) AND ("reserved_by" IS NULL) = ("reserved_until" IS NULL));
ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_sold_check" CHECK (("status" = 'sold') = ("sold_to" IS NOT NULL));
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_check" CHECK ("status" IN (
  'creating', 'pending_payment', 'paid', 'fulfilled', 'failed', 'expired', 'canceled', 'refund_pending', 'refunded', 'refund_failed'));
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_check" CHECK (("product" = 'opportunity') = ("opportunity_id" IS NOT NULL));
ALTER TABLE "payments" ADD CONSTRAINT "payments_outcome_check" CHECK ("outcome" IN ('granted', 'refund'));

-- One payment of an order is what it was fulfilled for; every other one goes back.
CREATE UNIQUE INDEX "payments_granted_once" ON "payments" ("order_id") WHERE "outcome" = 'granted';

-- Sold is sold.
CREATE FUNCTION "refuse_change_of_sold_opportunity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'opportunity % is sold and stays so', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "opportunities_sold_is_final" BEFORE UPDATE OF "status", "sold_to" ON "opportunities" FOR EACH ROW
  WHEN (OLD.status = 'sold' AND (NEW.status <> OLD.status OR NEW.sold_to <> OLD.sold_to))
  EXECUTE FUNCTION "refuse_change_of_sold_opportunity"();

-- Names and prices of what the service sells itself (contract.md, Payments).
INSERT INTO "products" ("id", "name", "price_amount", "price_currency") VALUES
  ('idea_check', 'Idea Check', 4900, 'usd'), ('custom_search', 'Custom Search', 19900, 'usd');
