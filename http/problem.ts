import { FAILURES, IDEMPOTENCY_PROBLEMS, type Failure, type FailureCode, type FieldError } from '../base/failures';
import type { AnyEndpoint, AnyRoute } from './endpoint';

/** Maximum size of Problem Details in bytes (docs/interface/requests.md#statuses). */
const MAX_PROBLEM_BYTES = 16_000;

/** Maximum length of a path or detail, because both may repeat client input. */
const MAX_TEXT = 1_000;

/** Problem Details (RFC 9457; docs/interface/requests.md#statuses). */
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
  errorsOmitted?: number;
}

/** Problem Details of a failure, from the registry entry of its code and its public details. */
export function toProblem(
  failure: Failure,
  where: { publicUrl: string; path: string; requestId: string; route: AnyRoute | null },
): Problem {
  const { title, retryable } = FAILURES[failure.code];
  const status = statusOf(where.route, failure.code);
  const { detail, retryAfterSeconds, limitLevel, errors, errorsOmitted } = failure.public;
  return {
    type: `${where.publicUrl}/developers/errors#${failure.code}`,
    title,
    status,
    detail: truncate(detail ?? FAILURES[failure.code].remedy),
    instance: truncate(where.path),
    code: failure.code,
    requestId: where.requestId,
    retryable,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(limitLevel && { limitLevel }),
    ...(errors && { errors }),
    ...(errorsOmitted && { errorsOmitted }),
  };
}

/** HTTP status of a failure on a route: from the registry, unless the route or its protocol overrides it. */
export function statusOf(route: AnyRoute | null, code: FailureCode): number {
  const { status } = FAILURES[code];
  if (code === 'origin_not_allowed' && route?.mcp) return 403;
  return status === 409 ? (route?.conflictsAs ?? status) : status;
}

/** All failures that an endpoint can return, derived from its declaration (docs/interface/requests.md#statuses). */
export function problemsOf(spec: AnyEndpoint): FailureCode[] {
  const codes = new Set<FailureCode>(spec.problems);
  if (!spec.linkToken && !spec.uncounted) codes.add('query_too_long');
  if (!spec.ignoresQuery || spec.body) codes.add('invalid_request');
  // Limits may be counted in the database, so any endpoint with a limit can time out. Uncounted routes have no limits.
  if (!spec.uncounted) codes.add('overloaded').add('service_unavailable');
  if (spec.auth.type === 'key') {
    for (const code of ['missing_api_key', 'invalid_api_key', 'account_suspended', 'insufficient_scope'] as const) {
      codes.add(code);
    }
    if (spec.auth.mode) codes.add(spec.auth.mode === 'live' ? 'live_key_required' : 'test_key_required');
  }
  if (spec.id) codes.add(spec.id.missing);
  if (spec.body) {
    if (spec.bodyType === 'form') codes.add('origin_not_allowed');
    if (spec.bodyType === undefined) codes.add('invalid_json');
    if (spec.bodyType !== 'raw') codes.add('unsupported_media_type');
    codes.add('payload_too_large');
  }
  if (spec.needs) codes.add('service_not_configured');
  if (spec.idempotent) {
    for (const code of ['invalid_idempotency_key', ...IDEMPOTENCY_PROBLEMS] as const) codes.add(code);
  }
  codes.add('rate_limited');
  codes.add('internal_error');
  return [...codes];
}

/** Serializes a problem to at most 16,000 bytes. Drops the last errors if there are too many, but counts them. */
export function problemJson(problem: Problem): string {
  for (let kept = problem.errors?.length ?? 0; ; kept--) {
    const omitted = (problem.errors?.length ?? 0) - kept + (problem.errorsOmitted ?? 0);
    const json = JSON.stringify({
      ...problem,
      ...(problem.errors && { errors: problem.errors.slice(0, kept) }),
      ...(omitted > 0 && { errorsOmitted: omitted }),
    });
    if (kept === 0 || Buffer.byteLength(json) <= MAX_PROBLEM_BYTES) return json;
  }
}

function truncate(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`.toWellFormed();
}
