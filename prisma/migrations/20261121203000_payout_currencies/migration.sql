-- What a transfer brought to the contributor's account, in its own currency, and from when it can be paid out.
ALTER TABLE "withdrawals" ADD COLUMN "payout_amount" INTEGER, ADD COLUMN "payout_currency" TEXT,
  ADD COLUMN "available_at" TIMESTAMPTZ(3);
-- Withdrawals on their way to a bank before this were all paid out as they were asked for.
UPDATE "withdrawals" SET "payout_amount" = "amount", "payout_currency" = "currency" WHERE "payout_id" IS NOT NULL;
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payout_check"
  CHECK (("payout_amount" IS NULL) = ("payout_currency" IS NULL) AND ("payout_amount" IS NULL OR "payout_amount" > 0));

-- An operator's decision to end a withdrawal: `take_back` once the provider reversed its transfer, `write_off` although
-- it cannot.
ALTER TABLE "withdrawals" ADD COLUMN "end_requested" TEXT, ADD COLUMN "end_reason" TEXT,
  ADD COLUMN "written_off" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_end_requested_check"
  CHECK ("end_requested" IN ('take_back', 'write_off'));
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_written_off_check" CHECK (NOT "written_off" OR "status" = 'failed');
