import { invalid, ProviderError } from './provider-error';

/** Ways in which a session stops before it submits, as the provider documents them. */
const EARLY_ENDS = ['idle', 'tool_rounds', 'retries', 'budget'] as const;
export type EarlyEnd = (typeof EARLY_ENDS)[number];

/** Documented behavior that the kind case lacks. */
export interface Habits {
  /** Time that an interrupted session goes on running, as one in a tool call does. */
  interruptMs: number;
  /** How each session stops once, just before it submits; null: it does not. */
  endsEarly: EarlyEnd | null;
  /** True while the organization's monthly spend limit is reached. */
  spendLimit: boolean;
}

/** Habits of the kind case. */
export const KIND_HABITS: Readonly<Habits> = { interruptMs: 0, endsEarly: null, spendLimit: false };

const MAX_INTERRUPT_MS = 600_000;

/** Sets the habits that a body names; the others stay. */
export function setHabits(habits: Habits, body: Record<string, unknown>): Habits {
  const { interruptMs = habits.interruptMs, endsEarly = habits.endsEarly, spendLimit = habits.spendLimit } = body;
  if (typeof interruptMs !== 'number' || !(interruptMs >= 0 && interruptMs <= MAX_INTERRUPT_MS)) {
    throw invalid(`"interruptMs" must be a number of milliseconds up to ${MAX_INTERRUPT_MS}`);
  }
  if (endsEarly !== null && !EARLY_ENDS.some((end) => end === endsEarly)) {
    throw invalid(`"endsEarly" must be one of ${EARLY_ENDS.join(', ')}, or null`);
  }
  if (typeof spendLimit !== 'boolean') throw invalid('"spendLimit" must be true or false');
  return Object.assign(habits, { interruptMs, endsEarly: endsEarly as EarlyEnd | null, spendLimit });
}

/** Error events and stop reason of an early end. */
export const EARLY_STOPS: Record<EarlyEnd | 'billing', { error: string | null; stop: string }> = {
  idle: { error: null, stop: 'end_turn' },
  tool_rounds: { error: 'tool_use_limit_reached_error', stop: 'retries_exhausted' },
  retries: { error: 'model_overloaded_error', stop: 'retries_exhausted' },
  budget: { error: null, stop: 'budget_reached' },
  billing: { error: 'billing_error', stop: 'retries_exhausted' },
};

/** Answer to what would ask a model while the spend limit is reached: a 429 without Retry-After. */
export const spendLimitReached = () =>
  new ProviderError(
    429,
    'rate_limit_error',
    'You have reached your monthly spend limit. API usage is paused until the first day of next month.',
    {},
    { error_code: 'enforced_spend_limit_reached' },
  );
