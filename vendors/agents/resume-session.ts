import type Anthropic from '@anthropic-ai/sdk';
import { vendorMessage } from '../../base/plain-text';
import { AgentsError } from '../../modules/findings/contract/agents';
import { budgetCents } from './model-prices';
import type { Pause } from './session-events';
import { isRejected, translated } from './vendor-client';

/** Share of the budget at which the provider pauses a session. The agent needs the rest to submit. */
const FIRST_SHARE = 0.8;

/** A billing error this old may have been fixed, so the session is resumed. Until then, the caller waits. */
const BILLING_RETRY_AFTER_MS = 15_000;

/** Maximum consecutive messages that ask a session to continue. After that, the session counts as over. */
const ATTEMPTS: Record<Pause, number> = { turn_ended: 1, retries_exhausted: 3, budget_reached: 1 };

const MESSAGES: Record<Pause, string> = {
  turn_ended:
    'Nothing was submitted. Call the tool now: submit what you have found, or decline the brief. A message is not read.',
  retries_exhausted: 'The work was interrupted. Continue where you stopped, and submit when you are done.',
  budget_reached:
    'The research budget is used up. What is left pays for submitting only: search no more, and submit what you have now.',
};

/** Initial budget of a session, in whole cents as the provider expects. */
export function firstBudgetCents(budgetMicros: number): string {
  return String(Math.max(1, Math.floor(Number(budgetCents(budgetMicros)) * FIRST_SHARE)));
}

/**
 * Continues a paused session: raises its budget once, or sends a message. Returns false if the session is over or was
 * sent the maximum number of messages.
 * @throws AgentsError `account_stopped` if a billing error has just paused the session, or if the provider refuses all
 * work
 */
export async function resumeSession(
  client: Anthropic,
  sessionId: string,
  why: Pause,
  budgetMicros: number,
): Promise<boolean> {
  const { told, billing, isOver, isPending } = await readPause(client, sessionId);
  if (isOver) return false;
  if (isPending) return true;
  if (why === 'budget_reached') return raiseBudget(client, sessionId, budgetMicros);
  if (billing && Date.now() - billing.at < BILLING_RETRY_AFTER_MS) {
    throw new AgentsError('account_stopped', `Agent provider: ${billing.words}`);
  }
  if (!billing && told >= ATTEMPTS[why]) return false;
  return unlessRejected(tell(client, sessionId, MESSAGES[why]));
}

/** Raises the budget to the full amount, which resumes the session. Returns false if it was already full. */
async function raiseBudget(client: Anthropic, sessionId: string, budgetMicros: number): Promise<boolean> {
  const full = budgetCents(budgetMicros);
  const { budget } = await translated('session', () => client.beta.sessions.retrieve(sessionId));
  if (!budget || Number(budget.max_list_cost.amount) >= Number(full)) return false;
  const max_list_cost = { amount: full, currency: 'USD' } as const;
  const isRaised = await unlessRejected(
    translated('session', () => client.beta.sessions.update(sessionId, { budget: { type: 'limit', max_list_cost } })),
  );
  if (isRaised) await unlessRejected(tell(client, sessionId, MESSAGES.budget_reached));
  return isRaised;
}

async function unlessRejected(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isRejected(error)) return false;
    throw error;
  }
}

async function tell(client: Anthropic, sessionId: string, text: string): Promise<void> {
  await translated('session', () =>
    client.beta.sessions.events.send(sessionId, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    }),
  );
}

interface Paused {
  /** Number of messages sent since the last submission. */
  told: number;
  /** True if a submission was accepted, or we interrupted the session. */
  isOver: boolean;
  /** True if a message was sent after the pause, so the session has not read it yet. */
  isPending: boolean;
  /** Billing error after the last message; null if there was none. */
  billing: { words: string; at: number } | null;
}

async function readPause(client: Anthropic, sessionId: string): Promise<Paused> {
  return translated('session', async () => {
    const paused: Paused = { told: -1, isOver: false, isPending: false, billing: null }; // -1, because the first message is the task itself.
    const events = client.beta.sessions.events.list(sessionId, {
      types: [
        'user.message',
        'user.custom_tool_result',
        'user.interrupt',
        'agent.custom_tool_use',
        'session.status_idle',
        'session.error',
      ],
      order: 'asc',
      limit: 100,
    });
    for await (const event of events) {
      if (event.type === 'user.message')
        Object.assign(paused, { told: paused.told + 1, isPending: true, billing: null });
      if (event.type === 'session.status_idle') paused.isPending = false;
      if (event.type === 'agent.custom_tool_use') paused.told = 0;
      if (event.type === 'user.custom_tool_result') paused.isOver = !event.is_error;
      if (event.type === 'user.interrupt') paused.isOver = true;
      if (event.type === 'session.error' && event.error.type === 'billing_error') {
        const words = vendorMessage(event.error) ?? 'billing error';
        paused.billing = { words, at: Date.parse(event.processed_at) };
      }
    }
    return paused;
  });
}
