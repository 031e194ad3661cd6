import { invalid } from './provider-error';

const REQUEST_EFFECTS = ['error_500', 'rate_limit', 'timeout_before', 'timeout_after'] as const;
const SESSION_EFFECTS = ['invalid_findings', 'refusal', 'hang'] as const;

/** What a fault does to one request. */
export type RequestEffect = (typeof REQUEST_EFFECTS)[number];
/** What a fault does inside a session. */
export type SessionEffect = (typeof SESSION_EFFECTS)[number];

/** An armed fault; it is spent when `times` reaches 0. */
export interface Fault {
  match: string;
  effect: RequestEffect | SessionEffect;
  times: number;
  /** Milliseconds: how long a timeout is held, or the Retry-After of a rate limit. */
  delayMs?: number;
}

/** What a request or a session is matched by. `task` is null where the request is about no session. */
export interface Target {
  method: string;
  path: string;
  task: string | null;
}

/** The faults that are armed, oldest first. A session is matched as the `POST /v1/sessions` that created it. */
export class Faults {
  private armed: Fault[] = [];

  /** Arms a fault. @throws ProviderError 400 when it is not understood */
  arm(body: unknown): Fault {
    const { match, effect, times = 1, delayMs } = (body ?? {}) as Record<string, unknown>;
    const known: readonly unknown[] = [...REQUEST_EFFECTS, ...SESSION_EFFECTS];
    if (typeof match !== 'string' || !/^(task:.+|[A-Z]+ \/\S*)$/s.test(match)) {
      throw invalid('"match" must be "METHOD /path" with * for one segment, or "task:TEXT"');
    }
    if (!known.includes(effect)) throw invalid(`"effect" must be one of ${known.join(', ')}`);
    if (!Number.isInteger(times) || (times as number) < 1) throw invalid('"times" must be a whole number above 0');
    if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0)) {
      throw invalid('"delayMs" must be a number of milliseconds');
    }
    const fault = { match, effect, times, ...(delayMs !== undefined && { delayMs }) } as Fault;
    this.armed.push(fault);
    return fault;
  }

  /** Disarms all. */
  clear(): void {
    this.armed = [];
  }

  /** What is armed. */
  list(): Fault[] {
    return this.armed.map((fault) => ({ ...fault }));
  }

  /** Spends the first armed fault that strikes this request. */
  forRequest(target: Target): Fault | null {
    if (this.armed.length === 0) return null;
    return this.spend((fault) => isOneOf(REQUEST_EFFECTS, fault.effect) && strikes(fault.match, target));
  }

  /** Whether a fault of this effect strikes the session that works on `task`; spends it. */
  forSession(effect: SessionEffect, task: string): boolean {
    if (this.armed.length === 0) return false;
    const target: Target = { method: 'POST', path: '/v1/sessions', task };
    return this.spend((fault) => fault.effect === effect && strikes(fault.match, target)) !== null;
  }

  private spend(strikesHere: (fault: Fault) => boolean): Fault | null {
    const fault = this.armed.find(strikesHere);
    if (!fault) return null;
    fault.times--;
    if (fault.times === 0) this.armed = this.armed.filter((other) => other !== fault);
    return fault;
  }
}

function strikes(match: string, { method, path, task }: Target): boolean {
  if (match.startsWith('task:')) return task !== null && task.includes(match.slice('task:'.length));
  const [wantedMethod, wantedPath] = match.split(' ') as [string, string];
  if (wantedMethod !== method) return false;
  const wanted = wantedPath.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, i) => part === '*' || part === given[i]);
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
