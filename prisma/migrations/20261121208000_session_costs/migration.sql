-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "session_cost_micros" INTEGER;

-- CreateTable
CREATE TABLE "stray_sessions" (
    "session_id" TEXT NOT NULL,
    "assignment_id" TEXT NOT NULL,
    "run_id" TEXT,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "cost_micros" INTEGER,

    CONSTRAINT "stray_sessions_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "stray_sessions_run_id_idx" ON "stray_sessions"("run_id");

-- What follows cannot be said in schema.prisma.

-- Until now a run had one sum. What its candidates do not explain is its own session's; where they explain all of it,
-- its own session was not closed, and the sweep asks the provider.
UPDATE "runs" SET "session_cost_micros" = NULLIF("cost_micros" - COALESCE(
  (SELECT sum("cost_micros") FROM "candidates" WHERE "run_id" = "runs"."id"), 0), 0)
WHERE "cost_micros" IS NOT NULL AND "session_id" IS NOT NULL;
-- An evaluation without cost is not an open one.
UPDATE "runs" SET "session_cost_micros" = 0
WHERE "cost_micros" = 0 AND "session_cost_micros" IS NULL AND "session_id" IS NOT NULL;

-- Sessions whose cost is not known: those of work under way, and few of work that ended while the provider was down.
DROP INDEX "runs_open_sessions_idx";
CREATE INDEX "runs_open_sessions_idx" ON "runs" ("completed_at")
  WHERE "session_id" IS NOT NULL AND "session_cost_micros" IS NULL;
CREATE INDEX "free_scans_open_sessions_idx" ON "free_scans" ("completed_at")
  WHERE "session_id" IS NOT NULL AND "cost_micros" IS NULL;
CREATE INDEX "stray_sessions_open_idx" ON "stray_sessions" ("found_at") WHERE "closed_at" IS NULL;

-- Open disputes are read again; so are those whose reason was never stored.
CREATE INDEX "disputes_read_again_idx" ON "disputes" ("id") WHERE "status" = 'open' OR "reason" = 'unknown';
