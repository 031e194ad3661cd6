import { OFFERS } from '../../../domain/offers';
import { formatMoney } from '../../../platform/wording';
import { button, facts as rowsOf, heading, paragraph } from './blocks';
import { address, compose, type MailContent } from './layout';
import { sellerRows, whatOf, type PaymentFacts } from './order-settled';

/** Facts for a mail about a payment that the bank refused. */
export type RefusedFacts = Pick<PaymentFacts, 'orderId' | 'product' | 'quantity' | 'title' | 'seller' | 'publicUrl'> & {
  opportunityId: string | null;
  /** Without tax, which nobody charged. */
  price: { amount: number; currency: string };
};

/** Notice that a bank refused a payment days after the checkout, such as a debit: nothing was charged or bought. */
export function paymentFailedMail(facts: RefusedFacts): MailContent {
  const { orderId, product, quantity, opportunityId, price, seller, publicUrl } = facts;
  const offer = OFFERS[product];
  const credits = quantity > 1 && offer.pack ? offer.pack.href : offer.href;
  const again = opportunityId ? `/opportunities/${encodeURIComponent(opportunityId)}` : credits;
  const sentence = `Your bank refused the payment of ${formatMoney(price)} for ${whatOf(facts)}.`;
  return compose({
    subject: `Payment failed: ${whatOf(facts)}`,
    preheader: `${sentence} You were not charged.`,
    blocks: [
      heading('Your payment did not go through'),
      paragraph(`${sentence} You were not charged, and the order has ended.`),
      paragraph(
        opportunityId
          ? 'The opportunity is no longer reserved for you. As long as nobody else has bought it, you can order it again.'
          : 'You can order again at any time, with another way to pay if you like.',
      ),
      button('Order again', address(publicUrl, again)),
      rowsOf([['Order', orderId], ...sellerRows(seller)]),
    ],
    reason: 'You receive this e-mail because of an order that you placed with us. It is no advertising.',
  });
}
