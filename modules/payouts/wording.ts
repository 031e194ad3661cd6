import type { OwnFailure } from './contract';

/** Our failure reasons, explained to contributors. */
const REASONS: Record<OwnFailure, string> = {
  review_rejected: 'We did not approve it.',
  insufficient_balance: 'Your balance no longer covers it, because of an earlier payout or a returned sale.',
  payouts_not_enabled:
    'Your account at the payment provider is not ready for payouts. Complete its setup, then request the payout again.',
  transfer_refused: 'The payment provider did not accept the transfer to your account there.',
  payout_refused: 'The payment provider did not send the money to your bank.',
  account_gone: 'Your account at the payment provider is closed or no longer connected to us.',
  transfer_reversed: 'The transfer to your account at the payment provider was taken back.',
  ended_by_operator: 'We stopped it.',
  payout_failed: 'Your bank rejected the payment.',
  payout_canceled: 'The payout was canceled at the payment provider.',
  written_off:
    'The payment provider cannot return the money from your account there, so it is not in your balance here.',
};

/** Why a withdrawal was not paid, as a sentence for the contributor. Quotes the bank's own wording. */
export function explainFailure(reason: string): string {
  // A bank can send any string as the reason, even `constructor`.
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as OwnFailure] : `Your bank reported: ${reason}.`;
}
