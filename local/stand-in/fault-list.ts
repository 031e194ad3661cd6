/** An armed fault; it is spent when `times` reaches 0. */
export interface Fault<Effect extends string> {
  match: string;
  effect: Effect;
  times: number;
  /** Milliseconds: how long a timeout is held, the Retry-After of a rate limit, or how much later something happens. */
  delayMs?: number;
}

/** What faults of every stand-in can do to one request. */
export const REQUEST_EFFECTS = ['error_500', 'rate_limit', 'timeout_before', 'timeout_after'] as const;
export type RequestEffect = (typeof REQUEST_EFFECTS)[number];

/** Longest `delayMs`: a forgotten fault ends by itself, and timers take no more than 24 days anyway. */
const MAX_DELAY_MS = 10 * 60_000;

/** How one stand-in's faults are understood. */
export interface FaultRules<Effect extends string> {
  effects: readonly Effect[];
  /** Why this match does not go with this effect; null where it does. */
  objection: (match: string, effect: Effect) => string | null;
  /** The error to throw, in the words of the provider. */
  refuse: (message: string) => Error;
}

/** The faults that are armed, oldest first. */
export class FaultList<Effect extends string> {
  private armed: Fault<Effect>[] = [];

  constructor(private readonly rules: FaultRules<Effect>) {}

  /** Arms a fault. @throws what `refuse` makes when the fault is not understood */
  arm(body: unknown): Fault<Effect> {
    const { match, effect, times = 1, delayMs } = (body ?? {}) as Record<string, unknown>;
    const { effects, objection, refuse } = this.rules;
    if (!isOneOf(effects, effect)) throw refuse(`"effect" must be one of ${effects.join(', ')}`);
    if (typeof match !== 'string') throw refuse('"match" must be a text');
    const why = objection(match, effect);
    if (why !== null) throw refuse(why);
    if (!Number.isSafeInteger(times) || (times as number) < 1) throw refuse('"times" must be a whole number above 0');
    if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
      throw refuse(`"delayMs" must be a number of milliseconds up to ${MAX_DELAY_MS}`);
    }
    const fault = { match, effect, times: times as number, ...(delayMs !== undefined && { delayMs }) };
    this.armed.push(fault);
    return fault;
  }

  /** Disarms all. */
  clear(): void {
    this.armed = [];
  }

  /** What is armed. */
  list(): Fault<Effect>[] {
    return this.armed.map((fault) => ({ ...fault }));
  }

  /** Spends the first armed fault of one of these effects whose match strikes. */
  spend<E extends Effect>(effects: readonly E[], strikes: (match: string) => boolean): Fault<E> | null {
    const fault = this.armed.find((each) => isOneOf(effects, each.effect) && strikes(each.match));
    if (!fault) return null;
    fault.times--;
    if (fault.times === 0) this.armed = this.armed.filter((other) => other !== fault);
    return fault as Fault<E>;
  }
}

/** Whether a match of the form `METHOD /path`, with `*` for one segment, strikes a request. */
export function strikesRequest(match: string, method: string, path: string): boolean {
  const [wantedMethod, wantedPath] = match.split(' ');
  return wantedMethod === method && wantedPath !== undefined && segmentsAt(wantedPath, path) !== null;
}

/** The segments of a path that stand where its pattern has `*`; null where the path is another one. */
export function segmentsAt(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length || !wanted.every((part, i) => part === '*' || part === given[i])) return null;
  return given.filter((_, i) => wanted[i] === '*');
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
