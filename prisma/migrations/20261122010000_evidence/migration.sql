-- Quotations of the published findings, and those found on the pages they cite; null until findings were checked.
ALTER TABLE "runs" ADD COLUMN     "evidence_cited" INTEGER;
ALTER TABLE "runs" ADD COLUMN     "evidence_verified" INTEGER;

ALTER TABLE "runs" ADD CONSTRAINT "runs_evidence_counts"
  CHECK ("evidence_verified" BETWEEN 0 AND "evidence_cited" AND ("evidence_cited" IS NULL) = ("evidence_verified" IS NULL)) NOT VALID;

-- Checks of single quotations, so that a repeated step looks at open ones only. The key is a hash of address and
-- quotation; candidate '' is the run itself.
CREATE TABLE "evidence_checks" (
    "run_id" TEXT NOT NULL,
    "candidate_id" TEXT NOT NULL DEFAULT '',
    "quotation" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "content_sha256" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evidence_checks_pkey" PRIMARY KEY ("run_id","candidate_id","quotation"),
    CONSTRAINT "evidence_checks_status" CHECK ("status" IN ('verified', 'not_found', 'unreachable', 'not_text'))
);

-- CreateIndex
CREATE INDEX "evidence_checks_checked_at_idx" ON "evidence_checks"("checked_at");

-- AddForeignKey
ALTER TABLE "evidence_checks" ADD CONSTRAINT "evidence_checks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
