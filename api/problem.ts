import { FAILURES, type Failure, type FailureCode, type FieldError } from '../contracts/failures';
import { statusOf, type AnyRoute } from './endpoint';

/** Problem Details (RFC 9457) with the members of contract.md. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: FailureCode;
  requestId: string;
  retryable: boolean;
  retryAfterSeconds?: number;
  limitLevel?: string;
  errors?: FieldError[];
}

/** The public face of a failure: what the registry says of its code, and what the failure itself lets out. */
export function toProblem(
  failure: Failure,
  where: { publicUrl: string; path: string; requestId: string; route: AnyRoute | null },
): Problem {
  const { title, retryable } = FAILURES[failure.code];
  const status = statusOf(where.route, failure.code);
  const { detail, retryAfterSeconds, limitLevel, errors } = failure.public;
  return {
    type: `${where.publicUrl}/developers/errors#${failure.code}`,
    title,
    status,
    detail: detail ?? FAILURES[failure.code].remedy,
    instance: where.path,
    code: failure.code,
    requestId: where.requestId,
    retryable,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(limitLevel && { limitLevel }),
    ...(errors && { errors }),
  };
}
