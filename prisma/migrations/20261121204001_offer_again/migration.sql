-- Sold is sold, until its payment went back and an operator offers it again.
CREATE OR REPLACE FUNCTION "refuse_change_of_sold_opportunity"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'available' AND NEW.sold_to IS NULL
     AND EXISTS (SELECT 1 FROM orders WHERE orders.id = OLD.sold_to AND orders.status IN ('refund_pending', 'refunded')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'opportunity % is sold and stays so', OLD.id USING ERRCODE = 'check_violation';
END $$;

-- NULL is a change too.
DROP TRIGGER "opportunities_sold_is_final" ON "opportunities";
CREATE TRIGGER "opportunities_sold_is_final" BEFORE UPDATE OF "status", "sold_to" ON "opportunities" FOR EACH ROW
  WHEN (OLD.status = 'sold' AND (NEW.status <> OLD.status OR NEW.sold_to IS DISTINCT FROM OLD.sold_to))
  EXECUTE FUNCTION "refuse_change_of_sold_opportunity"();

-- The sweep looks at refunds that failed as well: a person may have made them again where no webhook told of it.
DROP INDEX "payments_refunding_idx";
CREATE INDEX "payments_refunding_idx" ON "payments" ("updated_at")
  WHERE "outcome" = 'refund' AND ("refund_status" IS NULL OR "refund_status" IN ('pending', 'failed'));
