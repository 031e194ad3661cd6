import { readTask } from '../../providers/agents/task-message';
import { invalid } from './provider-error';
import { pathMatches } from './routes';

const REQUEST_EFFECTS = ['error_500', 'rate_limit', 'timeout_before', 'timeout_after'] as const;
const SESSION_EFFECTS = ['invalid_findings', 'refusal', 'hang'] as const;
const EFFECTS: readonly string[] = [...REQUEST_EFFECTS, ...SESSION_EFFECTS];

/** Longest `delayMs`: a forgotten fault ends by itself, and timers take no more than 24 days anyway. */
const MAX_DELAY_MS = 10 * 60_000;

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
  arm(body: Record<string, unknown>): Fault {
    const { match, effect, times = 1, delayMs } = body;
    if (typeof match !== 'string' || !/^(task:.+|[A-Z]+ \/\S*)$/s.test(match)) {
      throw invalid('"match" must be "METHOD /path" with * for one segment, or "task:TEXT"');
    }
    if (typeof effect !== 'string' || !EFFECTS.includes(effect)) {
      throw invalid(`"effect" must be one of ${EFFECTS.join(', ')}`);
    }
    if (isOneOf(SESSION_EFFECTS, effect) && !strikes(match, { ...CREATION, task: match.slice('task:'.length) })) {
      throw invalid(`"${effect}" happens in sessions: its match is "task:TEXT" or "POST /v1/sessions"`);
    }
    if (!Number.isSafeInteger(times) || (times as number) < 1) throw invalid('"times" must be a whole number above 0');
    if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
      throw invalid(`"delayMs" must be a number of milliseconds up to ${MAX_DELAY_MS}`);
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
    return this.spend((fault) => fault.effect === effect && strikes(fault.match, { ...CREATION, task })) !== null;
  }

  private spend(strikesHere: (fault: Fault) => boolean): Fault | null {
    const fault = this.armed.find(strikesHere);
    if (!fault) return null;
    fault.times--;
    if (fault.times === 0) this.armed = this.armed.filter((other) => other !== fault);
    return fault;
  }
}

const CREATION = { method: 'POST', path: '/v1/sessions' } as const;

function strikes(match: string, { method, path, task }: Target): boolean {
  if (match.startsWith('task:')) return task !== null && mentions(task, match.slice('task:'.length));
  const space = match.indexOf(' ');
  return match.slice(0, space) === method && pathMatches(match.slice(space + 1), path);
}

// The task holds the brief as escaped JSON; a script that names its idea should not have to escape it too.
function mentions(task: string, text: string): boolean {
  if (task.includes(text)) return true;
  const brief = readTask(task);
  return brief !== null && [brief.idea, brief.audience, brief.geography].some((part) => part?.includes(text));
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
