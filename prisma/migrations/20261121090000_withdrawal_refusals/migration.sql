-- Tries to move the money of a withdrawal that the provider refused; each further try is another request to it.
ALTER TABLE "withdrawals" ADD COLUMN "refusals" INTEGER NOT NULL DEFAULT 0;
