import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { watchOutage } from '../../../base/log';
import { within } from '../../../base/time-limits';
import type { Database } from '../../../prisma/client';
import { connectionTo, DatabaseClient } from '../../../prisma/connection';
import { endOverdueRuns, seemsExpired } from './end';
import { findRun, type RunOwner, type Run } from './runs';

/** Notifies this process of changes to runs that any process commits. */
export interface RunChanges {
  /**
   * Resolves when the run changes or after `timeoutMs`, and sometimes earlier without a change. Resolves to false
   * while the process is stopping; callers must then not wait again.
   */
  changed(runId: string, timeoutMs: number): Promise<boolean>;
  /** Calls back with the id of each changed run, or null after a lost connection, because any run may have changed. */
  onChange(callback: (runId: string | null) => void): void;
  /** True while notifications arrive, so that this process knows of all commits older than {@link TRUST_MS}. */
  upToDate(): boolean;
  close(): Promise<void>;
}

/** Interval at which waiting requests check the run, in case a notification is lost. */
const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
/** Interval at which the connection notifies itself. A connection that only listens never detects a dead peer. */
const HEARTBEAT_MS = 1_000;
/** Timeout for connecting and for each statement. */
const TIMEOUT_MS = 4_000;
/** If the last received heartbeat is older than this, the cache is not trusted. */
const TRUST_MS = 2_500;

/**
 * Listens for `run_changed` notifications on a dedicated connection and reconnects when it breaks or misses a
 * heartbeat. A lost notification delays a waiting request by {@link POLL_MS} at most.
 *
 * PostgreSQL delivers notifications in commit order, so a received heartbeat proves that all earlier ones arrived.
 * Behind a pooler that switches connections between statements, no heartbeats arrive, so the cache is not trusted.
 */
export function listenForRunChanges(databaseUrl: string, log: Logger): RunChanges {
  const connection = connectionTo(databaseUrl);
  const heard = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  const callbacks: ((runId: string | null) => void)[] = [];
  const outage = watchOutage(log, 'PostgreSQL LISTEN');
  /** When the last received heartbeat was sent. */
  let heardAt = -Infinity;

  const announce = (runId: string | null) => {
    for (const callback of callbacks) callback(runId);
    if (runId !== null) heard.emit(runId);
  };
  const listen = async () => {
    const client = new DatabaseClient({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    const heartbeat = `run_heartbeat_${randomBytes(8).toString('hex')}`;
    const over = new AbortController();
    const lost = () => {
      over.abort();
      heardAt = -Infinity;
    };
    client.on('end', lost).on('error', lost);
    const stop = AbortSignal.any([over.signal, closing.signal]);
    let begun = false;
    client.on('notification', ({ channel, payload = '' }) => {
      // An abandoned connection may still emit events.
      if (stop.aborted) return;
      if (channel === 'run_changed') return announce(payload);
      // This connection missed all changes before it started listening.
      if (!begun) announce(null);
      begun = true;
      heardAt = Number(payload);
      outage.answered();
    });
    try {
      await client.connect();
      await client.query(`LISTEN run_changed; LISTEN ${heartbeat}`);
      while (!stop.aborted) {
        await client.query('SELECT pg_notify($1, $2)', [heartbeat, String(performance.now())]);
        await sleep(HEARTBEAT_MS, undefined, { signal: stop }).catch(() => undefined);
      }
    } catch (error) {
      outage.failed(error);
    }
    lost();
    // Does not wait forever, because a dead connection may never confirm that it closed.
    await within(RECONNECT_MS, 'goodbye', client.end()).catch(() => undefined);
  };
  const ended = (async () => {
    while (!closing.signal.aborted) {
      await listen();
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();
  return {
    changed(runId, timeoutMs) {
      return new Promise((resolve) => {
        const woken = () => {
          clearTimeout(timer);
          heard.off(runId, woken);
          waiting.delete(woken);
          resolve(!closing.signal.aborted);
        };
        const timer = setTimeout(woken, Math.min(timeoutMs, POLL_MS));
        heard.on(runId, woken);
        waiting.add(woken);
      });
    },
    onChange: (callback) => void callbacks.push(callback),
    upToDate: () => performance.now() - heardAt < TRUST_MS,
    async close() {
      closing.abort();
      for (const woken of waiting) woken();
      await ended;
    },
  };
}

/** Cache of the most recently read runs, which saves most polls a query (docs/interface/runs.md). */
export interface RunCache {
  /**
   * Finds a run of this owner; null if it is unknown or belongs to another account. If it is queued and overdue,
   * expires it first, because there may be no worker to do so.
   */
  find(owner: RunOwner, runId: string): Promise<Run | null>;
  /** Makes the next poll read the run from the database, because this process changed it. */
  forget(runId: string): void;
}

/** Age at which a run is read again, even without a notification. */
const MAX_AGE_MS = 30_000;
/** Estimated size in bytes of a run and its cached response, without input and metadata. */
const ROW_BYTES = 5_000;

/** Query in progress. It is outdated if the run may have changed since it began. */
interface Reading {
  run: Promise<Run | null>;
  outdated: boolean;
}

/**
 * Caches the most recently read runs, up to `maxBytes` in total, until they change or are {@link MAX_AGE_MS} old. While
 * notifications fail, every poll reads the database. Changes by other processes become visible when the notification
 * arrives, milliseconds after the commit.
 */
export function createRunCache(db: Database, changes: RunChanges, maxBytes: number): RunCache {
  const runs = new LRUCache<string, Run>({ maxSize: maxBytes, sizeCalculation: sizeOf, ttl: MAX_AGE_MS });
  const readings = new Map<string, Reading>();

  function forget(runId: string): void {
    runs.delete(runId);
    // A query in progress may have read the row before this change.
    const reading = readings.get(runId);
    if (reading) reading.outdated = true;
  }

  changes.onChange((changed) => {
    if (changed !== null) return forget(changed);
    runs.clear();
    for (const reading of readings.values()) reading.outdated = true;
  });

  async function read(owner: RunOwner, runId: string): Promise<Run | null> {
    const reading: Reading = { run: findRun(db, owner, runId), outdated: !changes.upToDate() };
    readings.set(runId, reading);
    try {
      const run = await reading.run;
      if (run && !reading.outdated) runs.set(runId, run);
      return run;
    } finally {
      if (readings.get(runId) === reading) readings.delete(runId);
    }
  }

  /** Shares another request's query for the run, unless the run has changed since that query began. */
  async function readByOthers(runId: string): Promise<Run | null> {
    const reading = readings.get(runId);
    if (!reading) return null;
    const run = await reading.run.catch(() => null);
    return reading.outdated ? null : run;
  }

  return {
    forget,
    async find(owner, runId) {
      const kept = changes.upToDate() ? (runs.get(runId) ?? (await readByOthers(runId))) : undefined;
      if (kept && isOwner(owner, kept) && !seemsExpired(kept)) return kept;
      const run = await read(owner, runId);
      if (!run || !seemsExpired(run)) return run;
      await endOverdueRuns(db, 1, runId);
      return read(owner, runId);
    },
  };
}

/** Approximate size in bytes of a run in memory. Most of a large run is its input, which can be 64 kB. */
function sizeOf({ input, metadata }: Run): number {
  // The cached response repeats the metadata.
  return ROW_BYTES + 2 * (JSON.stringify(input).length + 2 * JSON.stringify(metadata).length);
}

function isOwner(owner: RunOwner, run: Run): boolean {
  return run.accountId === owner.accountId && run.mode === owner.mode;
}
