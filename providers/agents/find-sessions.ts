import type Anthropic from '@anthropic-ai/sdk';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import type { OpenReference, ProvisionedAgent, SessionRef } from '../../contracts/agent';
import { OWNER, RULES_OF_PROMPT } from './agent-definition';
import { translated } from './vendor-errors';

/** Tolerated clock skew between the provider and us when sessions are searched by time. */
const CLOCK_SKEW_MS = 30_000;

/** Metadata key of the business id; with the owner and the deployment all that the metadata says. */
export const REFERENCE = 'reference';
/** Metadata key of the deployment that created a session. */
export const DEPLOYMENT = 'deployment';

/**
 * Finds the oldest session with this `reference` created since `since`, or null. Metadata cannot be queried, so this
 * reads every session of the agent since then: call it on retries only.
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
      // An earlier attempt may have archived it.
      include_archived: true,
      'created_at[gte]': new Date(since.getTime() - CLOCK_SKEW_MS).toISOString(),
      order: 'asc',
      limit: 100,
    });
    for await (const session of sessions) if (session.metadata[REFERENCE] === reference) return refOf(session, agent);
    return null;
  });
}

/** Open sessions of an agent with our metadata created since `since`, oldest first, a page at a time. */
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

/** The parts of a session that we keep. A session of another version than the agent's has a prompt that is not known. */
export function refOf(session: BetaManagedAgentsSession, agent: ProvisionedAgent): SessionRef {
  const edition = agent.providerData[RULES_OF_PROMPT];
  const isOfAgent = String(session.agent.version) === agent.agentVersion;
  return {
    sessionId: session.id,
    agentId: session.agent.id,
    agentVersion: String(session.agent.version),
    model: session.agent.model.id,
    rulesEdition: edition !== undefined && isOfAgent ? Number(edition) : null,
  };
}
