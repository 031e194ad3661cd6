import type { Books } from './books';
import { newId, nowSeconds, type BalanceTransaction, type Realm } from './world';

/** Movement of a balance; minor units, negative where money leaves. */
export interface Moved {
  /** Provider's word, such as `refund_failure`. */
  type: string;
  /** Object that it is about; null for none. */
  source: string | null;
  amount: number;
  fee?: number;
  currency: string;
  /** Rate by which another currency was converted; null if none was. */
  exchange_rate?: number | null;
}

/** Moves a balance by an amount less its fee, and returns the balance transaction that says so. */
export function moveBalance(books: Books, realm: Realm, moved: Moved): BalanceTransaction {
  books.adjustBalance(realm, moved.currency, moved.amount - (moved.fee ?? 0));
  return noteMovement(books, realm, moved);
}

/** Adds the balance transaction of a movement that was made already. */
export function noteMovement(
  books: Books,
  realm: Realm,
  { fee = 0, exchange_rate = null, ...moved }: Moved,
): BalanceTransaction {
  const created = nowSeconds();
  return books.add<BalanceTransaction>({
    id: newId('txn'),
    object: 'balance_transaction',
    created,
    ...moved,
    fee,
    net: moved.amount - fee,
    exchange_rate,
    available_on: created,
    status: 'available',
    metadata: {},
    realm,
  });
}
