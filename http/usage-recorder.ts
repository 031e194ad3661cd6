import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { watchOutage } from '../platform/outage';
import type { Database } from '../prisma/client';
import { addUsage, type UsageBatch, type UsageCount } from '../store/usage/add-usage';

/** Counts requests in memory and writes the sums periodically, so that requests cost no write. */
export interface UsageRecorder {
  count(apiKeyId: string, endpoint: string, status: number): void;
  /** Writes all counts so far, so that readers see them. */
  flush(): Promise<void>;
  /** Writes the rest and stops. A killed process loses at most one interval. */
  close(): Promise<void>;
}

/**
 * Creates a recorder that writes every `intervalMs`. Each request is counted once: counts without an answer are sent
 * again as the batch that they were, until the database says that it has them.
 */
export function createUsageRecorder(db: Database, log: Logger, intervalMs = 1_000): UsageRecorder {
  const writer = randomUUID();
  let counts = new Map<string, UsageCount>();
  let sequence = 0;
  /** Sent and not answered yet: it may have been added. */
  let sent: UsageBatch | null = null;
  const outage = watchOutage(log, 'writing of usage');
  const send = async (batch: UsageBatch) => {
    sent = batch;
    await addUsage(db, batch);
    sent = null;
  };
  const write = async () => {
    queued = null;
    try {
      if (sent) await send(sent);
      if (counts.size > 0) {
        const batch = { writer, sequence: ++sequence, counts: [...counts.values()] };
        counts = new Map();
        await send(batch);
      }
      outage.answered();
    } catch (error) {
      outage.failed(error);
    }
  };
  let writing = Promise.resolve();
  // Queues at most one write, or they would pile up while the database hangs.
  let queued: Promise<void> | null = null;
  const flush = () => (queued ??= writing = writing.then(write));
  const timer = setInterval(() => {
    if (sent || counts.size > 0) void flush();
  }, intervalMs);
  timer.unref();
  return {
    count(apiKeyId, endpoint, status) {
      const id = `${apiKeyId} ${endpoint} ${status}`;
      const known = counts.get(id);
      if (known) known.requests++;
      else counts.set(id, { apiKeyId, endpoint, status, requests: 1 });
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
