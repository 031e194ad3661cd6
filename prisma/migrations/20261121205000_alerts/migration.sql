-- CreateTable
CREATE TABLE "alerts" (
    "alert" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("alert","subject")
);

-- CreateIndex
CREATE INDEX "alerts_raised_at_idx" ON "alerts"("raised_at");
