/** Armed fault; removed when `times` reaches 0. */
export interface Fault<Effect extends string> {
  match: string;
  effect: Effect;
  times: number;
  /** Milliseconds of a timeout, of a rate limit's Retry-After, or of a delay. */
  delayMs?: number;
}

/** Effects on a request that every stand-in supports. */
export const REQUEST_EFFECTS = ['error_500', 'rate_limit', 'timeout_before', 'timeout_after'] as const;
export type RequestEffect = (typeof REQUEST_EFFECTS)[number];

/** Longest `delayMs`, so that a forgotten fault ends by itself. */
const MAX_DELAY_MS = 10 * 60_000;

/** Validation rules for the faults of one stand-in. */
export interface FaultRules<Effect extends string> {
  effects: readonly Effect[];
  /** Reason why the match is invalid for the effect; null if it is valid. */
  objection: (match: string, effect: Effect) => string | null;
  /** Builds the error to throw, in the provider's envelope. */
  refuse: (message: string) => Error;
}

/** Armed faults, oldest first. */
export class FaultList<Effect extends string> {
  private armed: Fault<Effect>[] = [];

  constructor(private readonly rules: FaultRules<Effect>) {}

  /** Arms a fault. @throws the error of `refuse` if the fault is invalid */
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

  /** Disarms all faults. */
  clear(): void {
    this.armed = [];
  }

  /** Copies of the armed faults. */
  list(): Fault<Effect>[] {
    return this.armed.map((fault) => ({ ...fault }));
  }

  /** Consumes the first armed fault with one of these effects and a true `matches`. */
  consume<E extends Effect>(effects: readonly E[], matches: (match: string) => boolean): Fault<E> | null {
    const fault = this.armed.find((each) => isOneOf(effects, each.effect) && matches(each.match));
    if (!fault) return null;
    fault.times--;
    if (fault.times === 0) this.armed = this.armed.filter((other) => other !== fault);
    return fault as Fault<E>;
  }
}

/** True if the pattern `METHOD /path`, with `*` for one segment, matches a request. */
export function matchesRequest(match: string, method: string, path: string): boolean {
  const [wantedMethod, wantedPath] = match.split(' ');
  return wantedMethod === method && wantedPath !== undefined && segmentsAt(wantedPath, path) !== null;
}

/** Segments of a path at the `*` of a pattern; null if the path does not match. */
export function segmentsAt(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length || !wanted.every((part, i) => part === '*' || part === given[i])) return null;
  return given.filter((_, i) => wanted[i] === '*');
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
