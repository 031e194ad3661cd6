import { Failure, type FailureDetail } from '../../../base/failures';
import type { Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { recordAudit } from '../../outbox/store/audit';
import { LISTED_STATES, type OpportunityState } from '../contract';
import { OPPORTUNITY } from '../rules';
import { endWatches } from './watches';

interface Holder {
  id: string;
  opportunityId: string | null;
}

/** Failure for a request to buy an opportunity that the caller cannot get. */
export function unavailable(detail?: FailureDetail): Failure {
  return new Failure('opportunity_unavailable', detail);
}

/**
 * SQL that reserves an opportunity for an order until the hold ends; returns a row on success. The update is
 * conditional, so only one of several concurrent buyers wins. Ignores an expired reservation, even if its workflow is
 * still running.
 */
export function reserving(of: Record<'id' | 'mode' | 'orderId' | 'lifetimeMs' | 'graceMs', string>): string {
  const [reserved, free] = [listOf(['reserved']), listOf(OPPORTUNITY.before('reserved'))];
  return `UPDATE opportunities SET status = ${reserved}, reserved_by = ${of.orderId}, updated_at = now(),
                 reserved_until = date_trunc('second', now() + ${of.lifetimeMs} * interval '1 millisecond')
                                  + ${of.graceMs} * interval '1 millisecond'
          WHERE id = ${of.id} AND mode = ${of.mode} AND (status IN (${free}) OR reserved_until <= now())
          RETURNING id`;
}

/**
 * Sets the end of an opportunity's hold to its order's `holdEndsAt`.
 * @throws Failure `opportunity_unavailable` if the hold has ended and another order has the opportunity
 */
export async function moveHoldEnd(tx: Queryable, order: Holder & { holdEndsAt: Date }): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold-extend',
    text: 'UPDATE opportunities SET reserved_until = $3, updated_at = now() WHERE id = $1 AND reserved_by = $2',
    values: [order.opportunityId, order.id, order.holdEndsAt],
  });
  if (rowCount === 0) throw unavailable();
}

/** If the order holds its opportunity, offers it again and notifies the accounts that watch it. */
export async function release(tx: Queryable, order: Holder): Promise<void> {
  if (order.opportunityId === null) return;
  const { rowCount } = await tx.query({
    name: 'hold-release',
    text: `UPDATE opportunities SET status = $3, reserved_by = NULL, reserved_until = NULL, updated_at = now()
           WHERE id = $1 AND status = ANY($4) AND reserved_by = $2`,
    values: [order.opportunityId, order.id, 'available', OPPORTUNITY.before('available')],
  });
  if (rowCount === 1) await endWatches(tx, order.opportunityId, 'available');
}

/**
 * Sells the opportunity to an order that was paid in time. Succeeds if the opportunity is free, or if this order still
 * holds it, even past the end of the hold. Notifies the accounts that watch the opportunity. Returns false if another
 * order has it.
 */
export async function finalizeSale(tx: Queryable, order: Holder): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold-finalise',
    text: `UPDATE opportunities SET status = $3, sold_to = $2, reserved_by = NULL, reserved_until = NULL, updated_at = now()
           WHERE id = $1 AND (status = ANY($4) AND reserved_by = $2 OR status = ANY($5))`,
    values: [order.opportunityId, order.id, 'sold', OPPORTUNITY.before('sold'), OPPORTUNITY.before('reserved')],
  });
  if (rowCount === 0) return false;
  if (order.opportunityId !== null) await endWatches(tx, order.opportunityId, 'sold');
  return true;
}

/** Offers an order's sold opportunity again and returns its contributor; null if it was not sold to that order. */
export async function undoSale(
  tx: Queryable,
  opportunityId: string,
  orderId: string,
): Promise<{ accountId: string | null } | null> {
  const { rows } = await tx.query<{ accountId: string | null }>({
    name: 'opportunity-offer-again',
    text: `UPDATE opportunities SET status = $3, sold_to = NULL, updated_at = now()
           WHERE id = $1 AND status = ANY($4) AND sold_to = $2
           RETURNING contributor_account_id AS "accountId"`,
    values: [opportunityId, orderId, 'available', ['sold']],
  });
  return rows[0] ?? null;
}

/**
 * Refuses to offer anything for an erased contributor, since nobody could receive the share. A concurrent erasure
 * waits until this transaction ends, so it sees the offer.
 * @throws Failure `invalid_request`
 */
export async function refuseErased(tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ erased: boolean }>({
    text: `SELECT status = 'erased' AS erased FROM accounts WHERE id = $1 FOR SHARE`,
    values: [accountId],
  });
  if (rows[0]?.erased) throw new Failure('invalid_request', { detail: `Its contributor ${accountId} is erased.` });
}

/**
 * Blocks reservations and sales of an account's offers until the transaction ends. Call it before locking the account.
 */
export async function lockOffers(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: `SELECT 1 FROM opportunities WHERE contributor_account_id = $1 AND status IN (${listOf(LISTED_STATES)})
           ORDER BY id FOR UPDATE`,
    values: [accountId],
  });
}

/** Permanently withdraws all of a contributor's offers. The caller must have checked that none is in a checkout. */
export async function withdrawOffers(tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    text: `UPDATE opportunities SET status = $2, updated_at = now()
           WHERE contributor_account_id = $1 AND status = ANY($3) RETURNING id`,
    values: [accountId, 'archived' satisfies OpportunityState, OPPORTUNITY.before('archived')],
  });
  const change = { before: { status: 'available' }, after: { status: 'archived' } };
  for (const { id } of rows)
    await recordAudit(tx, { action: 'opportunity.archived', accountId, subject: id, ...change });
}
