import { once, setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedPace } from './shared-pace';

/** Most requests of this process for cited pages at once. */
const MAX_AT_ONCE = 64;

/**
 * Gives requests to strangers their turns: one at a time and site, with a pause between two, and not too many at all.
 * Turns at a site are those of this process; with a shared pace, of all processes.
 */
export class HostTurns {
  private readonly sites = new Map<string, Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private free = MAX_AT_ONCE;

  /** `pauseMs` lies between the end of a request to a site and the beginning of the next. */
  constructor(
    private readonly pauseMs: number,
    private readonly shared: SharedPace | null = null,
  ) {}

  /** Runs a request to a site in its turn; it does not begin once the signal has aborted. @throws the signal's reason */
  async take<T>(site: string, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const before = this.sites.get(site) ?? Promise.resolve();
    let release!: () => void;
    const over = new Promise<void>((done) => (release = done));
    const mine = before.then(() => over);
    this.sites.set(site, mine);
    void mine.then(() => this.sites.get(site) === mine && this.sites.delete(site));
    let asked = false;
    try {
      await unlessAborted(before, signal);
      return await this.inTurn(site, signal, () => {
        asked = true;
        return request();
      });
    } finally {
      if (asked && this.pauseMs > 0) setTimeout(release, this.pauseMs).unref();
      else release();
    }
  }

  /** Runs a request once no other process asks the site; a slot is not held meanwhile. */
  private async inTurn<T>(site: string, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.slot();
      let waitMs: number;
      try {
        signal.throwIfAborted();
        waitMs = (await this.shared?.claim(site)) ?? 0;
        if (waitMs === 0) return await this.claimed(site, signal, request);
      } finally {
        this.give();
      }
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
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

  private async slot(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((next) => this.waiting.push(next));
  }

  private give(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}

async function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // A hundred citations of one site that wait are no leak, which Node would warn of from the eleventh on.
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

/** Labels below which a country sells names, such as `co.uk`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gouv|gov|go|ne|net|or|org)$/u;

/**
 * Name by which requests to a host are paced: that of the site, because names below it lead to the same machines. Only
 * the pace depends on it.
 */
export function siteOf(hostname: string): string {
  const labels = hostname.split('.');
  const length = SECOND_LEVEL.test(labels.at(-2) ?? '') ? 3 : 2;
  return /^[\d.]+$|:/u.test(hostname) ? hostname : labels.slice(-length).join('.');
}
