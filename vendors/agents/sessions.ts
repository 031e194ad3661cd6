import { setTimeout as sleep } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import type { Effort } from '../../base/agent-settings';
import {
  AgentsError,
  type AgentBrief,
  type ProvisionedAgent,
  type SessionMeans,
  type SessionRef,
  type SessionSpend,
  type OpenReference,
} from '../../modules/findings/contract/agents';
import { FIRST_EDITION } from '../../modules/findings/rules/rule';
import { meansLeft, writeTask } from '../../modules/findings/task-message';
import { OWNER, RULES_OF_PROMPT, type AgentDefinition } from './agent-definition';
import { priceUsage } from './model-prices';
import { firstBudgetCents } from './resume-session';
import { SESSIONS } from './session-events';
import { isRejected, translated } from './vendor-client';

/** Pauses between checks of whether a session has stopped. A session in a tool call stops when the call ends. */
const STOPPING_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

export interface SessionModel {
  id: string;
  effort: Effort;
}

interface NewSession {
  reference: string;
  /** Deployment that creates the session; null if unknown. */
  deployment: string | null;
  brief: AgentBrief;
  means: SessionMeans;
  /** Null selects the agent's default model. */
  model: SessionModel | null;
  /** Null selects the agent's default tools. */
  tools: AgentDefinition['tools'] | null;
  timeoutMs: number;
}

