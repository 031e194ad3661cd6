import { CHECKOUT_PROBLEMS, IDEMPOTENCY_PROBLEMS, Failure } from '../../base/failures';
import { browserBuyer } from '../../http/browser/buyer';
import { endpoint, open, key } from '../../http/endpoint';
import { pageQuery, pageReply, pageSchema } from '../../http/list-page';
import { NO_STORE, operationReply, ok } from '../../http/reply';
import { shownDispute } from '../../modules/ledger/rules';
import {
  CheckoutForm,
  PACK_CREDITS,
  CheckoutSessionCreate,
  CheckoutSessionCreated,
  OpportunityPurchase,
  Order,
  OrderSummary,
  type CreditQuantity,
  type ProductName,
} from '../../modules/orders/contract';
import { findOrder, listOrders as readOrders, type OrderWithPayments } from '../../modules/orders/store/orders';
import { accountBuyer, startCheckout } from '../../modules/orders/use-cases/checkout';
import { readInvoice, boughtPayment, decidingPayment, refundOf } from '../../modules/orders/use-cases/order-payments';

/** Accepts the order form and redirects the browser to the hosted checkout (docs/interface/payments.md). */
export const startCheckoutByForm = endpoint({
  method: 'POST',
  path: '/checkout/start',
  operationId: 'startCheckout',
  tag: 'platform',
  summary: 'Open a hosted checkout from a browser form',
  description: 'For forms on the pages of this service. Refuses forms from other sites.',
  audience: 'public',
  internal: true,
  auth: open,
  ignoresQuery: true,
  limit: 'checkoutStart',
  needs: 'sales',
  failsAs: 'negotiated',
  body: CheckoutForm,
  bodyType: 'form',
  responseScope: null,
  responses: { 302: null },
  problems: [...CHECKOUT_PROBLEMS, ...IDEMPOTENCY_PROBLEMS],

  async handle({ deps, body, address, cookie }) {
    // Not null, because `needs: sales` guarantees that the secrets are set.
    const { buyer, headers } = (await browserBuyer({ deps, address, cookie }))!;
    const { checkoutUrl, orderId } = await startCheckout(deps, {
      claim: { accountId: 'browsers', mode: 'live', operation: 'POST /checkout/start', key: body.idempotencyKey },
      buyer,
      product: body.product,
      opportunityId: matchingOpportunity(body.product, body.opportunityId || null),
      quantity: matchingQuantity(body.product, body.quantity === String(PACK_CREDITS) ? PACK_CREDITS : 1),
    });
    const Location = checkoutUrl ?? `${deps.settings.publicUrl}/opportunities`;
    return { status: 302, subject: { orderId }, headers: { ...NO_STORE, Location, ...headers } };
  },
});

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/v1/checkout-sessions',
  operationId: 'createCheckoutSession',
  tag: 'checkout-sessions',
  summary: 'Open a hosted checkout for a product',
  description:
    'Records the order with its price and consents, and returns a checkout URL. After a failure, repeat the request with the same Idempotency-Key and body to resume.',
  audience: 'buyer',
  auth: key('purchases:create'),
  limit: 'checkout',
  needs: 'sales',
  idempotent: true,
  body: CheckoutSessionCreate,
  responseScope: 'caller_account',
  responses: { 200: CheckoutSessionCreated },
  problems: CHECKOUT_PROBLEMS,

  async handle({ deps, caller, body, claim, address }) {
    const checkout = await startCheckout(deps, {
      claim,
      buyer: accountBuyer(deps.settings, { accountId: caller.accountId, address }),
      product: body.product,
      opportunityId: matchingOpportunity(body.product, body.opportunityId ?? null),
      quantity: matchingQuantity(body.product, body.quantity ?? 1),
    });
    return operationReply(200, { body: checkout, replayed: checkout.replayed });
  },
});

/** @throws Failure `invalid_request` if a required opportunity is missing, or if the product does not take one */
export function matchingOpportunity(product: ProductName, opportunityId: string | null): string | null {
  if ((product === 'opportunity') === (opportunityId !== null)) return opportunityId;
  const detail = product === 'opportunity' ? 'is required with this product' : 'must be null with this product';
  throw new Failure('invalid_request', {
    detail: `/opportunityId ${detail}.`,
    errors: [{ pointer: '/opportunityId', code: product === 'opportunity' ? 'required' : 'not_allowed', detail }],
  });
}

