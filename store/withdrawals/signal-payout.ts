import type { Mode } from '../../contracts/access';
import { payoutMessage } from '../../domain/messages/payouts';
import type { Database, Queryable } from '../../prisma/client';
import { enqueue } from '../outbox/enqueue';

/** Signals the payout workflow of a withdrawal, once per `occasion`, which starts a finished one anew. */
export async function signalPayout(
  tx: Queryable | Database,
  withdrawal: { id: string; mode: Mode },
  occasion: string,
): Promise<void> {
  await enqueue(tx, `withdrawal:${withdrawal.id}:${occasion}`, payoutMessage(withdrawal, 'payoutChanged'));
}
