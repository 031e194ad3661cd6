import type { Mode } from '../../contracts/access';
import { normalMailbox } from '../../contracts/email-address';
import { Failure } from '../../contracts/failures';
import { OPEN_ORDER } from '../../domain/orders';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { ENDED_UNPAID, MAX_HOLDS, MAX_OF_NETWORK, UNPAID_OF_NETWORK_BEFORE_WAIT, unpaidAndWait } from './hold-limits';

/**
 * Counts the holds of an account that never paid with those of its mailbox's other accounts, because tags and dots make
 * any number of them, and of its network's, because mailboxes cost nothing either. One that paid is a buyer by itself.
 * Returns the network by which the hold is to be counted; null for none.
 *
 * @throws Failure `too_many_holds` if the mailbox holds as much as one buyer may, the network as much as a few, or its
 * accounts let holds end unpaid
 */
export async function refuseUnpaid(
  tx: Queryable,
  { accountId, networkHash }: { accountId: string; networkHash: Buffer | null },
  mode: Mode,
): Promise<Buffer | null> {
  const account = await readAccount(tx, accountId, mode);
  if (account.hasPaid) return null;
  const mailbox = normalMailbox(account.email);
  await oneAtATime(tx, `holds of ${mailbox}`);
  if ((await countHolds(tx, mailbox, mode)) >= MAX_HOLDS) {
    throw new Failure('too_many_holds', {
      detail: `${MAX_HOLDS} opportunities are reserved for accounts of your mailbox already.`,
    });
  }
  // What test keys reserve is kept from nobody who would pay.
  if (networkHash === null || mode === 'test') return null;
  await oneAtATime(tx, `holds of ${networkHash.toString('hex')}`);
  await refuseNetwork(tx, networkHash);
  return networkHash;
}

/** Makes transactions that count the same holds wait for each other. A mailbox is always locked before its network. */
async function oneAtATime(tx: Queryable, name: string): Promise<void> {
  await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] });
}

async function refuseNetwork(tx: Queryable, network: Buffer): Promise<void> {
  const [held, { unpaid, waitS }] = await Promise.all([countOfNetwork(tx, network), readUnpaid(tx, network)]);
  if (held >= MAX_OF_NETWORK) {
    throw new Failure('too_many_holds', {
      detail: `${MAX_OF_NETWORK} opportunities are reserved from your network by accounts that have not paid yet. Pay for one of them, or try again later.`,
    });
  }
  if (unpaid >= UNPAID_OF_NETWORK_BEFORE_WAIT && waitS !== null && waitS > 0) {
    throw new Failure('too_many_holds', {
      detail: `${unpaid} reservations from your network ended unpaid today. Try again later.`,
      retryAfterSeconds: waitS,
    });
  }
}

async function countOfNetwork(tx: Queryable, network: Buffer): Promise<number> {
  const { rows } = await tx.query<{ held: number }>({
    name: 'hold-network',
    text: `SELECT count(*)::int AS held FROM orders
           WHERE buyer_network_hash = $1 AND status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()`,
    values: [network],
  });
  return rows[0]!.held;
}

async function readUnpaid(tx: Queryable, network: Buffer): Promise<{ unpaid: number; waitS: number | null }> {
  const { rows } = await tx.query<{ unpaid: number; waitS: number | null }>({
    name: 'network-unpaid',
    text: `SELECT ${unpaidAndWait(UNPAID_OF_NETWORK_BEFORE_WAIT)} FROM orders
           WHERE buyer_network_hash = $1 AND ${ENDED_UNPAID}`,
    values: [network],
  });
  return rows[0]!;
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
