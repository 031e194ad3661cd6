import type { Books } from './books';
import { newId, nowSeconds, type BalanceTransaction, type Realm } from './world';

/** What the provider keeps of payments and disputes. */
export interface Fees {
  /** Hundredths of a percent of a charge, and a fixed amount in minor units. */
  chargeBps: number;
  chargeFixed: number;
  /** Minor units for each dispute; not returned where it is won. */
  dispute: number;
}

/** Fees of a card payment in the provider's home country. */
export const CARD_FEES: Fees = { chargeBps: 290, chargeFixed: 30, dispute: 1_500 };
/** No fees: balances are the sums of what was paid. */
export const NO_FEES: Fees = { chargeBps: 0, chargeFixed: 0, dispute: 0 };

/** Fee of a charge, in minor units. */
export function feeOfCharge({ chargeBps, chargeFixed }: Fees, amount: number): number {
  return Math.round((amount * chargeBps) / 10_000) + chargeFixed;
}

/** Movement of a balance; minor units, negative where money leaves. */
export interface Moved {
  /** Provider's word, such as `refund_failure`. */
  type: string;
  /** Object that it is about; null for none. */
  source: string | null;
  amount: number;
  fee?: number;
  currency: string;
}

/** Moves a balance by an amount less its fee, and returns the balance transaction that says so. */
export function moveBalance(books: Books, realm: Realm, moved: Moved): BalanceTransaction {
  books.adjustBalance(realm, moved.currency, moved.amount - (moved.fee ?? 0));
  return noteMovement(books, realm, moved);
}

/** Adds the balance transaction of a movement that was made already. */
export function noteMovement(books: Books, realm: Realm, { fee = 0, ...moved }: Moved): BalanceTransaction {
  const created = nowSeconds();
  return books.add<BalanceTransaction>({
    id: newId('txn'),
    object: 'balance_transaction',
    created,
    ...moved,
    fee,
    net: moved.amount - fee,
    exchange_rate: null,
    available_on: created,
    status: 'available',
    metadata: {},
    realm,
  });
}
