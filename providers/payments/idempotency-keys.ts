import { createHash } from 'node:crypto';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';

/** Bound on the keys of one call; an outage that uses up more of them is waited out by the caller's next attempts. */
const MAX_KEYS = 100;

/** A write at the provider that must happen once. */
interface Write<T> {
  /** Idempotency key of the first attempt; further ones append `~1`, `~2` and so on. */
  key: string;
  /** Looks up what an earlier attempt made; null if there is nothing. */
  find(): Promise<T | null>;
  make(idempotencyKey: string): Promise<T>;
  /** Also moves past a repeated refusal, whose cause may be over: a dispute was won since. */
  pastRefusals?: boolean;
}

/**
 * Makes a write under the first idempotency key that the provider has not answered with a 5xx.
 *
 * The provider stores a 500 like any other answer and repeats it under its key for a day. A first 5xx can also come
 * from a proxy while the write is still executing, so only a repeated one (`Idempotent-Replayed`) moves to the next
 * key, and only after a look-up found nothing. Every caller walks the same keys from the first, so concurrent and
 * interrupted attempts never execute under two keys at a time.
 */
export async function writeOnce<T>({ key, find, make, pastRefusals = false }: Write<T>): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await make(n === 0 ? key : `${key}~${n}`);
    } catch (error) {
      if (!isRepeated(error, pastRefusals) || n + 1 === MAX_KEYS) throw error;
    }
    const found = await find();
    if (found !== null) return found;
  }
}

/** Part of a key for an address: a retry after a change of the address is another request, not one that is refused. */
export function addressKey(email: string | null): string {
  return email === null ? '' : `:${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;
}

function isRepeated(error: unknown, refusals: boolean): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const failed = refusals || (error.statusCode ?? 0) >= 500;
  return failed && error.headers?.['idempotent-replayed'] === 'true';
}
