import type { AddressInfo, Socket } from 'node:net';
import type { ProvisionedAgent, ResearchAgents } from '../../modules/findings/contract/agents';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn, type StandInOptions } from '../../stand-ins/agents/stand-in';
import { openAgents, type AgentOptions, type AgentSettings } from '../../vendors/agents/open-agents';
import { jestOfFile, use } from '../support/use';

/** A session as the control surface reports it. */
interface ControlSession {
  id: string;
  status: string;
  phase: string;
  archived: boolean;
  metadata: Record<string, string>;
  model: { id: string; effort: string } | null;
  tools:
    { type: string; configs?: { name: string; allowed_domains?: string[]; blocked_domains?: string[] }[] }[] | null;
  submissions: number;
  answers: { toolUseId: string; accepted: boolean; text: string }[];
  events: number;
  usage: { input_tokens: number };
}

/** A stand-in, the product's client and an agent, shared by the whole file. Resets faults after each test. */
export function useAgents() {
  const standIn = use(() => listen());
  const agents = use(() => Promise.resolve(standIn.client()));
  const agent = use(() => agents.provision());
  jestOfFile.afterEach!(async () => {
    for (const change of ['faults', 'pace']) await standIn.request('DELETE', `/_control/${change}`);
  });
  return { standIn, agents, agent };
}

/** Starts the stand-in; returns its open sockets, the sockets of its event streams, and clients. */
export async function listen(options: StandInOptions = {}) {
  const standIn = createAgentsStandIn({ stepMs: 2, ...options });
  const [sockets, streams] = [new Set<Socket>(), new Set<Socket>()];
  standIn.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  standIn.server.on('request', ({ url: path, socket }) => {
    if (path?.includes('/events/stream') && !streams.has(socket))
      streams.add(socket.once('close', () => streams.delete(socket)));
  });
  await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(standIn.server.address() as AddressInfo).port}`;

  /** Sends a raw request and parses the response's body. */
  async function request<T = unknown>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: T }> {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': AGENTS_STAND_IN_KEY },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }
  const sessions = async () => (await request<ControlSession[]>('GET', '/_control/sessions')).body;
  return {
    url,
    sockets,
    streams,
    request,
    sessions,
    /** The product's client with separate connection settings. */
    client: (more: AgentOptions = {}, key = AGENTS_STAND_IN_KEY, settings: Partial<AgentSettings> = {}) =>
      openAgents(
        { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, ...settings },
        { reconnect: { firstDelayMs: 5, maxDelayMs: 20, maxFailures: 20 }, ...more },
      ),
    async fault(match: string, effect: string, more: { times?: number; delayMs?: number } = {}) {
      const { status, body } = await request('POST', '/_control/faults', { match, effect, ...more });
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    session: async (id: string) => (await sessions()).find((session) => session.id === id)!,
    close: () => standIn.close(),
  };
}

/** Follows a session until the next turn and records every cursor. */
export async function follow(
  agents: ResearchAgents,
  sessionId: string,
  after: string | null = null,
  signal = AbortSignal.timeout(10_000),
) {
  const cursors: string[] = [];
  const turn = await agents.follow(sessionId, {
    after,
    budgetMicros: 5_000_000,
    signal,
    onEvent: ({ cursor }) => cursors.push(cursor),
  });
  return { cursors, turn };
}

/** Follows a session until its submission. Throws if the session does anything else. */
export async function submission(agents: ResearchAgents, sessionId: string, after: string | null = null) {
  const { turn, cursors } = await follow(agents, sessionId, after);
  if (turn.type !== 'submitted') throw new Error(`Expected a submission, not ${JSON.stringify(turn)}`);
  return { ...turn, cursors };
}

/** Starts a session whose budget is never reached. */
export async function start(
  agents: ResearchAgents,
  agent: ProvisionedAgent,
  idea: string,
  reference = idea,
): Promise<string> {
  const brief = { idea, audience: null, geography: null };
  return (await agents.startSession(agent, reference, brief, 5_000_000)).sessionId;
}
