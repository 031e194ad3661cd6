import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { watchOutage, type Outage } from '../base/log';
import type { LoopWatch } from '../base/observation/server';
import type { WorkflowStarter } from '../base/workflow-messages';
import { acknowledge, claimPending, purgeDelivered, type ClaimedMessage } from '../modules/outbox/store/outbox';
import type { Database } from '../prisma/client';
import { isDatabaseUnavailable } from '../prisma/connection';

const BATCH = 100;
const CONCURRENCY = 20;
/** Longer than a delivery takes, so that two relays rarely deliver the same message. */
const LEASE_MS = 15_000;
const KEEP_DELIVERED_MS = 24 * 3_600_000;

/**
 * Delivers outbox messages that the API could not deliver. Delivering a message twice is harmless. Waits out outages of
 * the database and of Temporal. A pass counts as completed if it read the outbox.
 */
export async function runRelay(
  db: Database,
  start: WorkflowStarter,
  options: { intervalMs: number; log: Logger; signal: AbortSignal; watch?: LoopWatch },
): Promise<void> {
  const { intervalMs, log, signal } = options;
  const outages = { outbox: watchOutage(log, 'the outbox'), delivery: watchOutage(log, 'delivery to Temporal') };
  let lane = '';
  while (!signal.aborted) {
    const delivered = await deliverDue(db, start, log, outages.delivery, lane).then(
      (due) => {
        outages.outbox.answered();
        options.watch?.completed();
        lane = due.at(-1)?.lane ?? lane;
        return due.length;
      },
      (error: unknown) => {
        outages.outbox.failed(error);
        options.watch?.moved();
        return 0;
      },
    );
    if (delivered < BATCH) await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Deletes up to `limit` messages whose retention has ended, and returns how many. */
export function purgeOutbox(db: Database, limit: number): Promise<number> {
  return purgeDelivered(db, KEEP_DELIVERED_MS, limit);
}

async function deliverDue(
  db: Database,
  start: WorkflowStarter,
  log: Logger,
  temporal: Outage,
  afterLane: string,
): Promise<ClaimedMessage[]> {
  const due = await claimPending(db, BATCH, LEASE_MS, afterLane);
  const queue = due.values();
  const deliverRest = async () => {
    for (const { id, message, attempts } of queue) {
      try {
        await start(message);
        temporal.answered();
        await acknowledge(db, id);
        log.info({ workflowId: message.workflowId, attempts }, 'relay delivered a message');
      } catch (error) {
        // The error itself is logged once per outage; this line names the message.
        if (!isDatabaseUnavailable(error)) temporal.failed(error);
        log.info({ workflowId: message.workflowId, attempts }, 'delivery failed; it will be retried');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, deliverRest));
  return due;
}
