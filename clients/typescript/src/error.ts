import type { Problem, RunStatus } from './types.ts';

/** Codes of the API's problems and of runs that ended without findings, as far as this version knows them. */
type ApiCode = Problem['code'] | NonNullable<RunStatus['failure']>['code'];

/** Any text, beside the values that an editor offers. */
type OtherText = string & {};

/** Codes of failures that no answer of the API describes. */
export type ClientCode =
  | 'invalid_idempotency_key'
  | 'connection_failed'
  | 'timed_out'
  | 'unexpected_redirect'
  | 'unexpected_answer'
  | 'answer_too_large'
  | 'wait_timed_out'
  | 'invalid_webhook';

/** Details of a failure besides its message. */
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

/**
 * Every failure of the client, but for an abort, which rejects with the reason of its signal. It never contains the API
 * key.
 */
export class NoiError extends Error {
  override readonly name = 'NoiError';
  /** HTTP status of the answer; 0 if there was none. */
  readonly status: number;
  /** Stable code to branch on: that of the API's problem, the `failure.code` of a run, or a {@link ClientCode}. */
  readonly code: ApiCode | ClientCode | OtherText;
  /** Problem Details as the API sent them; null if there were none. */
  readonly problem: Problem | null;
  /** Seconds after which the API asked to repeat the request; null if it did not say. */
  readonly retryAfterSeconds: number | null;
  /** Key of the request, if it was a POST: repeat it with this key to learn what became of it. */
  readonly idempotencyKey: string | null;
  /** Run that the failure is about; a wait that timed out can go on with it. */
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
