-- Until when the provider's books were compared, a row a mode: a run without the key of one must not move its bookmark.
-- The earlier bookmark did not say which modes it was of, so each begins anew: the next run compares thirty days.
CREATE TABLE reconciliation_bookmarks (
  mode text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT reconciliation_bookmarks_pkey PRIMARY KEY (mode),
  CONSTRAINT reconciliation_bookmarks_mode_check CHECK (mode IN ('live', 'test'))
);

-- Modes that a run compared to their end; none for one without a key.
ALTER TABLE reconciliation_runs ADD COLUMN compared text[] DEFAULT ARRAY[]::text[];

ALTER TABLE reconciliation_breaks DROP CONSTRAINT reconciliation_breaks_cause_check,
  ADD CONSTRAINT reconciliation_breaks_cause_check CHECK (
    cause IN ('unknown_order', 'missing_payment', 'missing_refund', 'missing_dispute', 'missing_fraud_warning',
              'unknown_withdrawal', 'missing_transfer', 'missing_payout', 'unknown_payout', 'amount', 'currency', 'status',
              'missing_at_provider', 'missing_entry', 'unknown_movement', 'foreign_deployment'));
