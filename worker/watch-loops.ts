import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { alertTexts } from '../contracts/alerts';
import type { Liveness } from '../platform/liveness';

const LOOK_EVERY_MS = 10_000;

/**
 * Logs the alert `loop-stalled` when a loop of this process has completed no pass for too long, and a line when it goes
 * on. Only a log line, because what stalls a loop would stall every other channel.
 */
export async function watchLoops(liveness: Liveness, log: Logger, signal: AbortSignal): Promise<void> {
  const stalled = new Set<string>();
  while (!signal.aborted) {
    for (const { loop, idleMs, late } of liveness.loops()) {
      if (late === stalled.has(loop)) continue;
      if (late) {
        stalled.add(loop);
        const { title, severity, runbook } = alertTexts('loop-stalled', { loop, idleMs: String(idleMs) });
        log.error({ alert: 'loop-stalled', loop, idleMs, severity, runbook }, `ALERT: ${title}`);
      } else {
        stalled.delete(loop);
        log.warn({ loop }, `the ${loop} runs again`);
      }
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
