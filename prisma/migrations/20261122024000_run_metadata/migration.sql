-- Data of the caller's own on runs; those from before have none.
ALTER TABLE "runs" ADD COLUMN "metadata" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "run_labels" (
    "account_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "label" BYTEA NOT NULL,
    "run_id" TEXT NOT NULL,

    CONSTRAINT "run_labels_pkey" PRIMARY KEY ("account_id","mode","label","run_id")
);

-- AddForeignKey
ALTER TABLE "run_labels" ADD CONSTRAINT "run_labels_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
