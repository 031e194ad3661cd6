import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { segmentsAt, type Fault, type RequestEffect } from '../stand-in/fault-list';
import { closeServer, hold, jsonObject, readText, retryAfterSeconds, sendJson } from '../stand-in/http';
import type { StandIn } from '../stand-in/serve';
import { StateFile } from '../stand-in/state-file';
import { Faults } from './faults';
import { Play } from './play';
import { invalid, notFound, ProviderError } from './provider-error';
import { providerRoutes, ReadyJson, sessionOf, type Route } from './routes';
import { controlView, eventView } from './wire';
import { emptyWorld, type SessionRecord } from './world';

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

const DEFAULT_STEP_MS = 200;
const STATE_FORMAT = 1;

/**
 * The agent provider's protocol, as far as the product uses it, played by arithmetic: sessions research in a few steps and
 * submit sample findings. Every unknown route answers with the provider's error envelope; `/_control/…` drives it.
 */
export function createAgentsStandIn(options: StandInOptions = {}): StandIn {
  const stateFile = options.stateFile ?? null;
  const world = StateFile.load(stateFile, STATE_FORMAT, emptyWorld());
  const state = new StateFile(stateFile, STATE_FORMAT, world);
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
    const body = jsonObject(await readText(request), invalid);
    const fault = control
      ? null
      : faults.forRequest({ method: request.method!, path: url.pathname, task: taskOf(url.pathname, body) });
    if (fault) await beforeActing(fault, response);
    if (response.destroyed) return;
    const streamed = /^\/v1\/sessions\/([^/]+)\/events\/stream$/.exec(url.pathname);
    if (streamed) {
      openStream(sessionOf(world, streamed[1]!), response);
      // A stream's answer is lost in the middle: it flows for a while and then breaks off.
      return fault?.effect === 'timeout_after' ? hold(response, fault.delayMs) : undefined;
    }
    const answer = act(request.method!, url, body);
    if (!control && request.method === 'POST') state.touch();
    if (fault?.effect === 'timeout_after') return hold(response, fault.delayMs);
    sendJson(response, 200, answer instanceof ReadyJson ? answer.text : JSON.stringify(answer));
  }

  function act(method: string, url: URL, body: Record<string, unknown>): unknown {
    for (const [routeMethod, path, answer] of routes) {
      const ids = routeMethod === method ? segmentsAt(path, url.pathname) : null;
      if (ids) return answer({ ids, query: url.searchParams, body });
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
      await closeServer(server);
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

async function beforeActing(fault: Fault<RequestEffect>, response: ServerResponse): Promise<void> {
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const after = { 'retry-after': retryAfterSeconds(fault.delayMs) };
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', after);
  }
  if (fault.effect === 'timeout_before') await hold(response, fault.delayMs);
}
