import type Anthropic from '@anthropic-ai/sdk';
import type { BetaManagedAgentsAgent } from '@anthropic-ai/sdk/resources/beta/agents/agents';
import type { BetaEnvironment } from '@anthropic-ai/sdk/resources/beta/environments/environments';
import type { DriftStatus, ProvisionedAgent } from '../../contracts/agent';
import { RULES_EDITION } from '../../domain/findings-rules/rule';
import {
  definitionHash,
  ENVIRONMENT_DEFINITION,
  nameOfDefinition,
  OWNER,
  RULES_OF_PROMPT,
  type AgentDefinition,
} from './agent-definition';
import { agentDifferences, environmentDifferences } from './drift';
import { translated } from './vendor-errors';

/** Name of this provider. */
export const PROVIDER = 'anthropic';

/**
 * Creates or updates the deployed agent and environment to match the definition. Idempotent: both are found by name and
 * owner, and a new version is created only if something differs.
 */
export async function provision(client: Anthropic, definition: AgentDefinition): Promise<ProvisionedAgent> {
  return translated('other', async () => {
    const environment = await provisionEnvironment(client);
    const agent = await provisionAgent(client, definition);
    return {
      provider: PROVIDER,
      agentId: agent.id,
      agentVersion: String(agent.version),
      definition: nameOfDefinition(definition),
      providerData: { environmentId: environment.id, [RULES_OF_PROMPT]: String(RULES_EDITION) },
    };
  });
}

/** Compares the deployment with the definition; `differences` names the fields for an operator. */
export async function drift(
  client: Anthropic,
  definition: AgentDefinition,
): Promise<{ status: DriftStatus; differences: string[] }> {
  return translated('other', async () => {
    const [agent, environment] = await Promise.all([findAgent(client, definition.name), findEnvironment(client)]);
    if (!agent || !environment) {
      const missing = [!agent && 'agent: not deployed', !environment && 'environment: not deployed'];
      return { status: 'unprovisioned', differences: missing.filter((text) => text !== false) };
    }
    const differences = [...agentDifferences(agent, definition), ...environmentDifferences(environment)];
    return { status: differences.length === 0 ? 'in_sync' : 'drifted', differences };
  });
}

async function provisionAgent(client: Anthropic, definition: AgentDefinition): Promise<BetaManagedAgentsAgent> {
  const { name, description, model, effort, system, tools } = definition;
  const body = {
    name,
    description,
    model: { id: model, effort, speed: 'standard' as const },
    system,
    tools,
    metadata: { owner: OWNER, definition: definitionHash(definition) },
  };
  const found = await findAgent(client, name);
  if (!found) {
    await client.beta.agents.create(body);
    // Two processes may each have created one: all agree on the oldest.
    return (await findAgent(client, name))!;
  }
  if (agentDifferences(found, definition).length === 0) return found;
  // The version guards against concurrent updates: the loser gets 409 and finds nothing to do next time.
  return client.beta.agents.update(found.id, {
    ...body,
    mcp_servers: [],
    skills: [],
    multiagent: null,
    version: found.version,
  });
}

async function provisionEnvironment(client: Anthropic): Promise<BetaEnvironment> {
  const body = {
    ...ENVIRONMENT_DEFINITION,
    config: {
      ...ENVIRONMENT_DEFINITION.config,
      networking: { ...ENVIRONMENT_DEFINITION.config.networking, allowed_hosts: [] },
    },
    metadata: { owner: OWNER, definition: definitionHash(ENVIRONMENT_DEFINITION) },
  };
  const found = await findEnvironment(client);
  if (!found) {
    await client.beta.environments.create(body);
    return (await findEnvironment(client))!;
  }
  return environmentDifferences(found).length === 0 ? found : client.beta.environments.update(found.id, body);
}

async function findAgent(client: Anthropic, name: string): Promise<BetaManagedAgentsAgent | null> {
  return oldestOwned(client.beta.agents.list({ limit: 100 }), name);
}

async function findEnvironment(client: Anthropic): Promise<BetaEnvironment | null> {
  return oldestOwned(client.beta.environments.list({ limit: 100 }), ENVIRONMENT_DEFINITION.name);
}

async function oldestOwned<T extends { name: string; created_at: string; metadata: Record<string, string> }>(
  deployed: AsyncIterable<T>,
  name: string,
): Promise<T | null> {
  let oldest: T | null = null;
  for await (const each of deployed) {
    const ours = each.name === name && each.metadata['owner'] === OWNER;
    if (ours && (!oldest || each.created_at < oldest.created_at)) oldest = each;
  }
  return oldest;
}
