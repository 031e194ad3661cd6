import { readTask } from '../../domain/task-message';
import { FaultList, REQUEST_EFFECTS, matchesRequest, type Fault, type RequestEffect } from '../base/fault-list';
import { invalid } from './provider-error';
import { BREACHES } from './rule-breakers';

const SESSION_EFFECTS = ['invalid_findings', 'refusal', 'hang', 'correction_refusal', 'correction_hang'] as const;

/** Effect of a fault inside a session. */
export type SessionEffect = (typeof SESSION_EFFECTS)[number];

/** Fault of a session; a rule is the only one of {@link BREACHES} in its findings. */
type SessionFault = Fault<RequestEffect | SessionEffect> & { rule?: string };

/** Properties that faults match on. `task` is null if the request concerns no session. */
export interface Target {
  method: string;
  path: string;
  task: string | null;
}

const CREATION = { method: 'POST', path: '/v1/sessions' } as const;

/** Faults of the agent stand-in. A session is matched as the `POST /v1/sessions` that created it. */
export class Faults extends FaultList<RequestEffect | SessionEffect> {
  constructor() {
    super({ effects: [...REQUEST_EFFECTS, ...SESSION_EFFECTS], refuse: invalid, objection });
  }

  /** Consumes the first armed fault that matches this request. */
  forRequest(target: Target): Fault<RequestEffect> | null {
    return this.consume(REQUEST_EFFECTS, (match) => matches(match, target));
  }

  /** Arms a fault; `rule` of "invalid_findings" names the only breach of the submission. */
  override arm(body: unknown): SessionFault {
    const { rule, effect } = (body ?? {}) as Record<string, unknown>;
    if (rule === undefined) return super.arm(body);
    if (effect !== 'invalid_findings') throw invalid('"rule" belongs to "invalid_findings"');
    if (typeof rule !== 'string' || !Object.hasOwn(BREACHES, rule)) {
      throw invalid(`"rule" must be one of ${Object.keys(BREACHES).join(', ')}`);
    }
    return Object.assign(super.arm(body), { rule });
  }

  /** Consumes the first armed fault of this effect that matches the session's task; null if there is none. */
  forSession(effect: SessionEffect, task: string): SessionFault | null {
    return this.consume([effect], (match) => matches(match, { ...CREATION, task }));
  }
}

function objection(match: string, effect: RequestEffect | SessionEffect): string | null {
  if (!/^(task:.+|[A-Z]+ \/\S*)$/s.test(match)) {
    return '"match" must be "METHOD /path" with * for one segment, or "task:TEXT"';
  }
  const inSessions = SESSION_EFFECTS.some((each) => each === effect);
  if (inSessions && !matches(match, { ...CREATION, task: match.slice('task:'.length) })) {
    return `"${effect}" happens in sessions: its match is "task:TEXT" or "POST /v1/sessions"`;
  }
  return null;
}

function matches(match: string, { method, path, task }: Target): boolean {
  if (match.startsWith('task:')) return task !== null && mentions(task, match.slice('task:'.length));
  return matchesRequest(match, method, path);
}

// The task holds the brief as escaped JSON; scripts match its idea unescaped.
function mentions(task: string, text: string): boolean {
  if (task.includes(text)) return true;
  const brief = readTask(task);
  return brief !== null && [brief.idea, brief.audience, brief.geography].some((part) => part?.includes(text));
}
