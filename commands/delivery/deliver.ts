import type { Logger } from 'pino';
import { turnOf } from '../../contracts/workflow-messages';
import { watchOutage } from '../../platform/outage';
import type { Database } from '../../prisma/client';
import { isDatabaseUnavailable } from '../../prisma/unavailable';
import type { WorkflowStarter } from '../../contracts/workflow-messages';
import { createTurns } from './turns';
import { acknowledge } from '../../store/outbox/acknowledge';
import type { PendingMessage } from '../../store/outbox/enqueue';

/** Background delivery of committed messages. */
export interface Delivery {
  /** Queues a message; never throws or blocks. */
  deliver(message: PendingMessage): void;
  /** Waits for running deliveries; the relay takes over the rest. */
  close(): Promise<void>;
}

const CONCURRENCY = 16;
/** Maximum queue length; the outbox absorbs larger bursts. */
const MAX_WAITING = 2_000;

/**
 * Delivers messages to Temporal right after their commit, a few at a time and round-robin by account, so that a burst
 * of one account does not delay others. The relay retries failures.
 */
export function createDelivery(db: Database, start: WorkflowStarter, log: Logger): Delivery {
  const waiting = createTurns<PendingMessage>();
  const running = new Set<Promise<void>>();
  const temporal = watchOutage(log, 'delivery to Temporal');
  let closed = false;

  async function deliverOne({ id, message }: PendingMessage): Promise<void> {
    try {
      await start(message);
      temporal.answered();
      await acknowledge(db, id);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) temporal.failed(error);
      log.info({ workflowId: message.workflowId }, 'delivery failed; the relay takes it over');
    }
  }
  function next(): void {
    while (running.size < CONCURRENCY && waiting.size() > 0) {
      const delivery = deliverOne(waiting.take()!).finally(() => {
        running.delete(delivery);
        next();
      });
      running.add(delivery);
    }
  }
  return {
    deliver(message) {
      if (!closed && waiting.size() < MAX_WAITING) waiting.add(turnOf(message.message.search), message);
      next();
    },
    async close() {
      waiting.clear();
      closed = true;
      await Promise.all(running);
    },
  };
}
