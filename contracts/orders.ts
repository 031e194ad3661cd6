import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { MODES } from './access';
import { idSchema } from './ids';
import { Money } from './money';
import { openEnum } from './schema';

/** What can be bought: a credit for a run, or a catalogue opportunity with exclusivity. */
export const PRODUCTS = ['idea_check', 'custom_search', 'opportunity'] as const;
export type ProductName = (typeof PRODUCTS)[number];

/** States of an order (contract.md, States). */
export const ORDER_STATES = [
  'creating',
  'pending_payment',
  'paid',
  'fulfilled',
  'failed',
  'expired',
  'canceled',
  'refund_pending',
  'refunded',
  'refund_failed',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Why a payment goes back to its payer; `returned` by a person, after it had been granted. */
export const REFUND_REASONS = ['late', 'mismatched', 'duplicate', 'opportunity_gone', 'returned'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** What a buyer agrees to before paying (directive 2011/83/EU, article 16 m); the words are kept by their version. */
export const CONSENTS = {
  version: '2026-11-01',
  immediateAccess:
    'I ask for access to the digital content right after payment, before the withdrawal period has ended.',
  withdrawalLoss: 'I know that I lose my right of withdrawal once access to the digital content has begun.',
} as const;

const closed = { additionalProperties: false } as const;
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const timestamp = Type.String({ format: 'date-time' });
const mode = Type.Unsafe<(typeof MODES)[number]>({ type: 'string', enum: MODES });

const consents = {
  immediateAccessConsent: Type.Literal(true, { description: CONSENTS.immediateAccess }),
  withdrawalLossAcknowledgment: Type.Literal(true, { description: CONSENTS.withdrawalLoss }),
};

/** Body of POST /v1/checkout-sessions (contract.md, Bodies). */
export const CheckoutSessionCreate = Type.Object(
  {
    product: Type.Unsafe<ProductName>({ type: 'string', enum: PRODUCTS, examples: ['idea_check'] }),
    opportunityId: Type.Optional(
      nullable(Type.String({ maxLength: 64, description: 'With product `opportunity` only.' })),
    ),
    ...consents,
  },
  { title: 'CheckoutSessionCreate', ...closed },
);

/** Body of POST /v1/opportunities/{id}/purchase (contract.md, Bodies). */
export const OpportunityPurchase = Type.Object(consents, { title: 'OpportunityPurchase', ...closed });

/** Form of POST /checkout/start (spec, Browser checkout form): texts, as browsers send them. */
export const CheckoutForm = Type.Object(
  {
    product: Type.Unsafe<ProductName>({ type: 'string', enum: PRODUCTS }),
    opportunityId: Type.Optional(Type.String({ maxLength: 64 })),
    idempotencyKey: Type.String({ pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$' }),
    immediateAccessConsent: Type.Unsafe<string>({ type: 'string', enum: ['true', 'on', '1'] }),
    withdrawalLossAcknowledgment: Type.Unsafe<string>({ type: 'string', enum: ['true', 'on', '1'] }),
  },
  { title: 'BrowserCheckoutForm', ...closed },
);

/** Answer of POST /v1/checkout-sessions and POST /v1/opportunities/{id}/purchase. */
export const CheckoutSessionCreated = Type.Object(
  {
    orderId: idSchema('ord'),
    status: openEnum(ORDER_STATES),
    checkoutUrl: nullable(Type.String({ description: 'Where the buyer pays, on the pages of the payment provider.' })),
    checkoutSessionId: nullable(Type.String()),
    replayed: Type.Boolean(),
    price: Money,
    expiresAt: Type.String({ format: 'date-time', description: 'Until then the checkout can be paid.' }),
    mode,
  },
  { title: 'CheckoutSessionCreated', ...closed },
);
export type CheckoutSessionCreated = Static<typeof CheckoutSessionCreated>;

/** Answer of GET /v1/orders/{id} (contract.md, Bodies). */
export const Order = Type.Object(
  {
    orderId: idSchema('ord'),
    product: openEnum(PRODUCTS),
    opportunityId: nullable(idSchema('opp')),
    status: openEnum(ORDER_STATES),
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
          status: openEnum(['pending', 'succeeded', 'failed'] as const),
          amount: Type.Integer({ description: 'Minor units, in the currency of the price.' }),
          reason: openEnum(REFUND_REASONS),
        },
        closed,
      ),
    ),
    dispute: nullable(Type.Object({ status: openEnum(['open', 'won', 'lost'] as const), openedAt: timestamp }, closed)),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { title: 'Order', ...closed },
);
export type Order = Static<typeof Order>;
