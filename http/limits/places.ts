import { Failure } from '../../base/failures';
import { networkOf, widerNetworkOf } from '../../base/networks';

/** Who holds a place: an account, or nobody known at an address. */
export interface Holder {
  accountId: string | null;
  address: string;
}

/** What stays open at one time: of one holder, of a wider network, and of a process. */
export interface Places {
  /**
   * Takes a place and returns its idempotent release.
   *
   * @throws Failure `rate_limited` if the holder or its network has its share, `overloaded` if the process is full
   */
  enter(holder: Holder): () => void;
}

interface PlacesOptions {
  /** Name of the limit, and what it bounds. */
  name: string;
  perHolder: number;
  together: number;
}

const RETRY_AFTER_S = 5;

/** Share of all places that one wider network takes at most, and that is kept for holders who have none. */
const SHARE = 1 / 5;

/**
 * Creates places of which a few callers cannot take all: a holder has `perHolder` at most, the accounts and guests of a
 * wider network a share together, and the last ones go to holders who have none.
 */
function createPlaces({ name, perHolder, together }: PlacesOptions): Places {
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

/** Live pages of one account: as many as a browser opens to one host, and one more. */
export const MAX_STREAMS = 7;

/** Places of live pages, by account; those without one refresh their page instead. */
export const createLiveStreams = (): Places => createPlaces({ name: 'streams', perHolder: MAX_STREAMS, together: 500 });

/** Large answers that one account or network may be taking (docs/interface/limits.md). */
export const MAX_DOWNLOADS = 20;

/**
 * Places of large answers, by account or network. One that nobody reads is up to two megabytes of memory, and one that is
 * compressed half as much again.
 */
export const createDownloads = (): Places =>
  createPlaces({ name: 'downloads', perHolder: MAX_DOWNLOADS, together: 250 });
