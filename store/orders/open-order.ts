import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { ProductName } from '../../contracts/orders';
import { reservationMessage } from '../../contracts/workflow-messages';
import { provisionally, type Database, type Order, type Queryable } from '../../prisma/client';
import { claimKey, orInFlight, recordResult, type IdempotencyClaim } from '../idempotency';
import { enqueue, enqueueWith, type PendingMessage } from '../outbox';
import { isSame, ofBuyer, type Buyer } from './buyer';
import { holdsOf, moveHoldEnd, refuseTooManyHolds, reserving } from './holds';
import { lockOrder, ORDER_COLUMNS } from './order-rows';

/** An order that a buyer asks for. */
export interface OpenOrder {
  idempotency: IdempotencyClaim;
  buyer: Buyer;
  mode: Mode;
  product: ProductName;
  /** With product `opportunity`, and only then. */
  opportunityId: string | null;
  consentTextVersion: string;
  /** From now to the end of the checkout session. */
  lifetimeMs: number;
  /** From there to the end of the hold. */
  graceMs: number;
}

/** An order, and what is left to do for it. */
export interface OpenedOrder {
  order: Order;
  /** It has its checkout session already: the answer is the first one again. */
  replayed: boolean;
  pending: PendingMessage | null;
}

/** For how long the request that opened an order may be at the provider before another may go on with it. */
const CREATING_LEASE_MS = 30_000;
/** The provider refuses sessions that end too soon, so an attempt that is older than this begins anew. */
const ATTEMPT_FRESH_MS = 45_000;

/**
 * Records an order with its price, consents and end, reserves the opportunity that it is for, and puts the start of its
 * reservation workflow into the outbox: all of it or none. The provider is called after the commit, so no lock is held over
 * the network. That commit is provisional: nobody can pay before the session is recorded, and that is what makes both durable.
 *
 * The same claim again brings the same order: replayed where it has its session, else to be gone on with. So does another
 * claim of a buyer who holds the opportunity already.
 *
 * @throws Failure `opportunity_unavailable` for an opportunity that is unknown, sold, or reserved for somebody else
 * @throws Failure `too_many_holds`, `idempotency_key_reused`, `idempotency_in_flight`
 */
export function openOrder(db: Database, command: OpenOrder): Promise<OpenedOrder> {
  return orInFlight(() =>
    provisionally(db, async (tx) => {
      const orderId = newId('ord');
      const [earlier, holds] = await Promise.all([
        claimKey(tx, command.idempotency, {
          result: { orderId },
          lock: command.opportunityId && ofBuyer(command.buyer),
        }),
        command.opportunityId === null ? [] : holdsOf(tx, command.buyer),
      ]);
      const known = earlier && (await lockOrder(tx, earlier.result.orderId));
      // A key whose order failed for good has had no success yet: it opens another order.
      if (known && known.status !== 'failed') return goOn(tx, known, command);
      const own = holds.find((hold) => isSameHold(hold, command));
      if (known || own) await recordResult(tx, command.idempotency, { orderId: own?.id ?? orderId });
      return own ? goOn(tx, own, command) : insertOrder(tx, command, orderId, holds);
    }),
  );
}

// An address alone does not make a browser the holder: whoever sits behind it shares it with others.
function isSameHold(hold: Order, { opportunityId, mode, buyer }: OpenOrder): boolean {
  const same = hold.opportunityId === opportunityId && hold.mode === mode;
  return same && (buyer.accountId !== null || isSame(hold.buyerTokenHash, buyer.tokenHash));
}

