import { newId } from '../../contracts/ids';
import type { BreakCause } from '../../contracts/reconciliation';
import type { BookedObject } from '../../contracts/provider-books';
import { isOneOf } from '../../domain/machine';
import { BREAK, REPAIRED_BY_NOTIFICATION } from '../../domain/reconciliation';
import { transaction, type Database, type Prisma, type Queryable } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { BREAK_COLUMNS, toBreak, type Break } from './row';

/** A difference between an object of the provider and our rows. */
export interface FoundBreak {
  object: BookedObject;
  cause: BreakCause;
  /** Run that found it; null if a webhook reported it. */
  runId: string | null;
  /** True for an object of another deployment that our rows do not know. */
  ignored?: boolean;
}

/**
 * Records a break, once for each object and cause; a repetition notes the run. One that had closed by itself, or whose
 * refund failed after all, opens again; one that an operator settled stays closed. Alerts the operator in the same transaction, unless it is ignored or is
 * left to the workflow that repairs it ({@link alertUnresolved}).
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
        // A return that is under way is not asked for again.
        BREAK.before('open').filter((state) => state !== 'returning'),
        // A reversal made by hand names its transfer only.
        object.movement?.aboutId ?? null,
      ],
    });
    const found = toBreak(rows[0]!);
    if (found.status === 'open' && !isOneOf(REPAIRED_BY_NOTIFICATION, cause)) await alert(tx, found);
    return found;
  });
}

/** Alerts the operator of breaks that the notified workflows did not repair; returns how many. */
export function alertUnresolved(db: Database, runId: string): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.ReconciliationBreakModel>({
      name: 'breaks-unmended',
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
