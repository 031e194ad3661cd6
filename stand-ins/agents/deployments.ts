import type { AgentCreateParams } from '@anthropic-ai/sdk/resources/beta/agents/agents';
import { type Call, conflict, invalid, notFound, type Route } from './protocol';
import { newProviderId, type AgentVersion, type EnvironmentRecord, type World } from './world';

export function deploymentRoutes(world: World): Route[] {
  return [
    ['GET', '/v1/agents', () => onePage([...world.agents.values()].map((versions) => versions.at(-1)))],
    ['POST', '/v1/agents', ({ body }) => newAgent(world, body)],
    ['POST', '/v1/agents/*', (call) => updateAgent(world, call)],
    ['GET', '/v1/environments', () => onePage([...world.environments.values()])],
    ['POST', '/v1/environments', ({ body }) => newEnvironment(world, body)],
    ['POST', '/v1/environments/*', (call) => updateEnvironment(world, call)],
  ];
}

/** Version of an agent; the latest by default. @throws ProviderError 404 */
export function agentVersion(world: World, id: string, version?: number): AgentVersion {
  const versions = world.agents.get(id);
  const found = version === undefined ? versions?.at(-1) : versions?.find((each) => each.version === version);
  if (!found) throw notFound(`Agent ${id}${version === undefined ? '' : ` version ${version}`}`);
  return found;
}

// Always one page, because a stand-in has only a few rows.
function onePage(data: unknown[]) {
  return { data, next_page: null, prev_page: null };
}

function newAgent(world: World, body: Record<string, unknown>): AgentVersion {
  const agent = asAgent(body, newProviderId('agent'), 1);
  world.agents.set(agent.id, [agent]);
  return agent;
}

function updateAgent(world: World, { ids, body }: Call): AgentVersion {
  const latest = agentVersion(world, ids[0]!);
  if (body.version !== latest.version) {
    throw conflict(`"version" is ${String(body.version)}, the latest is ${latest.version}`);
  }
  const next = asAgent({ ...latest, ...body }, latest.id, latest.version + 1);
  next.created_at = latest.created_at;
  world.agents.get(latest.id)!.push(next);
  return next;
}

type Tool = AgentVersion['tools'][number];
type ToolConfig = Extract<Tool, { type: 'agent_toolset_20260401' }>['configs'][number];

function asAgent(body: Record<string, unknown>, id: string, version: number): AgentVersion {
  const { name, model } = body as Partial<AgentCreateParams>;
  if (typeof name !== 'string' || !model) throw invalid('"name" and "model" are required');
  const { description = null, system = null, tools = [] } = body as unknown as AgentCreateParams;
  return {
    mcp_servers: [],
    skills: [],
    multiagent: null,
    execution_identity: { type: 'service_account' },
    ...withTimestamps(body),
    name,
    description,
    system,
    model: resolvedModel(model),
    tools: tools.map(spelledOut),
    id,
    version,
    type: 'agent',
  };
}

// The provider always returns the effort as an object.
function resolvedModel(model: AgentCreateParams['model']): AgentVersion['model'] {
  if (typeof model === 'string') return { id: model, speed: 'standard', effort: { type: 'high' } };
  const { id, effort, speed, inference_geo } = model;
  const level = typeof effort === 'string' ? effort : (effort?.type ?? 'high');
  return { id, speed: speed ?? 'standard', effort: { type: level }, ...(inference_geo && { inference_geo }) };
}

const TOOLS = ['bash', 'edit', 'read', 'write', 'glob', 'grep', 'web_search', 'web_fetch'] as const;

/** Expands a tool to the form that the provider returns: every tool of a toolset, with all defaults. */
export function spelledOut(tool: NonNullable<AgentCreateParams['tools']>[number]): Tool {
  if (tool.type !== 'agent_toolset_20260401') return tool as Tool;
  const { enabled, permission_policy: policy } = tool.default_config ?? {};
  const byDefault = { enabled: enabled ?? true, permission_policy: policy ?? { type: 'always_allow' as const } };
  tool.configs?.forEach(refuseDomains);
  const configs = TOOLS.map((name): ToolConfig => {
    const config = tool.configs?.find((each) => each.name === name);
    const sources = config?.name === 'web_fetch' ? config.url_sources : null;
    const urls = { user_input: null, client_tool_results: null, server_tool_results: null, ...sources };
    return {
      ...byDefault,
      ...config,
      ...(name === 'web_fetch' && { url_sources: sources ? urls : null }),
      type: name,
      name,
    } as ToolConfig;
  });
  return { type: tool.type, default_config: byDefault, configs };
}

/** The provider accepts 1 to 64 domains, in either the allowed or the blocked list. */
function refuseDomains(config: object): void {
  const { allowed_domains: allowed, blocked_domains: blocked } = config as Partial<Record<string, string[]>>;
  if (allowed && blocked) throw invalid('"allowed_domains" cannot be combined with "blocked_domains"');
  const count = (allowed ?? blocked)?.length;
  if (count === 0 || (count ?? 0) > 64) throw invalid('A list of domains must have 1 to 64 entries');
}

function newEnvironment(world: World, body: Record<string, unknown>): EnvironmentRecord {
  const { name, config, description = null } = body as Partial<EnvironmentRecord>;
  if (typeof name !== 'string' || !config) throw invalid('"name" and "config" are required');
  const id = newProviderId('env');
  const environment = { ...withTimestamps(body), name, config, description, id, type: 'environment' as const };
  world.environments.set(environment.id, environment);
  return environment;
}

function updateEnvironment(world: World, { ids, body }: Call): EnvironmentRecord {
  const known = world.environments.get(ids[0]!);
  if (!known) throw notFound(`Environment ${ids[0]}`);
  const updated = { ...known, ...body, id: known.id, updated_at: new Date().toISOString() };
  world.environments.set(known.id, updated);
  return updated;
}

function withTimestamps(body: Record<string, unknown>) {
  const now = new Date().toISOString();
  const metadata = (body.metadata ?? {}) as Record<string, string>;
  return { ...body, metadata, created_at: now, updated_at: now, archived_at: null };
}
