-- CreateTable
CREATE TABLE "candidates" (
    "run_id" TEXT NOT NULL,
    "candidate_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "idea" TEXT NOT NULL,
    "audience" TEXT,
    "geography" TEXT,
    "effort" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "agent_version" TEXT,
    "model" TEXT,
    "session_id" TEXT,
    "cost_micros" INTEGER,
    "submission" BYTEA,
    "findings" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "candidates_pkey" PRIMARY KEY ("run_id","candidate_id")
);

-- AddForeignKey
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

-- A candidate is planned, or settled for good: passed with findings, or excluded with a reason.
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_status_check" CHECK (
  ("status" = 'planned' AND "settled_at" IS NULL) OR
  ("status" = 'passed' AND "settled_at" IS NOT NULL AND "findings" IS NOT NULL AND "reason" IS NULL) OR
  ("status" = 'excluded' AND "settled_at" IS NOT NULL AND "reason" IS NOT NULL));
