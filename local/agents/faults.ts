import { readTask } from '../../providers/agents/task-message';
import { FaultList, REQUEST_EFFECTS, strikesRequest, type Fault, type RequestEffect } from '../stand-in/fault-list';
import { invalid } from './provider-error';

const SESSION_EFFECTS = ['invalid_findings', 'refusal', 'hang'] as const;

/** What a fault does inside a session. */
export type SessionEffect = (typeof SESSION_EFFECTS)[number];

/** What a request or a session is matched by. `task` is null where the request is about no session. */
export interface Target {
  method: string;
  path: string;
  task: string | null;
}

const CREATION = { method: 'POST', path: '/v1/sessions' } as const;

/** The faults of the agent stand-in. A session is matched as the `POST /v1/sessions` that created it. */
export class Faults extends FaultList<RequestEffect | SessionEffect> {
  constructor() {
    super({ effects: [...REQUEST_EFFECTS, ...SESSION_EFFECTS], refuse: invalid, objection });
  }

  /** Spends the first armed fault that strikes this request. */
  forRequest(target: Target): Fault<RequestEffect> | null {
    return this.spend(REQUEST_EFFECTS, (match) => strikes(match, target));
  }

  /** Whether a fault of this effect strikes the session that works on `task`; spends it. */
  forSession(effect: SessionEffect, task: string): boolean {
    return this.spend([effect], (match) => strikes(match, { ...CREATION, task })) !== null;
  }
}

function objection(match: string, effect: RequestEffect | SessionEffect): string | null {
  if (!/^(task:.+|[A-Z]+ \/\S*)$/s.test(match)) {
    return '"match" must be "METHOD /path" with * for one segment, or "task:TEXT"';
  }
  const inSessions = SESSION_EFFECTS.some((each) => each === effect);
  if (inSessions && !strikes(match, { ...CREATION, task: match.slice('task:'.length) })) {
    return `"${effect}" happens in sessions: its match is "task:TEXT" or "POST /v1/sessions"`;
  }
  return null;
}

function strikes(match: string, { method, path, task }: Target): boolean {
  if (match.startsWith('task:')) return task !== null && mentions(task, match.slice('task:'.length));
  return strikesRequest(match, method, path);
}

// The task holds the brief as escaped JSON; a script that names its idea should not have to escape it too.
function mentions(task: string, text: string): boolean {
  if (task.includes(text)) return true;
  const brief = readTask(task);
  return brief !== null && [brief.idea, brief.audience, brief.geography].some((part) => part?.includes(text));
}