/** Creates a session with its task and a hard cost limit. Not idempotent: call {@link findSession} before a retry. */
export async function startSession(
  client: Anthropic,
  agent: ProvisionedAgent,
  { reference, deployment, brief, means, model, tools, timeoutMs }: NewSession,
): Promise<SessionRef> {
  const session = await translated('other', () =>
    client.beta.sessions.create(
      {
        agent: {
          type: model || tools ? 'agent_with_overrides' : 'agent',
          ...(model && { model }),
          ...(tools && { tools }),
          id: agent.agentId,
          version: Number(agent.agentVersion),
        },
        environment_id: agent.providerData['environmentId']!,
        metadata: { [REFERENCE]: reference, owner: OWNER, ...(deployment !== null && { [DEPLOYMENT]: deployment }) },
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

/** Accepts a submission if `flaws` is empty, otherwise sends the flaws and the remaining budget. Safe to repeat. */
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
    // An earlier attempt may have succeeded although we never received its response.
    if (isRejected(error) && (await isAnswered(client, sessionId, toolUseId))) return;
    throw error;
  }
}

/**
 * Interrupts a session, archives it once it is idle, and returns its final cost. Null for an unknown session.
 * @throws AgentsError `unavailable` if the session is still stopping after eight seconds
 */
export async function stopSession(client: Anthropic, sessionId: string): Promise<SessionSpend | null> {
  try {
    await translated('session', () =>
      client.beta.sessions.events.send(sessionId, { events: [{ type: 'user.interrupt' }] }),
    );
  } catch (error) {
    if (isLost(error)) return null;
    if (!isRejected(error)) throw error; // An ended session rejects events, but can be archived.
  }
  for (const pauseMs of [...STOPPING_PAUSES_MS, null]) {
    try {
      return costOf(await translated('session', () => client.beta.sessions.archive(sessionId)));
    } catch (error) {
      if (isLost(error)) return null;
      if (!isRejected(error)) throw error;
      const session = await translated('session', () => client.beta.sessions.retrieve(sessionId));
      if (session.archived_at) return costOf(session);
      if (SESSIONS[session.status] === 'over') throw error;
      if (pauseMs !== null) await sleep(pauseMs);
    }
  }
  throw new AgentsError('unavailable', `Session ${sessionId} is still stopping`);
}

/** Ends a session and deletes everything that the provider stores about it. An unknown session counts as deleted. */
export async function eraseSession(client: Anthropic, sessionId: string): Promise<void> {
  await stopSession(client, sessionId);
  try {
    await translated('session', () => client.beta.sessions.delete(sessionId));
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}

const costOf = ({ usage, agent }: BetaManagedAgentsSession) => priceUsage(usage, agent.model.id);

async function isAnswered(client: Anthropic, sessionId: string, toolUseId: string): Promise<boolean> {
  return translated('session', async () => {
    const answers = client.beta.sessions.events.list(sessionId, { types: ['user.custom_tool_result'], limit: 100 });
    for await (const event of answers) {
      if (event.type === 'user.custom_tool_result' && event.custom_tool_use_id === toolUseId) return true;
    }
    return false;
  });
}

/** Describes the budget and time that the session has left. Omits the cost if the provider does not report it. */
export async function whatIsLeft(client: Anthropic, sessionId: string, means: SessionMeans): Promise<string> {
  const session = await client.beta.sessions.retrieve(sessionId).catch(() => null);
  return meansLeft(means, session && costOf(session).costMicros, new Date());
}

function answerText(flaws: { pointer: string; detail: string }[], left: string | null): string {
  if (flaws.length === 0) return 'Accepted. The work is done; stop here.';
  const list = flaws.map(({ pointer, detail }) => `- ${pointer || '/'}: ${detail}`).join('\n');
  const sentBack = `Not accepted. Correct these parts with correct_findings, or submit the whole document again where you do not have it:\n${list}`;
  return left === null ? sentBack : `${sentBack}\n${left}`;
}

function isLost(error: unknown): boolean {
  return error instanceof AgentsError && error.kind === 'session_lost';
}

/** Clock skew between the provider and us that searches by time tolerate. */
const CLOCK_SKEW_MS = 30_000;

/** Metadata key of the caller's reference. The metadata otherwise contains only the owner and the deployment. */
const REFERENCE = 'reference';
export const DEPLOYMENT = 'deployment';

/** Oldest session with this reference since `since`. Reads every session since then, so call it only on retries. */
export async function findSession(
  client: Anthropic,
  agent: ProvisionedAgent,
  reference: string,
  since: Date,
): Promise<SessionRef | null> {
  return translated('other', async () => {
    const sessions = client.beta.sessions.list({
      agent_id: agent.agentId,
      // An earlier attempt may have archived the session.
      include_archived: true,
      'created_at[gte]': new Date(since.getTime() - CLOCK_SKEW_MS).toISOString(),
      order: 'asc',
      limit: 100,
    });
    for await (const session of sessions) if (session.metadata[REFERENCE] === reference) return refOf(session, agent);
    return null;
  });
}

/** Yields the agent's open sessions that have our metadata and were created since `since`, oldest first. */
export async function* listOpen(
  client: Anthropic,
  { agentId }: Pick<ProvisionedAgent, 'agentId'>,
  since: Date,
  deployment: () => Promise<string | null>,
): AsyncGenerator<OpenReference[]> {
  const own = await deployment();
  const query = { agent_id: agentId, 'created_at[gte]': since.toISOString(), order: 'asc', limit: 100 } as const;
  let page = await translated('other', () => client.beta.sessions.list(query));
  for (;;) {
    yield page.data.flatMap(({ id: sessionId, created_at, metadata }) => {
      const reference = metadata[REFERENCE];
      if (!reference || metadata.owner !== OWNER) return [];
      const ofDeployment = own !== null && metadata[DEPLOYMENT] === own;
      return [{ sessionId, reference, createdAt: new Date(created_at), ofDeployment }];
    });
    if (!page.hasNextPage()) return;
    page = await translated('other', () => page.getNextPage());
  }
}

/** The parts of a session that we keep. If the session uses another agent version, its rules edition is unknown. */
function refOf(session: BetaManagedAgentsSession, agent: ProvisionedAgent): SessionRef {
  const isOfAgent = String(session.agent.version) === agent.agentVersion;
  return {
    sessionId: session.id,
    agentId: session.agent.id,
    agentVersion: String(session.agent.version),
    model: session.agent.model.id,
    rulesEdition: isOfAgent ? Number(agent.providerData[RULES_OF_PROMPT]) : FIRST_EDITION,
  };
}
