import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { isOneOf } from '../../../base/machine';
import { Prisma, transaction, type Database, type Queryable } from '../../../prisma/client';
import { columnsOf, type Narrowed } from '../../../prisma/sql';
import { raiseAlert } from '../../alerts/store/alerts';
import type { BookKind, BookedObject } from '../../orders/provider-books';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue } from '../../outbox/store/outbox';
import type { BreakCause, BreakState } from '../contract';
import { orphanRefundMessage } from '../messages';
import { UNSETTLED, BREAK, REPAIRED_BY_NOTIFICATION } from '../rules';

export type Break = Narrowed<
  Prisma.ReconciliationBreakModel,
  { mode: Mode; cause: BreakCause; kind: BookKind; status: BreakState }
>;

const BREAK_COLUMNS = columnsOf(Prisma.ReconciliationBreakScalarFieldEnum);

const toBreak = (row: Prisma.ReconciliationBreakModel) => row as Break;

/**
 * Breaks of these modes to compare again, sorted by id, after `afterId`. Omits `returning` breaks, which end when
 * their refund does.
 */
export async function listOpen(db: Database, modes: readonly Mode[], afterId: string, limit: number): Promise<Break[]> {
  const where = { status: 'open', mode: { in: [...modes] }, id: { gt: afterId } };
  return (await db.prisma.reconciliationBreak.findMany({ where, orderBy: { id: 'asc' }, take: limit })).map(toBreak);
}

/** All open breaks, and the breaks that a run found even if they have been closed since; oldest first. */
export async function listBreaks(db: Database, runId: string): Promise<Break[]> {
  const where = { OR: [{ status: { in: [...UNSETTLED] } }, { runId }] };
  return (await db.prisma.reconciliationBreak.findMany({ where, orderBy: { id: 'asc' } })).map(toBreak);
}

/** Orphaned payments that are open or being returned, oldest first. */
export async function listOrphans(db: Database): Promise<Break[]> {
  const where = { cause: 'unknown_order', status: { in: [...UNSETTLED] } };
  return (await db.prisma.reconciliationBreak.findMany({ where, orderBy: { id: 'asc' } })).map(toBreak);
}

export async function findBreak(db: Database, id: string): Promise<Break | null> {
  const found = await db.prisma.reconciliationBreak.findUnique({ where: { id } });
  return found && toBreak(found);
}

export function countOpenBreaks(db: Database): Promise<number> {
  return db.prisma.reconciliationBreak.count({ where: { status: { in: [...UNSETTLED] } } });
}

export interface FoundBreak {
  object: BookedObject;
  cause: BreakCause;
  /** Run that found the break; null if a webhook reported it. */
  runId: string | null;
  /** True if the object belongs to another deployment and is not in our rows. */
  ignored?: boolean;
}

/**
 * Records a break, once per object and cause. If the break is found again, records only the run. Reopens a break that
 * was closed automatically, or whose refund failed later, but not one that an operator settled. Alerts the operator in
 * the same transaction, unless the break is ignored or a workflow is expected to repair it ({@link alertUnresolved}).
 */
export function recordBreak(db: Database, { object, cause, runId, ignored = false }: FoundBreak): Promise<Break> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.ReconciliationBreakModel>({
      name: 'break-record',
      text: `INSERT INTO reconciliation_breaks AS known
               (id, mode, cause, kind, object_id, deployment_id, order_id, withdrawal_id, payment_id,
                connected_account_id, amount, currency, status, run_id, occurred_at, closed_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7,
                     COALESCE($8, (SELECT id FROM withdrawals WHERE transfer_id = $17 AND mode = $2)),
                     $9, $10, $11, $12, $13, $14, $15, CASE WHEN $13 = 'ignored' THEN now() END)
             ON CONFLICT (mode, object_id, cause) DO UPDATE
             SET run_id = COALESCE(excluded.run_id, known.run_id),
                 status = CASE WHEN known.status = ANY($16) THEN 'open' ELSE known.status END,
                 since = CASE WHEN known.status = ANY($16) THEN now() ELSE known.since END,
                 closed_at = CASE WHEN known.status = ANY($16) THEN NULL ELSE known.closed_at END
             RETURNING ${BREAK_COLUMNS}`,
      values: [
        ...[newId('brk'), object.mode, cause, object.kind, object.id, object.deploymentId, object.orderId],
        ...[object.withdrawalId, object.paymentId, object.connectedAccountId],
        ...[object.total.amount, object.total.currency, ignored ? 'ignored' : 'open', runId, object.createdAt],
        // Does not reopen a break whose refund is under way.
        BREAK.before('open').filter((state) => state !== 'returning'),
        // A manual reversal names only the transfer, so we find the withdrawal through it.
        object.movement?.aboutId ?? null,
      ],
    });
    const found = toBreak(rows[0]!);
    if (found.status === 'open' && !isOneOf(REPAIRED_BY_NOTIFICATION, cause)) await alert(tx, found);
    return found;
  });
}

