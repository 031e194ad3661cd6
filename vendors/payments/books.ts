import type Stripe from 'stripe';
import type { Mode } from '../../base/access';
import type { BooksPage, BooksQuery, ProviderBooks } from '../../modules/orders/payment-provider';
import type { BookedMovement, BookedObject, BookKind } from '../../modules/orders/provider-books';
import { translated, vendorCode, type Clients } from './clients';
import { disputeStatus } from './returns';
import {
  CHARGES,
  decided,
  expanded,
  idOf,
  MOVEMENTS,
  PAYOUTS,
  REFUNDS,
  type MovementMeaning,
  type Reference,
} from './vendor-states';

const PAGE = 100;
/** Our metadata is on the payment. Manual refunds and disputes have no other metadata. */
const EXPAND = ['payment_intent'];
const EXPAND_LIST = EXPAND.map((field) => `data.${field}`);
/** An early fraud warning has no amount, so its charge is expanded, too. */
const EXPAND_WARNING = [...EXPAND, 'charge'];

export function providerBooks(clients: Clients): ProviderBooks {
  return {
    list: (query) => translated(() => BOOKS[query.kind].list(clients.of(query.mode), query)),
    retrieve: (object) => translated(() => BOOKS[object.kind].retrieve(clients.of(object.mode), object)),
    findCharge: (mode, payment_intent) =>
      translated(async () => {
        const { data } = await clients.of(mode).charges.list({ payment_intent, limit: PAGE, expand: EXPAND_LIST });
        return data.map((charge) => toCharge(mode, charge)).find((charge) => charge !== null) ?? null;
      }),
    findSession: (mode, payment_intent) =>
      translated(async () => {
        const { data } = await clients.of(mode).checkout.sessions.list({ payment_intent, limit: 1 });
        return data[0]?.id ?? null;
      }),
  };
}

type PageParams = { limit: number; created: { gte: number; lte: number }; starting_after?: string };
type Named = Parameters<ProviderBooks['retrieve']>[0];
type Account = string | null | undefined;

interface Book {
  list(client: Stripe, query: BooksQuery): Promise<BooksPage>;
  /** Null if the provider does not know the object. */
  retrieve(client: Stripe, object: Named): Promise<BookedObject | null>;
}

function book<T extends { id: string }>(
  list: (client: Stripe, page: PageParams, account: Account) => Promise<Stripe.ApiList<T>>,
  retrieve: (client: Stripe, id: string, account: Account) => Promise<T>,
  toBooked: (mode: Mode, object: T, account: Account) => BookedObject | null,
): Book {
  return {
    async list(client, { mode, from, until, after, connectedAccountId: account }) {
      const created = { gte: Math.floor(from.getTime() / 1000), lte: Math.floor(until.getTime() / 1000) };
      const page = { limit: PAGE, created, ...(after && { starting_after: after }) };
      const { data, has_more: more } = await list(client, page, account);
      const objects = data.map((object) => toBooked(mode, object, account)).filter((object) => object !== null);
      return { objects, next: more ? (data.at(-1)?.id ?? null) : null };
    },
    async retrieve(client, { mode, id, connectedAccountId: account }) {
      try {
        return toBooked(mode, await retrieve(client, id, account), account);
      } catch (error) {
        if (vendorCode(error) === 'resource_missing') return null;
        throw error;
      }
    },
  };
}

const BOOKS: Record<BookKind, Book> = {
  charge: book(
    (client, page) => client.charges.list({ ...page, expand: EXPAND_LIST }),
    (client, id) => client.charges.retrieve(id, { expand: EXPAND }),
    toCharge,
  ),
  refund: book(
    (client, page) => client.refunds.list({ ...page, expand: EXPAND_LIST }),
    (client, id) => client.refunds.retrieve(id, { expand: EXPAND }),
    toRefund,
  ),
  dispute: book(
    (client, page) => client.disputes.list({ ...page, expand: EXPAND_LIST }),
    (client, id) => client.disputes.retrieve(id, { expand: EXPAND }),
    toDispute,
  ),
  transfer: book(
    (client, page, destination) => client.transfers.list({ ...page, ...(destination && { destination }) }),
    (client, id) => client.transfers.retrieve(id),
    toTransfer,
  ),
  payout: book(
    (client, page, account) => client.payouts.list(page, { stripeAccount: account! }),
    (client, id, account) => client.payouts.retrieve(id, {}, { stripeAccount: account! }),
    toPayout,
  ),
  balance_movement: book(
    (client, page) => client.balanceTransactions.list({ ...page, expand: ['data.source'] }),
    (client, id) => client.balanceTransactions.retrieve(id, { expand: ['source'] }),
    toMovedBalance,
  ),
  fraud_warning: book(
    (client, page) =>
      client.radar.earlyFraudWarnings.list({ ...page, expand: EXPAND_WARNING.map((field) => `data.${field}`) }),
    (client, id) => client.radar.earlyFraudWarnings.retrieve(id, { expand: EXPAND_WARNING }),
    toWarning,
  ),
};

