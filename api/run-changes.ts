import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';

/** Wakes requests that wait for a run to change. */
export interface RunChanges {
  /**
   * Resolves when the run changes or after `timeoutMs`, whichever is first, perhaps earlier without a change; to false where
   * this process is stopping and nobody should wait any longer.
   */
  changed(runId: string, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** While notifications cannot be heard, waiting requests look again this often. */
const LOOK_AGAIN_MS = 2_000;
const RECONNECT_MS = 1_000;

/**
 * Hears the database's `run_changed` notifications on one connection of its own, which is opened again when it breaks:
 * a notification that was missed meanwhile costs a waiting request {@link LOOK_AGAIN_MS} at most.
 */
export function listenForRunChanges(databaseUrl: string, log: Logger): RunChanges {
  const heard = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  const listening = (async () => {
    while (!closing.signal.aborted) {
      const client = new Client({ connectionString: databaseUrl, keepAlive: true });
      const ended = new Promise<void>((resolve) => {
        client.on('end', resolve).on('error', () => resolve());
        closing.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload }) => heard.emit(payload ?? ''));
      try {
        await client.connect();
        await client.query('LISTEN run_changed');
        await ended;
      } catch (error) {
        log.warn({ err: error }, 'changes of runs cannot be heard; trying again');
      }
      await client.end().catch(() => undefined);
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
        const timer = setTimeout(woken, Math.min(timeoutMs, LOOK_AGAIN_MS));
        heard.on(runId, woken);
        waiting.add(woken);
      });
    },
    async close() {
      closing.abort();
      for (const woken of waiting) woken();
      await listening;
    },
  };
}
