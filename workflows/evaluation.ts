import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import type { RunOutcome, Stage } from '../contracts/runs';
import { SIGNALS, type EvaluationInput } from '../contracts/workflow-messages';

/** Tells a running evaluation that its owner wants it to stop; the run's row says so already. */
export const cancelRequested = defineSignal(SIGNALS.cancelRequested);

// One short statement each: run beside the workflow task, where the worker is at that moment.
const { beginRun } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '10 seconds' },
});

// Calls of the agent provider that answer in seconds. Six tries take about a minute of an outage.
const calls = { startToCloseTimeout: '1 minute', retry: { maximumAttempts: 6, maximumInterval: '30 seconds' } };
const { startSession } = proxyActivities<Activities>({ ...calls, summary: 'Start the agent session' });
const { checkSubmission } = proxyActivities<Activities>({ ...calls, summary: 'Check the findings' });
const { stopSession } = proxyActivities<Activities>({ ...calls, summary: 'Stop the agent session' });

const { renderDossier } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  retry: { maximumAttempts: 5 },
  summary: 'Render the dossier',
});

// What ends a run is tried until the database takes it: a paid run is never left hanging.
const { completeRun } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '30 seconds' },
  summary: 'Complete the run',
});
const { endRun } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '30 seconds' },
  summary: 'End the run and settle its credit',
});

// The provider forgets idempotency keys after 24 h, so a mail is not tried longer than that.
const { sendRunNotice } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '20 hours',
  retry: { maximumInterval: '10 minutes' },
  summary: 'Mail the owner',
});

/**
 * One Idea Check from queue to dossier. Ends the run in exactly one terminal state and never keeps a credit for our own
 * failure. Its result says how the run ended; the workflow itself fails only where our code is wrong.
 */
export async function evaluation(input: EvaluationInput): Promise<RunOutcome> {
  const research = new CancellationScope();
  let interruption: RunFailureCode | null = null;
  const interrupt = (reason: RunFailureCode) => {
    interruption ??= reason;
    research.cancel();
  };
  setHandler(cancelRequested, () => interrupt('canceled'));

  const { status, overdue } = await beginRun(input.runId, input.deadlineMs);
  if (overdue) return end(input, 'queue_expired');
  if (status === 'canceling') return end(input, 'canceled');
  if (status !== 'running') return { status, failureCode: null };

  const deadline = new CancellationScope();
  void deadline
    .run(() => sleep(input.deadlineMs, { summary: 'Deadline of the run' }))
    .then(() => interrupt('deadline_exceeded'))
    .catch(() => undefined);
  try {
    await research.run(() => findAndRender(input));
    return await CancellationScope.nonCancellable(() => complete(input));
  } catch (cause) {
    return await CancellationScope.nonCancellable(() => end(input, interruption ?? reasonOf(cause), cause));
  } finally {
    deadline.cancel();
  }
}

async function findAndRender(input: EvaluationInput): Promise<void> {
  tell('researching', 'The agent looks for evidence.');
  const { sessionId } = await startSession(input.runId);
  await findValid(input, sessionId);
  tell('rendering', 'The findings passed; the dossier is rendered.');
  await renderDossier(input.runId);
}

async function findValid(input: EvaluationInput, sessionId: string): Promise<void> {
  // The heartbeat carries the session's cursor: another worker goes on where a lost one was.
  const { followSession } = proxyActivities<Activities>({
    startToCloseTimeout: input.deadlineMs,
    heartbeatTimeout: input.heartbeatTimeoutMs,
    retry: { maximumInterval: '10 seconds' },
    summary: 'Follow the agent session',
  });
  for (let repairs = 0; repairs <= input.maxRepairs; repairs++) {
    const { toolUseId } = await followSession(input.runId, sessionId);
    tell('validating', repairs === 0 ? 'The findings are checked.' : `Correction ${repairs} is checked.`);
    const { flaws } = await checkSubmission(input.runId, sessionId, toolUseId, repairs < input.maxRepairs);
    if (flaws === 0) return;
    log.info('findings sent back to the agent', { runId: input.runId, flaws, repairs });
  }
  throw ApplicationFailure.nonRetryable('Findings still fail the checks', 'findings_invalid');
}

async function complete(input: EvaluationInput): Promise<RunOutcome> {
  const { status, failureCode } = await completeRun(input.runId);
  tell('done', status === 'completed' ? 'The run is completed.' : `The run had already ended: ${status}.`);
  await notify(input);
  return { status, failureCode };
}

async function end(input: EvaluationInput, reason: RunFailureCode, cause?: unknown): Promise<RunOutcome> {
  if (cause instanceof Error)
    log.warn('run ends without findings', { runId: input.runId, reason, cause: cause.message });
  // The run ends for its owner even where the provider cannot be told to stop; its session has a budget of its own.
  const { costMicros } = await stopSession(input.runId).catch(() => ({ costMicros: null }));
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

function reasonOf(cause: unknown): RunFailureCode {
  if (isCancellation(cause)) return 'stopped_by_operator';
  const failure = cause instanceof ActivityFailure ? cause.cause : cause;
  const type = failure instanceof ApplicationFailure ? failure.type : null;
  return type && type in RUN_FAILURES ? (type as RunFailureCode) : 'internal_error';
}

function tell(stage: Stage, sentence: string): void {
  setCurrentDetails(`**${stage}**: ${sentence}`);
}
