import type Anthropic from '@anthropic-ai/sdk';
import type {
  BetaManagedAgentsAgent,
  BetaManagedAgentsAgentToolConfig,
  BetaManagedAgentsAgentToolConfigParams,
  BetaManagedAgentsWebFetchToolConfig,
  BetaManagedAgentsWebFetchURLSources,
  BetaManagedAgentsWebSearchToolConfig,
} from '@anthropic-ai/sdk/resources/beta/agents/agents';
import type { BetaEnvironment } from '@anthropic-ai/sdk/resources/beta/environments/environments';
import canonicalize from 'canonicalize';
import type { ProvisionedAgent, ResearchAgents } from '../../modules/findings/contract/agents';
import { RULES_EDITION } from '../../modules/findings/rules/rule';
import {
  definitionHash,
  ENVIRONMENT_DEFINITION,
  nameOfDefinition,
  OWNER,
  RULES_OF_PROMPT,
  type AgentDefinition,
} from './agent-definition';
import { translated } from './vendor-client';

export const PROVIDER = 'anthropic';

/** Makes the deployed agent and environment match the definition. Idempotent: finds both by name and owner. */
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

/** Compares the deployment with the definition. `differences` names the differing fields, for operators. */
export async function drift(client: Anthropic, definition: AgentDefinition): ReturnType<ResearchAgents['drift']> {
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
    // Two processes may each have created an agent. All processes use the oldest one.
    return (await findAgent(client, name))!;
  }
  if (agentDifferences(found, definition).length === 0) return found;
  // The version guards against concurrent updates: the loser gets a 409, and its retry finds nothing to change.
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

const findAgent = (client: Anthropic, name: string) => oldestOwned(client.beta.agents.list({ limit: 100 }), name);

const findEnvironment = (client: Anthropic) =>
  oldestOwned(client.beta.environments.list({ limit: 100 }), ENVIRONMENT_DEFINITION.name);

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

/**
 * Fields in which a deployed agent differs from the definition. If the vendor adds a field, this does not compile until
 * the field is compared here.
 */
function agentDifferences(agent: BetaManagedAgentsAgent, definition: AgentDefinition): string[] {
  const { id: _id, type: _type, name: _name, version: _version, ...changeable } = agent;
  const { created_at: _created, updated_at: _updated, archived_at: _archived, ...own } = changeable;
  const { id: model, effort, speed = 'standard', inference_geo, ...noMore } = own.model;
  noMore satisfies Record<string, never>;
  const fields: Record<keyof typeof own, Field[]> = {
    metadata: [['definition', own.metadata['definition'], definitionHash(definition)]],
    description: [['description', own.description, definition.description]],
    model: [
      ['model', model, definition.model],
      ['effort', effort?.type, definition.effort],
      ['speed', speed, 'standard'],
      ['inference region', inference_geo, null],
    ],
    system: [['system prompt', own.system, definition.system]],
    tools: [['tools', own.tools.map(plainTool), definition.tools.map(plainTool)]],
    mcp_servers: [['MCP servers', own.mcp_servers, []]],
    skills: [['skills', own.skills, []]],
    multiagent: [['multiagent', own.multiagent, null]],
    execution_identity: [['execution identity', identityOf(own.execution_identity), 'service_account']],
  };
  return differing('agent', Object.values(fields).flat());
}

// Agents created before the vendor added identities lack this field.
const identityOf = (identity: BetaManagedAgentsAgent['execution_identity'] | undefined) =>
  identity?.type ?? 'service_account';

function environmentDifferences(environment: BetaEnvironment): string[] {
  const { config } = environment;
  return differing('environment', [
    ['definition', environment.metadata['definition'], definitionHash(ENVIRONMENT_DEFINITION)],
    ['type', config.type, 'cloud'],
    ['networking', config.type === 'cloud' ? config.networking : null, ENVIRONMENT_DEFINITION.config.networking],
  ]);
}

type Field = [name: string, deployed: unknown, defined: unknown];

function differing(of: string, fields: Field[]): string[] {
  return fields
    .filter(([, deployed, defined]) => canonicalize(deployed ?? null) !== canonicalize(defined ?? null))
    .map(([name]) => `${of}: ${name} differs`);
}

/** Normalizes a tool for comparison. The provider returns every tool of a toolset with its defaults, enabled or not. */
function plainTool(tool: (BetaManagedAgentsAgent | AgentDefinition)['tools'][number]): unknown {
  if (tool.type === 'custom') {
    return { name: tool.name, description: tool.description, schema: tool.input_schema };
  }
  if (tool.type !== 'agent_toolset_20260401') return tool;
  const enabledByDefault = tool.default_config?.enabled ?? true;
  const configs = tool.configs ?? [];
  return {
    enabledByDefault,
    enabled: configs
      .filter((config) => config.enabled ?? enabledByDefault)
      .map((config) => plainConfig(config, tool.default_config?.permission_policy?.type))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

type ToolConfig = BetaManagedAgentsAgentToolConfig | BetaManagedAgentsAgentToolConfigParams;
/** All fields of the vendor's tools. If the vendor adds a field, this does not compile until the field is compared. */
type Compared = Record<Exclude<KeysOf<BetaManagedAgentsAgentToolConfig>, 'type' | 'enabled'>, unknown>;
type Own<Config> = Omit<Config, 'name' | 'type'>;
type KeysOf<T> = T extends unknown ? keyof T : never;

function plainConfig(config: ToolConfig, defaultPolicy: string | undefined): Compared & { name: string } {
  const { name, permission_policy: policy } = config;
  const web = config as Partial<Own<BetaManagedAgentsWebFetchToolConfig> & Own<BetaManagedAgentsWebSearchToolConfig>>;
  const sources = web.url_sources;
  return {
    name,
    permission_policy: policy?.type ?? defaultPolicy,
    max_content_tokens: web.max_content_tokens ?? null,
    allowed_domains: web.allowed_domains ?? [],
    blocked_domains: web.blocked_domains ?? [],
    user_location: placeOf(web.user_location),
    url_sources: {
      user_input: sourceOf(sources?.user_input),
      client_tool_results: sourceOf(sources?.client_tool_results),
      server_tool_results: sourceOf(sources?.server_tool_results),
    } satisfies Record<keyof BetaManagedAgentsWebFetchURLSources, unknown>,
  };
}

/** Normalizes the location of searches: missing fields become null. */
function placeOf(location: BetaManagedAgentsWebSearchToolConfig['user_location']): unknown {
  if (!location) return null;
  const { type, city = null, region = null, country = null, timezone = null } = location;
  return { type, city, region, country, timezone };
}

/** Normalizes the filter of a URL source: null means no filter and becomes `all`. */
function sourceOf(source: object | string | null | undefined): unknown {
  if (!source) return { type: 'all' };
  return typeof source === 'string' ? { type: source } : source;
}
