import type { Seller } from '../../../base/payment-settings';
import { dayInUtc, formatMoney } from '../../../base/wording';
import type { RefundReason } from '../../../modules/ledger/contract';
import { CONSENTS, type ProductName } from '../../../modules/orders/contract';
import { OFFERS } from '../../../modules/orders/offers';
import { RUN_KINDS } from '../../../modules/run-kinds/rules';
import {
  button,
  facts as rowsOf,
  heading,
  link,
  note,
  paragraph,
  quotation,
  section,
  strong,
  type Inline,
} from './blocks';
import { address, compose, type MailContent } from './layout';

export interface PaymentFacts {
  orderId: string;
  product: ProductName;
  /** Number of credits; 1 for an opportunity. */
  quantity: number;
  /** Title of the opportunity; null for other products. */
  title: string | null;
  /** Price paid, including tax. */
  total: { amount: number; currency: string };
  /** Tax in the total, in minor units. */
  tax: number;
  invoice: { number: string; url: string | null } | null;
  paidAt: Date;
  consentedAt: Date;
  seller: Seller;
  publicUrl: string;
}

type Row = readonly [label: string, value: Inline | readonly string[]];

const REASON = 'You get this email because you bought from us. It is not advertising.';

const WHY: Record<RefundReason, string> = {
  late: 'it arrived after your reservation had ended',
  mismatched: 'its amount or currency did not match the order',
  duplicate: 'you had already paid this order',
  opportunity_gone: 'someone else had bought the opportunity',
  account_suspended: 'your account is suspended',
  fraud_warning: 'your bank warned us that it may be fraudulent. We have taken back the purchase',
  returned: 'we decided to return it. We have taken back the purchase',
};

/** Receipt for a paid order: price with tax, seller, consents, and how to use the purchase. */
export function receiptMail(facts: PaymentFacts): MailContent {
  const { product, quantity, publicUrl, consentedAt, seller } = facts;
  const next =
    product === 'opportunity'
      ? 'It is yours alone and has left the catalog. Sign in with this email address to open your dossier, data file and certificate.'
      : `${quantity === 1 ? 'Your credit is' : `Your ${quantity} credits are`} in your account. Sign in with this email address to use ${quantity === 1 ? 'it' : 'them'}.`;
  const start = {
    label: `Start your ${product === 'idea_check' ? 'check' : 'search'}`,
    path: `/account/runs/new?kind=${product}`,
  };
  const { label, path } = product === 'opportunity' ? { label: 'Open your dossier', path: orderPath(facts) } : start;
  return compose({
    subject: `Receipt: ${itemOf(facts)}`,
    preheader: next,
    blocks: [
      heading('Thank you for your payment'),
      paragraph(
        'You paid ',
        strong(money(facts)),
        `${taxOf(facts)} for ${whatOf(facts)} on ${dayInUtc(facts.paidAt)}.`,
      ),
      paragraph(next),
      button(label, address(publicUrl, path)),
      section('Receipt'),
      rowsOf([...lines(facts), ...invoiceRow(facts), orderRow(facts), ...certificateRow(facts), ...sellerRows(seller)]),
      section('What you agreed to'),
      paragraph(`On ${dayInUtc(consentedAt)} you agreed to this text, version ${CONSENTS.version}:`),
      quotation(CONSENTS.immediateAccess),
      quotation(CONSENTS.withdrawalLoss),
      ...(facts.invoice ? [note(`You can always download invoice ${facts.invoice.number} from your account.`)] : []),
    ],
    reason: REASON,
  });
}

