import type { Mode } from '../../../base/access';
import { normalMailbox } from '../../../base/email-address';
import { Failure } from '../../../base/failures';
import type { Prisma, Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { LISTED_STATES } from '../../opportunities/contract';
import { OPEN_ORDER } from '../rules';
import { ORDER_COLUMNS, toOrder, isSame, type Buyer, type Order } from './orders';

/** Maximum number of open holds per buyer, so that nobody can block the catalog (docs/interface/payments.md). */
const MAX_HOLDS = 2;

/** Number of unpaid holds per day and network after which buyers without an account must wait. */
const UNPAID_BEFORE_WAIT = 3;

/** Maximum number of open holds per network by accounts that never paid. Enough for three people in an office. */
const MAX_OF_NETWORK = 6;

/** Number of unpaid holds per day by accounts that never paid after which their network must wait. */
const UNPAID_OF_NETWORK_BEFORE_WAIT = 9;

/**
 * Lower bound of the limit on holds by all buyers without an account. That limit is otherwise a share of the catalog.
 */
const AT_LEAST = 2;
/** Wait after the last unpaid hold. Each further unpaid hold doubles the wait, up to {@link MOST_DOUBLINGS} times. */
const FIRST_WAIT_MINUTES = 30;
const MOST_DOUBLINGS = 5;

/** Open holds of a buyer, by the rule of `isOfBuyer`. Without an account, also holds of the same network address. */
export async function holdsOf(tx: Queryable, buyer: Buyer): Promise<Order[]> {
  const { rows } = await tx.query<Prisma.OrderModel>({
    name: 'hold-of-buyer',
    text: `SELECT ${ORDER_COLUMNS} FROM orders
           WHERE (account_id = $1 OR buyer_address_hash = $2
                  OR buyer_token_hash = $3 AND (account_id IS NULL OR buyer_address_hash IS NOT NULL))
             AND opportunity_id IS NOT NULL AND status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()
           FOR UPDATE`,
    values: [buyer.accountId, buyer.addressHash, buyer.tokenHash],
  });
  return rows.map(toOrder);
}

/**
 * Checks every limit and returns the network to count the hold under, or null to count it under no network.
 * @throws Failure `too_many_holds` if an account, a mailbox, a network, or all buyers without an account together are
 * at their limit
 */
export async function refuseTooManyHolds(
  tx: Queryable,
  holds: readonly Order[],
  { buyer, mode, anonymousHoldShare }: { buyer: Buyer; mode: Mode; anonymousHoldShare: number },
): Promise<Buffer | null> {
  const counted = holds.filter(({ accountId, buyerAddressHash }) =>
    buyer.accountId === null ? isSame(buyerAddressHash, buyer.addressHash) : accountId === buyer.accountId,
  );
  if (counted.length >= MAX_HOLDS) {
    throw new Failure('too_many_holds', { detail: `${MAX_HOLDS} opportunities are already reserved for you.` });
  }
  if (buyer.accountId !== null) return refuseUnpaid(tx, buyer, mode);
  await refuseAnonymous(tx, buyer.addressHash, mode, anonymousHoldShare);
  return null;
}

/**
 * Limits the total holds of buyers without an account, because new network addresses cost nothing. Call it under the
 * lock that such buyers share ({@link ofBuyer}). @throws Failure `too_many_holds` if such buyers already hold their
 * share, or if too many holds of this network ended unpaid
 */
async function refuseAnonymous(tx: Queryable, network: Buffer, mode: Mode, share: number): Promise<void> {
  const [{ held, offered }, { unpaid, waitS }] = await Promise.all([
    readShare(tx, mode),
    readUnpaid(tx, ADDRESS, network),
  ]);
  if (unpaid >= UNPAID_BEFORE_WAIT && waitS > 0) {
    throw new Failure('too_many_holds', {
      detail: `${unpaid} reservations from your network ended unpaid today. Sign in to buy now, or try again later.`,
      retryAfterSeconds: waitS,
    });
  }
  if (held >= Math.max(AT_LEAST, Math.floor(offered * share))) {
    throw new Failure('too_many_holds', {
      detail: 'Signed-out buyers have reached their shared limit. Sign in to buy now, or try again later.',
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
                   WHERE mode = $1 AND status IN (${listOf(LISTED_STATES)})) AS offered`,
    values: [mode],
  });
  return rows[0]!;
}

/**
 * Limits the holds of accounts that never paid, per mailbox and per network. Email addresses are not enough, because
 * tags and dots turn one mailbox into any number of addresses. Mailboxes are not enough, because they are free. Returns
 * the network to count the hold under, or null.
 * @throws Failure `too_many_holds` if the mailbox or the network is at its limit, or the network's accounts let too
 * many holds end unpaid
 */
async function refuseUnpaid(
  tx: Queryable,
  { accountId, networkHash }: { accountId: string; networkHash: Buffer | null },
  mode: Mode,
): Promise<Buffer | null> {
  const account = await readAccount(tx, accountId, mode);
  if (account.hasPaid) return null;
  const mailbox = normalMailbox(account.email);
  await oneAtATime(tx, `holds of ${mailbox}`);
  if ((await countOfMailbox(tx, mailbox, mode)) >= MAX_HOLDS) {
    throw new Failure('too_many_holds', {
      detail: `${MAX_HOLDS} opportunities are already reserved for accounts of your mailbox.`,
    });
  }
  // Holds made with test keys do not block paying buyers.
  if (networkHash === null || mode === 'test') return null;
  await oneAtATime(tx, `holds of ${networkHash.toString('hex')}`);
  await refuseNetwork(tx, networkHash);
  return networkHash;
}

// Only payments of the same mode count, because anyone can pay with a test key.
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

/** Serializes transactions that count the same holds. To avoid deadlocks, lock the mailbox before the network. */
async function oneAtATime(tx: Queryable, name: string): Promise<void> {
  await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] });
}

async function countOfMailbox(tx: Queryable, mailbox: string, mode: Mode): Promise<number> {
  const { rows } = await tx.query<{ held: number }>({
    name: 'hold-mailbox',
    text: `SELECT count(*)::int AS held FROM accounts JOIN orders ON orders.account_id = accounts.id
           WHERE mailbox_of(email) = $1 AND orders.mode = $2 AND opportunity_id IS NOT NULL
             AND orders.status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()`,
    values: [mailbox, mode],
  });
  return rows[0]!.held;
}

async function refuseNetwork(tx: Queryable, network: Buffer): Promise<void> {
  const [held, { unpaid, waitS }] = await Promise.all([countOfNetwork(tx, network), readUnpaid(tx, NETWORK, network)]);
  if (held >= MAX_OF_NETWORK) {
    throw new Failure('too_many_holds', {
      detail: `${MAX_OF_NETWORK} opportunities are reserved from your network by accounts that have not paid yet. Pay for one of them, or try again later.`,
    });
  }
  if (unpaid >= UNPAID_OF_NETWORK_BEFORE_WAIT && waitS > 0) {
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

const ADDRESS = { name: 'anonymous-unpaid', by: 'buyer_address_hash', free: UNPAID_BEFORE_WAIT } as const;
const NETWORK = { name: 'network-unpaid', by: 'buyer_network_hash', free: UNPAID_OF_NETWORK_BEFORE_WAIT } as const;

/**
 * Number of holds that ended unpaid in the last day. If there are more than `free`, `waitS` is the number of seconds
 * until the next hold is allowed, negative if that time has passed.
 */
async function readUnpaid(
  tx: Queryable,
  { name, by, free }: { name: string; by: 'buyer_address_hash' | 'buyer_network_hash'; free: number },
  network: Buffer,
): Promise<{ unpaid: number; waitS: number }> {
  const { rows } = await tx.query<{ unpaid: number; waitS: number | null }>({
    name,
    text: `SELECT count(*)::int AS unpaid,
                  ceil(extract(epoch FROM max(hold_ends_at) - now() + interval '1 minute' * ${FIRST_WAIT_MINUTES}
                    * power(2, least(count(*) - ${free}, ${MOST_DOUBLINGS}))))::int AS "waitS"
           FROM orders
           WHERE ${by} = $1 AND created_at > now() - interval '1 day' AND opportunity_id IS NOT NULL
             AND (status IN ('pending_payment', 'expired') OR (status = 'failed' AND checkout_session_id IS NOT NULL))
             AND hold_ends_at <= now()`,
    values: [network],
  });
  const { unpaid, waitS } = rows[0]!;
  return { unpaid, waitS: waitS ?? 0 };
}
