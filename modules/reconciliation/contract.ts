import type { Mode } from '../../base/access';

/** Why an object at the provider does not match our rows (docs/interface/reconciliation.md). */
export const BREAK_CAUSES = [
  'unknown_order',
  'missing_payment',
  'missing_refund',
  'missing_dispute',
  'missing_fraud_warning',
  'unknown_withdrawal',
  'missing_transfer',
  'missing_payout',
  'unknown_payout',
  'amount',
  'currency',
  'status',
  'missing_at_provider',
  'missing_entry',
  'unknown_movement',
  'foreign_deployment',
] as const;
export type BreakCause = (typeof BREAK_CAUSES)[number];

/**
 * States of a break. `matched`: object and rows agree again. `settled`: closed by an operator. `returned`: the money
 * was refunded. `ignored`: belongs to another deployment. Transitions are in `modules/reconciliation/rules.ts`.
 */
export const BREAK_STATES = ['open', 'returning', 'matched', 'settled', 'returned', 'ignored'] as const;
export type BreakState = (typeof BREAK_STATES)[number];

/** Modes and period that one run compares. */
export interface ReconciliationWindow {
  runId: string;
  /** Modes with an API key. We cannot compare without a key. */
  modes: readonly Mode[];
  /** ISO 8601. The run compares objects created between `from` and `until`. */
  from: string;
  until: string;
}

export interface ReconciliationResult {
  runId: string;
  objects: number;
  /** Modes compared up to the end of the period. Their bookmarks have moved forward. */
  compared: readonly Mode[];
  openBreaks: number;
  /** False if part of the period could not be compared, or no mode has a key. */
  complete: boolean;
}