/** Brings back an order that has its session, or takes one over whose session could not be made. */
async function goOn(tx: Queryable, order: Order, command: OpenOrder): Promise<OpenedOrder> {
  if (order.status !== 'creating') return { order, replayed: true, pending: null };
  if (order.creatingUntil && order.creatingUntil > new Date()) {
    throw new Failure('idempotency_in_flight', { retryAfterSeconds: 2 });
  }
  const fresh = order.expiresAt.getTime() - Date.now() > command.lifetimeMs - ATTEMPT_FRESH_MS;
  const lasting = fresh && order.expiresAt > new Date();
  const taken = await takeOver(tx, order.id, lasting ? null : command);
  if (lasting) return { order: taken, replayed: false, pending: null };
  if (order.opportunityId) await moveHoldEnd(tx, taken);
  const message = reservationMessage(taken, 'orderChanged');
  return { order: taken, replayed: false, pending: await enqueue(tx, `order:${order.id}:${taken.attempt}`, message) };
}

async function takeOver(tx: Queryable, orderId: string, renewal: OpenOrder | null): Promise<Order> {
  const { rows } = await tx.query<Order>({
    name: renewal ? 'order-renew' : 'order-take-over',
    text: renewal
      ? `UPDATE orders SET creating_until = now() + $2 * interval '1 millisecond', attempt = attempt + 1,
                expires_at = date_trunc('second', now() + $3 * interval '1 millisecond'),
                hold_ends_at = date_trunc('second', now() + $3 * interval '1 millisecond') + $4 * interval '1 millisecond',
                updated_at = now()
         WHERE id = $1 RETURNING ${ORDER_COLUMNS}`
      : `UPDATE orders SET creating_until = now() + $2 * interval '1 millisecond', updated_at = now()
         WHERE id = $1 RETURNING ${ORDER_COLUMNS}`,
    values: [orderId, CREATING_LEASE_MS, ...(renewal ? [renewal.lifetimeMs, renewal.graceMs] : [])],
  });
  return rows[0]!;
}

async function insertOrder(
  tx: Queryable,
  command: OpenOrder,
  orderId: string,
  holds: readonly Order[],
): Promise<OpenedOrder> {
  const { buyer, mode, product, opportunityId } = command;
  if (opportunityId !== null) refuseTooManyHolds(holds, buyer);
  const message = reservationMessage({ id: orderId, product, mode, accountId: buyer.accountId });
  // The end is a whole second: the provider knows no smaller unit, and what is stored is what it is told.
  const write = {
    name: 'order-insert',
    first: { as: 'reserved', sql: reserving({ id: '$5', mode: '$3', orderId: '$1', lifetimeMs: '$7', graceMs: '$8' }) },
    sql: `INSERT INTO orders (id, account_id, mode, product, product_name, opportunity_id, status, price_amount, price_currency,
                              creating_until, expires_at, hold_ends_at, buyer_token_hash, buyer_address_hash,
                              consent_text_version, consent_recorded_at)
          SELECT $1, $2, $3, $4, offered.name, $5, 'creating', offered.price_amount, offered.price_currency,
                 now() + $6 * interval '1 millisecond',
                 date_trunc('second', now() + $7 * interval '1 millisecond'),
                 date_trunc('second', now() + $7 * interval '1 millisecond') + $8 * interval '1 millisecond',
                 $9, $10, $11, now()
          FROM (SELECT title AS name, price_amount, price_currency FROM opportunities WHERE id = $5 AND $4 = 'opportunity'
                UNION ALL SELECT name, price_amount, price_currency FROM products WHERE id = $4) AS offered
          WHERE $5::text IS NULL OR EXISTS (SELECT 1 FROM reserved)
          RETURNING ${ORDER_COLUMNS}`,
    values: [
      orderId,
      buyer.accountId,
      mode,
      product,
      opportunityId,
      CREATING_LEASE_MS,
      command.lifetimeMs,
      command.graceMs,
      buyer.tokenHash,
      buyer.addressHash,
      command.consentTextVersion,
    ],
  };
  const written = await enqueueWith<Order>(tx, write, `order:${orderId}:1`, message);
  if (!written) throw new Failure('opportunity_unavailable');
  return { order: written.row, replayed: false, pending: written.pending };
}
