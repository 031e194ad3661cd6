-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "password_hash" TEXT;

-- CreateTable
CREATE TABLE "account_links" (
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "return_path" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_id" TEXT,
    "token_hash" BYTEA,
    "issued_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_sessions" (
    "hash" BYTEA NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "password_attempts" (
    "email" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_attempts_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "free_scans" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "idea" TEXT NOT NULL,
    "locale" TEXT,
    "marketing_consent" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "token_hash" BYTEA,
    "mailed_at" TIMESTAMPTZ(3),
    "confirmation_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "failure_code" TEXT,
    "agent_version" TEXT,
    "model" TEXT,
    "session_id" TEXT,
    "cost_micros" INTEGER,
    "submission" BYTEA,
    "findings" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "free_scans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consents" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "text_version" TEXT NOT NULL,
    "source_hash" BYTEA NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "email" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("email","scope")
);

-- CreateTable
CREATE TABLE "mail_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "support_requests" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "category" TEXT,
    "related_id" TEXT,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "support_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_links_token_hash_key" ON "account_links"("token_hash");

-- CreateIndex
CREATE INDEX "account_links_email_purpose_issued_at_idx" ON "account_links"("email", "purpose", "issued_at");

-- CreateIndex
CREATE INDEX "account_links_account_id_idx" ON "account_links"("account_id");

-- CreateIndex
CREATE INDEX "account_sessions_account_id_idx" ON "account_sessions"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "free_scans_token_hash_key" ON "free_scans"("token_hash");

-- CreateIndex
CREATE INDEX "free_scans_email_mailed_at_idx" ON "free_scans"("email", "mailed_at");

-- CreateIndex
CREATE INDEX "consents_email_kind_idx" ON "consents"("email", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "consents_scan_id_kind_key" ON "consents"("scan_id", "kind");

-- CreateIndex
CREATE INDEX "support_requests_email_created_at_idx" ON "support_requests"("email", "created_at");

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_sessions" ADD CONSTRAINT "account_sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_scan_id_fkey" FOREIGN KEY ("scan_id") REFERENCES "free_scans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

-- The sweep reads unconfirmed scans only.
CREATE INDEX "free_scans_unconfirmed_idx" ON "free_scans" ("created_at") WHERE "confirmed_at" IS NULL;

-- States outside contract.md cannot be stored; what a scan needs to be in a state is there.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_status_check" CHECK ("status" IN ('pending', 'active'));
ALTER TABLE "free_scans" ADD CONSTRAINT "free_scans_status_check" CHECK (
  ("status" IN ('queued', 'awaiting_confirmation', 'expired') AND "confirmed_at" IS NULL) OR
  ("status" IN ('confirmed', 'running', 'completed', 'failed') AND "confirmed_at" IS NOT NULL));
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_issued_check" CHECK (
  ("token_hash" IS NULL) = ("expires_at" IS NULL) AND ("token_hash" IS NULL OR "account_id" IS NOT NULL));
