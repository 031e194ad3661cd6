import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Faults, type Fault } from './faults';
import { Play } from './play';
import { invalid, notFound, ProviderError } from './provider-error';
import { providerRoutes, ReadyJson, sessionOf, type Call, type Route } from './routes';
import { StateFile } from './state-file';
import { controlView, eventView } from './wire';
import type { SessionRecord } from './world';

/** The only key that the stand-in takes, so that no real one is ever sent to it unnoticed. */
export const AGENTS_STAND_IN_KEY = 'local-agents-key';

/** How one stand-in differs from another. */
export interface StandInOptions {
  /** Where its state is kept over a restart; null keeps it in memory. */
  stateFile?: string | null;
  /** Milliseconds from one step of a session to the next. */
  stepMs?: number;
  /** Finished sessions that are remembered. */
  keepFinished?: number;
}

/** The stand-in, not yet listening. */
export interface AgentsStandIn {
  server: Server;
  close(): Promise<void>;
}

const DEFAULT_STEP_MS = 200;
const DEFAULT_HOLD_MS = 60_000;

/**
 * The agent provider's protocol, as far as the product uses it, played by arithmetic: sessions research in a few steps and
 * submit sample findings. Every unknown route answers with the provider's error envelope; `/_control/…` drives it.
 */
export function createAgentsStandIn(options: StandInOptions = {}): AgentsStandIn {
  const world = StateFile.load(options.stateFile ?? null);
  const state = new StateFile(options.stateFile ?? null, world);
  const pace = { stepMs: options.stepMs ?? DEFAULT_STEP_MS };
  const restingPace = pace.stepMs;
  const faults = new Faults();
  const streams = new Map<string, Set<ServerResponse>>();
  const play = new Play(world, faults, pace, options.keepFinished ?? 5_000, (session, index) => {
    state.touch();
    for (const stream of streams.get(session.id) ?? []) writeEvent(stream, session, index);
  });
  play.resume();

  const routes: Route[] = [
    ...providerRoutes(world, play),
    ['POST', '/_control/pace', ({ body }) => setPace(pace, body.stepMs)],
    ['DELETE', '/_control/pace', () => setPace(pace, restingPace)],
    ['GET', '/_control/sessions', () => [...world.sessions.values()].map(controlView)],
    ['POST', '/_control/faults', ({ body }) => faults.arm(body)],
    ['GET', '/_control/faults', () => faults.list()],
    ['DELETE', '/_control/faults', () => (faults.clear(), [])],
  ];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stand-in');
    const control = url.pathname.startsWith('/_control/');
    if (!control && keyOf(request) !== AGENTS_STAND_IN_KEY) {
      throw new ProviderError(401, 'authentication_error', 'This is a local stand-in: it takes only its own key');
    }
    const body = await readJson(request);
    const fault = control
      ? null
      : faults.forRequest({ method: request.method!, path: url.pathname, task: taskOf(url.pathname, body) });
    if (fault) await beforeActing(fault, response);
    if (response.destroyed) return;
    const streamed = /^\/v1\/sessions\/([^/]+)\/events\/stream$/.exec(url.pathname);
    if (streamed) {
      openStream(sessionOf(world, streamed[1]!), response);
      // A stream's answer is lost in the middle: it flows for a while and then breaks off.
      return fault?.effect === 'timeout_after' ? hold(fault, response) : undefined;
    }
    const answer = act(request.method!, url, body);
    if (!control && request.method === 'POST') state.touch();
    if (fault?.effect === 'timeout_after') return hold(fault, response);
    sendJson(response, 200, answer instanceof ReadyJson ? answer.text : JSON.stringify(answer));
  }

  function act(method: string, url: URL, body: Record<string, unknown>): unknown {
    const given = url.pathname.split('/');
    for (const [routeMethod, path, answer] of routes) {
      if (routeMethod !== method) continue;
      const wanted = path.split('/');
      if (wanted.length !== given.length || !wanted.every((part, i) => part === '*' || part === given[i])) continue;
      const call: Call = { ids: given.filter((_, i) => wanted[i] === '*'), query: url.searchParams, body };
      return answer(call);
    }
    throw notFound(`${method} ${url.pathname}`);
  }

  function taskOf(path: string, body: Record<string, unknown>): string | null {
    const known = world.sessions.get(path.split('/')[3] ?? '');
    if (known) return known.task;
    return path === '/v1/sessions' ? JSON.stringify(body.initial_events ?? null) : null;
  }

  // Only events from now on, as the provider does: a follower reads the history beside it.
  function openStream(session: SessionRecord, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': stand-in\n\n');
    const open = streams.get(session.id) ?? new Set();
    streams.set(session.id, open.add(response));
    response.on('close', () => {
      open.delete(response);
      if (open.size === 0) streams.delete(session.id);
    });
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      const known = error instanceof ProviderError ? error : new ProviderError(500, 'api_error', String(error));
      for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
      sendJson(response, known.status, JSON.stringify(known.body(`req_${Date.now()}`)));
    });
  });
  return {
    server,
    async close() {
      play.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await state.close();
    },
  };
}

// The SDK sends its key as a bearer token, older clients in a header of its own.
function keyOf({ headers }: IncomingMessage): string | undefined {
  return headers.authorization?.replace(/^Bearer /, '') ?? headers['x-api-key']?.toString();
}

function setPace(pace: { stepMs: number }, stepMs: unknown): { stepMs: number } {
  if (typeof stepMs !== 'number' || !(stepMs >= 0)) throw invalid('"stepMs" must be a number of milliseconds');
  pace.stepMs = stepMs;
  return { stepMs };
}

function writeEvent(stream: ServerResponse, session: SessionRecord, index: number): void {
  const event = eventView(session, index);
  stream.write(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
}

async function beforeActing(fault: Fault, response: ServerResponse): Promise<void> {
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const seconds = String(Math.ceil((fault.delayMs ?? 1_000) / 1_000));
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', { 'retry-after': seconds });
  }
  if (fault.effect === 'timeout_before') await hold(fault, response);
}

/** Says nothing for a while, then drops the connection. */
async function hold({ delayMs = DEFAULT_HOLD_MS }: Fault, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => undefined);
  response.destroy();
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (chunks.length === 0) return {};
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw invalid('The body is not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object');
  return body as Record<string, unknown>;
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}
