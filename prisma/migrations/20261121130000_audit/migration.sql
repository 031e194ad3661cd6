-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "via" TEXT,
    "action" TEXT NOT NULL,
    "account_id" TEXT,
    "subject" TEXT,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_events_account_id_id_idx" ON "audit_events"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- What follows cannot be said in schema.prisma.

ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor_kind_check"
  CHECK ("actor_kind" IN ('customer', 'operator', 'system'));

-- Append-only: an event stays as it was recorded until its retention of seven years is over (domain/retention.ts).
CREATE FUNCTION "refuse_change_of_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "audit_events_stay" BEFORE UPDATE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_audit"();
CREATE TRIGGER "audit_events_kept" BEFORE DELETE ON "audit_events"
  FOR EACH ROW WHEN (OLD."at" > CURRENT_TIMESTAMP - INTERVAL '7 years') EXECUTE FUNCTION "refuse_change_of_audit"();
CREATE TRIGGER "audit_events_not_truncated" BEFORE TRUNCATE ON "audit_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"();
