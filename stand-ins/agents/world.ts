import { randomBytes } from 'node:crypto';
import type { BetaManagedAgentsAgent } from '@anthropic-ai/sdk/resources/beta/agents/agents';
import type { BetaEnvironment } from '@anthropic-ai/sdk/resources/beta/environments/environments';
import type { BetaManagedAgentsSessionEvent } from '@anthropic-ai/sdk/resources/beta/sessions/events';
import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import type { ResearchBrief, SearchBrief } from '../../modules/findings/contract/agents';
import { readSearchTask, readTask } from '../../modules/findings/task-message';
import type { SampleShape } from './sample-shape';

/** Agent versions and environments have the provider's format. */
export type AgentVersion = BetaManagedAgentsAgent;
export type EnvironmentRecord = BetaEnvironment;

/** Phase of a session. `done` covers all outcomes. Sessions in `awaiting` or `done` have no timer. */
type Phase = 'researching' | 'awaiting' | 'correcting' | 'closing' | 'done';

/** One event, without data that can be computed on read, to keep thousands of sessions cheap to store. */
export interface Beat {
  kind: BetaManagedAgentsSessionEvent['type'];
  at: number;
  /** Index of the event that this event responds to or waits for. */
  of?: number;
  /** Stop reason, tool name, broken rule or text, depending on `kind`. */
  note?: string;
  /** Page that a tool opens. */
  url?: string;
  /** True for a correction that is sent as changes. */
  patch?: boolean;
  /** True for a deliberately flawed submission, or for a tool error. */
  bad?: boolean;
}

export interface SessionRecord {
  id: string;
  agentId: string;
  agentVersion: number;
  environmentId: string;
  metadata: Record<string, string>;
  task: string;
  budgetCents: number | null;
  /** Requested model, which replaces the agent's. */
  model?: { id?: string; effort?: string };
  /** Requested tools, which replace the agent's. */
  tools?: AgentVersion['tools'];
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
  status: BetaManagedAgentsSession['status'];
  phase: Phase;
  step: number;
  /** True after a `hang` fault: the session stays running and emits no more events. */
  hung: boolean;
  /** True once the session has stopped early, before a submission. */
  endedEarly?: boolean;
  /** When an interrupt takes effect. */
  stopsAt?: number;
  activeMs: number;
  inputTokens: number;
  outputTokens: number;
  searches: number;
  beats: Beat[];
  /** True if markup leaks into its submissions. */
  leaks?: true;
  /** Shape drawn at the start, because findings are computed on each read. Missing from files of earlier versions. */
  sample?: SampleShape;
}

/** State of the stand-in, with sessions in order of creation. */
export interface World {
  agents: Map<string, AgentVersion[]>;
  environments: Map<string, EnvironmentRecord>;
  sessions: Map<string, SessionRecord>;
}

export function emptyWorld(): World {
  return { agents: new Map(), environments: new Map(), sessions: new Map() };
}

export function newProviderId(prefix: 'agent' | 'env' | 'sesn'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Id of the event at an index. {@link placeOf} is the inverse. */
export function eventId(session: SessionRecord, index: number): string {
  return `sevt_${session.id.slice('sesn_'.length)}_${index}`;
}

/** Index of an event in its session, or -1 for a foreign id. */
export function placeOf(session: SessionRecord, id: string): number {
  const index = Number(id.slice(id.lastIndexOf('_') + 1));
  return Number.isInteger(index) && eventId(session, index) === id && index < session.beats.length ? index : -1;
}

/** Indexes of submissions not answered by an event before `until`, earliest first. */
export function openSubmissions({ beats }: SessionRecord, until = beats.length): number[] {
  const before = beats.slice(0, until);
  const answered = new Set(before.flatMap(({ kind, of }) => (kind === 'user.custom_tool_result' ? [of] : [])));
  return before.flatMap(({ kind }, i) => (kind === 'agent.custom_tool_use' && !answered.has(i) ? [i] : []));
}

/** Brief of a session. A task that is not in our format counts as the idea. */
export function briefOf(session: SessionRecord): ResearchBrief {
  const idea = searchOf(session)?.operatorProfile ?? session.task;
  return readTask(session.task) ?? { idea, audience: null, geography: null };
}

/** Search brief of a planning session; null for a research session. */
export function searchOf(session: SessionRecord): SearchBrief | null {
  return readSearchTask(session.task);
}
