import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { watchOutage } from '../../platform/outage';
import { within } from '../../platform/within';
import { connectionTo, DatabaseClient } from '../../prisma/connection';
import { LISTENERS_LOCK } from './await-listeners';

/** Changes of runs, as committed by any process. */
export interface RunChanges {
  /**
   * Resolves when the run changes or after `timeoutMs`, and sometimes spuriously. Resolves to false while the process
   * is stopping: callers must not wait again.
   */
  changed(runId: string, timeoutMs: number): Promise<boolean>;
  /** Calls back with the id of each changed run, or with null after an interruption, when any run may have changed. */
  onChange(callback: (runId: string | null) => void): void;
  /**
   * True while every change was heard that any caller can have seen as the answer of a request, by any process; see
   * {@link awaitListeners}.
   */
  upToDate(): boolean;
  close(): Promise<void>;
}

/** Polling interval of waiting requests, in case notifications are lost. */
const POLL_MS = 2_000;
const RECONNECT_MS = 1_000;
/** Interval of the heartbeat: a connection that only listens never detects a dead peer. */
const HEARTBEAT_MS = 1_000;
/** Timeout of connecting and of one statement. */
const TIMEOUT_MS = 4_000;
/** Age of the last confirmed heartbeat after which nothing is certain; below {@link LISTENERS_PATIENCE_MS}. */
const TRUST_MS = 2_500;
/** Makes the server notice within seconds that this process is gone, and release its lock. */
const NOTICE_LOSS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** Connection that hears changes. A lost one keeps its own, so that what it still tells later is of no account. */
interface Hearing {
  /** Time at which its last confirmed heartbeat was sent. */
  confirmedAt: number;
  /** Recalls at which it has not yet got its lock back. */
  recalls: number;
}

/**
 * Listens for `run_changed` notifications on a dedicated connection and reconnects when it breaks or misses a
 * heartbeat. A lost notification delays a waiting request by {@link POLL_MS} at most.
 *
 * While it listens, the connection shares {@link LISTENERS_LOCK} and gives it up for a moment at each `run_recall`:
 * whoever then gets the lock exclusively knows that all processes have heard the changes before.
 */
export function listenForRunChanges(databaseUrl: string, log: Logger): RunChanges {
  const connection = connectionTo(databaseUrl);
  const heard = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  const callbacks: ((runId: string | null) => void)[] = [];
  const outage = watchOutage(log, 'PostgreSQL LISTEN');
  let hearing: Hearing | null = null;

  const announce = (runId: string | null) => {
    for (const callback of callbacks) callback(runId);
    if (runId !== null) heard.emit(runId);
  };
  const surrender = async (client: Client, own: Hearing) => {
    own.recalls += 1;
    const released = client.query('SELECT pg_advisory_unlock_shared($1)', [LISTENERS_LOCK]);
    await Promise.all([released, client.query('SELECT pg_advisory_lock_shared($1)', [LISTENERS_LOCK])]);
    own.recalls -= 1;
  };
  const listen = async () => {
    const client = new DatabaseClient({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      options: NOTICE_LOSS,
      // Statements of a recall may meet a heartbeat; they run in order.
      pipeline: true,
    });
    const own: Hearing = { confirmedAt: -Infinity, recalls: 0 };
    const over = new AbortController();
    const lost = () => {
      if (hearing === own) hearing = null;
      over.abort();
    };
    client.on('end', lost).on('error', lost);
    const stop = AbortSignal.any([over.signal, closing.signal]);
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'run_changed') announce(payload ?? '');
      // A recall before it holds the lock needs nothing of it: it trusts nothing that it has.
      else if (hearing === own) void surrender(client, own).catch(lost);
    });
    try {
      await client.connect();
      await client.query('LISTEN run_changed; LISTEN run_recall');
      await client.query('SELECT pg_advisory_lock_shared($1)', [LISTENERS_LOCK]);
      announce(null);
      hearing = own;
      outage.answered();
      while (!stop.aborted) {
        // The server answered later than this, so it had announced all that was committed before.
        const asked = performance.now();
        await client.query('SELECT 1');
        own.confirmedAt = asked;
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
    upToDate: () => hearing !== null && hearing.recalls === 0 && performance.now() - hearing.confirmedAt < TRUST_MS,
    async close() {
      closing.abort();
      for (const woken of waiting) woken();
      await ended;
    },
  };
}
