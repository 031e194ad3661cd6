import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { watchOutage } from '../base/log';
import {
  addUsage,
  trimRequests,
  type RequestEntry,
  type RequestOwner,
  type UsageBatch,
  type UsageCount,
} from '../modules/usage/store/requests';
import type { Database } from '../prisma/client';

/** Counts and logs requests in memory and writes both periodically, so that no request has to write. */
export interface UsageRecorder {
  count(apiKeyId: string, endpoint: string, status: number): void;
  /** Adds an entry to the request log, up to a limit per interval, both per account and in total. */
  log(entry: RequestEntry): void;
  flush(): Promise<void>;
  /** Writes pending entries and stops. A killed process loses at most one interval. */
  close(): Promise<void>;
}

/** Maximum log entries in a batch, per account and in total. */
const MOST_OF_ACCOUNT = 100;
const MOST_ENTRIES = 2_000;

/** Log entries kept per account and mode. Older entries are deleted within a minute. */
export const KEPT_REQUESTS = 20_000;

interface RecorderOptions {
  intervalMs?: number;
  trimEveryMs?: number;
  kept?: number;
}

/**
 * Creates a recorder that writes every `intervalMs`. Each request is counted and logged exactly once, because an
 * unconfirmed batch is sent again unchanged until the database confirms it.
 */
export function createUsageRecorder(
  db: Database,
  log: Logger,
  { intervalMs = 1_000, trimEveryMs = 60_000, kept = KEPT_REQUESTS }: RecorderOptions = {},
): UsageRecorder {
  const writer = randomUUID();
  let counts = new Map<string, UsageCount>();
  let entries: RequestEntry[] = [];
  /** Number of entries by account in this interval. */
  let ofAccount = new Map<string, number>();
  /** Accounts with entries written since the last trim. */
  let written = new Map<string, RequestOwner>();
  let trimDue = Date.now() + trimEveryMs;
  let sequence = 0;
  /** Batch that was sent but not confirmed. PostgreSQL may have stored it. */
  let sent: UsageBatch | null = null;
  const outage = watchOutage(log, 'writing of usage');
  const send = async (batch: UsageBatch) => {
    sent = batch;
    await addUsage(db, batch);
    sent = null;
    for (const { accountId, mode } of batch.entries) written.set(`${accountId} ${mode}`, { accountId, mode });
  };
  const trim = async () => {
    if (Date.now() < trimDue || written.size === 0) return;
    await trimRequests(db, [...written.values()], kept);
    written = new Map();
    trimDue = Date.now() + trimEveryMs;
  };
  const write = async () => {
    queued = null;
    try {
      if (sent) await send(sent);
      if (counts.size > 0 || entries.length > 0) {
        const batch = { writer, sequence: ++sequence, counts: [...counts.values()], entries };
        counts = new Map();
        entries = [];
        ofAccount = new Map();
        await send(batch);
      }
      await trim();
      outage.answered();
    } catch (error) {
      outage.failed(error);
    }
  };
  let writing = Promise.resolve();
  // The queued write, if any. There is at most one, because writes would otherwise pile up while the database hangs.
  let queued: Promise<void> | null = null;
  const flush = () => (queued ??= writing = writing.then(write));
  const timer = setInterval(() => {
    if (sent || counts.size > 0 || entries.length > 0) void flush();
  }, intervalMs);
  timer.unref();
  return {
    count(apiKeyId, endpoint, status) {
      const id = `${apiKeyId} ${endpoint} ${status}`;
      const known = counts.get(id);
      if (known) known.requests++;
      else counts.set(id, { apiKeyId, endpoint, status, requests: 1 });
    },
    log(entry) {
      const own = ofAccount.get(entry.accountId) ?? 0;
      if (own >= MOST_OF_ACCOUNT || entries.length >= MOST_ENTRIES) return;
      ofAccount.set(entry.accountId, own + 1);
      entries.push(entry);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
