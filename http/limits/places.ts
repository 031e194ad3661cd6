import { Failure } from '../../contracts/failures';

/** What stays open at one time: of one owner, and of a process. */
export interface Places {
  /** Takes a place and returns its idempotent release. @throws Failure if the owner, or the process, has none left */
  enter(owner: string): () => void;
}

interface PlacesOptions {
  perOwner: number;
  together: number;
  /** Failure of an owner who has as many as one may have. */
  refusal(): Failure;
}

/** Retry-After of what found no place, in seconds. */
const RETRY_AFTER_S = 5;

const full = () => new Failure('overloaded', { retryAfterSeconds: RETRY_AFTER_S });

/** Creates places: an owner without one is refused by `refusal`, and everybody by 503 where the process has none. */
function createPlaces({ perOwner, together, refusal }: PlacesOptions): Places {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter(owner) {
      const own = open.get(owner) ?? 0;
      if (own >= perOwner) throw refusal();
      if (all >= together) throw full();
      open.set(owner, own + 1);
      all += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        all -= 1;
        const left = open.get(owner)! - 1;
        if (left === 0) open.delete(owner);
        else open.set(owner, left);
      };
    },
  };
}

/** Live pages of one account: as many as a browser opens to one host, and one more. */
const STREAMS = { perOwner: 7, together: 500, refusal: full };

/** Places of live pages, by account; those without one refresh their page instead. */
export const createLiveStreams = (): Places => createPlaces(STREAMS);

/** Large answers that one account or network may be taking (docs/interface.md, Limits). */
export const MAX_DOWNLOADS = 20;

/** A large answer that nobody reads is up to two megabytes of memory, and one that is compressed half as much again. */
const DOWNLOADS = {
  perOwner: MAX_DOWNLOADS,
  together: 250,
  refusal: () =>
    new Failure('rate_limited', {
      detail: `More than ${MAX_DOWNLOADS} downloads at once (limit "downloads").`,
      retryAfterSeconds: RETRY_AFTER_S,
      limitLevel: 'endpoint',
    }),
};

/** Places of large answers, by account or network. */
export const createDownloads = (): Places => createPlaces(DOWNLOADS);