/** Refund notice with its reason. `refunded` is less than the payment if a dispute already returned part of it. */
export function refundMail(facts: PaymentFacts & { reason: RefundReason; refunded: number }): MailContent {
  const refund = formatMoney({ ...facts.total, amount: facts.refunded });
  const paid = `your payment of ${money(facts)} for ${whatOf(facts)}`;
  const whole = facts.refunded === facts.total.amount;
  const what = whole
    ? `We are refunding ${paid} in full`
    : `We are refunding ${refund} of ${paid} (your bank returned the rest)`;
  const sentence = `${what}, because ${WHY[facts.reason]}.`;
  return compose({
    subject: `Refund: ${refund}`,
    preheader: sentence,
    blocks: [
      heading(`Your refund: ${refund}`),
      paragraph(sentence),
      paragraph('Expect the money in five to ten days, depending on your bank. You do not have to do anything.'),
      rowsOf([['Refund', refund], orderRow(facts), ...sellerRows(facts.seller)]),
    ],
    reason: REASON,
  });
}

/** Name of the purchase, worded for use within a sentence. */
function whatOf({ product, quantity, title }: Pick<PaymentFacts, 'product' | 'quantity' | 'title'>): string {
  if (title !== null) return `the opportunity “${title}”`;
  if (product === 'opportunity') return 'an opportunity';
  const { label } = RUN_KINDS[product];
  return quantity === 1 ? `one ${label}` : `${quantity} ${label} credits`;
}

const money = ({ total }: PaymentFacts) => formatMoney(total);

function taxOf({ tax, total }: PaymentFacts): string {
  return tax > 0 ? ` (including ${formatMoney({ amount: tax, currency: total.currency })} tax)` : '';
}

/** Lines of the receipt: net and tax if there is tax, then the total. */
function lines(facts: PaymentFacts): Row[] {
  const { tax, total } = facts;
  const { currency } = total;
  const net = formatMoney({ amount: total.amount - tax, currency });
  return [
    ['Item', itemOf(facts)],
    ...(tax > 0 ? [['Net', net] as const, ['Tax', formatMoney({ amount: tax, currency })] as const] : []),
    ['Total paid', strong(money(facts))],
    ['Paid on', dayInUtc(facts.paidAt)],
  ];
}

function itemOf({ product, quantity, title }: PaymentFacts): string {
  const credits = quantity > 1 ? `, ${quantity} credits` : '';
  return title ?? (product === 'opportunity' ? 'Opportunity' : `${RUN_KINDS[product].label}${credits}`);
}

function invoiceRow({ invoice }: PaymentFacts): Row[] {
  if (!invoice) return [];
  return [['Invoice', invoice.url ? link(invoice.number, invoice.url) : invoice.number]];
}

function certificateRow(facts: PaymentFacts): Row[] {
  if (facts.product !== 'opportunity') return [];
  const path = `${orderPath(facts)}/documents?name=certificate`;
  return [['Certificate', link('Download the certificate of exclusivity (PDF)', address(facts.publicUrl, path))]];
}

const orderPath = ({ orderId }: PaymentFacts) => `/account/purchases/${encodeURIComponent(orderId)}`;

function orderRow(facts: PaymentFacts): Row {
  return ['Order', link(facts.orderId, address(facts.publicUrl, orderPath(facts)))];
}

/** Rows with the seller's details. Omits details that are not set. */
function sellerRows({ name, address: postal, email, register, taxId }: Seller): Row[] {
  const rows: [string, string | null | readonly string[]][] = [
    ['Sold by', [name, ...postal, email].filter((line): line is string => line !== null)],
    ['Register', register],
    ['Tax number', taxId],
  ];
  return rows.filter((row): row is [string, string | readonly string[]] => row[1] !== null && row[1].length > 0);
}

/** Facts for an email about a payment that the bank refused. */
type RefusedFacts = Pick<PaymentFacts, 'orderId' | 'product' | 'quantity' | 'title' | 'seller' | 'publicUrl'> & {
  opportunityId: string | null;
  /** Price without tax, because no tax was charged. */
  price: { amount: number; currency: string };
};

/** Notice that a bank refused a payment days after checkout, as can happen with direct debits. */
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
          ? 'The opportunity is no longer reserved for you. You can order it again unless someone else has bought it.'
          : 'You can order again at any time, and choose another payment method.',
      ),
      button('Order again', address(publicUrl, again)),
      rowsOf([['Order', orderId], ...sellerRows(seller)]),
    ],
    reason: 'You get this email because you placed an order with us. It is not advertising.',
  });
}
