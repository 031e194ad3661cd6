import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from './ids';
import { closed, nullable, openEnum, timestamp } from './schema';

/** States of a withdrawal (contract.md, States): a payout to a contributor, not the consumer right of that name. */
export const WITHDRAWAL_STATES = [
  'requested',
  'under_review',
  'processing',
  'in_transit',
  'paid',
  'rejected',
  'canceled',
  'failed',
  'returned',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** What a reviewer says of a withdrawal. */
export interface ReviewDecision {
  decision: 'approve' | 'reject';
  /** Words of the operator, kept with the withdrawal. */
  reason: string;
}

/** Share of a sale's price that its contributor gets where nothing else was agreed: hundredths of a percent. */
export const DEFAULT_REVENUE_SHARE_BPS = 7_000;

/** Body of POST /v1/withdrawals (contract.md, Bodies). */
export const WithdrawalCreate = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1_000,
      maximum: 1_000_000,
      description: 'Minor units: 25000 is USD 250.00.',
      examples: [25_000],
    }),
    currency: Type.Literal('usd'),
    note: Type.Optional(Type.String({ maxLength: 200, description: 'For your own records.' })),
  },
  { title: 'WithdrawalCreate', ...closed },
);

/** Answer of POST /v1/withdrawals and GET /v1/withdrawals/{id} (contract.md, Bodies). */
export const Withdrawal = Type.Object(
  {
    withdrawalId: idSchema('wdr'),
    status: openEnum(WITHDRAWAL_STATES),
    amount: Type.Integer({ description: 'Minor units.' }),
    currency: Type.Literal('usd'),
    failureReason: nullable(
      Type.String({ description: 'Why it did not arrive; stable and in snake_case.', examples: ['account_closed'] }),
    ),
    requestedAt: timestamp,
    updatedAt: timestamp,
    paidAt: nullable(timestamp),
  },
  { title: 'Withdrawal', ...closed },
);
export type Withdrawal = Static<typeof Withdrawal>;
