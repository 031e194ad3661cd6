import type { StopReason } from '@anthropic-ai/sdk/resources/messages';
import { z } from 'zod';
import { readTask } from '../../modules/findings/task-message';
import { FaultList, faultOf, REQUEST_EFFECTS, matchesRequest, type Fault } from '../base/fault-list';
import { refused, ProviderError } from './protocol';
import { BREACHES } from './rule-breakers';

const SESSION_EFFECTS = [
  'invalid_findings',
  'refusal',
  'idle',
  'hang',
  'correction_refusal',
  'correction_hang',
] as const;

/** Stop reasons of a model. Each has a fault, such as `reader_refusal`. */
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

export function stopOf(effect: ReaderEffect | null): StopReason | null {
  const stop = effect?.slice('reader_'.length) ?? '';
  return Object.hasOwn(STOPS, stop) ? (stop as StopReason) : null;
}

export type ReaderEffect = (typeof READER_EFFECTS)[number];

/** Effects on a request: the ones that all stand-ins have, plus the provider's 529 and 401. */
const ON_REQUEST = [...REQUEST_EFFECTS, 'overloaded', 'key_refused'] as const;
export type AgentsRequestEffect = (typeof ON_REQUEST)[number];

type SessionEffect = (typeof SESSION_EFFECTS)[number];

/** Properties of a request that a fault's `match` is tested against. `task` is null if no session is involved. */
interface Target {
  method: string;
  path: string;
  task: string | null;
}

const CREATION = { method: 'POST', path: '/v1/sessions' } as const;

const FAULT = faultOf([...ON_REQUEST, ...SESSION_EFFECTS, ...READER_EFFECTS])
  .extend({ match: z.string().regex(/^(task:.+|[A-Z]+ \/\S*)$/s), rule: z.enum(Object.keys(BREACHES)).optional() })
  .refine(
    ({ rule, effect }) => rule === undefined || effect === 'invalid_findings',
    '"rule" belongs to "invalid_findings"',
  )
  .refine(
    ({ match, effect }) => !READER_EFFECTS.some((each) => each === effect) || match === 'POST /v1/messages',
    'This effect applies when claims are read. Set match to "POST /v1/messages"',
  )
  .refine(
    ({ match, effect }) =>
      !SESSION_EFFECTS.some((each) => each === effect) ||
      matches(match, { ...CREATION, task: match.slice('task:'.length) }),
    'This effect applies to sessions. Set match to "task:TEXT" or "POST /v1/sessions"',
  );
type SessionFault = z.output<typeof FAULT>;

/** Faults of the agent stand-in. A fault matches a session if it matches the request that created the session. */
export class Faults extends FaultList<SessionFault> {
  constructor() {
    super(FAULT, refused);
  }

  forRequest(target: Target): Fault<AgentsRequestEffect> | null {
    return this.consume(ON_REQUEST, (match) => matches(match, target));
  }

  /** Consumes the first armed fault of the claim reader; null if there is none. */
  forReader(): Fault<ReaderEffect> | null {
    return this.consume(READER_EFFECTS, () => true);
  }

  /** Consumes the first armed fault that has this effect and matches the session's task; null if there is none. */
  forSession(effect: SessionEffect, task: string): SessionFault | null {
    return this.consume([effect], (match) => matches(match, { ...CREATION, task }));
  }
}

function matches(match: string, { method, path, task }: Target): boolean {
  if (match.startsWith('task:')) return task !== null && mentions(task, match.slice('task:'.length));
  return matchesRequest(match, method, path);
}

// The task contains the brief as escaped JSON, but test scripts match its unescaped text.
function mentions(task: string, text: string): boolean {
  if (task.includes(text)) return true;
  const brief = readTask(task);
  return brief !== null && [brief.idea, brief.audience, brief.geography].some((part) => part?.includes(text));
}

const MAX_INTERRUPT_MS = 600_000;

/** Unusual but documented behavior of the provider. */
export const HABITS = z.strictObject({
  /** How long an interrupted session keeps running, as if a tool call were in progress. */
  interruptMs: z.number().min(0).max(MAX_INTERRUPT_MS),
  /** Why each session stops once before its first submission; null if sessions do not stop early. */
  endsEarly: z.enum(['idle', 'tool_rounds', 'retries', 'budget']).nullable(),
  /** True while the organization's monthly spend limit is reached. */
  spendLimit: z.boolean(),
  /** True if markup leaks into submissions. */
  leaks: z.boolean(),
});
export type Habits = z.output<typeof HABITS>;
export type EarlyEnd = NonNullable<Habits['endsEarly']>;

export const KIND_HABITS: Readonly<Habits> = { interruptMs: 0, endsEarly: null, spendLimit: false, leaks: false };

/** Error event and stop reason for each kind of early stop. */
export const EARLY_STOPS: Record<EarlyEnd | 'billing', { error: string | null; stop: string }> = {
  idle: { error: null, stop: 'end_turn' },
  tool_rounds: { error: 'tool_use_limit_reached_error', stop: 'retries_exhausted' },
  retries: { error: 'model_overloaded_error', stop: 'retries_exhausted' },
  budget: { error: null, stop: 'budget_reached' },
  billing: { error: 'billing_error', stop: 'retries_exhausted' },
};

/** Response to requests that need a model once the spend limit is reached: 429 without Retry-After. */
export const spendLimitReached = () =>
  new ProviderError(
    429,
    'rate_limit_error',
    'You have reached your monthly spend limit. API usage is paused until the first day of next month.',
    {},
    { error_code: 'enforced_spend_limit_reached' },
  );
