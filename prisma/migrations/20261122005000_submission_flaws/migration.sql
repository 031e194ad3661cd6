-- Flaws of the last submission of an agent that did not pass its checks: what an operator reads of a run that failed.
CREATE TABLE "submission_flaws" (
    "run_id" TEXT NOT NULL,
    "candidate_id" TEXT NOT NULL DEFAULT '',
    "flaws" JSONB NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_flaws_pkey" PRIMARY KEY ("run_id","candidate_id")
);

-- CreateIndex
CREATE INDEX "submission_flaws_found_at_idx" ON "submission_flaws"("found_at");

-- AddForeignKey
ALTER TABLE "submission_flaws" ADD CONSTRAINT "submission_flaws_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
