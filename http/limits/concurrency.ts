import { Failure } from '../../base/failures';
import { networkOf, widerNetworkOf } from '../../base/networks';

/** Holder of a slot: an account, or an anonymous caller by IP address. */
export interface Holder {
  accountId: string | null;
  address: string;
}

/** Limits concurrent requests per holder, per wider network and per process. */
export interface ConcurrencyLimit {
  /** Takes a slot. The returned function frees it, at most once. @throws Failure `rate_limited`, `overloaded` */
  enter(holder: Holder): () => void;
}

interface ConcurrencyOptions {
  /** Name of the limit and, in error messages, of what it counts. */
  name: string;
  perHolder: number;
  together: number;
}

const RETRY_AFTER_S = 5;

/** Largest share of the slots that one wider network can use. The same share is reserved for holders without a slot. */
const SHARE = 1 / 5;

/**
 * Creates slots that a few callers cannot exhaust. A holder gets at most `perHolder` slots, and a wider network at most
 * {@link SHARE} of all slots. The last slots go only to holders without one.
 */
function createConcurrencyLimit({ name, perHolder, together }: ConcurrencyOptions): ConcurrencyLimit {
  const open = new Map<string, number>();
  const share = Math.floor(together * SHARE);
  let all = 0;
  const held = (key: string) => open.get(key) ?? 0;

  function count(key: string, by: 1 | -1): void {
    const now = held(key) + by;
    if (now === 0) open.delete(key);
    else open.set(key, now);
  }

  function refuse(holder: string, network: string): void {
    const refusal = (detail: string) =>
      new Failure('rate_limited', {
        detail: `${detail} (limit "${name}").`,
        retryAfterSeconds: RETRY_AFTER_S,
        limitLevel: 'endpoint',
        limitName: name,
      });
    if (held(holder) >= perHolder) throw refusal(`More than ${perHolder} ${name} at once`);
    if (held(network) >= share) throw refusal(`More than ${share} ${name} at once from one network`);
    if (all >= together) throw new Failure('overloaded', { retryAfterSeconds: RETRY_AFTER_S });
    if (held(holder) > 0 && together - all <= share) throw refusal(`Only one at a time while few ${name} are free`);
  }

  return {
    enter({ accountId, address }) {
      const keys = [accountId ?? networkOf(address), `from ${widerNetworkOf(address)}`] as const;
      refuse(...keys);
      for (const key of keys) count(key, 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        for (const key of keys) count(key, -1);
        all -= 1;
      };
    },
  };
}

/** Maximum event streams per account: one more than a browser's maximum number of connections to one host. */
export const MAX_STREAMS = 7;

/** Slots for event streams, by account. A page without a slot reloads periodically instead. */
export const createLiveStreams = (): ConcurrencyLimit =>
  createConcurrencyLimit({ name: 'streams', perHolder: MAX_STREAMS, together: 500 });

/** Maximum concurrent large responses per account or network (docs/interface/limits.md). */
export const MAX_DOWNLOADS = 20;

/** Slots for large responses, by account or network. An unread response takes up to 2 MB of memory, 3 MB compressed. */
export const createDownloads = (): ConcurrencyLimit =>
  createConcurrencyLimit({ name: 'downloads', perHolder: MAX_DOWNLOADS, together: 250 });
