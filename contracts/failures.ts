import type { Subject } from './subjects';

/** Registry entry of one failure code: its HTTP response and its text on /developers/errors. */
interface FailureEntry {
  /** HTTP status of the Problem Details response. */
  status: number;
  /** Short summary, the same for every occurrence (RFC 9457, title). */
  title: string;
  /** True if the same request can succeed later without a change by the caller. */
  retryable: boolean;
  /** Advice to the caller. */
  remedy: string;
}

const entry = (status: number, title: string, retryable: boolean, remedy: string): FailureEntry => ({
  status,
  title,
  retryable,
  remedy,
});

/**
 * Registry of public failures: code throws them, the API answers from them and /developers/errors lists them. Codes are
 * stable and never reused.
 */
export const FAILURES = {
  invalid_request: entry(400, 'The request is not valid', false, 'Correct the fields that `errors` names.'),
  query_too_long: entry(
    400,
    'The query is too long',
    false,
    'Send at most 100 parameters, and 4,096 characters behind the question mark.',
  ),
  invalid_json: entry(400, 'The body is not valid JSON', false, 'Send one JSON document encoded in UTF-8.'),
  invalid_idempotency_key: entry(
    400,
    'The Idempotency-Key header is missing or malformed',
    false,
    'Send 1 to 255 printable ASCII characters, a new value for every logical operation.',
  ),
  invalid_token: entry(
    400,
    'The link is not valid',
    false,
    'Request a new link: this one was already used, has expired, was replaced or is incomplete.',
  ),
  origin_not_allowed: entry(
    400,
    'The request was sent from another site',
    false,
    'Open the page on this site and send its form again; programs send no Origin.',
  ),
  webhook_limit_reached: entry(
    400,
    'The account has all the webhooks it may have',
    false,
    'Delete an endpoint that is no longer needed, or disable one where `detail` says that this makes room.',
  ),
  stale_form: entry(400, 'The form is out of date', false, 'Open the page again and send the form from there.'),
  missing_api_key: entry(
    401,
    'An API key is required',
    false,
    'Send your key in the X-Api-Key header, or as Authorization: Bearer.',
  ),
  invalid_api_key: entry(
    401,
    'The API key is not valid',
    false,
    'Check the key; it may be mistyped, expired or revoked.',
  ),
  entitlement_required: entry(
    402,
    'No unused entitlement',
    false,
    'Buy or request an entitlement of this kind, then retry.',
  ),
  budget_spent: entry(
    402,
    'The monthly budget is spent or reserved',
    false,
    'Wait until runs end and free what they reserved, have the budget raised, or wait for the next month (`budget` of GET /v1/usage).',
  ),
  account_suspended: entry(403, 'The account is suspended', false, 'Contact support; nothing of the account is lost.'),
  insufficient_scope: entry(403, 'The API key lacks a scope', false, 'Use a key that has the scope named in `detail`.'),
  live_key_required: entry(
    403,
    'A live API key is required',
    false,
    'Repeat the request with a live key, or play it with this one at /v1/sandbox.',
  ),
  test_key_required: entry(
    403,
    'A test API key is required',
    false,
    'Repeat the request with a test key: the sandbox takes no others.',
  ),
  not_a_contributor: entry(
    403,
    'The account is no contributor',
    false,
    'Only contributors have a balance to withdraw.',
  ),
  insufficient_balance: entry(
    400,
    'The balance is too low',
    false,
    'Withdraw at most what is available; what other withdrawals hold is not.',
  ),
  withdrawal_not_found: entry(
    404,
    'Withdrawal not found',
    false,
    'Check the id; a withdrawal is visible to its own account and mode only.',
  ),
  not_found: entry(404, 'Not found', false, 'Check the path: nothing exists there.'),
  run_not_found: entry(404, 'Run not found', false, 'Check the id; a run is visible to its own account and mode only.'),
  run_not_completed: entry(404, 'The run is not completed', true, 'Poll the run until its status is `completed`.'),
  artifact_unavailable: entry(404, 'The artifact is not available', false, 'The run ended without this artifact.'),
  portfolio_not_applicable: entry(404, 'This run has no portfolio', false, 'Only Custom Search runs have a portfolio.'),
  opportunity_not_purchased: entry(
    404,
    'You have not bought this opportunity',
    false,
    'Buy the opportunity; its dossier is readable once the payment has arrived.',
  ),
  webhook_not_found: entry(
    404,
    'Webhook not found',
    false,
    'Check the id; a webhook is visible to its own account and mode only.',
  ),
  order_not_found: entry(404, 'Order not found', false, 'Check the id; an order is visible to its buyer only.'),
  invalid_webhook: entry(
    400,
    'Webhook signature invalid',
    false,
    'The provider must sign it, recently, and for a configured mode.',
  ),
  format_not_available: entry(404, 'The format is not available', false, 'Use `html`, `pdf` or `md`.'),
  method_not_allowed: entry(405, 'Method not allowed', false, 'Use one of the methods that the Allow header names.'),
  idempotency_key_reused: entry(
    409,
    'The Idempotency-Key was used with another body',
    false,
    'Use a new key for a new operation; repeat a request with exactly the same body.',
  ),
  idempotency_in_flight: entry(
    409,
    'The same request is being processed',
    true,
    'Repeat the request after Retry-After.',
  ),
  opportunity_unavailable: entry(
    409,
    'The opportunity is not available',
    false,
    'It is unknown, sold or reserved for somebody else; a reservation that is not paid ends within the hour.',
  ),
  webhook_disabled: entry(
    409,
    'The webhook is disabled',
    false,
    'Enable it first: a disabled endpoint gets no deliveries.',
  ),
  too_many_keys: entry(
    409,
    'The account has all the active keys it may have',
    false,
    'Revoke a key that is no longer needed, then try again.',
  ),
  too_many_shares: entry(
    409,
    'The dossier has all the links it may have',
    false,
    'Take back a link that is no longer needed, then try again.',
  ),
  too_many_holds: entry(
    409,
    'Too many opportunities are reserved for you',
    false,
    'Pay or let expire what is reserved, then try again.',
  ),
  erasure_blocked: entry(
    409,
    'The account cannot be erased yet',
    false,
    'Wait until the money that `detail` names has arrived or gone back, then ask again.',
  ),
  run_already_finished: entry(409, 'The run has already finished', false, 'A finished run cannot be canceled.'),
  payload_too_large: entry(413, 'The body is too large', false, 'Send a smaller body.'),
  unsupported_media_type: entry(415, 'Unsupported media type', false, 'Send `Content-Type: application/json`.'),
  rate_limited: entry(
    429,
    'Too many requests',
    true,
    'Try again after the time in Retry-After; `limitLevel` names the limit.',
  ),
  internal_error: entry(500, 'Unexpected failure', true, 'Retry; if it persists, contact support with the request id.'),
  payment_provider_failed: entry(
    502,
    'The payment provider did not accept the checkout',
    true,
    'Nothing was charged. Repeat the request with the same Idempotency-Key and body to resume it.',
  ),
  free_scans_used_up: entry(
    503,
    'All free scans of the day are taken',
    true,
    'Try again tomorrow; a link to confirm goes on working until its own end.',
  ),
  overloaded: entry(503, 'Too much is under way', true, 'Retry after Retry-After; nothing was begun.'),
  service_unavailable: entry(503, 'Temporarily unavailable', true, 'Retry after a short while.'),
  service_not_configured: entry(503, 'This service is not configured', false, 'The operator has switched this off.'),
} as const satisfies Record<string, FailureEntry>;

