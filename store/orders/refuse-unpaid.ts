import type { Mode } from '../../contracts/access';
import { normalMailbox } from '../../contracts/email-address';
import { Failure } from '../../contracts/failures';
import { OPEN_ORDER } from '../../domain/orders';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { MAX_HOLDS, mostTogether, UNPAID_BEFORE_WAIT, waitSeconds } from './hold-limits';

/**
 * Limits an account that never paid as a buyer without one, because an account costs a mailbox and no more: by mailbox
 * in place of the network, and by a share of the catalogue of their own.
 *
 * @throws Failure `too_many_holds` if the mailbox holds too much, let holds end unpaid, or such accounts hold their share
 */
export async function refuseUnpaid(tx: Queryable, accountId: string, mode: Mode, share: number): Promise<void> {
  const account = await readAccount(tx, accountId, mode);
  if (account.hasPaid) return;
  // One at a time, so that what they hold is counted correctly.
  await tx.query({ text: "SELECT pg_advisory_xact_lock(hashtextextended('buyers who never paid', 0))" });
  const { own, unpaid, waitS } = await readOwn(tx, normalMailbox(account.email), mode);
  if (own >= MAX_HOLDS) {
    throw new Failure('too_many_holds', {
      detail: `${MAX_HOLDS} opportunities are reserved for accounts of your mailbox already.`,
    });
  }
  if (unpaid >= UNPAID_BEFORE_WAIT && waitS > 0) {
    throw new Failure('too_many_holds', {
      detail: `${unpaid} reservations of your mailbox ended unpaid today. Try again later.`,
      retryAfterSeconds: waitS,
    });
  }
  const { held, offered } = await readShare(tx, mode);
  if (held >= mostTogether(offered, share)) {
    throw new Failure('too_many_holds', {
      detail: 'Accounts that have not bought anything yet hold as much as they may together. Try again later.',
    });
  }
}

// Of the same mode: with a test key everybody can pay.
const paidBy = (account: string, mode: string) => `EXISTS (
  SELECT 1 FROM orders AS paid
  WHERE paid.account_id = ${account} AND paid.mode = ${mode} AND paid.status = 'fulfilled')`;

async function readAccount(tx: Queryable, accountId: string, mode: Mode): Promise<{ email: string; hasPaid: boolean }> {
  const { rows } = await tx.query<{ email: string; hasPaid: boolean }>({
    name: 'hold-account',
    text: `SELECT email, ${paidBy('accounts.id', '$2')} AS "hasPaid" FROM accounts WHERE id = $1`,
    values: [accountId, mode],
  });
  return rows[0]!;
}

async function readOwn(
  tx: Queryable,
  mailbox: string,
  mode: Mode,
): Promise<{ own: number; unpaid: number; waitS: number }> {
  const { rows } = await tx.query<{ own: number; unpaid: number; waitS: number | null }>({
    name: 'hold-mailbox',
    text: `SELECT count(*) FILTER (WHERE open)::int AS own, count(*) FILTER (WHERE NOT open)::int AS unpaid,
                  ${waitSeconds('count(*) FILTER (WHERE NOT open)', 'max(hold_ends_at) FILTER (WHERE NOT open)')} AS "waitS"
           FROM (SELECT hold_ends_at, orders.status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now() AS open
                 FROM accounts JOIN orders ON orders.account_id = accounts.id
                 WHERE mailbox_of(email) = $1 AND orders.mode = $2 AND opportunity_id IS NOT NULL
                   AND orders.created_at > now() - interval '1 day'
                   AND (orders.status IN (${listOf(OPEN_ORDER)}, 'expired')
                        OR (orders.status = 'failed' AND checkout_session_id IS NOT NULL))) AS held`,
    values: [mailbox, mode],
  });
  const { own, unpaid, waitS } = rows[0]!;
  return { own, unpaid, waitS: waitS ?? 0 };
}

async function readShare(tx: Queryable, mode: Mode): Promise<{ held: number; offered: number }> {
  const { rows } = await tx.query<{ held: number; offered: number }>({
    name: 'unpaid-holds',
    text: `SELECT (SELECT count(*)::int FROM orders
                   WHERE account_id IS NOT NULL AND mode = $1 AND opportunity_id IS NOT NULL
                     AND status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()
                     AND NOT ${paidBy('orders.account_id', '$1')}) AS held,
                  (SELECT count(*)::int FROM opportunities
                   WHERE mode = $1 AND status IN ('available', 'reserved')) AS offered`,
    values: [mode],
  });
  return rows[0]!;
}
