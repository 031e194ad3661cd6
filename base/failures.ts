import type { Subject } from './subjects';

/** Registry entry of one failure code: its HTTP response and its text on /developers/errors. */
interface FailureEntry {
  status: number;
  /** Short summary, the same for every occurrence (RFC 9457, title). */
  title: string;
  /** True if the same request, unchanged, can succeed later. */
  retryable: boolean;
  remedy: string;
}

type Declare = (status: number, title: string, remedy: string) => FailureEntry;
const failure: Declare = (status, title, remedy) => ({ status, title, retryable: false, remedy });
const retryable: Declare = (status, title, remedy) => ({ status, title, retryable: true, remedy });

/**
 * Registry of public failures: code throws them, the API returns them and /developers/errors lists them. Codes are
 * stable and never reused.
 */
export const FAILURES = {
  invalid_request: failure(400, 'The request is not valid', 'Correct the fields that `errors` names.'),
  query_too_long: failure(
    400,
    'The query is too long',
    'Send at most 100 parameters and 4,096 characters after the question mark.',
  ),
  invalid_json: failure(400, 'The body is not valid JSON', 'Send one JSON document encoded in UTF-8.'),
  invalid_idempotency_key: failure(
    400,
    'The Idempotency-Key header is missing or malformed',
    'Send 1 to 255 printable ASCII characters, and a new value for each operation.',
  ),
  invalid_token: failure(
    400,
    'The link is not valid',
    'Request a new link: this one was already used, has expired, was replaced or is incomplete.',
  ),
  origin_not_allowed: failure(
    400,
    'The request was sent from another site',
    'Open the page on this site and send its form again. Programs must not send Origin.',
  ),
  webhook_limit_reached: failure(
    400,
    'The account has reached its webhook limit',
    'Delete an endpoint you no longer need. If `detail` says so, disabling one is enough.',
  ),
  stale_form: failure(400, 'The form is out of date', 'Open the page again and send the form from there.'),
  missing_api_key: failure(
    401,
    'An API key is required',
    'Send your key in the X-Api-Key header, or as Authorization: Bearer.',
  ),
  invalid_api_key: failure(401, 'The API key is not valid', 'Check the key; it may be mistyped, expired or revoked.'),
  entitlement_required: failure(402, 'No unused entitlement', 'Buy a credit of this kind, then retry.'),
  budget_spent: failure(
    402,
    'The monthly budget is spent or reserved',
    'Wait until running work ends and frees its reserve, ask us to raise the budget, or wait for the next month. GET /v1/usage shows it as `budget`.',
  ),
  account_suspended: failure(403, 'The account is suspended', 'Contact support. The data of the account is safe.'),
  insufficient_scope: failure(403, 'The API key lacks a scope', 'Use a key that has the scope named in `detail`.'),
  live_key_required: failure(403, 'A live API key is required', 'Use a live key, or call /v1/sandbox with this one.'),
  test_key_required: failure(403, 'A test API key is required', 'Use a test key. The sandbox accepts no live keys.'),
  not_a_contributor: failure(403, 'The account is not a contributor', 'Only contributors have a balance to withdraw.'),
  insufficient_balance: failure(
    400,
    'The balance is too low',
    'Withdraw at most the available amount, which excludes what other withdrawals hold.',
  ),
  withdrawal_not_found: failure(
    404,
    'Withdrawal not found',
    'Check the id. A withdrawal is visible only to its own account and mode.',
  ),
  not_found: failure(404, 'Not found', 'Check the path and the id.'),
  batch_not_found: failure(
    404,
    'Batch not found',
    'Check the id. A batch is visible only to its own account and mode.',
  ),
  run_not_found: failure(404, 'Run not found', 'Check the id. A run is visible only to its own account and mode.'),
  run_not_completed: retryable(404, 'The run is not completed', 'Poll the run until its status is `completed`.'),
  artifact_unavailable: failure(404, 'The artifact is not available', 'The run ended without this artifact.'),
  portfolio_not_applicable: failure(404, 'This run has no portfolio', 'Only Custom Search runs have a portfolio.'),
  opportunity_not_purchased: failure(
    404,
    'You have not bought this opportunity',
    'Buy the opportunity; its dossier is readable once the payment has arrived.',
  ),
  webhook_not_found: failure(
    404,
    'Webhook not found',
    'Check the id. A webhook is visible only to its own account and mode.',
  ),
  order_not_found: failure(404, 'Order not found', 'Check the id. An order is visible only to its buyer.'),
  invalid_webhook: failure(
    400,
    'Webhook signature invalid',
    'Only the payment or email provider calls this. It must sign each call, with a recent timestamp, for a configured mode.',
  ),
  format_not_available: failure(404, 'The format is not available', 'Use `html`, `pdf` or `md`.'),
  method_not_allowed: failure(405, 'Method not allowed', 'Use one of the methods that the Allow header names.'),
  idempotency_key_reused: failure(
    409,
    'The Idempotency-Key was used with another body',
    'Use a new key for a new operation. Repeat a request with exactly the same body.',
  ),
  idempotency_in_flight: retryable(409, 'The same request is being processed', 'Repeat the request after Retry-After.'),
  opportunity_unavailable: failure(
    409,
    'The opportunity is not available',
    'It is unknown, sold or reserved for somebody else. Unpaid reservations end within the hour.',
  ),
  webhook_disabled: failure(409, 'The webhook is disabled', 'Enable it first. A disabled endpoint gets no deliveries.'),
  too_many_keys: failure(
    409,
    'The account has reached its limit of active keys',
    'Revoke a key you no longer need, then try again.',
  ),
  too_many_shares: failure(
    409,
    'The dossier has reached its limit of links',
    'Remove a link you no longer need, then try again.',
  ),
  too_many_holds: failure(
    409,
    'Too many opportunities are reserved for you',
    'Pay for a reserved opportunity or wait until its reservation ends, then try again.',
  ),
  erasure_blocked: failure(
    409,
    'The account cannot be erased yet',
    'Wait until the payment or payout named in `detail` is settled, then try again.',
  ),
  run_already_finished: failure(409, 'The run has already finished', 'A finished run cannot be canceled.'),
  run_not_finished: failure(
    409,
    'The run has not finished',
    'Cancel the run, or wait until it has ended, then delete it.',
  ),
  payload_too_large: failure(413, 'The body is too large', 'Send a smaller body.'),
  unsupported_media_type: failure(415, 'Unsupported media type', 'Send `Content-Type: application/json`.'),
  rate_limited: retryable(
    429,
    'Too many requests',
    'Try again after the time in Retry-After; `limitLevel` names the limit.',
  ),
  internal_error: retryable(
    500,
    'Unexpected failure',
    'Retry. If it happens again, contact support with the request id.',
  ),
  payment_provider_failed: retryable(
    502,
    'The payment provider did not accept the checkout',
    'Nothing was charged. Repeat the request with the same Idempotency-Key and body to resume it.',
  ),
  free_scans_used_up: retryable(
    503,
    'No free scans are left today',
    'Try again tomorrow. Confirmation links keep working until they expire.',
  ),
  overloaded: retryable(503, 'The service is busy', 'Nothing was started. Retry after the time in Retry-After.'),
  service_unavailable: retryable(503, 'Temporarily unavailable', 'Retry after a short while.'),
  service_not_configured: failure(503, 'This service is not configured', 'It is switched off on this server.'),
} as const satisfies Record<string, FailureEntry>;

