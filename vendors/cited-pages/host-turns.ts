import { randomUUID } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createFairGate } from '../../base/fair-gate';

/** Maximum concurrent requests for cited pages, in total and per owner. */
const AT_ONCE = { atOnce: 64, perOwner: 32 };

export interface Turn {
  site: string;
  owner: string;
}

/**
 * Schedules requests to sites that we do not own: one at a time per site, with a pause in between, and shared fairly
 * between owners. With a shared pace, this applies across all processes; otherwise, within each process.
 */
export class HostTurns {
  private readonly sites = new Map<string, Promise<void>>();
  private readonly gate = createFairGate(AT_ONCE);

  /** `pauseMs` is the pause between the end of a request to a site and the start of the next. */
  constructor(
    private readonly pauseMs: number,
    private readonly shared: SharedPace | null = null,
  ) {}

  /** Runs a request when its turn comes, unless the signal has aborted by then. @throws the signal's reason */
  async take<T>({ site, owner }: Turn, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const before = this.sites.get(site) ?? Promise.resolve();
    let release!: () => void;
    const over = new Promise<void>((done) => (release = done));
    const mine = before.then(() => over);
    this.sites.set(site, mine);
    void mine.then(() => this.sites.get(site) === mine && this.sites.delete(site));
    let asked = false;
    try {
      await unlessAborted(before, signal);
      return await this.inTurn({ site, owner }, signal, () => {
        asked = true;
        return request();
      });
    } finally {
      if (asked && this.pauseMs > 0) setTimeout(release, this.pauseMs).unref();
      else release();
    }
  }

  /** Runs a request once no other process uses the site. Does not occupy a slot while waiting. */
  private async inTurn<T>({ site, owner }: Turn, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    for (;;) {
      const asked = await this.gate.through(owner, async () => {
        signal.throwIfAborted();
        const waitMs = (await this.shared?.claim(site)) ?? 0;
        return waitMs > 0 ? { waitMs } : { answer: await this.claimed(site, signal, request) };
      });
      if ('answer' in asked) return asked.answer;
      await delay(asked.waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  private async claimed<T>(site: string, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted();
      return await request();
    } finally {
      this.shared?.leave(site);
    }
  }
}

async function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // Node warns about more than ten listeners, but many citations that wait for one site are not a leak.
  setMaxListeners(0, signal);
  const over = new AbortController();
  const aborted = once(signal, 'abort', { signal: over.signal }).then(
    () => signal.throwIfAborted(),
    () => undefined,
  );
  try {
    await Promise.race([turn, aborted]);
  } finally {
    over.abort();
  }
}

/** Second-level labels below which country registries sell names, such as the `co` in `co.uk`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gouv|gov|go|ne|net|or|org)$/u;

/** Site of a host for pacing. Subdomains count as the same site, because they usually lead to the same machines. */
export function siteOf(hostname: string): string {
  const labels = hostname.split('.');
  const length = SECOND_LEVEL.test(labels.at(-2) ?? '') ? 3 : 2;
  return /^[\d.]+$|:/u.test(hostname) ? hostname : labels.slice(-length).join('.');
}

export interface SharedTurns {
  /** Claims a site for `leaseMs`. Resolves with 0 if claimed, otherwise with the milliseconds until a retry. */
  claim(site: string, holder: string, leaseMs: number): Promise<number>;
  /** Releases a site. It is free again after `pauseMs`. */
  leave(site: string, holder: string, pauseMs: number): Promise<void>;
}

/** Times of a {@link SharedPace} in milliseconds. */
interface PaceTimes {
  /** Pause between the end of a request to a site and the start of the next request. */
  pauseMs: number;
  /** Time limit of one request. If a process dies, the site stays blocked for this time plus the pause. */
  requestMs: number;
  /** How long to wait for the result of a claim. After that, this process paces its own requests. */
  maxWaitMs: number;
}

/** Longest wait before the next attempt to claim. Most holders finish before their claim expires. */
const LOOK_AGAIN_MS = 250;

/** Client of the shared pace for one process. Never throws, because a check must not fail if claims are unavailable. */
export class SharedPace {
  private readonly holder = randomUUID();

  constructor(
    private readonly turns: SharedTurns,
    private readonly times: PaceTimes,
  ) {}

  /** Claims a site. Returns 0 if claimed or without a result in time, otherwise the milliseconds until a retry. */
  async claim(site: string): Promise<number> {
    const { requestMs, pauseMs, maxWaitMs } = this.times;
    const answered = new AbortController();
    const late = delay(maxWaitMs, 0, { signal: answered.signal }).catch(() => 0);
    const claimed = this.turns.claim(site, this.holder, requestMs + pauseMs).catch(() => 0);
    const waitMs = await Promise.race([claimed, late]);
    answered.abort();
    return Math.min(waitMs, LOOK_AGAIN_MS);
  }

  /** Releases a site after the pause. Not awaited, because an unreleased claim expires on its own. */
  leave(site: string): void {
    this.turns.leave(site, this.holder, this.times.pauseMs).catch(() => undefined);
  }
}
