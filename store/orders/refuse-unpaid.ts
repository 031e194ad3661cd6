import type { Mode } from '../../contracts/access';
import { normalMailbox } from '../../contracts/email-address';
import { Failure } from '../../contracts/failures';
import { OPEN_ORDER } from '../../domain/orders';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { MAX_HOLDS } from './hold-limits';

/**
 * Counts the holds of an account that never paid with those of its mailbox's other accounts, because tags and dots make
 * any number of them. One that paid is a buyer by itself.
 *
 * @throws Failure `too_many_holds` if the mailbox holds as much as one buyer may
 */
export async function refuseUnpaid(tx: Queryable, accountId: string, mode: Mode): Promise<void> {
  const account = await readAccount(tx, accountId, mode);
  if (account.hasPaid) return;
  // One at a time, so that what a mailbox holds is counted correctly.
  const mailbox = normalMailbox(account.email);
  await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`holds of ${mailbox}`] });
  if ((await countHolds(tx, mailbox, mode)) >= MAX_HOLDS) {
    throw new Failure('too_many_holds', {
      detail: `${MAX_HOLDS} opportunities are reserved for accounts of your mailbox already.`,
    });
  }
}

// Of the same mode: with a test key everybody can pay.
async function readAccount(tx: Queryable, accountId: string, mode: Mode): Promise<{ email: string; hasPaid: boolean }> {
  const { rows } = await tx.query<{ email: string; hasPaid: boolean }>({
    name: 'hold-account',
    text: `SELECT email, EXISTS (SELECT 1 FROM orders
                                 WHERE account_id = $1 AND mode = $2 AND orders.status = 'fulfilled') AS "hasPaid"
           FROM accounts WHERE id = $1`,
    values: [accountId, mode],
  });
  return rows[0]!;
}

async function countHolds(tx: Queryable, mailbox: string, mode: Mode): Promise<number> {
  const { rows } = await tx.query<{ held: number }>({
    name: 'hold-mailbox',
    text: `SELECT count(*)::int AS held FROM accounts JOIN orders ON orders.account_id = accounts.id
           WHERE mailbox_of(email) = $1 AND orders.mode = $2 AND opportunity_id IS NOT NULL
             AND orders.status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()`,
    values: [mailbox, mode],
  });
  return rows[0]!.held;
}
