import {
  CancellationScope,
  defineSignal,
  log,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import type { RunOutcome, Stage } from '../contracts/runs';
import { SIGNALS, type EvaluationInput } from '../contracts/workflow-messages';
import { reasonOf } from './reasons';
import { startDeadline } from './deadline';
import { stepsOf, type Steps } from './steps';

/** Tells a running evaluation or search that its owner wants it to stop; the run's row says so already. */
export const cancelRequested = defineSignal(SIGNALS.cancelRequested);

// One short statement each: run beside the workflow task, where the worker is at that moment.
const { beginRun } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '10 seconds' },
});

// Tried until the database takes it, and before what begins a run (see `steps.ts`).
const { endRun } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '30 seconds' },
  summary: 'End the run and settle its credit',
  priority: { priorityKey: 2 },
});

// The provider forgets idempotency keys after 24 h, so a mail is not tried longer than that.
const { sendRunNotice } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '20 hours',
  retry: { maximumInterval: '10 minutes' },
  summary: 'Mail the owner',
});

/**
 * What every paid run has around its work: it begins once, stops at its deadline or when its owner cancels, and ends in
 * exactly one terminal state that never keeps a credit for our own failure. The result says how the run ended; the
 * workflow itself fails only where our code is wrong.
 */
export async function paidRun(input: EvaluationInput, work: (steps: Steps) => Promise<void>): Promise<RunOutcome> {
  const steps = stepsOf(input);
  const scope = new CancellationScope();
  let interruption: RunFailureCode | null = null;
  const interrupt = (reason: RunFailureCode) => {
    interruption ??= reason;
    scope.cancel();
  };
  setHandler(cancelRequested, () => interrupt('canceled'));

  const { status, overdue } = await beginRun(input.runId, input.deadlineMs);
  if (overdue) return end(input, steps, 'queue_expired');
  if (status === 'canceling') return end(input, steps, 'canceled');
  if (status !== 'running') return { status, failureCode: null };

  const deadline = startDeadline(input.deadlineMs, 'Deadline of the run', () => interrupt('deadline_exceeded'));
  try {
    await scope.run(() => work(steps));
    return await CancellationScope.nonCancellable(() => complete(input, steps));
  } catch (cause) {
    return await CancellationScope.nonCancellable(() => end(input, steps, interruption ?? reasonOf(cause), cause));
  } finally {
    deadline.cancel();
  }
}

/** Shows, above the workflow in Temporal Web, how far it is. */
export function tell(stage: Stage, sentence: string): void {
  setCurrentDetails(`**${stage}**: ${sentence}`);
}

async function complete(input: EvaluationInput, steps: Steps): Promise<RunOutcome> {
  const { status, failureCode } = await steps.completeRun(input.runId);
  tell('done', status === 'completed' ? 'The run is completed.' : `The run had already ended: ${status}.`);
  await notify(input);
  return { status, failureCode };
}

async function end(input: EvaluationInput, steps: Steps, reason: RunFailureCode, cause?: unknown): Promise<RunOutcome> {
  if (cause instanceof Error)
    log.warn('run ends without findings', { runId: input.runId, reason, cause: cause.message });
  // The run ends for its owner even where the provider cannot be told to stop; its session has a budget of its own.
  const { costMicros } = await steps.stopSession(input.runId).catch(() => ({ costMicros: null }));
  const outcome = await endRun(input.runId, reason, costMicros);
  setCurrentDetails(`**${outcome.status}**: ${RUN_FAILURES[reason].message}`);
  await notify(input);
  return outcome;
}

async function notify(input: EvaluationInput): Promise<void> {
  // A run is not undone because a mail could not be sent.
  await sendRunNotice(input.runId).catch((error: unknown) =>
    log.error('owner could not be told', { runId: input.runId, error: String(error) }),
  );
}
