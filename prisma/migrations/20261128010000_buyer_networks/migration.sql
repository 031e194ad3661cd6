-- Network of an account that held an opportunity and had never paid: mailboxes cost nothing, and one person has many.
ALTER TABLE orders ADD COLUMN buyer_network_hash bytea;
CREATE INDEX orders_by_unpaid_network_idx ON orders (buyer_network_hash, created_at) WHERE buyer_network_hash IS NOT NULL;
