import { formatMoney } from '../../../base/wording';
import type { OwnFailure } from '../../../modules/payouts/contract';
import { explainFailure } from '../../../modules/payouts/wording';
import { button, heading, note, paragraph } from './blocks';
import { address, compose, type MailContent } from './layout';

export interface WithdrawalFacts {
  withdrawalId: string;
  /** In US cents. */
  amount: number;
  failureReason: string | null;
  /** Amount that arrived at the bank, in minor units of `payoutCurrency`; null or undefined until known. */
  payoutAmount?: number | null;
  payoutCurrency?: string | null;
  publicUrl: string;
}

const REASON = 'You get this email because you asked for a payout. It is not advertising.';

/** Next step for the contributor, by reason. */
const NEXT_STEPS: Partial<Record<OwnFailure, string>> = {
  review_rejected: 'Reply to this email to ask why.',
  account_gone: 'Reply to this email to set up a new one.',
  ended_by_operator: 'Reply to this email to ask why.',
};

function explained(reason: string): string {
  const next = Object.hasOwn(NEXT_STEPS, reason) ? NEXT_STEPS[reason as OwnFailure] : undefined;
  return [explainFailure(reason), ...(next ? [next] : [])].join(' ');
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

/** Amount that arrived at the bank. If the currencies differ, adds the amount taken from the balance. */
function sentOf(facts: WithdrawalFacts): string {
  const { payoutAmount, payoutCurrency } = facts;
  if (payoutAmount == null || payoutCurrency == null || payoutCurrency === 'usd') return moneyOf(facts);
  return `${formatMoney({ amount: payoutAmount, currency: payoutCurrency })} (${moneyOf(facts)} of your balance)`;
}
