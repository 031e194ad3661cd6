import type { Logger } from 'pino';
import type { Database } from '../prisma/client';
import { addUsage, type UsageCount } from '../store/usage';

/** Counts requests in memory and writes the sums every second: a request costs no write. */
export interface UsageRecorder {
  count(apiKeyId: string, endpoint: string, status: number): void;
  /** Writes what was counted so far, so that a reader sees all of it. */
  flush(): Promise<void>;
  /** Writes what is left and stops. A killed process loses at most one interval. */
  close(): Promise<void>;
}

/** A recorder that writes every `intervalMs`; what cannot be written is kept and tried again. */
export function createUsageRecorder(db: Database, log: Logger, intervalMs = 1_000): UsageRecorder {
  let counts = new Map<string, UsageCount>();
  const count = (apiKeyId: string, endpoint: string, status: number, requests = 1) => {
    const id = `${apiKeyId} ${endpoint} ${status}`;
    const known = counts.get(id);
    if (known) known.requests += requests;
    else counts.set(id, { apiKeyId, endpoint, status, requests });
  };
  const write = async () => {
    const written = counts;
    counts = new Map();
    try {
      await addUsage(db, [...written.values()]);
    } catch (error) {
      log.warn({ err: error }, 'usage could not be written; it is kept');
      for (const { apiKeyId, endpoint, status, requests } of written.values())
        count(apiKeyId, endpoint, status, requests);
    }
  };
  let writing = Promise.resolve();
  const flush = () => (writing = writing.then(write));
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
