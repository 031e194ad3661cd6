import type { Logger } from 'pino';
import { watchOutage } from '../platform/outage';
import type { Database } from '../prisma/client';
import { addUsage, type UsageCount } from '../store/usage/add-usage';

/** Counts requests in memory and writes the sums periodically, so that requests cost no write. */
export interface UsageRecorder {
  count(apiKeyId: string, endpoint: string, status: number): void;
  /** Writes all counts so far, so that readers see them. */
  flush(): Promise<void>;
  /** Writes the rest and stops. A killed process loses at most one interval. */
  close(): Promise<void>;
}

/** Creates a recorder that writes every `intervalMs` and keeps unwritten counts for the next attempt. */
export function createUsageRecorder(db: Database, log: Logger, intervalMs = 1_000): UsageRecorder {
  let counts = new Map<string, UsageCount>();
  const count = (apiKeyId: string, endpoint: string, status: number, requests = 1) => {
    const id = `${apiKeyId} ${endpoint} ${status}`;
    const known = counts.get(id);
    if (known) known.requests += requests;
    else counts.set(id, { apiKeyId, endpoint, status, requests });
  };
  const outage = watchOutage(log, 'writing of usage');
  const write = async () => {
    queued = null;
    const written = counts;
    counts = new Map();
    try {
      await addUsage(db, [...written.values()]);
      outage.answered();
    } catch (error) {
      // Keeps the counts for the next attempt.
      outage.failed(error);
      for (const { apiKeyId, endpoint, status, requests } of written.values())
        count(apiKeyId, endpoint, status, requests);
    }
  };
  let writing = Promise.resolve();
  // Queues at most one write, or they would pile up while the database hangs.
  let queued: Promise<void> | null = null;
  const flush = () => (queued ??= writing = writing.then(write));
  const timer = setInterval(() => {
    if (counts.size > 0) void flush();
  }, intervalMs);
  timer.unref();
  return {
    count: (apiKeyId, endpoint, status) => count(apiKeyId, endpoint, status),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
