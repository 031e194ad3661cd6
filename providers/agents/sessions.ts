import type Anthropic from '@anthropic-ai/sdk';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER } from './agent-definition';
import { budgetCents, priceUsage, type ModelPrice } from './model-prices';
import {
  AgentsError,
  type AgentBrief,
  type ProvisionedAgent,
  type SessionRef,
  type SessionSpend,
} from './research-agents';
import { writeTask } from './task-message';
import { isRejected, translated } from './vendor-errors';

/** How far the provider's clock and ours may be apart when a session is looked for by time. */
const CLOCK_SKEW_MS = 30_000;

/** An interrupted session needs a moment before it can be archived. */
const ARCHIVE_ATTEMPTS = 6;
const ARCHIVE_PAUSE_MS = 500;

/** Metadata key that carries the business id. Nothing else of ours is stored at the provider. */
const REFERENCE = 'reference';

/**
 * The oldest session that carries `reference` and was created since `since`, or null. Metadata cannot be searched for,
 * so this reads every session of the agent since then: call it on a repeated attempt, not before every first one.
 */
export async function findSession(
  client: Anthropic,
  agent: ProvisionedAgent,
  reference: string,
  since: Date,
): Promise<SessionRef | null> {
  return translated('other', async () => {
    const sessions = client.beta.sessions.list({
      agent_id: agent.agentId,
      'created_at[gte]': new Date(since.getTime() - CLOCK_SKEW_MS).toISOString(),
      order: 'asc',
      limit: 100,
    });
    for await (const session of sessions) if (session.metadata[REFERENCE] === reference) return refOf(session);
    return null;
  });
}

/**
 * Creates a session with its brief and its hard spend cap in one call. Not idempotent at the provider: after an unclear
 * failure look with {@link findSession} before calling again.
 */
export async function startSession(
  client: Anthropic,
  agent: ProvisionedAgent,
  reference: string,
  brief: AgentBrief,
  budgetMicros: number,
): Promise<SessionRef> {
  const session = await translated('other', () =>
    client.beta.sessions.create({
      agent: { type: 'agent', id: agent.agentId, version: Number(agent.agentVersion) },
      environment_id: agent.environmentId,
      metadata: { [REFERENCE]: reference, owner: OWNER },
      budget: { type: 'limit', max_list_cost: { amount: budgetCents(budgetMicros), currency: 'USD' } },
      initial_events: [{ type: 'user.message', content: [{ type: 'text', text: writeTask(brief, new Date()) }] }],
    }),
  );
  return refOf(session);
}

/**
 * Answers a submission: accepted when there are no flaws, else what to correct. A second answer to the same tool use is an
 * error at the provider, which then is looked into: answered before counts as done.
 */
export async function answerSubmission(
  client: Anthropic,
  sessionId: string,
  toolUseId: string,
  flaws: { pointer: string; detail: string }[],
): Promise<void> {
  try {
    await translated('session', () =>
      client.beta.sessions.events.send(sessionId, {
        events: [
          {
            type: 'user.custom_tool_result',
            custom_tool_use_id: toolUseId,
            is_error: flaws.length > 0,
            content: [{ type: 'text', text: answerText(flaws) }],
          },
        ],
      }),
    );
  } catch (error) {
    // An attempt before this one may have answered without hearing so.
    if (isRejected(error) && (await isAnswered(client, sessionId, toolUseId))) return;
    throw error;
  }
}

/** Interrupts and archives the session, and prices it: the archived session carries its final usage. Null for an unknown one. */
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
    if (!isRejected(error)) throw error; // a session that is over refuses events; archiving decides
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return priced(await translated('session', () => client.beta.sessions.archive(sessionId)), prices);
    } catch (error) {
      if (isLost(error)) return null;
      if (!isRejected(error)) throw error;
      const session = await translated('session', () => client.beta.sessions.retrieve(sessionId));
      if (session.archived_at) return priced(session, prices);
      if (attempt === ARCHIVE_ATTEMPTS) throw error;
      await sleep(ARCHIVE_PAUSE_MS);
    }
  }
}

function priced(
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

function answerText(flaws: { pointer: string; detail: string }[]): string {
  if (flaws.length === 0) return 'Accepted. The work is done; stop here.';
  const list = flaws.map(({ pointer, detail }) => `- ${pointer || '/'}: ${detail}`).join('\n');
  return `Not accepted. Correct these fields and submit the whole document again:\n${list}`;
}

function isLost(error: unknown): boolean {
  return error instanceof AgentsError && error.kind === 'session_lost';
}

function refOf(session: BetaManagedAgentsSession): SessionRef {
  return {
    sessionId: session.id,
    agentId: session.agent.id,
    agentVersion: String(session.agent.version),
    model: session.agent.model.id,
  };
}
