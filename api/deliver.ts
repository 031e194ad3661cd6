import type { Logger } from 'pino';
import type { Database } from '../prisma/client';
import type { WorkflowStarter } from '../providers/workflow-starter';
import { createTurns } from './turns';
import { acknowledge, type PendingMessage } from '../store/outbox';

/** Delivers committed messages in the background. */
export interface Delivery {
  /** Takes a message; never throws and never makes its caller wait. */
  deliver(message: PendingMessage): void;
  /** Waits for deliveries that have begun; what has not is left to the relay. */
  close(): Promise<void>;
}

const CONCURRENCY = 16;
/** More than this wait for the relay: a burst is the outbox's to absorb. */
const MAX_WAITING = 2_000;

/**
 * Brings messages to Temporal right after their commit, a few at a time and account by account in turn, so that a burst of
 * one does not hold up another. What fails is left to the relay.
 */
export function createDelivery(db: Database, start: WorkflowStarter, log: Logger): Delivery {
  const waiting = createTurns<PendingMessage>();
  const running = new Set<Promise<void>>();
  let closed = false;

  async function one({ id, message }: PendingMessage): Promise<void> {
    try {
      await start(message);
      await acknowledge(db, id);
    } catch (error) {
      log.warn({ err: error, workflowId: message.workflowId }, 'delivery failed; the relay takes it over');
    }
  }
  function next(): void {
    while (running.size < CONCURRENCY && waiting.size() > 0) {
      const delivery = one(waiting.take()!).finally(() => {
        running.delete(delivery);
        next();
      });
      running.add(delivery);
    }
  }
  return {
    deliver(message) {
      if (!closed && waiting.size() < MAX_WAITING) waiting.add(message.message.search.accountId ?? '', message);
      next();
    },
    async close() {
      waiting.clear();
      closed = true;
      await Promise.all(running);
    },
  };
}
