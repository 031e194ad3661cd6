// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { PaymentsError, type PaymentsErrorKind } from './payments';

/** Wait after a 429 that names no time itself. */
const DEFAULT_RETRY_AFTER_MS = 2_000;

/** Codes that mean more than their status. */
const KINDS: Record<string, PaymentsErrorKind> = {
  resource_missing: 'not_found',
  charge_disputed: 'disputed',
  balance_insufficient: 'insufficient_funds',
};

/** An error of the vendor's client as one of ours; others come back unchanged. No message quotes a key or an e-mail address. */
function toPaymentsError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode: status, code, requestId, headers, type } = error;
  const message = `Payment provider: ${status ?? 'no answer'} ${code ?? type}${requestId ? ` (${requestId})` : ''}`;
  const as = (kind: PaymentsErrorKind, retryAfterMs: number | null = null) =>
    new PaymentsError(kind, message, retryAfterMs, { cause: error });

  if (status === undefined) return as('unavailable');
  const wait = secondsAsMs(headers?.['retry-after']);
  if (status === 429) return as('rate_limited', wait ?? DEFAULT_RETRY_AFTER_MS);
  // 409: a request with the same idempotency key is still under way.
  if (status >= 500 || status === 409) return as('unavailable', wait);
  if (status === 401 || status === 403) return as('key_refused');
  return as(KINDS[code ?? ''] ?? 'rejected');
}

/** Runs a call and throws its failure as a {@link PaymentsError}. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/** The vendor's code of an error that was translated; null where it is none of the vendor's. */
export function vendorCode(error: unknown): string | null {
  const cause = error instanceof PaymentsError ? error.cause : error;
  return cause instanceof Stripe.errors.StripeError ? (cause.code ?? null) : null;
}

/** Whether the provider said no to this very request with 400, as it does where the state of things forbids it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 400;
}

function secondsAsMs(header: string | undefined): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}
