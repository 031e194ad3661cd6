-- Addresses of buyers are kept as keyed hashes of their network from now on. What was stored was a plain SHA-256 of an address,
-- which anybody can reverse by trying all of them, so it goes.
UPDATE "orders" SET "buyer_address_hash" = NULL WHERE "buyer_address_hash" IS NOT NULL;

-- Unpaid holds of one network within a day.
CREATE INDEX "orders_by_buyer_network_idx" ON "orders" ("buyer_address_hash", "created_at") WHERE "buyer_address_hash" IS NOT NULL;

-- Free scans that were begun within a day.
CREATE INDEX "free_scans_confirmed_idx" ON "free_scans" ("confirmed_at") WHERE "confirmed_at" IS NOT NULL;
