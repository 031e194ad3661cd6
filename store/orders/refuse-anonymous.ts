import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { OPEN_ORDER } from '../../domain/orders';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { ENDED_UNPAID, mostTogether, UNPAID_BEFORE_WAIT, unpaidAndWait } from './hold-limits';

/**
 * Reserves part of the catalogue for buyers with an account, because addresses cost nothing. Call it under the lock of
 * buyers without an account.
 *
 * @throws Failure `too_many_holds` if such buyers hold their share already, or this network let holds end unpaid
 */
export async function refuseAnonymous(tx: Queryable, network: Buffer, mode: Mode, share: number): Promise<void> {
  const [{ held, offered }, { unpaid, waitS }] = await Promise.all([readShare(tx, mode), readUnpaid(tx, network)]);
  if (unpaid >= UNPAID_BEFORE_WAIT && waitS > 0) {
    throw new Failure('too_many_holds', {
      detail: `${unpaid} reservations from your network ended unpaid today. Sign in to buy now, or try again later.`,
      retryAfterSeconds: waitS,
    });
  }
  if (held >= mostTogether(offered, share)) {
    throw new Failure('too_many_holds', {
      detail: 'Buyers who are not signed in hold as much as they may together. Sign in to buy now, or try again later.',
    });
  }
}

async function readShare(tx: Queryable, mode: Mode): Promise<{ held: number; offered: number }> {
  const { rows } = await tx.query<{ held: number; offered: number }>({
    name: 'anonymous-holds',
    text: `SELECT (SELECT count(*)::int FROM orders
                   WHERE account_id IS NULL AND mode = $1 AND opportunity_id IS NOT NULL
                     AND status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()) AS held,
                  (SELECT count(*)::int FROM opportunities
                   WHERE mode = $1 AND status IN ('available', 'reserved')) AS offered`,
    values: [mode],
  });
  return rows[0]!;
}

async function readUnpaid(tx: Queryable, network: Buffer): Promise<{ unpaid: number; waitS: number }> {
  const { rows } = await tx.query<{ unpaid: number; waitS: number | null }>({
    name: 'anonymous-unpaid',
    text: `SELECT ${unpaidAndWait(UNPAID_BEFORE_WAIT)} FROM orders WHERE buyer_address_hash = $1 AND ${ENDED_UNPAID}`,
    values: [network],
  });
  const { unpaid, waitS } = rows[0]!;
  return { unpaid, waitS: waitS ?? 0 };
}