export type FailureCode = keyof typeof FAILURES;

/** Failures that any request with a well-formed Idempotency-Key can get. */
export const IDEMPOTENCY_PROBLEMS = [
  'idempotency_key_reused',
  'idempotency_in_flight',
] as const satisfies readonly FailureCode[];

/** Failures that any request with the token of an emailed link can get. */
export const LINK_PROBLEMS = ['invalid_token'] as const satisfies readonly FailureCode[];

/** Failures that any request that opens a checkout can get. */
export const CHECKOUT_PROBLEMS = [
  'opportunity_unavailable',
  'too_many_holds',
  'payment_provider_failed',
] as const satisfies readonly FailureCode[];

/** Invalid field of a request: an RFC 6901 pointer into the body, `?name` for a query parameter, or a header name. */
export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

/** Details of a failure. `subject`, `limitName` and `cause` stay internal; clients see all other fields. */
export interface FailureDetail {
  /** Public message without secrets or internals. Defaults to the registry's title. */
  detail?: string;
  retryAfterSeconds?: number;
  errors?: FieldError[];
  /** Number of further errors omitted from `errors`. */
  errorsOmitted?: number;
  /** For `rate_limited`: which kind of limit was exceeded. */
  limitLevel?: 'platform' | 'ip' | 'tenant' | 'endpoint';
  /** For `rate_limited`: the metric label under which the refusal is counted. */
  limitName?: string;
  /** Extra response headers, such as Allow. */
  headers?: Record<string, string>;
  /** For the log only: ids of objects created before the failure. */
  subject?: Subject;
  /** For the log only. */
  cause?: unknown;
}

/** Failure that the client may see. Any other error becomes a 500, and its text stays in the log. */
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
