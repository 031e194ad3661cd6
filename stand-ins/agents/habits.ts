import { z } from 'zod';
import { ProviderError } from './protocol';

const MAX_INTERRUPT_MS = 600_000;

/** Documented behavior that the kind case lacks. */
export const HABITS = z.strictObject({
  /** Time that an interrupted session goes on running, as one in a tool call does. */
  interruptMs: z.number().min(0).max(MAX_INTERRUPT_MS),
  /** How each session stops once, just before it submits; null: it does not. */
  endsEarly: z.enum(['idle', 'tool_rounds', 'retries', 'budget']).nullable(),
  /** True while the organization's monthly spend limit is reached. */
  spendLimit: z.boolean(),
});
export type Habits = z.output<typeof HABITS>;
export type EarlyEnd = NonNullable<Habits['endsEarly']>;

/** Habits of the kind case. */
export const KIND_HABITS: Readonly<Habits> = { interruptMs: 0, endsEarly: null, spendLimit: false };

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
