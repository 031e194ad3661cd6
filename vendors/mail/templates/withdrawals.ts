import { formatMoney } from '../../../base/wording';
import type { OwnFailure } from '../../../modules/payouts/contract';
import { button, heading, note, paragraph } from './blocks';
import { address, compose, type MailContent } from './layout';

export interface WithdrawalFacts {
  withdrawalId: string;
  /** In US cents. */
  amount: number;
  failureReason: string | null;
  /** Amount that reached the bank, in minor units of `payoutCurrency`; null or absent until known. */
  payoutAmount?: number | null;
  payoutCurrency?: string | null;
  publicUrl: string;
}

const REASON = 'You get this email because you asked for a payout. It is not advertising.';

/** Explains our own failure reasons to contributors. Reasons from banks are quoted instead. */
const WHY: Record<Exclude<OwnFailure, 'written_off'>, string> = {
  review_rejected: 'We did not approve it. Reply to this email to ask why.',
  insufficient_balance: 'Your balance no longer covers it, because of an earlier payout or a returned sale.',
  payouts_not_enabled:
    'Your account at the payment provider is not ready for payouts. Complete its setup, then request the payout again.',
  transfer_refused: 'The payment provider did not accept the transfer to your account there.',
  payout_refused: 'The payment provider did not send the money to your bank.',
  account_gone:
    'Your account at the payment provider is closed or no longer connected to us. Reply to this email to set up a new one.',
  transfer_reversed: 'The transfer to your account at the payment provider was taken back.',
  ended_by_operator: 'We stopped it. Reply to this email to ask why.',
  payout_failed: 'Your bank rejected the payment.',
  payout_canceled: 'The payout was canceled at the payment provider.',
};

// A bank can send any text as the reason, even `constructor`.
function explained(reason: string): string {
  return Object.hasOwn(WHY, reason) ? WHY[reason as keyof typeof WHY] : `Your bank reported: ${reason}.`;
}

export function withdrawalPaidMail(facts: WithdrawalFacts): MailContent {
  const money = moneyOf(facts);
  return letter(`Paid out: ${money}`, `We paid out ${money}`, facts, [
    `We sent ${sentOf(facts)} to your bank account. It should arrive today or tomorrow.`,
  ]);
}

/** Notice that a withdrawal failed: the reason and where the money is. */
export function withdrawalNotPaidMail(facts: WithdrawalFacts): MailContent {
  const money = moneyOf(facts);
  const { failureReason } = facts;
  if (failureReason === 'written_off') {
    return letter(`Payout ended: ${money}`, `Your payout of ${money} has ended`, facts, [
      `The payment provider cannot return ${money} from your account there, so it is not in your balance here.`,
      'Reply to this email if the money did not reach you.',
    ]);
  }
  const why = failureReason === null ? 'It was not paid out.' : explained(failureReason);
  return letter(`Not paid out: ${money}`, `We could not pay out ${money}`, facts, [
    why,
    `${money} is back in your balance. You can withdraw it again.`,
  ]);
}

function letter(subject: string, title: string, facts: WithdrawalFacts, sentences: string[]): MailContent {
  return compose({
    subject,
    preheader: sentences[0]!,
    blocks: [
      heading(title),
      ...sentences.map((sentence) => paragraph(sentence)),
      button('See your earnings', address(facts.publicUrl, '/account/earnings')),
      note(`Reference: ${facts.withdrawalId}`),
    ],
    reason: REASON,
  });
}

const moneyOf = ({ amount }: WithdrawalFacts) => formatMoney({ amount, currency: 'usd' }, 'where needed');

/** Amount that reached the bank. If the currencies differ, also the amount taken from the balance. */
function sentOf(facts: WithdrawalFacts): string {
  const { payoutAmount, payoutCurrency } = facts;
  if (payoutAmount == null || payoutCurrency == null || payoutCurrency === 'usd') return moneyOf(facts);
  return `${formatMoney({ amount: payoutAmount, currency: payoutCurrency })} (${moneyOf(facts)} of your balance)`;
}
