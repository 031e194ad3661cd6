-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "monthly_budget_cents" INTEGER;

-- What follows cannot be said in schema.prisma.

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_monthly_budget_check" CHECK ("monthly_budget_cents" >= 0);

-- What the runs of one month cost is summed before a run of an account with a budget is accepted.
CREATE INDEX "runs_cost_idx" ON "runs" ("account_id", "mode", "completed_at") WHERE "cost_micros" IS NOT NULL;
