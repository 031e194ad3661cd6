-- Added without a look at the rows, which would have locked them out; this look locks nobody out.
ALTER TABLE "runs" VALIDATE CONSTRAINT "runs_evidence_counts";
