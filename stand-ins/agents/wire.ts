import type { ServerResponse } from 'node:http';
import type {
  BetaManagedAgentsAgentToolResultEvent,
  BetaManagedAgentsSessionEvent,
  BetaManagedAgentsSessionStatusIdleEvent,
  BetaManagedAgentsSessionUsageSnapshot,
} from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type {
  BetaManagedAgentsBudgetLimit,
  BetaManagedAgentsSession,
  BetaManagedAgentsSessionAgent,
} from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import { findPage, withOwnSites } from '../web/pages';
import { leaky, isNeverOpened } from './misbehaviors';
import { changesBetween, BREACHES, flawed, MISPLACED_CHANGE } from './rule-breakers';
import { clip } from './sample-topic';
import { flawedPlan, samplePlan, SAMPLE_MODEL, sampleSubmission } from './samples';
import { briefOf, eventId, openSubmissions, searchOf, type AgentVersion, type Beat, type SessionRecord } from './world';

/** List prices per token, in millionths of a dollar. */
const MICROS_A_TOKEN = { input: 4, output: 20 };

const iso = (ms: number) => new Date(ms).toISOString();

type Input = Record<string, unknown>;
type StopReason = BetaManagedAgentsSessionStatusIdleEvent['stop_reason']['type'];

export function eventView(session: SessionRecord, index: number): BetaManagedAgentsSessionEvent {
  const beat = session.beats[index]!;
  const { kind: type, of = -1, note = '', url, bad = false } = beat;
  const head = { id: eventId(session, index), processed_at: iso(beat.at) };
  switch (type) {
    case 'user.message':
      return { ...head, type, content: textBlocks(note || session.task) };
    case 'agent.message':
      return { ...head, type, content: textBlocks(note) };
    case 'agent.tool_use':
      return { ...head, type, name: note, input: toolInput(session, note, url), evaluated_permission: 'allow' };
    case 'agent.tool_result': {
      const content = toolResult(session, session.beats[of]!, bad);
      return { ...head, type, tool_use_id: eventId(session, of), is_error: bad, content };
    }
    case 'agent.custom_tool_use':
      return { ...head, type, ...asWritten(session, submittedInput(session, index)) };
    case 'user.custom_tool_result':
      return { ...head, type, custom_tool_use_id: eventId(session, of), is_error: bad, content: textBlocks(note) };
    case 'session.error': {
      const error = { type: note, message: 'Habit of the stand-in', retry_status: { type: 'exhausted' } };
      return { ...head, type, error } as BetaManagedAgentsSessionEvent;
    }
    case 'session.usage':
      return { ...head, type, usage: usageView(session), budget: budgetView(session) };
    case 'session.status_idle': {
      const stop = note as StopReason;
      return {
        ...head,
        type,
        stop_reason: stop === 'requires_action' ? { type: stop, event_ids: openIds(session, beat) } : { type: stop },
        stop_details: stop === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
      };
    }
    default:
      // Events without content, and events that only the control surface creates.
      return { ...head, type } as BetaManagedAgentsSessionEvent;
  }
}

const textBlocks = (text: string) => [{ type: 'text' as const, text }];

function openIds(session: SessionRecord, beat: Beat): string[] {
  return openSubmissions(session, session.beats.indexOf(beat)).map((place) => eventId(session, place));
}

/** Input of a custom tool: the whole document, or the changes since the previous one. */
function submittedInput(session: SessionRecord, index: number): { name: string; input: Input } {
  const { bad = false, note = '', patch = false } = session.beats[index]!;
  const whole = submission(session, bad, note);
  if (!patch) return whole;
  const before = session.beats.slice(0, index).findLast(({ kind }) => kind === 'agent.custom_tool_use')!;
  const changes = changesBetween(submission(session, before.bad ?? false, before.note ?? '').input, whole.input);
  if (note === MISPLACED_CHANGE) changes.push({ pointer: '/evidence/99/claim', value: 'It has no place.' });
  return changes.length === 0 ? whole : { name: 'correct_findings', input: { changes } };
}

function submission(session: SessionRecord, bad: boolean, rule: string) {
  const search = searchOf(session);
  if (search) return { name: 'submit_plan', input: (bad ? flawedPlan(search) : samplePlan(search)) as Input };
  const brief = briefOf(session);
  const sound = sampleSubmission(brief, new Date(session.createdAt), session.sample);
  const submitted = bad ? (BREACHES[rule] ?? flawed)(sound) : sound;
  return { name: 'submit_findings', input: onItsSites(session, submitted) as Input };
}

function asWritten({ leaks }: SessionRecord, use: ReturnType<typeof submittedInput>) {
  return leaks ? { ...use, input: leaky(use.input) } : use;
}

/** Pages that a session cites and tries to open. Empty for a planning session. */
export function triedBy(session: SessionRecord): string[] {
  if (searchOf(session)) return [];
  const { evidence } = sampleSubmission(briefOf(session), new Date(session.createdAt), session.sample);
  return onItsSites(session, [...new Set(evidence.map(({ sourceUrl }) => sourceUrl))]);
}

/** Pages that a session's search finds: all cited pages except made-up ones. */
export const foundBy = (session: SessionRecord) => triedBy(session).filter((url) => !isNeverOpened(url));

/** Replaces shared sites with the session's own sites, if it has any. */
function onItsSites<T>({ sample }: SessionRecord, value: T): T {
  if (!sample?.site) return value;
  return JSON.parse(withOwnSites(JSON.stringify(value), sample.site)) as T;
}

