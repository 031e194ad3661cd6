import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import type { Deadline } from './deadline';

/** Failure code for the error that ended work: the code named by an activity, otherwise `internal_error`. */
export function reasonOf(cause: unknown, deadline: Pick<Deadline, 'passed'> | null = null): RunFailureCode {
  if (isCancellation(cause)) return deadline?.passed() ? 'deadline_exceeded' : 'stopped_by_operator';
  const failure = causeOf(cause);
  const type = failure instanceof ApplicationFailure ? failure.type : null;
  return type && Object.hasOwn(RUN_FAILURES, type) ? (type as RunFailureCode) : 'internal_error';
}

/** What made an activity fail; other errors as they are. */
export function causeOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? (error.cause ?? error) : error;
}

/** One-line description of an error for a log; unwraps an activity's failure, and adds the provider's own words. */
export function explained(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof ApplicationFailure)) return String(cause);
  const words = cause.cause instanceof ApplicationFailure ? ` (“${cause.cause.message}”)` : '';
  return `${cause.type ?? 'Error'}: ${cause.message}${words}`;
}
