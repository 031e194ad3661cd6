import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Turns at sites that several processes share. */
export interface SharedTurns {
  /** Claims a site for `leaseMs`; resolves with 0 if it is claimed, else with the milliseconds until it may be free. */
  claim(site: string, holder: string, leaseMs: number): Promise<number>;
  /** Leaves a site, which is free `pauseMs` later. */
  leave(site: string, holder: string, pauseMs: number): Promise<void>;
}

/** Times of a {@link SharedPace} in milliseconds. */
export interface PaceTimes {
  /** Between the end of a request to a site and the beginning of the next. */
  pauseMs: number;
  /** Longest time of one request: a process that dies keeps a site for this and the pause. */
  requestMs: number;
  /** For an answer about a turn; without one this process continues at its own pace. */
  patienceMs: number;
}

/** A site may be free earlier than its claim says: its holder mostly ends before. */
const LOOK_AGAIN_MS = 250;

/** One process's part in the pace of all. Never throws: a check must not fail because nobody knows whose turn it is. */
export class SharedPace {
  private readonly holder = randomUUID();

  constructor(
    private readonly turns: SharedTurns,
    private readonly times: PaceTimes,
  ) {}

  /** Claims a site: 0 if it is this process's turn, or nobody says; else the milliseconds after which to ask again. */
  async claim(site: string): Promise<number> {
    const { requestMs, pauseMs, patienceMs } = this.times;
    const answered = new AbortController();
    const late = delay(patienceMs, 0, { signal: answered.signal }).catch(() => 0);
    const claimed = this.turns.claim(site, this.holder, requestMs + pauseMs).catch(() => 0);
    const waitMs = await Promise.race([claimed, late]);
    answered.abort();
    return Math.min(waitMs, LOOK_AGAIN_MS);
  }

  /** Gives a site to the others, after the pause. Not waited for: a claim that nobody leaves ends by itself. */
  leave(site: string): void {
    this.turns.leave(site, this.holder, this.times.pauseMs).catch(() => undefined);
  }
}
