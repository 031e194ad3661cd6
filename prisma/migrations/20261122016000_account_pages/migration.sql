-- Runs that a signed-in browser started have no key.
ALTER TABLE "runs" ALTER COLUMN "api_key_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "run_shares" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_shares_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "run_shares_token_hash_key" ON "run_shares"("token_hash");

-- CreateIndex
CREATE INDEX "run_shares_run_id_id_idx" ON "run_shares"("run_id", "id" DESC);

-- CreateIndex
CREATE INDEX "run_shares_expires_at_idx" ON "run_shares"("expires_at");

-- AddForeignKey
ALTER TABLE "run_shares" ADD CONSTRAINT "run_shares_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
