import type { Dispute } from '../contracts/payments';
import type { Database } from '../prisma/client';
import { recordDispute } from '../store/orders/record-dispute';

/**
 * Records a dispute as the provider reported it, for an order of ours; `observedAt` is the database's time before the
 * provider was asked. True if its state changed. One that no checkout of ours made changes nothing.
 */
export async function recordObservedDispute(
  db: Database,
  orderId: string,
  { id: disputeId, paymentId, total, orderId: _named, ...dispute }: Dispute,
  observedAt: Date,
): Promise<boolean> {
  if (paymentId === null) return false;
  return recordDispute(db, { ...dispute, ...total, disputeId, paymentId, orderId, observedAt });
}
