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
import { definitionHash, ENVIRONMENT_DEFINITION, type AgentDefinition } from './agent-definition';

/**
 * Lists the fields in which a deployed agent differs from the definition. The hash in its metadata reveals a deployment
 * by another version of this repository, the fields reveal manual changes. A field that the vendor adds does not compile
 * here until it is compared.
 */
export function agentDifferences(agent: BetaManagedAgentsAgent, definition: AgentDefinition): string[] {
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

// Agents from before there were identities have none.
const identityOf = (identity: BetaManagedAgentsAgent['execution_identity'] | undefined) =>
  identity?.type ?? 'service_account';

/** Lists the fields in which a deployed environment differs from {@link ENVIRONMENT_DEFINITION}. */
export function environmentDifferences(environment: BetaEnvironment): string[] {
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

/**
 * Reduces a tool to what the definition specifies. The provider returns toolsets with every tool and default spelled
 * out, so only enabled tools are compared.
 */
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
/** Every field that one of the vendor's tools has, so that a new one does not compile until it is compared. */
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

/** Place of searches; what it leaves out reads as null. */
function placeOf(location: BetaManagedAgentsWebSearchToolConfig['user_location']): unknown {
  if (!location) return null;
  const { type, city = null, region = null, country = null, timezone = null } = location;
  return { type, city, region, country, timezone };
}

/** Filter of a source of URLs; null, which is no filter, reads as `all`. */
function sourceOf(source: object | string | null | undefined): unknown {
  if (!source) return { type: 'all' };
  return typeof source === 'string' ? { type: source } : source;
}
