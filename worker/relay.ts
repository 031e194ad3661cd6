import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../prisma/client';
import type { WorkflowStarter } from '../providers/workflow-starter';
import { acknowledge, claimPending, purgeDelivered } from '../store/outbox';

const BATCH = 100;
const CONCURRENCY = 20;
/** Longer than a delivery may take, so that two relays rarely deliver the same message. */
const LEASE_MS = 15_000;
const KEEP_DELIVERED_MS = 24 * 3_600_000;

/**
 * Delivers what the API committed but could not deliver itself, until `signal` aborts. Delivery is at least once; the
 * starter makes a repetition harmless. A failing database or Temporal is waited for.
 */
export async function runRelay(
  db: Database,
  start: WorkflowStarter,
  options: { intervalMs: number; log: Logger; signal: AbortSignal },
): Promise<void> {
  const { intervalMs, log, signal } = options;
  while (!signal.aborted) {
    const delivered = await deliverDue(db, start, log).catch((error: unknown) => {
      log.warn({ err: error }, 'outbox could not be read');
      return 0;
    });
    if (delivered < BATCH) await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Deletes delivered messages that nobody will ask for any more. */
export function purgeOutbox(db: Database): Promise<number> {
  return purgeDelivered(db, KEEP_DELIVERED_MS, 10_000);
}

async function deliverDue(db: Database, start: WorkflowStarter, log: Logger): Promise<number> {
  const due = await claimPending(db, BATCH, LEASE_MS);
  const queue = due.values();
  const deliverRest = async () => {
    for (const { id, message, attempts } of queue) {
      try {
        await start(message);
        await acknowledge(db, id);
        log.info({ workflowId: message.workflowId, attempts }, 'relay delivered a message');
      } catch (error) {
        log.warn({ err: error, workflowId: message.workflowId, attempts }, 'delivery failed; it is tried again');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, deliverRest));
  return due.length;
}
