-- An operator stopped the run: it ends as failed and its credit goes back, whoever ends it and whatever it had begun.
ALTER TABLE "runs" ADD COLUMN     "stopped_by_operator" BOOLEAN NOT NULL DEFAULT false;

-- The run that this one repeats, by an operator.
ALTER TABLE "runs" ADD COLUMN     "retry_of" TEXT;

-- A run is repeated once, however often the command is given; few runs are.
CREATE UNIQUE INDEX "runs_retry_of_key" ON "runs" ("retry_of") WHERE "retry_of" IS NOT NULL;