/** Alerts the operator about breaks that the notified workflows did not repair; returns how many. */
export function alertUnresolved(db: Database, runId: string): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.ReconciliationBreakModel>({
      name: 'breaks-unresolved',
      text: `SELECT ${BREAK_COLUMNS} FROM reconciliation_breaks WHERE run_id = $1 AND status = 'open' AND cause = ANY($2)`,
      values: [runId, REPAIRED_BY_NOTIFICATION],
    });
    for (const row of rows) await alert(tx, toBreak(row));
    return rows.length;
  });
}

async function alert(tx: Queryable, found: Break): Promise<void> {
  const { id, cause, objectId, mode, orderId, paymentId } = found;
  if (cause === 'unknown_order') {
    const facts = { breakId: id, orderId: orderId!, paymentId: paymentId!, mode };
    return raiseAlert(tx, { alert: 'payment-unknown-order', subject: id, facts });
  }
  await raiseAlert(tx, { alert: 'reconciliation-break', subject: id, facts: { breakId: id, cause, objectId, mode } });
}

/**
 * Moves a break to a state if its current state permits it and `cause`, if given, matches; otherwise null. A move to
 * `open` or `returning` sets `since`, so that the wait for a refund counts from its approval.
 */
export async function moveBreak(
  tx: Queryable,
  id: string,
  to: BreakState,
  reason?: string,
  cause?: Break['cause'],
): Promise<Break | null> {
  const { rows } = await tx.query<Prisma.ReconciliationBreakModel>({
    name: 'break-move',
    text: `UPDATE reconciliation_breaks SET status = $2, reason = COALESCE($4, reason),
                  since = CASE WHEN $5 THEN now() ELSE since END,
                  closed_at = CASE WHEN $5 THEN NULL ELSE now() END
           WHERE id = $1 AND status = ANY($3) AND ($6::text IS NULL OR cause = $6)
           RETURNING ${BREAK_COLUMNS}`,
    values: [
      ...[id, to, BREAK.before(to), reason?.slice(0, 500) ?? null],
      ...[to === 'open' || to === 'returning', cause ?? null],
    ],
  });
  return rows[0] ? toBreak(rows[0]) : null;
}

/**
 * Closes a break that a person has investigated. Does not move money. Later runs do not reopen the break.
 * @throws Failure `not_found` if no such break is open
 */
export function settleBreak(db: Database, id: string, reason: string): Promise<Break> {
  return transaction(db, async (tx) => {
    const settled = await moveBreak(tx, id, 'settled', reason);
    if (!settled) throw new Failure('not_found', { detail: `No break ${id} is open.` });
    await recordAudit(tx, {
      action: 'reconciliation.settled',
      accountId: null,
      subject: id,
      reason,
      after: { status: 'settled' },
    });
    return settled;
  });
}

/** Closes a break whose object and rows agree again, unless the break was closed in the meantime. */
export async function closeMatched(db: Database, id: string): Promise<void> {
  await db.pool.query({
    name: 'break-matched',
    text: `UPDATE reconciliation_breaks SET status = $2, closed_at = now() WHERE id = $1 AND status = ANY($3)`,
    values: [id, 'matched' satisfies BreakState, BREAK.before('matched')],
  });
}

/**
 * Approves the refund of an orphaned payment (a payment without an order) and starts the refund.
 * @throws Failure `not_found` if no such orphan is open
 */
export function approveReturn(db: Database, id: string, reason: string): Promise<Break> {
  return transaction(db, async (tx) => {
    const orphan = await moveBreak(tx, id, 'returning', reason, 'unknown_order');
    if (!orphan) throw new Failure('not_found', { detail: `No orphaned payment ${id} is open.` });
    const { amount, currency, status } = orphan;
    await recordAudit(tx, {
      action: 'reconciliation.returned',
      accountId: null,
      subject: id,
      reason,
      after: { amount, currency, status },
    });
    const approvals = `orphan:${id}:${orphan.runId ?? ''}:${Date.now()}`;
    await enqueue(tx, approvals, orphanRefundMessage(orphan));
    return orphan;
  });
}

/** Records that an orphaned payment was refunded. If the provider refused, records why and reopens the break. */
export async function endReturn(db: Database, id: string, to: 'returned' | 'open', reason?: string): Promise<void> {
  await transaction(db, (tx) => moveBreak(tx, id, to, reason));
}
