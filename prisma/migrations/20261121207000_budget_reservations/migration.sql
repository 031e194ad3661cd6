-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "reserved_cents" INTEGER;

-- What follows cannot be said in schema.prisma.

ALTER TABLE "runs" ADD CONSTRAINT "runs_reserved_check" CHECK ("reserved_cents" > 0);

-- What runs without a known cost have reserved is summed before a run of an account with a budget is accepted.
CREATE INDEX "runs_reserved_idx" ON "runs" ("account_id", "mode") WHERE "cost_micros" IS NULL AND "reserved_cents" IS NOT NULL;
