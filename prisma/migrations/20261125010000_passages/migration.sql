-- What is kept of a page with the outcome of a quotation: the sentences that hold it, what stands around them, the page
-- of a PDF, the page's title and date. An empty object where nothing of it was read.
ALTER TABLE "evidence_checks" ADD COLUMN     "kept" JSONB NOT NULL DEFAULT '{}';
