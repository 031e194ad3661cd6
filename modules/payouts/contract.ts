import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from '../../base/ids';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';

/** States of a withdrawal (docs/interface/withdrawals.md); transitions are in `modules/payouts/rules.ts`. */
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

/** Our own reasons for not paying a withdrawal. The email about the withdrawal has a sentence for each reason. */
export type OwnFailure =
  | 'review_rejected'
  | 'insufficient_balance'
  | 'payouts_not_enabled'
  | 'transfer_refused'
  | 'payout_refused'
  | 'account_gone'
  | 'transfer_reversed'
  | 'ended_by_operator'
  | 'payout_failed'
  | 'payout_canceled'
  | 'written_off';

/** Why a withdrawal was not paid: our own reason, or the bank's words. */
export type WithdrawalFailure = OwnFailure | { bank: string };

export interface ReviewDecision {
  decision: 'approve' | 'reject';
  /** The operator's reason, stored with the withdrawal. */
  reason: string;
}

export interface EndRequest {
  /** `take_back` ends a withdrawal once its transfer is reversed, `write_off` even if it cannot be reversed. */
  how: 'take_back' | 'write_off';
  reason: string;
}

/** Contributor's default share of a sale's price, in hundredths of a percent. */
export const DEFAULT_REVENUE_SHARE_BPS = 7_000;

/** Body of POST /v1/withdrawals (docs/interface/withdrawals.md). */
export const WithdrawalCreate = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1_000,
      maximum: 1_000_000,
      description: 'Minor units: 25000 is $250.00.',
      examples: [25_000],
    }),
    currency: Type.Literal('usd'),
    note: Type.Optional(Type.String({ maxLength: 200, description: 'For your own records.' })),
  },
  { title: 'WithdrawalCreate', ...closed },
);

export const Withdrawal = Type.Object(
  {
    withdrawalId: idSchema('wdr'),
    status: openEnum(WITHDRAWAL_STATES),
    amount: Type.Integer({ description: 'Minor units.' }),
    currency: Type.Literal('usd'),
    payout: nullable(
      Type.Object(
        {
          amount: Type.Integer({ description: 'Minor units.', examples: [23_000] }),
          currency: Type.String({ description: 'ISO 4217, lower case.', examples: ['eur'] }),
        },
        {
          ...closed,
          description: 'Amount sent to your bank, once known; converted if your bank account is not in US dollars.',
        },
      ),
    ),
    failureReason: nullable(
      Type.String({ description: 'Why it did not arrive. A stable code in snake_case.', examples: ['account_closed'] }),
    ),
    requestedAt: timestamp,
    updatedAt: timestamp,
    paidAt: nullable(timestamp),
  },
  { title: 'Withdrawal', ...closed },
);
export type Withdrawal = Static<typeof Withdrawal>;
