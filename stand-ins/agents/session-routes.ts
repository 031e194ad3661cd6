import type { SessionCreateParams } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import { agentVersion, spelledOut } from './deployments';
import { spendLimitReached, type Habits } from './faults';
import type { Play } from './play';
import { invalid, notFound, ReadyJson, type Route } from './protocol';
import { drawShape, type Variety } from './variety';
import { agentSnapshotJson, eventView, listCents, sessionJson } from './wire';
import { newProviderId, openSubmissions, placeOf, type AgentVersion, type SessionRecord, type World } from './world';

export function sessionRoutes(world: World, play: Play, habits: Habits, variety: Variety): Route[] {
  const snapshots = new WeakMap<AgentVersion, string>();
  const text = (session: SessionRecord): string => {
    const agent = agentVersion(world, session.agentId, session.agentVersion);
    if (!snapshots.has(agent)) snapshots.set(agent, agentSnapshotJson(agent));
    return sessionJson(session, snapshots.get(agent)!);
  };
  const ready = (session: SessionRecord) => new ReadyJson(text(session));
  const asksAModel = () => {
    if (habits.spendLimit) throw spendLimitReached();
  };

  return [
    ['GET', '/v1/sessions', ({ query }) => listSessions(world, query, text)],
    [
      'POST',
      '/v1/sessions',
      ({ body }) => {
        asksAModel();
        const session = newSession(world, variety, body);
        if (habits.leaks) session.leaks = true;
        play.begin(session);
        return ready(session);
      },
    ],
    ['POST', '/v1/sessions/*', ({ ids, body }) => ready(setBudget(play, sessionOf(world, ids[0]!), body))],
    ['GET', '/v1/sessions/*', ({ ids }) => ready(sessionOf(world, ids[0]!))],
    ['DELETE', '/v1/sessions/*', ({ ids }) => remove(world, sessionOf(world, ids[0]!))],
    ['POST', '/v1/sessions/*/archive', ({ ids }) => ready(archive(sessionOf(world, ids[0]!)))],
    ['GET', '/v1/sessions/*/events', ({ ids, query }) => listEvents(sessionOf(world, ids[0]!), query)],
    ['POST', '/v1/sessions/*/events', ({ ids, body }) => sendEvents(play, sessionOf(world, ids[0]!), body, asksAModel)],
  ];
}

/** Session by id. @throws ProviderError 404 */
export function sessionOf(world: World, id: string): SessionRecord {
  const session = world.sessions.get(id);
  if (!session) throw notFound(`Session ${id}`);
  return session;
}

/** Task text in a body of `POST /v1/sessions`, or an empty string. */
export function taskIn(body: Record<string, unknown>): string {
  const events: unknown = body.initial_events;
  return Array.isArray(events) ? textOf((events as SentEvent[])[0]) : '';
}

// The provider refuses to delete running sessions.
function remove(world: World, session: SessionRecord): object {
  if (session.status === 'running') throw invalid('A running session cannot be deleted');
  world.sessions.delete(session.id);
  return { id: session.id, type: 'session_deleted' };
}

type SessionBody = Partial<Omit<SessionCreateParams, 'agent'>> & {
  agent?:
    | string
    | {
        id: string;
        version?: number;
        model?: NonNullable<SessionRecord['model']>;
        tools?: Parameters<typeof spelledOut>[0][];
      };
};

