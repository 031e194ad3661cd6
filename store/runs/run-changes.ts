import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { watchOutage } from '../../platform/log';
import { within } from '../../platform/time-limits';
import { connectionTo, DatabaseClient } from '../../prisma/connection';

/** Changes of runs, as committed by any process. */
export interface RunChanges {
  /**
   * Resolves when the run changes or after `timeoutMs`, and sometimes spuriously. Resolves to false while the process
   * is stopping: callers must not wait again.
   */
  changed(runId: string, timeoutMs: number): Promise<boolean>;
  /** Calls back with the id of each changed run, or with null after an interruption, when any run may have changed. */
  onChange(callback: (runId: string | null) => void): void;
  /** True while this process hears: what was committed longer ago than {@link TRUST_MS} was announced to it. */
  upToDate(): boolean;
  close(): Promise<void>;
}

/** Polling interval of waiting requests, in case notifications are lost. */
const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
/** Interval of the notifications that a connection sends to itself: one that only listens never detects a dead peer. */
const HEARTBEAT_MS = 1_000;
/** Timeout of connecting and of one statement. */
const TIMEOUT_MS = 4_000;
/** Age of the last heartbeat that was heard after which nothing is certain. */
const TRUST_MS = 2_500;

/**
 * Listens for `run_changed` notifications on a dedicated connection and reconnects when it breaks or misses a
 * heartbeat. A lost notification delays a waiting request by {@link POLL_MS} at most.
 *
 * PostgreSQL announces in the order of commits, so whoever hears its own heartbeat has heard what was committed before
 * it was sent. Behind a pooler that gives each statement another connection nothing is heard, and nothing trusted.
 */
export function listenForRunChanges(databaseUrl: string, log: Logger): RunChanges {
  const connection = connectionTo(databaseUrl);
  const heard = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  const callbacks: ((runId: string | null) => void)[] = [];
  const outage = watchOutage(log, 'PostgreSQL LISTEN');
  /** Time at which the last heartbeat that was heard had been sent. */
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
      // A connection that was given up may still speak.
      if (stop.aborted) return;
      if (channel === 'run_changed') return announce(payload);
      // What changed before this connection listened was not heard.
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
    // A dead connection may never confirm its end.
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
