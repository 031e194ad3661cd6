import { setTimeout as sleep } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import {
  AgentsError,
  type AgentBrief,
  type ProvisionedAgent,
  type SessionMeans,
  type SessionRef,
  type SessionSpend,
} from '../../contracts/agent';
import { meansLeft, writeTask } from '../../domain/task-message';
import type { Effort } from '../../platform/agent-settings';
import { OWNER } from './agent-definition';
import { DEPLOYMENT, REFERENCE, refOf } from './find-sessions';
import { priceUsage, type ModelPrice } from './model-prices';
import { firstBudgetCents } from './resume-session';
import { isRejected, translated } from './vendor-errors';
import { SESSIONS } from './vendor-states';

/** Pauses between looks at a session that is stopping; a session in a tool call stops when that call ends. */
const STOPPING_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

/** Model of one session in place of its agent's. */
export interface SessionModel {
  id: string;
  effort: Effort;
}

interface NewSession {
  reference: string;
  /** Deployment that creates it; null where it does not say. */
  deployment: string | null;
  brief: AgentBrief;
  means: SessionMeans;
  /** Null for that of the agent. */
  model: SessionModel | null;
  /** Time for the answer. */
  timeoutMs: number;
}

/**
 * Creates a session with its brief and a hard spend cap in one call. Not idempotent at the provider: after an ambiguous
 * failure call {@link findSession} before retrying.
 */
export async function startSession(
  client: Anthropic,
  agent: ProvisionedAgent,
  { reference, deployment, brief, means, model, timeoutMs }: NewSession,
): Promise<SessionRef> {
  const session = await translated('other', () =>
    client.beta.sessions.create(
      {
        agent: {
          ...(model ? { type: 'agent_with_overrides', model } : { type: 'agent' }),
          id: agent.agentId,
          version: Number(agent.agentVersion),
        },
        environment_id: agent.providerData['environmentId']!,
        metadata: {
          [REFERENCE]: reference,
          owner: OWNER,
          ...(deployment !== null && { [DEPLOYMENT]: deployment }),
        },
        budget: { type: 'limit', max_list_cost: { amount: firstBudgetCents(means.budgetMicros), currency: 'USD' } },
        initial_events: [
          { type: 'user.message', content: [{ type: 'text', text: writeTask(brief, new Date(), means) }] },
        ],
      },
      { timeout: timeoutMs },
    ),
  );
  return refOf(session, agent);
}

/**
 * Responds to a submission: accepted if there are no flaws, else the list of flaws and what is left. The provider rejects a second
 * answer to the same tool use; a rejected answer counts as done if the tool use was answered before.
 */
export async function answerSubmission(
  client: Anthropic,
  sessionId: string,
  toolUseId: string,
  { flaws, left }: { flaws: { pointer: string; detail: string }[]; left: string | null },
): Promise<void> {
  try {
    await translated('session', () =>
      client.beta.sessions.events.send(sessionId, {
        events: [
          {
            type: 'user.custom_tool_result',
            custom_tool_use_id: toolUseId,
            is_error: flaws.length > 0,
            content: [{ type: 'text', text: answerText(flaws, left) }],
          },
        ],
      }),
    );
  } catch (error) {
    // An earlier attempt may have succeeded without receiving the response.
    if (isRejected(error) && (await isAnswered(client, sessionId, toolUseId))) return;
    throw error;
  }
}

/**
 * Interrupts the session, waits until it is idle, archives it and returns its cost from its final usage. Null for an
 * unknown session.
 *
 * @throws AgentsError `unavailable` if it is still stopping after eight seconds: call again later
 */
export async function stopSession(
  client: Anthropic,
  sessionId: string,
  prices?: Readonly<Record<string, ModelPrice>>,
): Promise<SessionSpend | null> {
  try {
    await translated('session', () =>
      client.beta.sessions.events.send(sessionId, { events: [{ type: 'user.interrupt' }] }),
    );
  } catch (error) {
    if (isLost(error)) return null;
    if (!isRejected(error)) throw error; // An ended session rejects events; archiving decides.
  }
  for (const pauseMs of [...STOPPING_PAUSES_MS, null]) {
    try {
      return costOf(await translated('session', () => client.beta.sessions.archive(sessionId)), prices);
    } catch (error) {
      if (isLost(error)) return null;
      if (!isRejected(error)) throw error;
      const session = await translated('session', () => client.beta.sessions.retrieve(sessionId));
      if (session.archived_at) return costOf(session, prices);
      if (SESSIONS[session.status] === 'over') throw error;
      if (pauseMs !== null) await sleep(pauseMs);
    }
  }
  throw new AgentsError('unavailable', `Session ${sessionId} is still stopping`);
}

/** Ends a session and deletes everything the provider stores of it; an unknown one counts as deleted. */
export async function eraseSession(client: Anthropic, sessionId: string): Promise<void> {
  await stopSession(client, sessionId);
  try {
    await translated('session', () => client.beta.sessions.delete(sessionId));
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}

function costOf(
  { usage, agent }: BetaManagedAgentsSession,
  prices?: Readonly<Record<string, ModelPrice>>,
): SessionSpend {
  return priceUsage(usage, agent.model.id, prices);
}

async function isAnswered(client: Anthropic, sessionId: string, toolUseId: string): Promise<boolean> {
  return translated('session', async () => {
    const answers = client.beta.sessions.events.list(sessionId, { types: ['user.custom_tool_result'], limit: 100 });
    for await (const event of answers) {
      if (event.type === 'user.custom_tool_result' && event.custom_tool_use_id === toolUseId) return true;
    }
    return false;
  });
}

/** What is left of the means of a session, in words; without what it spent where the provider does not say. */
export async function whatIsLeft(
  client: Anthropic,
  sessionId: string,
  means: SessionMeans,
  prices?: Readonly<Record<string, ModelPrice>>,
): Promise<string> {
  const session = await client.beta.sessions.retrieve(sessionId).catch(() => null);
  return meansLeft(means, session && costOf(session, prices).costMicros, new Date());
}

function answerText(flaws: { pointer: string; detail: string }[], left: string | null): string {
  if (flaws.length === 0) return 'Accepted. The work is done; stop here.';
  const list = flaws.map(({ pointer, detail }) => `- ${pointer || '/'}: ${detail}`).join('\n');
  return [
    `Not accepted. Correct these parts with correct_findings, or submit the whole document again where you do not have it:\n${list}`,
    left,
  ]
    .filter((part) => part !== null)
    .join('\n');
}

function isLost(error: unknown): boolean {
  return error instanceof AgentsError && error.kind === 'session_lost';
}
