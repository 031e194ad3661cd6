import { CONSENTS, type ProductName, type RefundReason } from '../../../contracts/orders';
import { html } from '../../html';
import { BRAND, button, heading, layout, paragraph, quotation, type MailContent } from './layout';

/** What a mail about a payment tells. */
export interface PaymentFacts {
  orderId: string;
  product: ProductName;
  /** Title of the opportunity; null for the other products. */
  title: string | null;
  total: { amount: number; currency: string };
  paidAt: Date;
  consentedAt: Date;
  publicUrl: string;
}

const REASON = 'You receive this mail because of a payment to us. It is part of the product, not advertising.';

const PRODUCTS: Record<ProductName, string> = {
  idea_check: 'one Idea Check',
  custom_search: 'one Custom Search',
  opportunity: 'an opportunity',
};

const WHY: Record<RefundReason, string> = {
  late: 'it arrived after the checkout had ended and the reservation was over',
  mismatched: 'it did not match the order in amount or currency',
  duplicate: 'the order had been paid already',
  opportunity_gone: 'the opportunity was no longer available',
  returned: 'we decided to return it; what it paid for is taken back',
};

/** The receipt for a payment that was taken: what was bought, what was agreed to, and how to get at it. */
export function receiptMail(facts: PaymentFacts): MailContent {
  const { orderId, publicUrl, consentedAt } = facts;
  const what = whatOf(facts);
  const next =
    facts.product === 'opportunity'
      ? 'It is yours alone: nobody else can buy or read it. Sign in with this e-mail address to read its dossier.'
      : 'The credit is on your account. Sign in with this e-mail address to use it.';
  const agreed = `On ${day(consentedAt)} you agreed (text of ${CONSENTS.version}):`;
  const link = `${publicUrl.replace(/\/$/, '')}/account`;
  return {
    subject: `Receipt: ${what}`,
    html: layout({
      preheader: `${money(facts)} received, with thanks.`,
      reason: REASON,
      body: html`${heading('Thank you for your payment')}
      ${paragraph(html`You paid <strong>${money(facts)}</strong> for ${what} on ${day(facts.paidAt)}.`)}
      ${paragraph(next)} ${button('To your account', link)} ${paragraph(agreed)} ${quotation(CONSENTS.immediateAccess)}
      ${quotation(CONSENTS.withdrawalLoss)} ${paragraph(`Order ${orderId}`)}`,
    }),
    text: [
      'Thank you for your payment',
      `You paid ${money(facts)} for ${what} on ${day(facts.paidAt)}.`,
      next,
      link,
      agreed,
      `- ${CONSENTS.immediateAccess}\n- ${CONSENTS.withdrawalLoss}`,
      `Order ${orderId}`,
      `${BRAND}\n${REASON}`,
    ].join('\n\n'),
  };
}

/** The notice that a payment goes back, and why. */
export function refundMail(facts: PaymentFacts & { reason: RefundReason }): MailContent {
  const { orderId, reason } = facts;
  const sentence = `Your payment of ${money(facts)} for ${whatOf(facts)} goes back to you as a whole, because ${WHY[reason]}.`;
  const when = 'Depending on your bank it takes five to ten days to arrive. There is nothing you have to do.';
  return {
    subject: `Refund: ${money(facts)} goes back to you`,
    html: layout({
      preheader: sentence,
      reason: REASON,
      body: html`${heading('Your payment is refunded')} ${paragraph(sentence)} ${paragraph(when)}
      ${paragraph(`Order ${orderId}`)}`,
    }),
    text: ['Your payment is refunded', sentence, when, `Order ${orderId}`, `${BRAND}\n${REASON}`].join('\n\n'),
  };
}

/** What the operator is told where a refund failed. */
export function operatorAlertMail({ orderId, paymentId }: { orderId: string; paymentId: string }): MailContent {
  const sentence = `The refund of payment ${paymentId} (order ${orderId}) failed. The customer's money is still with us.`;
  const way = `Return it in the dashboard of the payment provider. What is known: npm run admin -- orders show ${orderId}`;
  return {
    subject: `ALERT: refund failed, order ${orderId}`,
    html: layout({
      preheader: sentence,
      reason: 'You receive this mail as the operator of the service.',
      body: html`${heading('A refund failed')} ${paragraph(sentence)} ${paragraph(way)}`,
    }),
    text: ['A refund failed', sentence, way].join('\n\n'),
  };
}

function whatOf({ product, title }: PaymentFacts): string {
  return title === null ? PRODUCTS[product] : `the opportunity “${title}”`;
}

function money({ total }: PaymentFacts): string {
  return `${total.currency.toUpperCase()} ${(total.amount / 100).toFixed(2)}`;
}

function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
