import { Failure } from '../../contracts/failures';

/** Retry-After of a stream that found no room, in seconds. */
const RETRY_AFTER_S = 5;
/** Streams of one account: as many as a browser opens to one host, and one more. */
const PER_ACCOUNT = 7;
/** Streams of one process. */
const TOGETHER = 500;

/** Connections that stay open to show something live. */
export interface LiveStreams {
  /** Takes a place and returns its idempotent release. @throws Failure `overloaded` if there is none */
  enter(accountId: string): () => void;
}

/** Bounds the open streams of a process, and of each account in it; those without a place refresh their page instead. */
export function createLiveStreams(perAccount = PER_ACCOUNT, together = TOGETHER): LiveStreams {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter(accountId) {
      const own = open.get(accountId) ?? 0;
      if (own >= perAccount || all >= together) throw new Failure('overloaded', { retryAfterSeconds: RETRY_AFTER_S });
      open.set(accountId, own + 1);
      all += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        all -= 1;
        const left = open.get(accountId)! - 1;
        if (left === 0) open.delete(accountId);
        else open.set(accountId, left);
      };
    },
  };
}
