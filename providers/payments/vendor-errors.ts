// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { PaymentsError, type PaymentsErrorKind } from '../../contracts/payments';

/** Wait after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER_MS = 2_000;

/** Codes that are more specific than their status. */
const KINDS: Record<string, PaymentsErrorKind> = {
  resource_missing: 'not_found',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  balance_insufficient: 'insufficient_funds',
  // 403: the key is right, but the connected account is closed or has disconnected.
  account_invalid: 'account_gone',
  // Of version 2 of the API, in which we ask for accounts only.
  not_found: 'account_gone',
};

/** Translates a vendor error; others are returned unchanged. Messages quote neither keys nor e-mail addresses. */
function toPaymentsError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode: status, code, requestId, headers, type, param } = error;
  const message = `Payment provider: ${status ?? 'no answer'} ${code ?? type}${requestId ? ` (${requestId})` : ''}`;
  const as = (kind: PaymentsErrorKind, retryAfterMs: number | null = null) =>
    new PaymentsError(kind, message, retryAfterMs, { cause: error });

  if (status === undefined) return as('unavailable');
  const wait = secondsAsMs(headers?.['retry-after']);
  if (status === 429) return as('rate_limited', wait ?? DEFAULT_RETRY_AFTER_MS);
  // 409: a request with the same idempotency key is in progress.
  if (status >= 500 || status === 409) return as('unavailable', wait);
  // A transfer that names an account that is gone is refused by its parameter.
  if (code === 'resource_missing' && param === 'destination') return as('account_gone');
  if (status === 401) return as('key_refused');
  const kind = KINDS[code ?? ''];
  // Without a code: a restricted key that lacks the right.
  if (status === 403 && kind !== 'account_gone') return as('not_permitted');
  return as(kind ?? 'rejected');
}

/** Runs a call and throws its failure as a {@link PaymentsError}. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/** Reads a list of the provider and throws its failures as a {@link PaymentsError}. */
export async function* translatedEach<T>(list: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list();
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/** Vendor code of a translated error; null for other errors. */
export function vendorCode(error: unknown): string | null {
  const cause = error instanceof PaymentsError ? error.cause : error;
  return cause instanceof Stripe.errors.StripeError ? (cause.code ?? null) : null;
}

/** True for a 400, by which the provider refuses what the current state does not allow. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 400;
}

function secondsAsMs(header: string | undefined): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}
