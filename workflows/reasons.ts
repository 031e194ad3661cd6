import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';

/** Why work ended, from the error that it ended with: a code that an activity named, else our own fault. */
export function reasonOf(cause: unknown): RunFailureCode {
  if (isCancellation(cause)) return 'stopped_by_operator';
  const failure = cause instanceof ActivityFailure ? cause.cause : cause;
  const type = failure instanceof ApplicationFailure ? failure.type : null;
  return type && type in RUN_FAILURES ? (type as RunFailureCode) : 'internal_error';
}
