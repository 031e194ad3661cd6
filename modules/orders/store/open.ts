import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { Money } from '../../../base/money';
import { transaction, type Database, type Prisma, type Queryable } from '../../../prisma/client';
import { refuseSuspended } from '../../accounts/store/accounts';
import { moveHoldEnd, reserving, unavailable } from '../../opportunities/store/holds';
import { claimKey, inFlight, orInFlight, replaceResult, type IdempotencyClaim } from '../../outbox/store/claims';
import { enqueue, enqueueWith, type PendingMessage } from '../../outbox/store/outbox';
import { PACK_CREDITS, type CreditQuantity, type ProductName, type OrderState } from '../contract';
import { reservationMessage } from '../messages';
import { holdsOf, refuseTooManyHolds } from './limits';
import { moveOrder } from './move';
import { isOfBuyer, ofBuyer, lockOrder, ORDER_COLUMNS, toOrder, type Buyer, type Order } from './orders';

export type Prices = Record<string, Record<CreditQuantity, Money>>;

export async function readPrices(db: Database): Promise<Prices> {
  const products = await db.prisma.product.findMany();
  return Object.fromEntries(
    products.map(({ id, priceAmount, packPriceAmount, priceCurrency: currency }) => [
      id,
      { 1: { amount: priceAmount, currency }, [PACK_CREDITS]: { amount: packPriceAmount, currency } },
    ]),
  );
}

export interface OpenOrder {
  idempotency: IdempotencyClaim;
  buyer: Buyer;
  mode: Mode;
  product: ProductName;
  /** Only for product `opportunity`. */
  opportunityId: string | null;
  quantity: CreditQuantity;
  consentTextVersion: string;
  /** Share of the catalog that buyers without an account may hold, 0 to 1. */
  anonymousHoldShare: number;
  /** Time until the checkout session ends. */
  lifetimeMs: number;
  /** Time from the end of the session to the end of the hold. */
  graceMs: number;
}

export interface OpenedOrder {
  order: Order;
  /** True if the order already has its checkout session, so that the first response is repeated. */
  replayed: boolean;
  pending: PendingMessage | null;
}

/** Lease of the request that calls the provider. Once it expires, another request may resume the order. */
const CREATING_LEASE_MS = 30_000;
/** Older attempts are repeated with a new, later end, because the provider refuses sessions that end too soon. */
const ATTEMPT_FRESH_MS = 45_000;

/**
 * Records an order with its price, consents and expiry, reserves its opportunity, and enqueues its reservation
 * workflow, in one transaction. The provider is called after the commit, so no lock is held during the call.
 *
 * A repeated claim returns the same order: `replayed` if the order has its session, otherwise the caller opens one. A
 * buyer who already holds the opportunity gets the same order even for a new claim.
 *
 * @throws Failure `account_suspended`, {@link unavailable} if the opportunity is unknown, sold or reserved for somebody
 * else, and as {@link refuseTooManyHolds}, {@link claimKey} and {@link inFlight}
 */
export function openOrder(db: Database, command: OpenOrder): Promise<OpenedOrder> {
  return orInFlight(() =>
    transaction(db, async (tx) => {
      const orderId = newId('ord');
      const [, earlier, holds] = await Promise.all([
        command.buyer.accountId === null ? null : refuseSuspended(tx, command.buyer.accountId),
        claimKey(tx, command.idempotency, {
          result: { orderId },
          lock: command.opportunityId && ofBuyer(command.buyer),
        }),
        command.opportunityId === null ? [] : holdsOf(tx, command.buyer),
      ]);
      const known = earlier && (await lockOrder(tx, earlier.result.orderId));
      // All browsers share one key space, so a key used by another browser must not return that browser's order.
      if (known && !isOfBuyer(known, command.buyer)) throw new Failure('idempotency_key_reused');
      // If an order failed before it got a checkout, its key may open another order.
      if (known && !(known.status === 'failed' && known.checkoutSessionId === null))
        return resumeOrder(tx, known, command);
      const own = holds.find((hold) => isSameHold(hold, command));
      const results = { from: earlier?.result ?? { orderId }, to: { orderId: own?.id ?? orderId } };
      // If two requests read the same failed order, only one of them opens another order.
      if ((known || own) && !(await replaceResult(tx, command.idempotency, results))) throw inFlight(1);
      if (own) return resumeOrder(tx, own, command);
      const network = command.opportunityId === null ? null : await refuseTooManyHolds(tx, holds, command);
      return insertOrder(tx, command, { orderId, network });
    }),
  );
}

// A network address does not identify the holder: several browsers can share it.
function isSameHold(hold: Order, { opportunityId, mode, buyer }: OpenOrder): boolean {
  return hold.opportunityId === opportunityId && hold.mode === mode && isOfBuyer(hold, buyer);
}

/** Returns the order if it has its session. Otherwise takes over its lease, so that the caller can open a session. */
async function resumeOrder(tx: Queryable, order: Order, command: OpenOrder): Promise<OpenedOrder> {
  if (order.status !== 'creating') {
    refuseEndedCheckout(order);
    return { order, replayed: true, pending: null };
  }
  if (order.creatingUntil && order.creatingUntil > new Date()) {
    throw inFlight(2);
  }
  const fresh = order.expiresAt.getTime() - Date.now() > command.lifetimeMs - ATTEMPT_FRESH_MS;
  const lasting = fresh && order.expiresAt > new Date();
  const taken = await takeOver(tx, order.id, lasting ? null : command);
  if (lasting) return { order: taken, replayed: false, pending: null };
  if (order.opportunityId) await moveHoldEnd(tx, taken);
  const message = reservationMessage(taken, 'orderChanged');
  return { order: taken, replayed: false, pending: await enqueue(tx, `order:${order.id}:${taken.attempt}`, message) };
}

