-- Packs: three credits in one order, for less than three orders. The price of a pack stands beside that of one credit, in
-- the same currency.
ALTER TABLE products ADD COLUMN pack_price_amount integer;
UPDATE products SET pack_price_amount = CASE id WHEN 'idea_check' THEN 12900 ELSE 49900 END;
ALTER TABLE products ALTER COLUMN pack_price_amount SET NOT NULL;
-- Pages say that three cost less: whoever lowers the price of one lowers that of the pack with it.
ALTER TABLE products ADD CONSTRAINT products_pack_check CHECK (pack_price_amount < 3 * price_amount);

-- Credits that an order is for; 1 of an opportunity.
ALTER TABLE orders ADD COLUMN quantity integer NOT NULL DEFAULT 1;
ALTER TABLE orders ADD CONSTRAINT orders_quantity_check CHECK (quantity = 1 OR (quantity > 1 AND product <> 'opportunity'));

-- A worker of the build before this one knows no packs and would grant one credit for three: it fails here, and the payment
-- waits for a worker of this build.
CREATE FUNCTION refuse_part_of_a_pack() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT count(*) FROM entitlements WHERE source = 'order' AND order_id = NEW.id) <> NEW.quantity THEN
    RAISE EXCEPTION 'order % is for % credits', NEW.id, NEW.quantity USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_pack_is_whole BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.quantity > 1 AND NEW.status = 'fulfilled' AND OLD.status <> 'fulfilled')
  EXECUTE FUNCTION refuse_part_of_a_pack();
