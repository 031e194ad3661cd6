-- What follows cannot be said in schema.prisma.

-- A candidate passes with findings; once its search completes, whose findings repeat them, they are deleted here.
ALTER TABLE "candidates" DROP CONSTRAINT "candidates_status_check";
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_status_check" CHECK (
  ("status" = 'planned' AND "settled_at" IS NULL) OR
  ("status" = 'passed' AND "settled_at" IS NOT NULL AND "reason" IS NULL) OR
  ("status" = 'excluded' AND "settled_at" IS NOT NULL AND "reason" IS NOT NULL));

CREATE FUNCTION "refuse_passing_without_findings"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'candidate % of % has no findings to pass with', NEW.candidate_id, NEW.run_id
    USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "candidates_pass_with_findings" BEFORE INSERT OR UPDATE OF "status" ON "candidates" FOR EACH ROW
  WHEN (NEW.status = 'passed' AND NEW.findings IS NULL)
  EXECUTE FUNCTION "refuse_passing_without_findings"();
