import type { AddressInfo } from 'node:net';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn, type StandInOptions } from '../../local/agents/stand-in';
import { createResearchAgents, type ResearchAgentsOptions } from '../../providers/agents/create-research-agents';
import type { AgentTurn, ResearchAgents, ResearchBrief } from '../../providers/agents/research-agents';

/** What `GET /_control/sessions` says of a session, as far as tests look at it. */
export interface ControlledSession {
  id: string;
  status: string;
  archived: boolean;
  metadata: Record<string, string>;
  brief: ResearchBrief;
  answers: { toolUseId: string; accepted: boolean; text: string }[];
}

/** A stand-in on a free port and clients of the product on it. */
export interface Provider {
  url: string;
  agents: ResearchAgents;
  /** Another client, as another process would have. */
  client(options?: Partial<ResearchAgentsOptions>): ResearchAgents;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  sessionsOf(reference: string): Promise<ControlledSession[]>;
  /** Breaks every open connection, streams in mid-air included. */
  cutConnections(): void;
  close(): Promise<void>;
}

/** Starts a stand-in that moves fast. */
export async function startProvider(options: StandInOptions = {}): Promise<Provider> {
  const standIn = createAgentsStandIn({ stepMs: 5, ...options });
  await new Promise<void>((listening) => standIn.server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(standIn.server.address() as AddressInfo).port}`;
  const client = (more: Partial<ResearchAgentsOptions> = {}) =>
    createResearchAgents({
      apiKey: AGENTS_STAND_IN_KEY,
      baseUrl: url,
      requestTimeoutMs: 5_000,
      reconnect: { firstDelayMs: 5, maxDelayMs: 20 },
      ...more,
    });
  const control = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_control${path}`, { method, ...sent });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<unknown>;
  };
  return {
    url,
    agents: client(),
    client,
    control,
    sessionsOf: async (reference) => {
      const all = (await control('GET', '/sessions')) as ControlledSession[];
      return all.filter((session) => session.metadata['reference'] === reference);
    },
    cutConnections: () => standIn.server.closeAllConnections(),
    close: () => standIn.close(),
  };
}

/** A brief of an idea alone. */
export function brief(idea: string): ResearchBrief {
  return { idea, audience: null, geography: null };
}

/** Options of `follow` that note the cursors. */
export function watch(after: string | null = null) {
  const cursors: string[] = [];
  const abort = new AbortController();
  return { after, signal: abort.signal, onEvent: (cursor: string) => void cursors.push(cursor), cursors, abort };
}

/** The turn as a submission. Throws when it is something else. */
export function submitted(turn: AgentTurn): Extract<AgentTurn, { type: 'submitted' }> {
  if (turn.type !== 'submitted') throw new Error(`The session was to submit, but: ${JSON.stringify(turn)}`);
  return turn;
}

/** A budget that no sample session reaches, in micros. */
export const AMPLE = 5_000_000;
