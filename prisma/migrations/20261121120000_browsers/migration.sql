-- A session is shown to its owner: it has an id that is no secret, the browser's words, and when it was seen and proved.
ALTER TABLE "account_sessions" ADD COLUMN     "browser" TEXT,
ADD COLUMN     "id" TEXT,
ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Sessions from before keep working; what proved them is as old as they are.
UPDATE "account_sessions" SET "id" = 'ses_0' || substr(md5("hash"::text), 1, 25), "proved_at" = "created_at";
ALTER TABLE "account_sessions" ALTER COLUMN "id" SET NOT NULL;

-- AlterTable
ALTER TABLE "password_attempts" ADD COLUMN     "counted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- A browser that signed in to an account, by the hash of its own cookie: strangers' failures do not lock it out.
CREATE TABLE "account_devices" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "browser" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "forgotten_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "counted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_devices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_devices_account_id_idx" ON "account_devices"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_devices_hash_account_id_key" ON "account_devices"("hash", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_sessions_id_key" ON "account_sessions"("id");

-- AddForeignKey
ALTER TABLE "account_devices" ADD CONSTRAINT "account_devices_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