function newSession(world: World, variety: Variety, body: Record<string, unknown>): SessionRecord {
  const { agent, environment_id: environmentId, metadata = {}, budget } = body as SessionBody;
  if (!agent) throw invalid('"agent" is required');
  const { id, version, tools } =
    typeof agent === 'string' ? agentVersion(world, agent) : agentVersion(world, agent.id, agent.version);
  const own = typeof agent === 'object' ? agent.tools?.map(spelledOut) : undefined;
  if (!environmentId || !world.environments.has(environmentId)) throw notFound(`Environment ${environmentId}`);
  const now = Date.now();
  const session: SessionRecord = {
    id: newProviderId('sesn'),
    agentId: id,
    agentVersion: version,
    environmentId,
    metadata,
    task: taskIn(body),
    budgetCents: budget ? centsOf(budget) : null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
    ...(typeof agent === 'object' && agent.model && { model: agent.model }),
    ...(own && { tools: own }),
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
  session.sample = drawShape(variety, session, own ?? tools);
  world.sessions.set(session.id, session);
  return session;
}

function centsOf({ max_list_cost: cap }: NonNullable<SessionBody['budget']>): number {
  const amount = cap?.amount ?? '';
  if (!/^[1-9]\d*$/.test(amount)) throw invalid('"budget.max_list_cost.amount" must be whole cents above 0, as text');
  return Number(amount);
}

// Raises a budget but never lowers it. Like the provider, resumes a session that its budget paused.
function setBudget(play: Play, session: SessionRecord, { budget, ...others }: Record<string, unknown>): SessionRecord {
  if (!budget || Object.keys(others).length > 0) throw invalid('The stand-in updates only "budget"');
  const cents = centsOf(budget as NonNullable<SessionBody['budget']>);
  if (session.budgetCents === null) throw invalid('A budget is set when a session is created (budget_create_only)');
  if (cents <= listCents(session)) throw invalid('The budget is not above what was spent (budget_not_raised)');
  session.budgetCents = cents;
  play.raised(session);
  return session;
}

function archive(session: SessionRecord): SessionRecord {
  if (session.status === 'running') throw invalid('A running session cannot be archived');
  session.archivedAt ??= Date.now();
  return session;
}

function listSessions(world: World, query: URLSearchParams, text: (session: SessionRecord) => string): ReadyJson {
  const agentId = query.get('agent_id');
  const since = createdSince(query);
  const archivedToo = query.get('include_archived') === 'true';
  const sessions = [...world.sessions.values()];
  if (query.get('order') !== 'asc') sessions.reverse();
  const { rows, next } = pageOf(sessions, query, {
    mark: (session) => session.id,
    keep: (session) =>
      (archivedToo || session.archivedAt === null) &&
      session.createdAt >= since &&
      (!agentId || session.agentId === agentId),
  });
  return new ReadyJson(`{"data":[${rows.map(text).join(',')}],"next_page":${JSON.stringify(next)},"prev_page":null}`);
}

function listEvents(session: SessionRecord, query: URLSearchParams) {
  const since = createdSince(query);
  const types = query.getAll('types[]');
  const places = [...session.beats.keys()];
  if (query.get('order') === 'desc') places.reverse();
  const { rows, next } = pageOf(places, query, {
    mark: String,
    keep: (place) => {
      const { at, kind } = session.beats[place]!;
      return at >= since && (types.length === 0 || types.includes(kind));
    },
  });
  return { data: rows.map((place) => eventView(session, place)), next_page: next, prev_page: null };
}

function createdSince(query: URLSearchParams): number {
  const since = Date.parse(query.get('created_at[gte]') ?? '1970-01-01');
  if (Number.isNaN(since)) throw invalid('"created_at[gte]" must be a date and time');
  return since;
}

/** One page of the rows to `keep`. Looks up the cursor among all rows, so that archiving between pages skips none. */
function pageOf<T>(
  all: T[],
  query: URLSearchParams,
  { mark, keep }: { mark: (row: T) => string; keep: (row: T) => boolean },
): { rows: T[]; next: string | null } {
  const limit = Number(query.get('limit') ?? 20);
  if (!Number.isInteger(limit) || limit < 1) throw invalid('"limit" must be a whole number above 0');
  const after = query.get('page');
  const from = after === null ? 0 : all.findIndex((row) => mark(row) === after) + 1;
  const kept = all.slice(from).filter(keep);
  const rows = kept.slice(0, limit);
  return { rows, next: kept.length > limit ? mark(rows.at(-1)!) : null };
}

interface SentEvent {
  type: string;
  custom_tool_use_id?: string;
  is_error?: boolean;
  content?: { text?: unknown }[];
}

function sendEvents(play: Play, session: SessionRecord, { events }: Record<string, unknown>, asksAModel: () => void) {
  if (!Array.isArray(events) || events.length !== 1) throw invalid('"events" must be a list of one event');
  if (session.archivedAt !== null) throw invalid('The session is archived');
  const before = session.beats.length;
  const event = events[0] as SentEvent;
  if (event?.type !== 'user.interrupt') asksAModel();
  if (event?.type === 'user.interrupt') play.interrupt(session);
  else if (event?.type === 'user.message') play.message(session, textOf(event));
  else if (event?.type === 'user.custom_tool_result') answer(play, session, event);
  else throw invalid(`The stand-in does not support ${JSON.stringify(event?.type)}`);
  return { data: session.beats.slice(before).map((_, i) => eventView(session, before + i)) };
}

function answer(play: Play, session: SessionRecord, event: SentEvent): void {
  const place = placeOf(session, event.custom_tool_use_id ?? '');
  const isOpen = session.phase === 'awaiting' && openSubmissions(session).includes(place);
  if (!isOpen) throw invalid('The tool use is unknown or already answered');
  play.answer(session, place, textOf(event), event.is_error ?? false);
}

function textOf(event: SentEvent | undefined): string {
  const text = Array.isArray(event?.content) ? event.content[0]?.text : '';
  return typeof text === 'string' ? text : '';
}
