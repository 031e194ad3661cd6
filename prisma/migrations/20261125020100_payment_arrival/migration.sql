-- When the payment was made, by the provider's clock: what decides whether it was in time. Unknown for those of before.
ALTER TABLE payments ADD COLUMN arrived_at timestamptz(3);
