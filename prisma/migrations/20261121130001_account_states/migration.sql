-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "suspended_from" TEXT;

-- CreateTable
CREATE TABLE "erasures" (
    "account_id" TEXT NOT NULL,
    "email" TEXT,
    "session_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sessions_deleted" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

ALTER TABLE "accounts" DROP CONSTRAINT "accounts_status_check";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_status_check" CHECK (
  "status" IN ('pending', 'active', 'suspended', 'erased') AND ("status" = 'suspended') = ("suspended_from" IS NOT NULL)
  AND ("suspended_from" IS NULL OR "suspended_from" IN ('pending', 'active')));

-- An erasure is for good, and a finished one remembers no address.
CREATE FUNCTION "refuse_change_of_erased_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % is erased and stays so', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "accounts_erased_is_final" BEFORE UPDATE OF "status", "email" ON "accounts" FOR EACH ROW
  WHEN (OLD.status = 'erased' AND (NEW.status <> OLD.status OR NEW.email <> OLD.email))
  EXECUTE FUNCTION "refuse_change_of_erased_account"();
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_completed_check" CHECK ("completed_at" IS NULL OR "email" IS NULL);
