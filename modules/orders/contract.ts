import { Type, type Static } from '@sinclair/typebox';
import { MODES } from '../../base/access';
import { IDEMPOTENCY_KEY_PATTERN } from '../../base/idempotency';
import { idSchema } from '../../base/ids';
import { Money } from '../../base/money';
import { ALTERNATIVES, closed, nullable, openEnum, timestamp } from '../../base/schema';
import { DISPUTE_STATUSES, REFUND_REASONS } from '../ledger/contract';
import { RUN_KIND_NAMES } from '../run-kinds/contract';

/** Products: a credit for a run, or exclusive rights to a catalog opportunity. */
export const PRODUCTS = [...RUN_KIND_NAMES, 'opportunity'] as const;
export type ProductName = (typeof PRODUCTS)[number];

/** Credits in a pack, which costs less than that many single credits. */
export const PACK_CREDITS = 3;

/** Quantities of credits that one order can buy. */
export const CREDIT_QUANTITIES = [1, PACK_CREDITS] as const;
export type CreditQuantity = (typeof CREDIT_QUANTITIES)[number];

/** Stored states of an order (docs/interface/orders.md#orders); transitions are in `modules/orders/rules.ts`. */
export const ORDER_STATES = [
  'creating',
  'pending_payment',
  'fulfilled',
  'failed',
  'expired',
  'canceled',
  'refund_pending',
  'refunded',
  'refund_failed',
  'refund_waived',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Order states that clients must handle. Includes `paid`, for servers that fulfill after recording the payment. */
export const ANSWERED_ORDER_STATES: readonly (OrderState | 'paid')[] = ORDER_STATES.flatMap((state) =>
  state === 'pending_payment' ? [state, 'paid' as const] : [state],
);

/** Consents required before payment (directive 2011/83/EU, article 16 m). We record the version of the wording. */
export const CONSENTS = {
  version: '2026-11-01',
  immediateAccess:
    'I ask for access to the digital content right after payment, before the withdrawal period has ended.',
  withdrawalLoss: 'I know that I lose my right of withdrawal once access to the digital content has begun.',
} as const;

const mode = Type.Unsafe<(typeof MODES)[number]>({ type: 'string', enum: MODES });

const consents = {
  immediateAccessConsent: Type.Literal(true, { description: CONSENTS.immediateAccess }),
  withdrawalLossAcknowledgment: Type.Literal(true, { description: CONSENTS.withdrawalLoss }),
};

const BY_PRODUCT = [
  {
    properties: { product: { const: 'opportunity' }, opportunityId: { type: 'string' }, quantity: { enum: [1, '1'] } },
    required: ['product', 'opportunityId'],
  },
  {
    properties: { product: { enum: ['idea_check', 'custom_search'] }, opportunityId: { enum: ['', null] } },
    required: ['product'],
  },
];

/** Body of POST /v1/checkout-sessions (docs/interface/orders.md#orders). */
export const CheckoutSessionCreate = Type.Object(
  {
    product: Type.Unsafe<ProductName>({ type: 'string', enum: PRODUCTS, examples: ['idea_check'] }),
    opportunityId: Type.Optional(
      nullable(Type.String({ maxLength: 64 }), {
        description: 'Only for product `opportunity`.',
        examples: [null],
      }),
    ),
    quantity: Type.Optional(
      Type.Unsafe<CreditQuantity>({
        type: 'integer',
        enum: CREDIT_QUANTITIES,
        default: 1,
        description: `Credits to buy. A pack of ${PACK_CREDITS} costs less than three orders. Always 1 for an opportunity.`,
      }),
    ),
    ...consents,
  },
  { title: 'CheckoutSessionCreate', [ALTERNATIVES]: BY_PRODUCT, ...closed },
);

/** Body of POST /v1/opportunities/{id}/purchase (docs/interface/orders.md#orders). */
export const OpportunityPurchase = Type.Object(consents, { title: 'OpportunityPurchase', ...closed });

/** Form of POST /checkout/start (docs/interface/payments.md). All fields are strings, as browsers send them. */
export const CheckoutForm = Type.Object(
  {
    product: Type.Unsafe<ProductName>({ type: 'string', enum: PRODUCTS }),
    opportunityId: Type.Optional(Type.String({ maxLength: 64 })),
    quantity: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: CREDIT_QUANTITIES.map(String) })),
    idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
    immediateAccessConsent: Type.Unsafe<string>({ type: 'string', enum: ['true', 'on', '1'] }),
    withdrawalLossAcknowledgment: Type.Unsafe<string>({ type: 'string', enum: ['true', 'on', '1'] }),
  },
  {
    title: 'BrowserCheckoutForm',
    [ALTERNATIVES]: BY_PRODUCT,
    ...closed,
    examples: [
      {
        product: 'idea_check',
        idempotencyKey: '7d1f4a52-0c0e-4b43-9a6e-1a2f7c5d9e10',
        immediateAccessConsent: 'on',
        withdrawalLossAcknowledgment: 'on',
      },
    ],
  },
);

