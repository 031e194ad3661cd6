import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
  log,
} from '@temporalio/workflow';
import type { WorkflowOutcome } from '../base/outcomes';
import { RUN_FAILURES, type RunFailureCode } from '../base/run-failures';
import { searchPairs } from '../base/search-attributes';
import type { Deadline } from './deadline';

/**
 * Shows in a workflow's details and search attributes how it ended, and returns the outcome. A workflow that
 * compensated for its failed work ends as Completed, and its `Outcome` attribute shows the failure. Failed therefore
 * always means that somebody has to act.
 */
export function conclude<Outcome extends WorkflowOutcome>(ended: Outcome): Outcome {
  const { outcome, failureCode, amount, summary } = ended;
  setCurrentDetails(`**${outcome}**: ${summary}`);
  upsertSearchAttributes(searchPairs({ outcome, failureCode, amount }));
  return ended;
}

/** Shows the state of long-running work in the workflow's details, and updates a search attribute on changes. */
export function createStatusReporter(): (outcome: string, sentence: string) => void {
  let shown: string | null = null;
  return (outcome, sentence) => {
    setCurrentDetails(`**${outcome}**: ${sentence}`);
    if (outcome === shown) return;
    upsertSearchAttributes(searchPairs({ outcome }));
    shown = outcome;
  };
}

/**
 * Fails the workflow with the activity's own message, because "Activity task failed" means nothing to an operator.
 * Rethrows other errors unchanged.
 */
export function failWithCause(error: unknown): never {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  const cause = causeOf(error);
  const type = cause instanceof ApplicationFailure ? cause.type : null;
  const message = explained(error);
  conclude({ outcome: 'failed', failureCode: type ?? 'internal_error', summary: message });
  throw ApplicationFailure.create({ message, ...(type && { type }), nonRetryable: true, cause: error });
}

/** Failure code for an error that ended work: from the cancellation or the activity, otherwise `internal_error`. */
export function reasonOf(cause: unknown, deadline: Pick<Deadline, 'passed'> | null = null): RunFailureCode {
  if (isCancellation(cause)) return deadline?.passed() ? 'deadline_exceeded' : 'stopped_by_operator';
  const failure = causeOf(cause);
  const type = failure instanceof ApplicationFailure ? failure.type : null;
  return type && Object.hasOwn(RUN_FAILURES, type) ? (type as RunFailureCode) : 'internal_error';
}

/** Cause of an activity failure. Any other error is returned unchanged. */
export function causeOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? (error.cause ?? error) : error;
}

/** One line about an error for a log. An activity failure is described by its cause and the provider's message. */
export function explained(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof ApplicationFailure)) return String(cause);
  const words = cause.cause instanceof ApplicationFailure ? ` (“${cause.cause.message}”)` : '';
  return `${cause.type ?? 'Error'}: ${cause.message}${words}`;
}

/** Waits until an email is sent. A failure is only logged, because no run, scan or payment depends on an email. */
export async function attemptMail(mail: Promise<unknown>, about: Record<string, string>): Promise<void> {
  await mail.catch((error: unknown) => log.error('a mail could not be sent', { ...about, error: explained(error) }));
}
