import { conflict, invalid, notFound } from './provider-error';
import type { Call, Route } from './routes';
import { newProviderId, type AgentVersion, type EnvironmentRecord, type World } from './world';

/** Routes of agents and environments. */
export function deploymentRoutes(world: World): Route[] {
  return [
    ['GET', '/v1/agents', () => onePage([...world.agents.values()].map((versions) => versions.at(-1)))],
    ['POST', '/v1/agents', ({ body }) => newAgent(world, body)],
    ['GET', '/v1/agents/*', ({ ids }) => agentVersion(world, ids[0]!)],
    ['POST', '/v1/agents/*', (call) => updateAgent(world, call)],
    ['GET', '/v1/environments', () => onePage([...world.environments.values()])],
    ['POST', '/v1/environments', ({ body }) => newEnvironment(world, body)],
    ['POST', '/v1/environments/*', (call) => updateEnvironment(world, call)],
  ];
}

/** Version of an agent, by default the latest. @throws ProviderError 404 */
export function agentVersion(world: World, id: string, version?: number): AgentVersion {
  const versions = world.agents.get(id);
  const found = version === undefined ? versions?.at(-1) : versions?.find((each) => each.version === version);
  if (!found) throw notFound(`Agent ${id}${version === undefined ? '' : ` version ${version}`}`);
  return found;
}

// Never paged: a stand-in holds only a handful.
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

function asAgent(body: Record<string, unknown>, id: string, version: number): AgentVersion {
  const { name, model } = body;
  if (typeof name !== 'string' || !model) throw invalid('"name" and "model" are required');
  return {
    mcp_servers: [],
    skills: [],
    multiagent: null,
    execution_identity: { type: 'service_account' },
    ...withTimestamps(body),
    name,
    model: resolvedModel(model),
    id,
    version,
    type: 'agent',
  };
}

// The provider always returns the effort as an object.
function resolvedModel(model: unknown): unknown {
  if (typeof model === 'string') return { id: model, speed: 'standard', effort: { type: 'high' } };
  const { effort = 'high', ...rest } = model as { effort?: unknown };
  return { speed: 'standard', ...rest, effort: typeof effort === 'string' ? { type: effort } : effort };
}

function newEnvironment(world: World, body: Record<string, unknown>): EnvironmentRecord {
  if (typeof body.name !== 'string') throw invalid('"name" is required');
  const environment = { ...withTimestamps(body), name: body.name, id: newProviderId('env'), type: 'environment' };
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
