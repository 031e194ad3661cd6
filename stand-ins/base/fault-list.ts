import { z, type ZodType } from 'zod';

/** An armed fault, removed when `times` reaches 0. */
export interface Fault<Effect extends string = string> {
  match: string;
  effect: Effect;
  times: number;
  /** Duration of a timeout, Retry-After or delay, in milliseconds. */
  delayMs?: number | undefined;
}

/** Effects on a request that every stand-in supports. */
export const REQUEST_EFFECTS = ['error_500', 'rate_limit', 'timeout_before', 'timeout_after'] as const;

/** Maximum `delayMs`, so that a request does not hang forever on a forgotten fault. */
const MAX_DELAY_MS = 10 * 60_000;

/** Schema of faults with these effects. */
export const faultOf = <Effect extends string>(effects: readonly Effect[]) =>
  z.strictObject({
    match: z.string(),
    effect: z.enum(effects),
    times: z.int().min(1).default(1),
    delayMs: z.number().min(0).max(MAX_DELAY_MS).optional(),
  });

export class FaultList<F extends Fault> {
  private armed: F[] = [];

  constructor(
    private readonly fault: ZodType<F>,
    private readonly refuse: Refuse,
  ) {}

  /** Arms a fault. @throws the error of `refuse` if the fault is invalid */
  arm(body: unknown): F {
    const fault = read(this.fault, body, this.refuse);
    this.armed.push(fault);
    return fault;
  }

  clear(): void {
    this.armed = [];
  }

  list(): F[] {
    return this.armed.map((fault) => ({ ...fault }));
  }

  /** Consumes the first armed fault that has one of these effects and that `matches` accepts. */
  consume<E extends F['effect']>(effects: readonly E[], matches: (match: string) => boolean) {
    const fault = this.armed.find((each) => effects.some((effect) => effect === each.effect) && matches(each.match));
    if (!fault) return null;
    fault.times--;
    if (fault.times === 0) this.armed = this.armed.filter((other) => other !== fault);
    return fault as F & { effect: E };
  }
}

/** True if the pattern `METHOD /path`, with `*` for one segment, matches a request. */
export function matchesRequest(match: string, method: string, path: string): boolean {
  const [wantedMethod, wantedPath] = match.split(' ');
  return wantedMethod === method && wantedPath !== undefined && segmentsAt(wantedPath, path) !== null;
}

/** Path segments that match the `*`s of a pattern; null if the path does not match. */
export function segmentsAt(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length || !wanted.every((part, i) => part === '*' || part === given[i])) return null;
  return given.filter((_, i) => wanted[i] === '*');
}

/** The first problem with an invalid value. */
export interface Objection {
  kind: 'unknown' | 'missing' | 'invalid';
  /** Invalid member, in form notation: `items[0][price]`. */
  name: string;
  message: string;
}

/** Creates an error in the provider's format. */
type Refuse = (objection: Objection) => Error;

/** Parses a value with a schema. @throws the error of `refuse` if it is invalid */
export function read<T>(schema: ZodType<T>, value: unknown, refuse: Refuse): T {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const [issue] = error.issues;
  const { input, message } = issue!;
  const unknown = issue!.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const [first, ...inner] = [...issue!.path, ...unknown].map(String);
  const name = `${first ?? 'body'}${inner.map((step) => `[${step}]`).join('')}`;
  const isMissing = input === undefined || Number.isNaN(input);
  throw refuse({ kind: unknown.length > 0 ? 'unknown' : isMissing ? 'missing' : 'invalid', name, message });
}