const quantity = Type.Integer({ minimum: 1, description: 'Credits in the order; always 1 for an opportunity.' });

export const CheckoutSessionCreated = Type.Object(
  {
    orderId: idSchema('ord'),
    status: openEnum(ANSWERED_ORDER_STATES),
    checkoutUrl: nullable(Type.String({ description: 'Page at the payment provider where the buyer pays.' })),
    checkoutSessionId: nullable(Type.String()),
    replayed: Type.Boolean(),
    quantity,
    price: Money,
    expiresAt: Type.String({ format: 'date-time', description: 'When the checkout ends. Pay before then.' }),
    mode,
  },
  { title: 'CheckoutSessionCreated', ...closed },
);
export type CheckoutSessionCreated = Static<typeof CheckoutSessionCreated>;

/** Response of GET /v1/orders/{id} (docs/interface/orders.md#orders). */
export const Order = Type.Object(
  {
    orderId: idSchema('ord'),
    product: openEnum(PRODUCTS),
    opportunityId: nullable(idSchema('opp')),
    quantity,
    status: openEnum(ANSWERED_ORDER_STATES),
    mode,
    price: Money,
    checkoutSessionId: nullable(Type.String()),
    checkoutUrl: nullable(Type.String()),
    expiresAt: timestamp,
    consents: Type.Object(
      {
        immediateAccess: Type.Boolean(),
        withdrawalLoss: Type.Boolean(),
        textVersion: Type.String(),
        recordedAt: timestamp,
      },
      closed,
    ),
    entitlementId: nullable(idSchema('ent')),
    refund: nullable(
      Type.Object(
        {
          status: openEnum(['pending', 'succeeded', 'failed', 'waived'] as const),
          amount: Type.Integer({ description: 'Minor units, in the currency of the price.' }),
          reason: openEnum(REFUND_REASONS),
        },
        closed,
      ),
    ),
    paid: nullable(
      Type.Object(
        {
          total: Money,
          tax: Type.Integer({ description: 'Tax included in `total`, in minor units; 0 if none was collected.' }),
          at: timestamp,
        },
        { ...closed, description: 'The payment that fulfilled the order.' },
      ),
    ),
    payment: nullable(
      Type.Object(
        { arrivedAt: nullable(timestamp) },
        {
          ...closed,
          description:
            'The payment that decides the status: the one that made the order `paid`, otherwise the newest; null until one is confirmed. `arrivedAt` is when it was made, by the payment provider’s clock, which decides whether it was in time; null if the provider has not reported it.',
        },
      ),
    ),
    invoice: nullable(
      Type.Object(
        {
          number: Type.String({ examples: ['B3F8A2C1-0001'] }),
          url: nullable(Type.String({ description: 'Page of the invoice at the payment provider.' })),
          pdfUrl: nullable(Type.String()),
        },
        {
          ...closed,
          description: 'Invoice of `payment`. Its links are secret and expire; get the order again for new ones.',
        },
      ),
    ),
    dispute: nullable(Type.Object({ status: openEnum(DISPUTE_STATUSES), openedAt: timestamp }, closed)),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { title: 'Order', ...closed },
);
export type Order = Static<typeof Order>;

/** Order in GET /v1/orders. Omits the invoice, which would need a provider request for each order. */
export const OrderSummary = Type.Omit(Order, ['invoice'], { title: 'OrderSummary', ...closed });
export type OrderSummary = Static<typeof OrderSummary>;
