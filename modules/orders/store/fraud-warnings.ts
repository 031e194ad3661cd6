import type { Mode } from '../../../base/access';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { raiseAlert } from '../../alerts/store/alerts';
import { lockOrder } from './orders';
import { takeBack } from './payments';

export interface FraudWarning {
  warningId: string;
  mode: Mode;
  paymentId: string;
  orderId: string;
  /** Kind of fraud in the bank's words, such as `made_with_stolen_card`. */
  fraudType: string;
  /** False if the payment is disputed or was refunded in full. */
  actionable: boolean;
}

/** Our response to a warning: refund the payment, let its dispute decide, or do nothing. */
export type WarningAnswer = 'refund' | 'disputed' | 'none';

/**
 * Responds to an early fraud warning, once. Revokes what the payment granted, so that we refund the payment before it
 * is disputed, and alerts the operator. If a dispute came first, only the dispute decides. A payment that is not yet
 * settled is refunded when it is settled ({@link isWarned}). Does nothing for an unknown order.
 */
export function answerFraudWarning(db: Database, warning: FraudWarning): Promise<WarningAnswer> {
  return transaction(db, async (tx) => {
    const { paymentId, orderId } = warning;
    if (!(await lockOrder(tx, orderId))) return 'none';
    const first = await insertWarning(tx, warning);
    if (!(await isWarned(tx, paymentId))) return 'disputed';
    const taken = first && (await takeBack(tx, { id: paymentId, orderId }, 'fraud_warning'));
    return taken ? 'refund' : 'none';
  });
}

async function insertWarning(tx: Queryable, warning: FraudWarning): Promise<boolean> {
  const { warningId, mode, paymentId, orderId, fraudType, actionable } = warning;
  const { rowCount } = await tx.query({
    name: 'fraud-warning-insert',
    text: `INSERT INTO fraud_warnings (id, mode, payment_id, order_id, fraud_type, actionable)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
    values: [warningId, mode, paymentId, orderId, fraudType, actionable],
  });
  if (rowCount !== 1) return false;
  await raiseAlert(tx, { alert: 'fraud-warning', subject: warningId, facts: { orderId, paymentId, fraudType } });
  return true;
}

/** True if a payment has a warning to respond to: it is actionable, and no dispute (except an inquiry) came first. */
export async function isWarned(tx: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await tx.query<{ warned: boolean }>({
    name: 'payment-warned',
    text: `SELECT EXISTS (SELECT 1 FROM fraud_warnings WHERE payment_id = $1 AND actionable)
                  AND NOT EXISTS (SELECT 1 FROM disputes WHERE payment_id = $1 AND status <> 'inquiry') AS warned`,
    values: [paymentId],
  });
  return rows[0]!.warned;
}
