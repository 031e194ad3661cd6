-- CreateTable
CREATE TABLE "contributors" (
    "account_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "connected_account_id" TEXT,
    "country" TEXT,
    "revenue_share_bps" INTEGER NOT NULL DEFAULT 7000,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contributors_pkey" PRIMARY KEY ("account_id","mode")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "id" BIGSERIAL NOT NULL,
    "cause" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "transaction_id" BIGINT NOT NULL,
    "account" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("transaction_id","account")
);

-- CreateTable
CREATE TABLE "withdrawals" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "note" TEXT,
    "status" TEXT NOT NULL,
    "review" BOOLEAN NOT NULL,
    "review_decision" TEXT,
    "review_reason" TEXT,
    "transfer_id" TEXT,
    "payout_id" TEXT,
    "failure_reason" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "contributors_connected_account_id_key" ON "contributors"("connected_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_cause_key" ON "ledger_transactions"("cause");

-- CreateIndex
CREATE INDEX "ledger_transactions_account_id_mode_id_idx" ON "ledger_transactions"("account_id", "mode", "id");

-- CreateIndex
CREATE INDEX "withdrawals_account_id_mode_id_idx" ON "withdrawals"("account_id", "mode", "id" DESC);

-- AddForeignKey
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_account_id_mode_fkey" FOREIGN KEY ("account_id", "mode") REFERENCES "contributors"("account_id", "mode") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma.

-- The sweep reads what is under way only.
CREATE INDEX "withdrawals_open_idx" ON "withdrawals" ("updated_at") WHERE "status" IN ('requested', 'processing', 'in_transit');

ALTER TABLE "contributors" ADD CONSTRAINT "contributors_share_check" CHECK ("revenue_share_bps" BETWEEN 0 AND 10000);
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_check"
  CHECK ("account" IN ('available', 'held', 'platform', 'provider') AND "amount" <> 0);
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_status_check" CHECK ("status" IN (
  'requested', 'under_review', 'processing', 'in_transit', 'paid', 'rejected', 'canceled', 'failed', 'returned'));
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_amount_check" CHECK ("amount" > 0);
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_paid_check"
  CHECK (("status" IN ('paid', 'returned')) = ("paid_at" IS NOT NULL));

-- What was entered into the books stays there: a mistake is mended by another transaction.
CREATE FUNCTION "refuse_change_of_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "ledger_transactions_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transactions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_ledger"();
CREATE TRIGGER "ledger_entries_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_ledger"();

-- Looked at when the transaction commits, when all its entries are there.
CREATE FUNCTION "refuse_unbalanced_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT COALESCE(sum(amount), 1) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "refuse_unbalanced_ledger"();

-- An end is an end; what was paid can still come back.
CREATE FUNCTION "refuse_change_of_ended_withdrawal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawal % is % and cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "withdrawals_end_is_final" BEFORE UPDATE OF "status" ON "withdrawals" FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND (OLD.status IN ('rejected', 'canceled', 'failed', 'returned')
    OR (OLD.status = 'paid' AND NEW.status <> 'returned')))
  EXECUTE FUNCTION "refuse_change_of_ended_withdrawal"();