// After the checkout has ended, the rest of the hold is too short for another checkout.
function refuseEndedCheckout({ status, opportunityId, expiresAt, holdEndsAt }: Order): void {
  if (opportunityId === null || status !== 'pending_payment' || expiresAt > new Date()) return;
  throw unavailable({
    detail: 'Your checkout has ended. You can buy the opportunity again once its reservation ends.',
    retryAfterSeconds: Math.max(1, Math.ceil((holdEndsAt.getTime() - Date.now()) / 1_000)),
  });
}

async function takeOver(tx: Queryable, orderId: string, renewal: OpenOrder | null): Promise<Order> {
  const { rows } = await tx.query<Prisma.OrderModel>({
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
  return toOrder(rows[0]!);
}

async function insertOrder(
  tx: Queryable,
  command: OpenOrder,
  { orderId, network }: { orderId: string; network: Buffer | null },
): Promise<OpenedOrder> {
  const { buyer, mode, product, opportunityId } = command;
  const message = reservationMessage({ id: orderId, product, mode, accountId: buyer.accountId });
  // Rounds times to seconds, the provider's unit, so that the stored end equals the session's end.
  const write = {
    name: 'order-insert',
    first: { as: 'reserved', sql: reserving({ id: '$5', mode: '$3', orderId: '$1', lifetimeMs: '$7', graceMs: '$8' }) },
    sql: `INSERT INTO orders (id, account_id, mode, product, product_name, opportunity_id, status, price_amount, price_currency,
                              creating_until, expires_at, hold_ends_at, buyer_token_hash, buyer_address_hash,
                              consent_text_version, consent_recorded_at, buyer_network_hash, quantity)
          SELECT $1, $2, $3, $4, offered.name, $5, 'creating', offered.price_amount, offered.price_currency,
                 now() + $6 * interval '1 millisecond',
                 date_trunc('second', now() + $7 * interval '1 millisecond'),
                 date_trunc('second', now() + $7 * interval '1 millisecond') + $8 * interval '1 millisecond',
                 $9, $10, $11, now(), $12, $13
          FROM (SELECT title AS name, price_amount, price_currency FROM opportunities WHERE id = $5 AND $4 = 'opportunity'
                UNION ALL SELECT name, CASE $13::int WHEN 1 THEN price_amount ELSE pack_price_amount END, price_currency
                  FROM products WHERE id = $4) AS offered
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
      network,
      command.quantity,
    ],
  };
  const written = await enqueueWith<Prisma.OrderModel>(tx, write, `order:${orderId}:1`, message);
  if (!written) throw unavailable();
  return { order: toOrder(written.row), replayed: false, pending: written.pending };
}

/** Records an order's session, which makes the order payable. Null if the order ended or a later attempt began. */
export async function recordSession(
  db: Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  session: { id: string; url: string | null },
): Promise<Order | null> {
  const known = { checkoutSessionId: session.id, checkoutUrl: session.url };
  return (
    (await moveOrder(db.pool, id, 'pending_payment', known, { attempt })) ?? recordAgain(db, { id, attempt }, session)
  );
}

// Succeeds if the session is already recorded, or was paid before it was recorded.
async function recordAgain(
  db: Database,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  session: { id: string; url: string | null },
): Promise<Order | null> {
  const { rows } = await db.pool.query<Prisma.OrderModel>({
    name: 'order-record-session-again',
    text: `UPDATE orders SET checkout_url = $4, updated_at = now()
           WHERE id = $1 AND attempt = $2 AND checkout_session_id = $3 AND status = ANY($5)
           RETURNING ${ORDER_COLUMNS}`,
    values: [id, attempt, session.id, session.url, ['pending_payment', 'fulfilled'] satisfies Order['status'][]],
  });
  return rows[0] ? toOrder(rows[0]) : null;
}

/** Ends the lease of an order whose session failed to open, so that a retry can resume it at once. */
export async function releaseAttempt(db: Database, { id, attempt }: Pick<Order, 'id' | 'attempt'>): Promise<void> {
  await db.pool.query({
    name: 'order-give-up-attempt',
    text: 'UPDATE orders SET creating_until = NULL WHERE id = $1 AND attempt = $2 AND status = $3',
    values: [id, attempt, 'creating' satisfies Order['status']],
  });
}

/** Sets an order's end to now, because the provider ended its checkout early. The hold keeps its grace period. */
export async function endCheckoutEarly(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.OrderModel>({
      name: 'order-end-checkout-early',
      text: `UPDATE orders SET hold_ends_at = now() + (hold_ends_at - expires_at), expires_at = now(), updated_at = now()
             WHERE id = $1 AND checkout_session_id = $2 AND status = $3 AND expires_at > now()
             RETURNING ${ORDER_COLUMNS}`,
      values: [orderId, checkoutSessionId, 'pending_payment' satisfies OrderState],
    });
    const order = rows[0] && toOrder(rows[0]);
    if (!order) return;
    if (order.opportunityId) await moveHoldEnd(tx, order);
    await enqueue(tx, `order:${orderId}:ended:${checkoutSessionId}`, reservationMessage(order, 'orderChanged'));
  });
}