/** @throws Failure `invalid_request` for an opportunity with a quantity above 1 */
export function matchingQuantity(product: ProductName, quantity: CreditQuantity): CreditQuantity {
  if (product !== 'opportunity' || quantity === 1) return quantity;
  const detail = 'must be 1 with this product, because an opportunity is sold only once';
  throw new Failure('invalid_request', {
    detail: `/quantity ${detail}.`,
    errors: [{ pointer: '/quantity', code: 'not_allowed', detail }],
  });
}

/** Reserves an opportunity and opens its hosted checkout (docs/interface/orders.md#orders). */
export const purchaseOpportunity = endpoint({
  method: 'POST',
  path: '/v1/opportunities/{id}/purchase',
  operationId: 'purchaseOpportunity',
  tag: 'opportunities',
  summary: 'Buy an opportunity exclusively',
  description:
    'Reserves the opportunity for your account until the checkout ends. It is sold when the payment arrives. Another request during the reservation returns the same checkout.',
  audience: 'buyer',
  auth: key('purchases:create'),
  limit: 'checkout',
  needs: 'sales',
  id: { prefix: 'opp', missing: 'opportunity_unavailable' },
  idempotent: true,
  body: OpportunityPurchase,
  responseScope: 'caller_account',
  responses: { 200: CheckoutSessionCreated },
  problems: CHECKOUT_PROBLEMS,

  async handle({ deps, caller, id, claim, address }) {
    const checkout = await startCheckout(deps, {
      claim,
      buyer: accountBuyer(deps.settings, { accountId: caller.accountId, address }),
      product: 'opportunity',
      quantity: 1,
      opportunityId: id,
    });
    return operationReply(200, { body: checkout, replayed: checkout.replayed });
  },
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/v1/orders/{id}',
  operationId: 'getOrder',
  tag: 'orders',
  summary: 'Get an order',
  audience: 'buyer',
  auth: key('purchases:create'),
  id: { prefix: 'ord', missing: 'order_not_found' },
  responseScope: 'caller_account',
  responses: { 200: Order },

  async handle({ deps, caller, id }) {
    const order = await findOrder(deps.db, caller, id);
    if (!order) throw new Failure('order_not_found');
    const payment = boughtPayment(order);
    return ok(toOrder(order, payment ? await readInvoice(deps, payment) : null), {
      'Cache-Control': 'private, no-cache',
    });
  },
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/orders',
  operationId: 'listOrders',
  tag: 'orders',
  summary: 'List orders, newest first',
  description: 'Without invoices, because their links expire. Read one order to get its invoice.',
  audience: 'buyer',
  auth: key('purchases:create'),
  query: pageQuery('ord'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('OrderList', OrderSummary) },

  handle: ({ deps, caller, query }) =>
    pageReply('ord', query, { read: (page) => readOrders(deps.db, caller, page), view: toOrderSummary }),
});

/** API view of an order with the invoice of its {@link boughtPayment}. */
export function toOrder(order: OrderWithPayments, invoice: Order['invoice']): Order {
  return { ...toOrderSummary(order), invoice };
}

export function toOrderSummary(order: OrderWithPayments): OrderSummary {
  const dispute = shownDispute(order.disputes, order.payments);
  const recordedAt = order.consentRecordedAt.toISOString();
  return {
    orderId: order.id,
    product: order.product,
    opportunityId: order.opportunityId,
    quantity: order.quantity,
    status: order.status,
    mode: order.mode,
    price: { amount: order.priceAmount, currency: order.priceCurrency },
    checkoutSessionId: order.checkoutSessionId,
    checkoutUrl: order.status === 'pending_payment' ? order.checkoutUrl : null,
    expiresAt: order.expiresAt.toISOString(),
    // Orders are never recorded without both consents.
    consents: { immediateAccess: true, withdrawalLoss: true, textVersion: order.consentTextVersion, recordedAt },
    entitlementId: order.entitlementId,
    refund: refundOf(order),
    paid: paidOf(order),
    payment: paymentOf(order),
    dispute: dispute && { status: dispute.status, openedAt: dispute.openedAt.toISOString() },
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

function paymentOf(order: OrderWithPayments): Order['payment'] {
  const payment = decidingPayment(order);
  return payment ? { arrivedAt: payment.arrivedAt?.toISOString() ?? null } : null;
}

function paidOf(order: OrderWithPayments): Order['paid'] {
  const payment = boughtPayment(order);
  if (!payment) return null;
  const { amount, currency, taxAmount: tax, createdAt } = payment;
  return { total: { amount, currency }, tax, at: createdAt.toISOString() };
}
