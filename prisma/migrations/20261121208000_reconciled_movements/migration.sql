-- Movements of our balance at the provider are compared with the ledger.
ALTER TABLE "reconciliation_breaks" DROP CONSTRAINT "reconciliation_breaks_cause_check";
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_cause_check" CHECK ("cause" IN (
  'unknown_order', 'missing_payment', 'missing_refund', 'missing_dispute', 'unknown_withdrawal', 'missing_transfer',
  'missing_payout', 'unknown_payout', 'amount', 'currency', 'status', 'missing_at_provider', 'missing_entry',
  'unknown_movement', 'foreign_deployment'));
