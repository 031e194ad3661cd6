-- Sweeps and the daily comparison read what is due, not whole tables.
DROP INDEX withdrawals_open_idx;
CREATE INDEX withdrawals_open_idx ON withdrawals (updated_at)
  WHERE status IN ('requested', 'under_review', 'processing', 'in_transit');
CREATE INDEX withdrawals_transfer_id_idx ON withdrawals (transfer_id);
CREATE INDEX withdrawals_transferred_idx ON withdrawals (updated_at) WHERE transfer_id IS NOT NULL;
CREATE INDEX payments_created_at_idx ON payments (created_at);
