import type { StopReason } from '@anthropic-ai/sdk/resources/messages';
import { readTask } from '../../domain/task-message';
import { FaultList, REQUEST_EFFECTS, matchesRequest, type Fault } from '../base/fault-list';
import { invalid } from './provider-error';
import { BREACHES } from './rule-breakers';

const SESSION_EFFECTS = [
  'invalid_findings',
  'refusal',
  'idle',
  'hang',
  'correction_refusal',
  'correction_hang',
] as const;

/** Reasons for which a model stops; `reader_refusal` and so on are the faults. */
const STOPS = {
  end_turn: true,
  max_tokens: true,
  stop_sequence: true,
  tool_use: true,
  pause_turn: true,
  refusal: true,
  model_context_window_exceeded: true,
} as const satisfies Record<StopReason, true>;
const READER_EFFECTS = [
  'reader_no',
  'reader_partly',
  'reader_malformed',
  ...(Object.keys(STOPS) as StopReason[]).map((stop) => `reader_${stop}` as const),
] as const;

/** The reason to stop that an effect names, if it names one. */
export function stopOf(effect: ReaderEffect | null): StopReason | null {
  const stop = effect?.slice('reader_'.length) ?? '';
  return Object.hasOwn(STOPS, stop) ? (stop as StopReason) : null;
}

/** Effect of a fault in what the reader of claims answers. */
export type ReaderEffect = (typeof READER_EFFECTS)[number];

/** Effects on a request: those of every stand-in, and the provider's 529. */
const ON_REQUEST = [...REQUEST_EFFECTS, 'overloaded'] as const;
export type AgentsRequestEffect = (typeof ON_REQUEST)[number];

/** Effect of a fault inside a session. */
export type SessionEffect = (typeof SESSION_EFFECTS)[number];

type Effect = AgentsRequestEffect | SessionEffect | ReaderEffect;

/** Fault of a session; a rule is the only one of {@link BREACHES} in its findings. */
type SessionFault = Fault<Effect> & { rule?: string };

/** Properties that faults match on. `task` is null if the request concerns no session. */
export interface Target {
  method: string;
  path: string;
  task: string | null;
}

const CREATION = { method: 'POST', path: '/v1/sessions' } as const;

/** Faults of the agent stand-in. A session is matched as the `POST /v1/sessions` that created it. */
export class Faults extends FaultList<Effect> {
  constructor() {
    super({ effects: [...ON_REQUEST, ...SESSION_EFFECTS, ...READER_EFFECTS], refuse: invalid, objection });
  }

  /** Consumes the first armed fault that matches this request. */
  forRequest(target: Target): Fault<AgentsRequestEffect> | null {
    return this.consume(ON_REQUEST, (match) => matches(match, target));
  }

  /** Consumes the first armed fault of what the reader of claims answers. */
  forReader(): Fault<ReaderEffect> | null {
    return this.consume(READER_EFFECTS, () => true);
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

function objection(match: string, effect: Effect): string | null {
  if (!/^(task:.+|[A-Z]+ \/\S*)$/s.test(match)) {
    return '"match" must be "METHOD /path" with * for one segment, or "task:TEXT"';
  }
  if (READER_EFFECTS.some((each) => each === effect) && match !== 'POST /v1/messages') {
    return `"${effect}" happens where claims are read: its match is "POST /v1/messages"`;
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
