import { formatMoney } from '../../../base/wording';
import type { OwnFailure } from '../../../modules/payouts/contract';
import { heading, note, paragraph } from './blocks';
import { compose, type MailContent } from './layout';

export interface WithdrawalFacts {
  withdrawalId: string;
  /** Minor units of US dollars. */
  amount: number;
  failureReason: string | null;
  /** What reached the bank, in minor units of its currency; null or absent before it is known. */
  payoutAmount?: number | null;
  payoutCurrency?: string | null;
}

const REASON = 'You receive this e-mail because you asked for a payout. It is part of the product, not advertising.';

/** Explanations of our failure reasons for contributors; a bank's own reason is quoted. */
const WHY: Record<Exclude<OwnFailure, 'written_off'>, string> = {
  review_rejected: 'It was not approved. Reply to this e-mail to learn more.',
  insufficient_balance: 'Your balance no longer covers it, because an earlier payout or sale was entered since.',
  payouts_not_enabled:
    'Your account at the payment provider is not ready for payouts. Complete it and request the payout again.',
  transfer_refused: 'The payment provider refused to move the money to your account there.',
  payout_refused: 'The payment provider refused to send the money to your bank.',
  account_gone:
    'Your account at the payment provider is closed or no longer connected to us. Reply to this e-mail to set up another.',
  transfer_reversed: 'The transfer to your account at the payment provider was taken back.',
  ended_by_operator: 'We ended it. Reply to this e-mail to learn more.',
  payout_failed: 'Your bank reported: payout_failed.',
  payout_canceled: 'The payout was canceled at the payment provider.',
};

// The reason may be any word of a bank, such as `constructor`.
function explained(reason: string): string {
  return Object.hasOwn(WHY, reason) ? WHY[reason as keyof typeof WHY] : `Your bank reported: ${reason}.`;
}

export function withdrawalPaidMail(facts: WithdrawalFacts): MailContent {
  const money = moneyOf(facts);
  return letter(`Paid out: ${money}`, 'Your withdrawal was paid out', facts, [
    `We sent ${sentOf(facts)} to your bank account. It should arrive today or tomorrow.`,
  ]);
}

/** Notice that a withdrawal was not paid, with the reason and the whereabouts of the money. */
export function withdrawalNotPaidMail(facts: WithdrawalFacts): MailContent {
  const money = moneyOf(facts);
  const { failureReason } = facts;
  if (failureReason === 'written_off') {
    return letter(`Payout ended: ${money}`, 'Your withdrawal was ended', facts, [
      `The payment provider cannot return ${money} from your account there, so it is not in your balance here.`,
      'Reply to this e-mail if it did not reach you.',
    ]);
  }
  const why = failureReason === null ? 'It was not paid out.' : explained(failureReason);
  return letter(`Not paid out: ${money}`, 'Your withdrawal was not paid', facts, [
    why,
    `${money} is back in your balance. You can withdraw it again.`,
  ]);
}

function letter(subject: string, title: string, { withdrawalId }: WithdrawalFacts, sentences: string[]): MailContent {
  return compose({
    subject,
    preheader: sentences[0]!,
    blocks: [heading(title), ...sentences.map((sentence) => paragraph(sentence)), note(`Withdrawal ${withdrawalId}`)],
    reason: REASON,
  });
}

const moneyOf = ({ amount }: WithdrawalFacts) => formatMoney({ amount, currency: 'usd' });

/** Money that reached the bank, and what it is of the balance where the bank has another currency. */
function sentOf(facts: WithdrawalFacts): string {
  const { payoutAmount, payoutCurrency } = facts;
  if (payoutAmount == null || payoutCurrency == null || payoutCurrency === 'usd') return moneyOf(facts);
  return `${formatMoney({ amount: payoutAmount, currency: payoutCurrency })} (${moneyOf(facts)} of your balance)`;
}
