import { randomUUID } from 'node:crypto';
import { erasureMessage } from '../../domain/messages/erasures';
import type { Queryable } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox/enqueue';

/**
 * Enqueues the start of an erasure's workflow, under a key of its own: each start is delivered. One that runs is left
 * alone; one that ended, was terminated or was lost begins again.
 */
export function startErasure(tx: Queryable, accountId: string, settleMs?: number): Promise<PendingMessage | null> {
  const message = erasureMessage(accountId, settleMs);
  return enqueue(tx, `start:${message.workflowId}:${randomUUID()}`, message);
}
