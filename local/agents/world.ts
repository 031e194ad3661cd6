import { randomBytes } from 'node:crypto';
import { readSearchTask, readTask } from '../../providers/agents/task-message';
import type { ResearchBrief, SearchBrief } from '../../providers/agents/research-agents';

/** One version of an agent, in the provider's form. */
export interface AgentVersion {
  id: string;
  version: number;
  created_at: string;
  metadata: Record<string, string>;
  name: string;
  [field: string]: unknown;
}

/** An environment, in the provider's form. */
export interface EnvironmentRecord {
  id: string;
  created_at: string;
  metadata: Record<string, string>;
  name: string;
  [field: string]: unknown;
}

/** Where a session is in its small play. `done` covers every end; nothing is scheduled in `awaiting` and `done`. */
export type Phase = 'researching' | 'awaiting' | 'correcting' | 'closing' | 'done';

/**
 * One event, reduced to what cannot be derived: id, payloads and findings are made when somebody reads it, so a
 * thousand sessions cost little to keep and to write.
 */
export interface Beat {
  kind: string;
  at: number;
  /** Index of the event that this one answers or waits for. */
  of?: number;
  /** Stop reason of an idle, name of a tool, or text, by kind. */
  note?: string;
  /** A submission made with flaws on purpose, or an answer that reports an error. */
  bad?: boolean;
}

/** A session as it is kept and saved. */
export interface SessionRecord {
  id: string;
  agentId: string;
  agentVersion: number;
  environmentId: string;
  metadata: Record<string, string>;
  task: string;
  budgetCents: number | null;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
  status: 'running' | 'idle';
  phase: Phase;
  step: number;
  /** A fault has silenced it: it stays running and says nothing more. */
  hung: boolean;
  activeMs: number;
  inputTokens: number;
  outputTokens: number;
  searches: number;
  beats: Beat[];
}

/** Everything the stand-in knows. Sessions stand in the order of their creation. */
export interface World {
  agents: Map<string, AgentVersion[]>;
  environments: Map<string, EnvironmentRecord>;
  sessions: Map<string, SessionRecord>;
}

/** An empty world. */
export function emptyWorld(): World {
  return { agents: new Map(), environments: new Map(), sessions: new Map() };
}

/** A new id in the provider's style. */
export function newProviderId(prefix: 'agent' | 'env' | 'sesn'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Id of a session's event by its place; the reverse is {@link placeOf}. */
export function eventId(session: SessionRecord, index: number): string {
  return `sevt_${session.id.slice('sesn_'.length)}_${index}`;
}

/** Place of an event in its session, or -1 for an id of something else. */
export function placeOf(session: SessionRecord, id: string): number {
  const index = Number(id.slice(id.lastIndexOf('_') + 1));
  return Number.isInteger(index) && eventId(session, index) === id && index < session.beats.length ? index : -1;
}

/** The brief that a session works on; a message of another form counts as the idea itself. */
export function briefOf(session: SessionRecord): ResearchBrief {
  const idea = searchOf(session)?.operatorProfile ?? session.task;
  return readTask(session.task) ?? { idea, audience: null, geography: null };
}

/** The search that a session plans, or null for one that researches. */
export function searchOf(session: SessionRecord): SearchBrief | null {
  return readSearchTask(session.task);
}