function toolInput(session: SessionRecord, tool: string, url?: string) {
  return tool === 'web_search' ? { query: clip(briefOf(session).idea, 80) } : { url };
}

/** Result of a provider tool: search results, or a page as text. */
function toolResult(
  session: SessionRecord,
  { note, url }: Beat,
  bad: boolean,
): NonNullable<BetaManagedAgentsAgentToolResultEvent['content']> {
  if (note === 'web_search') {
    const results = foundBy(session).flatMap((found) => searchResult(found));
    return results.length > 0 ? results : textBlocks('Nothing was found.');
  }
  if (url === undefined || bad) {
    // The provider refuses to fetch URLs that no earlier tool result contained.
    const isKnown = url !== undefined && foundBy(session).includes(url);
    return textBlocks(isKnown ? 'The page could not be fetched.' : 'url_not_in_prior_context');
  }
  const page = findPage(url);
  if (!page) return textBlocks('Nothing was found.');
  const source = { type: 'text', media_type: 'text/plain', data: page.text.join('\n\n') } as const;
  return [{ type: 'document', title: page.title, source }];
}

function searchResult(url: string) {
  const page = findPage(url);
  if (!page) return [];
  const content = textBlocks('Local stand-in: one of the pages that are opened next.');
  const { url: source, title } = page;
  return [{ type: 'search_result' as const, source, title, content, citations: { enabled: false } }];
}

/** Usage so far, with what these tokens would cost on a real model at list prices. */
function usageView(session: SessionRecord): BetaManagedAgentsSessionUsageSnapshot {
  return {
    input_tokens: session.inputTokens,
    output_tokens: session.outputTokens,
    cache_read_input_tokens: 0,
    active_seconds: session.activeMs / 1000,
    server_tool_use: { web_search_requests: session.searches, web_fetch_requests: session.searches },
    list_cost: { amount: String(listCents(session)), currency: 'USD' },
  };
}

/** Cost of a session at list prices, in whole cents, rounded up. */
export function listCents(session: SessionRecord): number {
  const { inputTokens, outputTokens } = session;
  return Math.ceil((inputTokens * MICROS_A_TOKEN.input + outputTokens * MICROS_A_TOKEN.output) / 10_000);
}

function budgetView({ budgetCents }: SessionRecord): BetaManagedAgentsBudgetLimit | null {
  return budgetCents === null
    ? null
    : { type: 'limit', max_list_cost: { amount: String(budgetCents), currency: 'USD' } };
}

/** A session as JSON text. Thousands of sessions share the agent's long snapshot, so it is serialized only once. */
export function sessionJson(session: SessionRecord, agentJson: string): string {
  const view: Omit<BetaManagedAgentsSession, 'agent'> = {
    id: session.id,
    type: 'session',
    status: session.status,
    environment_id: session.environmentId,
    metadata: session.metadata,
    title: null,
    budget: budgetView(session),
    usage: usageView(session),
    stats: {
      active_seconds: session.activeMs / 1000,
      duration_seconds: (session.updatedAt - session.createdAt) / 1000,
    },
    outcome_evaluations: [],
    resources: [],
    vault_ids: [],
    deployment_id: null,
    created_at: iso(session.createdAt),
    updated_at: iso(session.updatedAt),
    archived_at: session.archivedAt === null ? null : iso(session.archivedAt),
  };
  return `${JSON.stringify(view).slice(0, -1)},"agent":${agentJson}}`;
}

/** Snapshot of an agent in its sessions. Its model is {@link SAMPLE_MODEL}, because no real model runs. */
export function agentSnapshotJson(agent: AgentVersion): string {
  const { metadata: _metadata, created_at: _created, updated_at: _updated, archived_at: _archived, ...kept } = agent;
  const model = { id: SAMPLE_MODEL, speed: 'standard' } as const;
  return JSON.stringify({ ...kept, multiagent: null, model } satisfies BetaManagedAgentsSessionAgent);
}

export function controlView(session: SessionRecord): Record<string, unknown> {
  const answers = session.beats
    .filter((beat) => beat.kind === 'user.custom_tool_result')
    .map((beat) => ({ toolUseId: eventId(session, beat.of!), accepted: !beat.bad, text: beat.note }));
  const submissions = session.beats.filter((beat) => beat.kind === 'agent.custom_tool_use').length;
  return {
    id: session.id,
    status: session.status,
    phase: session.phase,
    archived: session.archivedAt !== null,
    agentId: session.agentId,
    agentVersion: session.agentVersion,
    metadata: session.metadata,
    model: session.model ?? null,
    tools: session.tools ?? null,
    brief: briefOf(session),
    task: session.task,
    submissions,
    answers,
    events: session.beats.length,
    usage: usageView(session),
    activeMs: session.activeMs,
    createdAt: iso(session.createdAt),
  };
}

export class Streams {
  private readonly open = new Map<string, Set<ServerResponse>>();

  /** Streams new events over a response. Like the provider, sends past events only on a separate request. */
  attach(session: SessionRecord, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': stand-in\n\n');
    const listening = this.open.get(session.id) ?? new Set();
    this.open.set(session.id, listening.add(response));
    response.once('close', () => {
      listening.delete(response);
      if (listening.size === 0 && this.open.get(session.id) === listening) this.open.delete(session.id);
    });
  }

  send(session: SessionRecord, index: number): void {
    const listening = this.open.get(session.id);
    if (!listening) return;
    const event = eventView(session, index);
    const frame = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    for (const response of listening) response.write(frame);
  }
}
