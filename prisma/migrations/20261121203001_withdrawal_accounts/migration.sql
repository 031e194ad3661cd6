-- Account at the provider that the money went to: a contributor can get another one while a payout is on its way.
ALTER TABLE "withdrawals" ADD COLUMN "connected_account_id" TEXT;
UPDATE "withdrawals" SET "connected_account_id" = contributors."connected_account_id" FROM "contributors"
  WHERE contributors."account_id" = withdrawals."account_id" AND contributors."mode" = withdrawals."mode"
    AND withdrawals."transfer_id" IS NOT NULL;
