import type { Problem, RunStatus } from './types.ts';

/** Codes of API problems and of runs that ended without findings. Later versions of the API may add codes. */
type ApiCode = Problem['code'] | NonNullable<RunStatus['failure']>['code'];

/** Any other string. Editors still suggest the known values. */
type OtherText = string & {};

/** Codes of failures without a response from the API. */
export type ClientCode =
  | 'invalid_idempotency_key'
  | 'connection_failed'
  | 'timed_out'
  | 'unexpected_redirect'
  | 'unexpected_answer'
  | 'answer_too_large'
  | 'wait_timed_out'
  | 'invalid_webhook';

/** Details of a failure, in addition to its message. */
export interface NoiErrorDetails {
  status?: number;
  code: NoiError['code'];
  problem?: Problem | null;
  retryAfterSeconds?: number | null;
  idempotencyKey?: string | null;
  runId?: string | null;
  run?: RunStatus | null;
  cause?: unknown;
}

/** Thrown for every failure except an abort, which rejects with the signal's reason. Never contains the API key. */
export class NoiError extends Error {
  override readonly name = 'NoiError';
  /** HTTP status of the response; 0 if there was no response. */
  readonly status: number;
  /** Stable code to branch on: from the API's problem, the run's `failure.code`, or a {@link ClientCode}. */
  readonly code: ApiCode | ClientCode | OtherText;
  /** Problem Details from the API; null if the API sent none. */
  readonly problem: Problem | null;
  /** Seconds to wait before a retry, as requested by the API; null if it requested no wait. */
  readonly retryAfterSeconds: number | null;
  /** Idempotency key of a POST. Repeat the request with this key to learn the outcome. */
  readonly idempotencyKey: string | null;
  /** Id of the failed or awaited run. After a timeout, you can wait for the run again. */
  readonly runId: string | null;
  /** Final status of a run that ended without findings. */
  readonly run: RunStatus | null;

  constructor(message: string, details: NoiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status ?? 0;
    this.code = details.code;
    this.problem = details.problem ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.idempotencyKey = details.idempotencyKey ?? null;
    this.runId = details.runId ?? details.run?.runId ?? null;
    this.run = details.run ?? null;
  }
}