function toCharge(mode: Mode, charge: Stripe.Charge): BookedObject | null {
  if (decided(CHARGES, charge.status, 'unpaid') === 'unpaid' || !charge.captured) return null;
  const { amount_captured: captured } = charge;
  return {
    ...ofPayment(mode, 'charge', charge),
    total: { amount: captured, currency: charge.currency },
    remaining: captured - charge.amount_refunded,
    state: null,
  };
}

function toRefund(mode: Mode, refund: Stripe.Refund): BookedObject {
  const state = decided(REFUNDS, refund.status, 'pending');
  return {
    ...ofPayment(mode, 'refund', refund),
    total: { amount: refund.amount, currency: refund.currency },
    remaining: state === 'failed' ? 0 : refund.amount,
    state,
  };
}

function toDispute(mode: Mode, dispute: Stripe.Dispute): BookedObject {
  const state = disputeStatus(dispute);
  return {
    ...ofPayment(mode, 'dispute', dispute),
    total: { amount: dispute.amount, currency: dispute.currency },
    remaining: state === 'won' ? 0 : dispute.amount,
    state,
  };
}

function toWarning(mode: Mode, warning: Stripe.Radar.EarlyFraudWarning): BookedObject {
  const { id, created, charge, payment_intent: intent = null } = warning;
  const { amount, amount_refunded: refunded, currency } = charge as Stripe.Charge;
  return {
    ...ofPayment(mode, 'fraud_warning', { id, created, metadata: null, payment_intent: intent }),
    total: { amount, currency },
    remaining: amount - refunded,
    state: null,
  };
}

function toTransfer(mode: Mode, transfer: Stripe.Transfer): BookedObject {
  return {
    ...labels(mode, 'transfer', transfer, transfer.metadata),
    paymentId: null,
    connectedAccountId: idOf(transfer.destination),
    total: { amount: transfer.amount, currency: transfer.currency },
    remaining: transfer.amount - transfer.amount_reversed,
    state: null,
  };
}

function toPayout(mode: Mode, payout: Stripe.Payout, account: Account): BookedObject {
  return {
    ...labels(mode, 'payout', payout, payout.metadata),
    paymentId: null,
    connectedAccountId: account ?? null,
    total: { amount: payout.amount, currency: payout.currency },
    remaining: decided(PAYOUTS, payout.status, 'left') === 'back' ? 0 : payout.amount,
    state: null,
  };
}

/** Converts a balance transaction. Its source must be expanded. */
function toMovedBalance(mode: Mode, moved: Stripe.BalanceTransaction): BookedObject {
  const source = expanded(moved.source) as Source | null;
  return {
    ...labels(mode, 'balance_movement', moved, source?.metadata),
    paymentId: idOf(source?.payment_intent),
    connectedAccountId: idOf(source?.destination),
    total: { amount: moved.amount, currency: moved.currency },
    remaining: moved.net,
    state: null,
    movement: {
      ...kindOf(moved.type, source?.object ?? null),
      aboutId: idOf(source?.object === 'transfer_reversal' ? source.transfer : source),
      fee: moved.fee,
      converted: moved.exchange_rate !== null,
    },
  };
}

interface Source {
  id: string;
  object: string;
  metadata?: Stripe.Metadata | null;
  payment_intent?: Reference;
  transfer?: Reference;
  destination?: Reference;
}

const OBJECTS = ['charge', 'refund', 'dispute', 'transfer', 'transfer_reversal'] as const;

function kindOf(type: string, object: string | null): Pick<BookedMovement, 'kind' | 'known'> {
  const meaning = decided<MovementMeaning>(MOVEMENTS, type, null);
  if (typeof meaning === 'string') return { kind: meaning, known: true };
  const about = OBJECTS.find((each) => each === object) ?? null;
  const kind = about && meaning?.[about];
  return { kind: kind ?? about, known: Boolean(kind) };
}

function ofPayment(
  mode: Mode,
  kind: BookKind,
  object: {
    id: string;
    created: number;
    metadata: Stripe.Metadata | null;
    payment_intent: string | Stripe.PaymentIntent | null;
  },
) {
  const { payment_intent: intent, metadata } = object;
  return {
    ...labels(mode, kind, object, { ...expanded(intent)?.metadata, ...metadata }),
    paymentId: idOf(intent),
    connectedAccountId: null,
  };
}

function labels(
  mode: Mode,
  kind: BookKind,
  { id, created }: { id: string; created: number },
  metadata: Stripe.Metadata | null | undefined,
) {
  return {
    kind,
    id,
    mode,
    deploymentId: metadata?.deploymentId ?? null,
    orderId: metadata?.orderId ?? null,
    withdrawalId: metadata?.withdrawalId ?? null,
    createdAt: new Date(created * 1000),
  };
}
