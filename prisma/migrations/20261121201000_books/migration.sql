-- One ledger for all money: payments of customers and their refunds stand in it beside the balances of contributors.
ALTER TABLE "ledger_transactions" ALTER COLUMN "account_id" DROP NOT NULL, ADD COLUMN "payment_id" TEXT;
CREATE INDEX "ledger_transactions_payment_id_idx" ON "ledger_transactions"("payment_id");

-- Credits are positive (docs/decisions/ledger.md lists the accounts).
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_check";
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_check" CHECK ("amount" <> 0 AND "account" IN (
  'provider', 'connected', 'disputed', 'sales', 'tax', 'returns', 'fees', 'platform', 'pending', 'frozen', 'available', 'held'));

-- A balance that belongs to nobody could never be paid out.
CREATE OR REPLACE FUNCTION "refuse_unbalanced_ledger"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT COALESCE(sum(amount), 1) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.account IN ('connected', 'pending', 'frozen', 'available', 'held')
     AND (SELECT account_id FROM ledger_transactions WHERE id = NEW.transaction_id) IS NULL THEN
    RAISE EXCEPTION 'ledger transaction % has an entry in % and names no contributor', NEW.transaction_id, NEW.account
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Payments so far: the sale, or what was owed back, and what went back. A chargeback stays open here: what the provider
-- took is known only to it.
WITH paid AS (
  INSERT INTO "ledger_transactions" ("cause", "mode", "currency", "payment_id", "created_at")
  SELECT 'payment:' || "id", "mode", "currency", "id", "created_at" FROM "payments" WHERE "amount" > 0 ORDER BY "created_at"
  RETURNING "id", "payment_id")
INSERT INTO "ledger_entries" ("transaction_id", "account", "amount")
SELECT paid."id", line."account", line."amount" FROM paid JOIN "payments" ON "payments"."id" = paid."payment_id",
  LATERAL (VALUES ('provider', -"payments"."amount"),
    (CASE WHEN "outcome" = 'granted' THEN 'sales' ELSE 'returns' END, "payments"."amount")) AS line("account", "amount");

WITH refunded AS (
  INSERT INTO "ledger_transactions" ("cause", "mode", "currency", "payment_id", "created_at")
  SELECT 'refund:' || "refund_id", "mode", "currency", "id", "updated_at" FROM "payments"
  WHERE "outcome" = 'refund' AND "refund_id" IS NOT NULL AND "refund_status" IN ('pending', 'succeeded') AND "amount" > 0
  ORDER BY "updated_at"
  RETURNING "id", "payment_id")
INSERT INTO "ledger_entries" ("transaction_id", "account", "amount")
SELECT refunded."id", line."account", line."amount" FROM refunded JOIN "payments" ON "payments"."id" = refunded."payment_id",
  LATERAL (VALUES ('provider', "payments"."amount"), ('returns', -"payments"."amount")) AS line("account", "amount");

-- Withdrawals under way whose money has left our balance already.
WITH transferred AS (
  INSERT INTO "ledger_transactions" ("cause", "account_id", "mode", "currency", "created_at")
  SELECT 'withdrawal:' || "id" || ':transferred', "account_id", "mode", "currency", "updated_at" FROM "withdrawals"
  WHERE "transfer_id" IS NOT NULL AND "status" IN ('processing', 'in_transit')
  RETURNING "id", "cause")
INSERT INTO "ledger_entries" ("transaction_id", "account", "amount")
SELECT transferred."id", line."account", line."amount"
FROM transferred JOIN "withdrawals" ON transferred."cause" = 'withdrawal:' || "withdrawals"."id" || ':transferred',
  LATERAL (VALUES ('provider', "withdrawals"."amount"), ('connected', -"withdrawals"."amount")) AS line("account", "amount");
