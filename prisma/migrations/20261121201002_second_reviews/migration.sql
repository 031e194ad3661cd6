-- A withdrawal whose share was taken back after its approval is reviewed again.
ALTER TABLE "withdrawals"
  ADD COLUMN "reviews" INTEGER NOT NULL DEFAULT 0,
  -- Balance left beside the withdrawal at its approval, which a lower one is not covered by.
  ADD COLUMN "approved_available" INTEGER;

UPDATE "withdrawals" SET "reviews" = 1 WHERE "review" AND "status" <> 'requested';
