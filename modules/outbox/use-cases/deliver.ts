import type { Logger } from 'pino';
import { createFairGate } from '../../../base/fair-gate';
import { watchOutage } from '../../../base/log';
import { fairnessKeyOf, type WorkflowStarter } from '../../../base/workflow-messages';
import type { Database } from '../../../prisma/client';
import { isDatabaseUnavailable } from '../../../prisma/connection';
import { acknowledge, type PendingMessage, type Work } from '../store/outbox';

export interface Delivery {
  /** Queues a message; never throws or blocks. */
  deliver: Work['deliver'];
  /** Waits for deliveries in progress. Leaves queued messages to the relay. */
  close(): Promise<void>;
}

const CONCURRENCY = 16;
/** Maximum number of messages queued or being delivered. Further messages wait in the outbox. */
const MAX_UNDER_WAY = 2_000;

/**
 * Delivers messages to Temporal right after their commit, a few at a time. Accounts take turns, so that one account's
 * burst does not delay others. The relay retries failures.
 */
export function createDelivery(db: Database, start: WorkflowStarter, log: Logger): Delivery {
  const gate = createFairGate({ atOnce: CONCURRENCY, perOwner: CONCURRENCY });
  const underWay = new Set<Promise<void>>();
  const temporal = watchOutage(log, 'delivery to Temporal');
  let closed = false;

  async function deliverOne({ id, message }: PendingMessage): Promise<void> {
    if (closed) return;
    try {
      await start(message);
      temporal.answered();
      await acknowledge(db, id);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) temporal.failed(error);
      log.info({ workflowId: message.workflowId }, 'delivery failed; the relay takes it over');
    }
  }
  return {
    deliver(pending) {
      if (closed || underWay.size >= MAX_UNDER_WAY) return;
      const delivery = gate
        .through(fairnessKeyOf(pending.message.search), () => deliverOne(pending))
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
    },
  };
}

/** Waits for a change to commit, queues the change's messages for delivery, and returns the rest of the result. */
export async function delivering<Result extends { pending: PendingMessage | readonly PendingMessage[] | null }>(
  deps: Work,
  change: Promise<Result>,
): Promise<Omit<Result, 'pending'>> {
  const { pending, ...result } = await change;
  for (const message of [pending ?? []].flat()) deps.deliver(message);
  return result;
}
