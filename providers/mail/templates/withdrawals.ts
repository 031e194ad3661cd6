import { html } from '../../html';
import { heading, layout, paragraph, plainText, type MailContent } from './layout';

/** What a mail about a withdrawal tells. */
export interface WithdrawalFacts {
  withdrawalId: string;
  /** Minor units of US dollars. */
  amount: number;
  failureReason: string | null;
}

const REASON = 'You receive this mail because you asked for a payout. It is part of the product, not advertising.';

/** What the contributor can make of a reason; a bank's own stands as it is. */
const WHY: Record<string, string> = {
  review_rejected: 'It was not approved; answer to this mail to learn more.',
  payouts_not_enabled: 'Your account at the payment provider cannot be paid out yet; complete it and ask again.',
  transfer_refused: 'The payment provider refused to move the money to your account there.',
  payout_refused: 'The payment provider refused to send the money to your bank.',
  payout_canceled: 'The payout was canceled at the payment provider.',
};

/** The notice that a withdrawal was paid out. */
export function withdrawalPaidMail(facts: WithdrawalFacts): MailContent {
  const money = moneyOf(facts);
  return letter(`Paid out: ${money}`, 'Your withdrawal was paid out', facts, [
    `${money} were sent to your bank account. Depending on your bank they are there today or tomorrow.`,
  ]);
}

/** The notice that a withdrawal did not arrive, why, and where the money is. */
export function withdrawalNotPaidMail(facts: WithdrawalFacts): MailContent {
  const money = moneyOf(facts);
  const { failureReason } = facts;
  const why =
    failureReason === null ? 'It was not paid out.' : (WHY[failureReason] ?? `Your bank says: ${failureReason}.`);
  return letter(`Not paid out: ${money}`, 'Your withdrawal did not arrive', facts, [
    why,
    `${money} are back on your balance and can be withdrawn again.`,
  ]);
}

/** What the operator is told where the money of a withdrawal does not move. */
export function withdrawalStuckMail({ withdrawalId }: { withdrawalId: string }): MailContent {
  const sentence = `The money of withdrawal ${withdrawalId} does not move. It is tried again until it does.`;
  const way = `Look at the provider's balance and at the last failure of payout/${withdrawalId} in Temporal Web.`;
  const reason = 'You receive this mail as the operator of the service.';
  return {
    subject: `ALERT: withdrawal ${withdrawalId} is stuck`,
    html: layout({
      preheader: sentence,
      body: [heading('A withdrawal is stuck'), paragraph(sentence), paragraph(way)],
      reason,
    }),
    text: plainText(reason, 'A withdrawal is stuck', sentence, way),
  };
}

function letter(subject: string, title: string, { withdrawalId }: WithdrawalFacts, sentences: string[]): MailContent {
  const last = `Withdrawal ${withdrawalId}`;
  return {
    subject,
    html: layout({
      preheader: sentences[0]!,
      body: [
        heading(title),
        ...sentences.map((sentence) => paragraph(sentence)),
        paragraph(html`<small>${last}</small>`),
      ],
      reason: REASON,
    }),
    text: plainText(REASON, title, ...sentences, last),
  };
}

function moneyOf({ amount }: WithdrawalFacts): string {
  return `USD ${(amount / 100).toFixed(2)}`;
}
