-- A payout that the bank sent back, whose money the provider cannot take back from the account, is written off as well.
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_written_off_check";
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_written_off_check"
  CHECK (NOT "written_off" OR "status" IN ('failed', 'returned'));