export type FailureCode = keyof typeof FAILURES;

/** Codes of every operation that takes an Idempotency-Key, once the key itself is well-formed. */
export const IDEMPOTENCY_PROBLEMS = [
  'idempotency_key_reused',
  'idempotency_in_flight',
] as const satisfies readonly FailureCode[];

/** Codes of every operation that takes the token of a mailed link. */
export const LINK_PROBLEMS = ['invalid_token'] as const satisfies readonly FailureCode[];

/** Codes of every operation that opens a checkout. */
export const CHECKOUT_PROBLEMS = [
  'opportunity_unavailable',
  'too_many_holds',
  'payment_provider_failed',
] as const satisfies readonly FailureCode[];

/** Invalid field of a request: an RFC 6901 pointer into the body, or `?name`/`header`. */
export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

/** Details of a failure besides its code. `subject` and `cause` are for the log, the others reach the client. */
export interface FailureDetail {
  /** Public text; it must not quote secrets or internals. Defaults to the registry's title. */
  detail?: string;
  retryAfterSeconds?: number;
  errors?: FieldError[];
  /** Number of further errors that `errors` leaves out. */
  errorsOmitted?: number;
  /** For `rate_limited`: the level that was exceeded. */
  limitLevel?: 'platform' | 'ip' | 'tenant' | 'endpoint';
  /** Extra response headers, such as Allow. */
  headers?: Record<string, string>;
  /** Ids for the log only, of what was created before the failure. */
  subject?: Subject;
  /** For the log only. */
  cause?: unknown;
}

/** Failure that a client sees. Any other error becomes a 500 whose text stays in the log. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly public: FailureDetail;

  constructor(code: FailureCode, options: FailureDetail = {}) {
    super(options.detail ?? FAILURES[code].title, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.public = options;
  }
}
