import { machine } from '../../base/machine';
import { HOUR, listed, type Waiting } from '../outbox/sweeps';
import type { WithdrawalState } from './contract';

/** States of a withdrawal (docs/interface.md, Withdrawals). Every end but `paid` restores the balance. */
export const WITHDRAWAL = machine<WithdrawalState>({
  requested: ['under_review', 'processing'],
  under_review: ['processing', 'rejected'],
  // Back to a review before its transfer, where a share behind it was taken back meanwhile.
  processing: ['under_review', 'in_transit', 'failed', 'canceled'],
  in_transit: ['paid', 'failed', 'canceled'],
  paid: ['returned'], // The bank sent it back.
  rejected: [],
  canceled: [],
  failed: [],
  returned: [],
});

/** States of a withdrawal in progress; `paid` can only be followed by its return. */
export const UNDERWAY = [
  'requested',
  'under_review',
  'processing',
  'in_transit',
] as const satisfies readonly WithdrawalState[];

/** States before the payout to the bank. */
export const BEFORE_PAYOUT = ['requested', 'under_review', 'processing'] as const satisfies readonly WithdrawalState[];

/** Ends of a withdrawal that was not paid: its amount is in the balance again. */
export const ENDED_UNPAID = [
  'rejected',
  'canceled',
  'failed',
  'returned',
] as const satisfies readonly WithdrawalState[];

/** Time in which a bank may still send back what it took: a payout is followed for so long, and counts as final then. */
export const RETURNED_WITHIN_MS = 8 * 24 * 3_600_000;

/** What waits for a payout. */
export const WITHDRAWAL_WAIT = {
  what: 'Withdrawal',
  table: 'withdrawals',
  id: 'withdrawals.id',
  waits: `status IN (${listed(UNDERWAY)})`,
  since: 'withdrawals.updated_at',
  from: 'its last news',
  longestMs: HOUR,
  workflows: ['payout'],
  sweep: 'quiet_withdrawals',
  net: { starts: 'what it has at the provider is searched for first', workflowId: "'payout/' || withdrawals.id" },
  cure: 'admin withdrawals retry ID --reason TEXT.',
} as const satisfies Waiting;

const EEA = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI'],
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
];

/** True if money from one country (ISO 3166-1) to another leaves its payment region; the EEA is one region. */
export function isCrossBorder(from: string, to: string): boolean {
  return regionOf(from) !== regionOf(to);
}

const regionOf = (country: string) => (EEA.includes(country.toUpperCase()) ? 'EEA' : country.toUpperCase());
