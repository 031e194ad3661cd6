import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduleAlreadyRunning, type Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { Logger } from 'pino';
import { searchPairs } from '../base/search-attributes';
import { WORKFLOWS } from '../base/workflow-messages';
import { GUIDANCE } from '../modules/operations/workflows';
import type { Payments } from '../modules/orders/payment-provider';
import { scheduleIdOf, type PAYMENT_SCHEDULES } from '../modules/outbox/sweeps';
import { SCHEDULED_RECONCILIATION } from '../modules/reconciliation/messages';
import { checkPlatform } from '../vendors/payments/check-platform';

const AGAIN_MS = 5_000;
/** Interval for recreating missing schedules. Temporal stores the schedules and can lose them. */
const RENEWED_EVERY_MS = 3_600_000;
/** Needed because a suspended server accepts calls but never responds. */
const CALL_DEADLINE_MS = 10_000;

interface Recurring {
  name: (typeof PAYMENT_SCHEDULES)[number];
  workflowType: keyof typeof WORKFLOWS;
  args: unknown[];
  everyMs: number;
  summary: string;
}

interface ScheduleOptions {
  taskQueue: string;
  sweepEveryMs: number;
  reconcileEveryMs: number;
  log: Logger;
  signal: AbortSignal;
}

/** Creates or updates the payment schedules, and recreates missing ones. Operators can pause and trigger them. */
export async function schedulePaymentWork(client: Client, options: ScheduleOptions): Promise<void> {
  const { signal } = options;
  for (let first = true; !signal.aborted; first = false) {
    await scheduleAll(client, options, first);
    await sleep(RENEWED_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function scheduleAll(client: Client, options: ScheduleOptions, update: boolean): Promise<void> {
  const { taskQueue, log, signal } = options;
  for (const recurring of paymentWork(options)) {
    while (!signal.aborted) {
      try {
        await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () => create(client, taskQueue, recurring, update));
        break;
      } catch (error) {
        log.warn({ err: error, schedule: recurring.name }, 'work could not be scheduled; trying again');
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

function paymentWork({ sweepEveryMs, reconcileEveryMs }: ScheduleOptions): Recurring[] {
  return [
    {
      name: 'payment-sweep',
      workflowType: WORKFLOWS.paymentSweep,
      args: [],
      everyMs: sweepEveryMs,
      summary: 'Find payments that no webhook reported',
    },
    {
      name: 'reconciliation',
      workflowType: WORKFLOWS.reconciliation,
      args: [SCHEDULED_RECONCILIATION],
      everyMs: reconcileEveryMs,
      summary: 'Compare the provider’s books with ours',
    },
  ];
}

async function create(client: Client, taskQueue: string, recurring: Recurring, orUpdate: boolean): Promise<void> {
  const { name, workflowType, args, everyMs, summary } = recurring;
  const scheduleId = scheduleIdOf(name, taskQueue);
  const spec = { intervals: [{ every: everyMs }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType,
    workflowId: scheduleId,
    taskQueue,
    args,
    staticSummary: summary,
    staticDetails: GUIDANCE[workflowType],
    typedSearchAttributes: new TypedSearchAttributes(searchPairs({ kind: name, mode: 'live' })),
  };
  const policies = { overlap: 'SKIP' as const, catchupWindow: '1 minute' as const };
  try {
    await client.schedule.create({ scheduleId, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    if (!orUpdate) return;
    // Applies changed settings, but keeps an operator's pause.
    await client.schedule.getHandle(scheduleId).update((earlier) => ({ ...earlier, spec, action, policies }));
  }
}

const CHECK_AGAIN_MS = 60_000;

/** Once the provider responds, logs everything that prevents or may prevent withdrawals, and how to fix it. */
export async function reportPlatform(
  payments: Payments,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const { status, name, mode, detail, cure } of await checkPlatform(payments)) {
        const facts = { check: name, mode, cure };
        if (status === 'fail') log.error(facts, detail);
        else if (status === 'warn') log.warn(facts, detail);
      }
      return;
    } catch (error) {
      log.warn({ err: error }, 'the account at the payment provider could not be checked; trying again');
      await sleep(CHECK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
