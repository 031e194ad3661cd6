import {
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  log,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { RUN_FAILURES, type RunFailureCode } from '../base/run-failures';
import { SIGNALS, type EvaluationInput } from '../base/workflow-messages';
import type { RunOutcome, Stage } from '../modules/run-kinds/contract';
import { awaitAgent } from './agent-account';
import { attemptMail, conclude, causeOf, explained, reasonOf } from './conclude';
import { startDeadline, type Deadline } from './deadline';
import { callsOf, localCallsOf, proxySteps, type Steps } from './steps';

/** Signal: the owner canceled a running evaluation or search. The run's row already records the cancellation. */
export const cancelRequested = defineSignal(SIGNALS.cancelRequested);

/** Signal: the owner of a sandbox run moved the run to its deadline. The run's row already records the move. */
export const deadlineReached = defineSignal(SIGNALS.deadlineReached);

// A local activity, because one short statement is not worth a round trip through the task queue.
const { beginRun } = localCallsOf(
  { startToCloseTimeout: '20 seconds', retry: { maximumInterval: '10 seconds' } },
  { beginRun: 'Take the run out of the queue' },
);

// Retried until the database accepts it. Takes priority over work that starts a run (see `steps.ts`).
const { endRun } = callsOf(
  { startToCloseTimeout: '20 seconds', retry: { maximumInterval: '30 seconds' }, priority: { priorityKey: 2 } },
  { endRun: 'End the run and settle its credit' },
);

// The provider forgets idempotency keys after 24 h, so retries end before that.
const { sendRunNotice } = callsOf(
  { startToCloseTimeout: '1 minute', scheduleToCloseTimeout: '20 hours', retry: { maximumInterval: '10 minutes' } },
  { sendRunNotice: 'Mail the owner' },
);

/**
 * Does the work of any paid run. The run starts once, stops when its owner cancels, and ends in exactly one terminal
 * state, returning the credit if the failure is ours. `work` must respect the deadline and returns a one-line summary.
 * Returns the run's outcome. A failed run does not fail the workflow; only a bug does.
 */
export async function paidRun(
  input: EvaluationInput,
  work: (steps: Steps, deadline: Deadline) => Promise<string>,
): Promise<RunOutcome> {
  const steps = proxySteps(input);
  const scope = new CancellationScope();
  let canceled = false;
  setHandler(cancelRequested, () => {
    canceled = true;
    scope.cancel();
  });

  let deadline: Deadline | null = null;
  let moved = false;
  setHandler(deadlineReached, () => {
    moved = true;
    deadline?.reach();
  });

  const { status, overdue } = await begin(input, steps, scope);
  if (overdue) return end(input, steps, 'queue_expired');
  if (status === 'canceling') return end(input, steps, 'canceled');
  if (status !== 'running') return concludeWith({ status, failureCode: null }, 'It had ended before its work began.');

  const started = (deadline = startDeadline(input.deadlineMs, 'Deadline of the run', scope));
  if (moved) started.reach();
  try {
    const made = await scope.run(() => work(steps, started));
    return await CancellationScope.nonCancellable(() => complete(input, steps, made));
  } catch (cause) {
    if (cause instanceof ContinueAsNew) throw cause;
    const reason = canceled ? 'canceled' : reasonOf(cause, started);
    return await CancellationScope.nonCancellable(() => end(input, steps, reason, cause));
  } finally {
    started.cancel();
  }
}

/** Takes the run out of the queue, once the agent provider no longer refuses all work. */
async function begin({ runId, deadlineMs }: EvaluationInput, steps: Steps, scope: CancellationScope) {
  for (;;) {
    const begun = await beginRun(runId, deadlineMs);
    if (!begun.isDelayed) return begun;
    setCurrentDetails('**queued**: The agent provider refuses all work; the run waits.');
    // Ignores the error, because `beginRun` finds a cancellation or an expired wait in the row.
    await scope.run(() => awaitAgent(runId, steps, deadlineMs, null)).catch(() => undefined);
  }
}

/**
 * Enters a stage and returns it. Temporal Web shows the stage immediately. The next step gets the stage, and updates
 * the run's row when that step starts. For the first stage, `beginRun` updates the row.
 */
export function enter<S extends Stage>(stage: S, sentence: string): S {
  setCurrentDetails(`**${stage}**: ${sentence}`);
  return stage;
}

async function complete(input: EvaluationInput, steps: Steps, made: string): Promise<RunOutcome> {
  const completed = await unlessUndone(input, steps.completeRun(input.runId));
  const outcome = concludeWith(
    completed,
    completed.status === 'completed' ? made : 'It had ended before its work did.',
  );
  await tell(input);
  return outcome;
}

async function end(input: EvaluationInput, steps: Steps, reason: RunFailureCode, cause?: unknown): Promise<RunOutcome> {
  if (cause) log.warn('run ends without findings', { runId: input.runId, reason, cause: explained(cause) });
  // Best effort: the run ends even if the provider is down, because the session's own budget limits its cost.
  const { costMicros } = await steps.stopSession(input.runId).catch(() => ({ costMicros: null }));
  const words = cause && !isCancellation(cause) ? explained(cause) : null;
  const ended = await unlessUndone(input, endRun(input.runId, reason, costMicros, words));
  const why = words ?? `${reason}: ${RUN_FAILURES[reason].message}`;
  const outcome = concludeWith(ended, ended.status === 'completed' ? 'It was completed before it was ended.' : why);
  await tell(input);
  return outcome;
}

/**
 * Restarts the workflow if `recorded` fails because a database restore lost the start, the cancellation or the end of
 * the run. Keeps the run's session. Nothing else restarts the workflow, because `runs resume` ignores a running
 * workflow.
 */
async function unlessUndone<T>(input: EvaluationInput, recorded: Promise<T>): Promise<T> {
  try {
    return await recorded;
  } catch (error) {
    if (isUndone(error)) await continueAsNew(input);
    throw error;
  }
}

function isUndone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof ApplicationFailure && cause.type === ACTIVITY_FAILURES.outcomeLost;
}

async function tell(input: EvaluationInput): Promise<void> {
  let isLost = false;
  const notice = sendRunNotice(input.runId).catch((error: unknown) => {
    isLost = isUndone(error);
    throw error;
  });
  await attemptMail(notice, { runId: input.runId });
  if (isLost) await continueAsNew(input);
}

// Shows the outcome before the email is sent, because sending can take hours while the mail provider is down.
function concludeWith({ status, failureCode, creditReturned }: RunOutcome, what: string): RunOutcome {
  const credit = creditReturned === undefined ? '' : ` The credit ${creditReturned ? 'went back' : 'stays used'}.`;
  const summary = what + credit;
  conclude({ outcome: status, failureCode, summary });
  return { status, failureCode, summary };
}
