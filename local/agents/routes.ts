import type { Play } from './play';
import { invalid, notFound } from './provider-error';
import { agentSnapshotJson, eventView, sessionJson } from './wire';
import { newProviderId, placeOf, type AgentVersion, type SessionRecord, type World } from './world';

/** What a route is given: path segments that stood at `*`, query and JSON body. */
export interface Call {
  ids: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** A route of the provider's protocol: method, path with `*` for an id, and what it answers (JSON text or a value). */
export type Route = [method: string, path: string, answer: (call: Call) => unknown];

/** JSON that is ready-made, so that it is not parsed only to be written again. */
export class ReadyJson {
  constructor(readonly text: string) {}
}

/** The part of the provider's protocol that the product uses. */
export function providerRoutes(world: World, play: Play): Route[] {
  const snapshots = new WeakMap<AgentVersion, string>();
  const sessionText = (session: SessionRecord): string => {
    const agent = agentVersion(world, session.agentId, session.agentVersion);
    if (!snapshots.has(agent)) snapshots.set(agent, agentSnapshotJson(agent));
    return sessionJson(session, snapshots.get(agent)!);
  };
  const ready = (session: SessionRecord) => new ReadyJson(sessionText(session));

  return [
    ['GET', '/v1/agents', () => page([...world.agents.values()].map((versions) => versions.at(-1)))],
    ['POST', '/v1/agents', ({ body }) => newAgent(world, body)],
    ['GET', '/v1/agents/*', ({ ids }) => agentVersion(world, ids[0]!)],
    ['POST', '/v1/agents/*', ({ ids, body }) => updateAgent(world, ids[0]!, body)],
    ['GET', '/v1/environments', () => page([...world.environments.values()])],
    ['POST', '/v1/environments', ({ body }) => newEnvironment(world, body)],
    ['POST', '/v1/environments/*', ({ ids, body }) => updateEnvironment(world, ids[0]!, body)],
    ['GET', '/v1/sessions', ({ query }) => listSessions(world, query, sessionText)],
    ['POST', '/v1/sessions', ({ body }) => ready(newSession(world, play, body))],
    ['GET', '/v1/sessions/*', ({ ids }) => ready(sessionOf(world, ids[0]!))],
    ['POST', '/v1/sessions/*/archive', ({ ids }) => ready(archive(sessionOf(world, ids[0]!)))],
    ['GET', '/v1/sessions/*/events', ({ ids, query }) => listEvents(sessionOf(world, ids[0]!), query)],
    ['POST', '/v1/sessions/*/events', ({ ids, body }) => sendEvents(play, sessionOf(world, ids[0]!), body)],
  ];
}

/** The session with an id. @throws ProviderError 404 */
export function sessionOf(world: World, id: string): SessionRecord {
  const session = world.sessions.get(id);
  if (!session) throw notFound(`Session ${id}`);
  return session;
}

function page(data: unknown[], nextPage: string | null = null) {
  return { data, next_page: nextPage, prev_page: null };
}

function agentVersion(world: World, id: string, version?: number): AgentVersion {
  const versions = world.agents.get(id);
  const found = version === undefined ? versions?.at(-1) : versions?.find((each) => each.version === version);
  if (!found) throw notFound(`Agent ${id}${version === undefined ? '' : ` version ${version}`}`);
  return found;
}

function stamped(body: Record<string, unknown>) {
  const now = new Date().toISOString();
  return { metadata: {}, ...body, created_at: now, updated_at: now, archived_at: null };
}

function asAgent(body: Record<string, unknown>, id: string, version: number): AgentVersion {
  const { model } = body;
  if (typeof body.name !== 'string' || model === undefined) throw invalid('"name" and "model" are required');
  return {
    mcp_servers: [],
    skills: [],
    multiagent: null,
    ...stamped(body),
    model: resolvedModel(model),
    id,
    version,
    type: 'agent',
  } as unknown as AgentVersion;
}

// The provider returns the effort as an object, whichever way it was given.
function resolvedModel(model: unknown): unknown {
  if (typeof model === 'string') return { id: model, speed: 'standard', effort: { type: 'high' } };
  const { effort = 'high', ...rest } = model as { effort?: unknown };
  return { speed: 'standard', ...rest, effort: typeof effort === 'string' ? { type: effort } : effort };
}

function newAgent(world: World, body: Record<string, unknown>): AgentVersion {
  const agent = asAgent(body, newProviderId('agent'), 1);
  world.agents.set(agent.id, [agent]);
  return agent;
}

function updateAgent(world: World, id: string, body: Record<string, unknown>): AgentVersion {
  const latest = agentVersion(world, id);
  if (body.version !== latest.version)
    throw invalid(`"version" is ${String(body.version)}, the latest is ${latest.version}`);
  const next = asAgent({ ...latest, ...body }, id, latest.version + 1);
  world.agents.get(id)!.push({ ...next, created_at: latest.created_at });
  return agentVersion(world, id);
}

function newEnvironment(world: World, body: Record<string, unknown>) {
  if (typeof body.name !== 'string') throw invalid('"name" is required');
  const environment = { ...stamped(body), name: body.name, id: newProviderId('env'), type: 'environment' };
  world.environments.set(environment.id, environment);
  return environment;
}

function updateEnvironment(world: World, id: string, body: Record<string, unknown>) {
  const known = world.environments.get(id);
  if (!known) throw notFound(`Environment ${id}`);
  const updated = { ...known, ...body, updated_at: new Date().toISOString() };
  world.environments.set(id, updated);
  return updated;
}

interface SessionBody {
  agent?: string | { id: string; version?: number };
  environment_id?: string;
  metadata?: Record<string, string>;
  budget?: { max_list_cost?: { amount?: string } };
  initial_events?: { type: string; content: { text: string }[] }[];
}

function newSession(world: World, play: Play, body: Record<string, unknown>): SessionRecord {
  const { agent, environment_id: environmentId, metadata = {}, budget, initial_events: events } = body as SessionBody;
  if (!agent) throw invalid('"agent" is required');
  const { id, version } = agentVersion(
    world,
    typeof agent === 'string' ? agent : agent.id,
    typeof agent === 'string' ? undefined : agent.version,
  );
  if (!environmentId || !world.environments.has(environmentId)) throw notFound(`Environment ${environmentId}`);
  const now = Date.now();
  const session: SessionRecord = {
    id: newProviderId('sesn'),
    agentId: id,
    agentVersion: version,
    environmentId,
    metadata,
    task: events?.[0]?.content[0]?.text ?? '',
    budgetCents: budget ? Number(budget.max_list_cost?.amount) : null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
    status: 'running',
    phase: 'researching',
    step: 0,
    hung: false,
    activeMs: 0,
    inputTokens: 0,
    outputTokens: 0,
    searches: 0,
    beats: [],
  };
  world.sessions.set(session.id, session);
  play.begin(session);
  return session;
}

function archive(session: SessionRecord): SessionRecord {
  if (session.status === 'running') throw invalid('A running session cannot be archived');
  session.archivedAt ??= Date.now();
  return session;
}

const PAGE = 100;

function listSessions(world: World, query: URLSearchParams, text: (session: SessionRecord) => string): ReadyJson {
  const agentId = query.get('agent_id');
  const since = Date.parse(query.get('created_at[gte]') ?? '1970-01-01');
  const from = Number(query.get('page') ?? 0);
  const all = [...world.sessions.values()].filter(
    (session) => session.archivedAt === null && session.createdAt >= since && (!agentId || session.agentId === agentId),
  );
  if (query.get('order') !== 'asc') all.reverse();
  const next = from + PAGE < all.length ? `"${from + PAGE}"` : 'null';
  const data = all
    .slice(from, from + PAGE)
    .map(text)
    .join(',');
  return new ReadyJson(`{"data":[${data}],"next_page":${next},"prev_page":null}`);
}

function listEvents(session: SessionRecord, query: URLSearchParams) {
  const since = Date.parse(query.get('created_at[gte]') ?? '1970-01-01');
  const types = query.getAll('types[]');
  const from = Number(query.get('page') ?? 0);
  const places = session.beats.flatMap((beat, place) =>
    beat.at >= since && (types.length === 0 || types.includes(beat.kind)) ? [place] : [],
  );
  const data = places.slice(from, from + PAGE).map((place) => eventView(session, place));
  return page(data, from + PAGE < places.length ? String(from + PAGE) : null);
}

interface SentEvent {
  type: string;
  custom_tool_use_id?: string;
  is_error?: boolean;
  content?: { text: string }[];
}

function sendEvents(play: Play, session: SessionRecord, body: Record<string, unknown>) {
  if (session.archivedAt !== null) throw invalid('The session is archived');
  const before = session.beats.length;
  for (const event of (body.events ?? []) as SentEvent[]) {
    if (event.type === 'user.interrupt') play.interrupt(session);
    else if (event.type === 'user.custom_tool_result') answer(play, session, event);
    else throw invalid(`The stand-in does not take ${event.type}`);
  }
  return { data: session.beats.slice(before).map((_, i) => eventView(session, before + i)) };
}

function answer(play: Play, session: SessionRecord, event: SentEvent): void {
  const place = placeOf(session, event.custom_tool_use_id ?? '');
  const open =
    session.phase === 'awaiting' && session.beats.findLastIndex((beat) => beat.kind === 'agent.custom_tool_use');
  if (place === -1 || place !== open) throw invalid('The tool use is unknown or answered');
  play.answer(session, place, event.content?.[0]?.text ?? '', event.is_error ?? false);
}
