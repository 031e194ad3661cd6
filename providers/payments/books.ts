import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import type { BooksPage, BooksQuery, ProviderBooks } from '../../contracts/payments';
import type { BookedObject, BookKind } from '../../contracts/provider-books';
import { toMovedBalance } from './balance-transactions';
import { disputeStatus } from './disputes';
import type { Clients } from './keys';
import { translated, vendorCode } from './vendor-errors';
import { CHARGES, decided, PAYOUTS, REFUNDS } from './vendor-states';

const PAGE = 100;
/** Metadata of ours is on the payment; refunds made by hand and disputes have none of their own. */
const EXPAND = ['payment_intent'];
const EXPAND_LIST = EXPAND.map((field) => `data.${field}`);
/** A warning has no amount of its own. */
const EXPAND_WARNING = [...EXPAND, 'charge'];

/** Opens the provider's books. */
export function providerBooks(clients: Clients): ProviderBooks {
  return {
    list: (query) => translated(() => list(clients.of(query.mode), query)),
    retrieve: (object) => translated(() => retrieve(clients.of(object.mode), object)),
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

/** Paging and period of a list. */
type PageParams = { limit: number; created: { gte: number; lte: number }; starting_after?: string };

const LISTS: Record<BookKind, (client: Stripe, query: BooksQuery, page: PageParams) => Promise<BooksPage>> = {
  charge: async (client, { mode }, page) =>
    toPage(await client.charges.list({ ...page, expand: EXPAND_LIST }), (charge) => toCharge(mode, charge)),
  refund: async (client, { mode }, page) =>
    toPage(await client.refunds.list({ ...page, expand: EXPAND_LIST }), (refund) => toRefund(mode, refund)),
  dispute: async (client, { mode }, page) =>
    toPage(await client.disputes.list({ ...page, expand: EXPAND_LIST }), (dispute) => toDispute(mode, dispute)),
  transfer: async (client, { mode, connectedAccountId: destination }, page) =>
    toPage(await client.transfers.list({ ...page, ...(destination && { destination }) }), (transfer) =>
      toTransfer(mode, transfer),
    ),
  payout: async (client, { mode, connectedAccountId }, page) => {
    const stripeAccount = connectedAccountId!;
    return toPage(await client.payouts.list(page, { stripeAccount }), (payout) =>
      toPayout(mode, stripeAccount, payout),
    );
  },
  balance_movement: async (client, { mode }, page) =>
    toPage(await client.balanceTransactions.list({ ...page, expand: ['data.source'] }), (moved) =>
      toMovedBalance(mode, moved),
    ),
  fraud_warning: async (client, { mode }, page) =>
    toPage(
      await client.radar.earlyFraudWarnings.list({ ...page, expand: EXPAND_WARNING.map((field) => `data.${field}`) }),
      (warning) => toWarning(mode, warning),
    ),
};

function list(client: Stripe, query: BooksQuery): Promise<BooksPage> {
  return LISTS[query.kind](client, query, {
    limit: PAGE,
    created: { gte: Math.floor(query.from.getTime() / 1000), lte: Math.floor(query.until.getTime() / 1000) },
    ...(query.after && { starting_after: query.after }),
  });
}

type Named = Parameters<ProviderBooks['retrieve']>[0];

const RETRIEVALS: Record<BookKind, (client: Stripe, object: Named) => Promise<BookedObject | null>> = {
  charge: async (client, { mode, id }) => toCharge(mode, await client.charges.retrieve(id, { expand: EXPAND })),
  refund: async (client, { mode, id }) => toRefund(mode, await client.refunds.retrieve(id, { expand: EXPAND })),
  dispute: async (client, { mode, id }) => toDispute(mode, await client.disputes.retrieve(id, { expand: EXPAND })),
  transfer: async (client, { mode, id }) => toTransfer(mode, await client.transfers.retrieve(id)),
  payout: async (client, { mode, id, connectedAccountId }) => {
    const stripeAccount = connectedAccountId!;
    return toPayout(mode, stripeAccount, await client.payouts.retrieve(id, {}, { stripeAccount }));
  },
  balance_movement: async (client, { mode, id }) =>
    toMovedBalance(mode, await client.balanceTransactions.retrieve(id, { expand: ['source'] })),
  fraud_warning: async (client, { mode, id }) =>
    toWarning(mode, await client.radar.earlyFraudWarnings.retrieve(id, { expand: EXPAND_WARNING })),
};

function retrieve(client: Stripe, object: Named): Promise<BookedObject | null> {
  return RETRIEVALS[object.kind](client, object).catch((error: unknown) => {
    if (vendorCode(error) === 'resource_missing') return null;
    throw error;
  });
}

function toPage<T extends { id: string }>(
  { data, has_more: more }: Stripe.ApiList<T>,
  toBooked: (object: T) => BookedObject | null,
): BooksPage {
  return {
    objects: data.map(toBooked).filter((object) => object !== null),
    next: more ? (data.at(-1)?.id ?? null) : null,
  };
}

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
  const { destination } = transfer;
  return {
    ...labels(mode, 'transfer', transfer, transfer.metadata),
    paymentId: null,
    connectedAccountId: typeof destination === 'string' ? destination : (destination?.id ?? null),
    total: { amount: transfer.amount, currency: transfer.currency },
    remaining: transfer.amount - transfer.amount_reversed,
    state: null,
  };
}

function toPayout(mode: Mode, connectedAccountId: string, payout: Stripe.Payout): BookedObject {
  const isBack = decided(PAYOUTS, payout.status, 'left') === 'back';
  return {
    ...labels(mode, 'payout', payout, payout.metadata),
    paymentId: null,
    connectedAccountId,
    total: { amount: payout.amount, currency: payout.currency },
    remaining: isBack ? 0 : payout.amount,
    state: null,
  };
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
  const { payment_intent: intent } = object;
  const expanded = typeof intent === 'string' ? null : intent;
  return {
    ...labels(mode, kind, object, { ...expanded?.metadata, ...object.metadata }),
    paymentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    connectedAccountId: null,
  };
}

function labels(
  mode: Mode,
  kind: BookKind,
  { id, created }: { id: string; created: number },
  metadata: Stripe.Metadata | null,
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
