import {
  PaymentsError,
  type CheckoutSession,
  type Payments,
  type PaymentsErrorKind,
  type Refund,
} from '../modules/orders/payment-provider';
import { recordBreak, findBreak, endReturn } from '../modules/reconciliation/store/breaks';
import type { ActivityDeps } from './deps';
import { callPayments, refusalWords } from './failures';

/** Refusals of a refund that a retry would not change. */
export const PERMANENT_REFUSALS: readonly PaymentsErrorKind[] = ['rejected', 'not_found', 'disputed'];

/** Activities for payments whose order we lost. Each is idempotent. */
export function createOrphanActivities({ db, payments }: ActivityDeps) {
  return {
    /** Refunds an orphaned payment if an operator has approved it, and returns the outcome. */
    async returnOrphan(breakId: string): Promise<'returned' | 'refused' | 'not_approved'> {
      const orphan = await findBreak(db, breakId);
      if (orphan?.status !== 'returning') return orphan?.status === 'returned' ? 'returned' : 'not_approved';
      const { mode, orderId, paymentId } = orphan;
      const refusal = await callPayments(async () => {
        try {
          const failed = (await payments!.listRefunds(mode, paymentId!)).filter(isFailed);
          const asked = { mode, orderId: orderId!, paymentId: paymentId!, attempt: failed.length + 1 };
          const refund = await payments!.refund(asked);
          return isFailed(refund) ? `The refund failed: ${refund.failureReason ?? refund.status}` : null;
        } catch (error) {
          const refused = error instanceof PaymentsError && PERMANENT_REFUSALS.includes(error.kind);
          if (!refused) throw error;
          return refusalWords(error);
        }
      });
      await endReturn(db, breakId, refusal === null ? 'returned' : 'open', refusal ?? undefined);
      return refusal === null ? 'returned' : 'refused';
    },
  };
}

function isFailed({ status }: Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

/**
 * Records one of our paid checkout sessions whose order was lost, and alerts the operator. Returns false if there is no
 * such session, or if it is unpaid, refunded or belongs to another deployment.
 */
export async function recordOrphan(
  deps: Pick<ActivityDeps, 'db' | 'payments'>,
  orderId: string,
  sessionId: string,
): Promise<boolean> {
  const payments = deps.payments!;
  const session = await findSession(payments, sessionId);
  if (!session?.paid || session.paymentId === null || session.orderId !== orderId) return false;
  const { mode, paymentId } = session;
  const charge = await callPayments(() => payments.books.findCharge(mode, paymentId));
  if (!charge || charge.remaining === 0 || (await payments.isForeign(charge))) return false;
  await recordBreak(deps.db, { object: charge, cause: 'unknown_order', runId: null });
  return true;
}

// Without the order, we do not know the mode of the session, so this looks in each mode. A session exists in only one.
async function findSession(payments: Payments, sessionId: string): Promise<CheckoutSession | null> {
  for (const mode of payments.modes) {
    const session = await callPayments(async () => {
      try {
        return await payments.retrieveSession(mode, sessionId);
      } catch (error) {
        if (error instanceof PaymentsError && error.kind === 'not_found') return null;
        throw error;
      }
    });
    if (session) return session;
  }
  return null;
}
