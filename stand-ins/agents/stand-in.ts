import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Fault } from '../base/fault-list';
import { sendFrontPage } from '../base/front-page';
import { closeServer, jsonObject, KEEP_ALIVE_MS, readText, retryAfterSeconds, sendJson, stall } from '../base/http';
import type { StandIn } from '../base/serve';
import { StateFile } from '../base/state-file';
import { SampleWeb } from '../web/web';
import { controlRoutes } from './control';
import { deploymentRoutes } from './deployments';
import { Faults, type AgentsRequestEffect } from './faults';
import { KIND_HABITS } from './habits';
import { agentsFrontPage } from './front-page';
import { dispatch, invalid, keyOf, ProviderError, sendError } from './protocol';
import { Messages } from './messages';
import { Play } from './play';
import { sessionOf, sessionRoutes, taskIn } from './session-routes';
import { Streams } from './streams';
import { DEFAULT_VARIETY, type Variety } from './variety';
import { emptyWorld } from './world';

/** The only key that the stand-in accepts: a real key sent here by mistake fails. */
export const AGENTS_STAND_IN_KEY = 'local-agents-key';

/** Options of one stand-in. */
export interface StandInOptions {
  /** File that keeps the state across restarts; null keeps it in memory. */
  stateFile?: string | null;
  /** Milliseconds between two steps of a session. */
  stepMs?: number;
  /** Number of finished sessions to keep. */
  keepFinished?: number;
  /** Variety of samples, for a comparison with earlier ones. */
  variety?: Variety;
}

const DEFAULT_STEP_MS = 200;
const STATE_FORMAT = 1;
const STREAM = /^\/v1\/sessions\/([^/]+)\/events\/stream$/;

/**
 * Speaks the agent provider's protocol as far as the product uses it: sessions take a few steps and submit computed
 * sample findings. Unknown routes answer with the provider's error envelope; `/_control/…` is for tests and scripts.
 * Under reserved names it is the web that its samples cite (`../web/web.ts`).
 */
export function createAgentsStandIn(options: StandInOptions = {}): StandIn {
  const stateFile = options.stateFile ?? null;
  const world = StateFile.load(stateFile, STATE_FORMAT, emptyWorld());
  const state = new StateFile(stateFile, STATE_FORMAT, world);
  const pace = { stepMs: options.stepMs ?? DEFAULT_STEP_MS };
  const variety = { ...(options.variety ?? DEFAULT_VARIETY) };
  const habits = { ...KIND_HABITS };
  const faults = new Faults();
  const streams = new Streams();
  const web = new SampleWeb();
  const play = new Play(world, faults, { pace, habits }, options.keepFinished ?? 5_000, web, (session, index) => {
    state.touch();
    streams.send(session, index);
  });
  const messages = new Messages(() => faults.forReader());
  const control = controlRoutes({ world, play, faults, pace, habits, variety, web, messages });
  const protocol = [...deploymentRoutes(world), ...sessionRoutes(world, play, habits, variety), ...messages.routes()];
  play.resume();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (SampleWeb.isMeant(request)) return web.answer(request, response);
    const method = request.method!;
    const url = new URL(request.url!, 'http://stand-in');
    if (url.pathname.startsWith('/_control/')) {
      return sendJson(response, 200, dispatch(control, method, url, await bodyOf(request)));
    }
    if (method === 'GET' && url.pathname === '/') return sendFrontPage(response, agentsFrontPage(world));
    if (keyOf(request) !== AGENTS_STAND_IN_KEY) {
      throw new ProviderError(401, 'authentication_error', 'This is a local stand-in: it takes only its own key');
    }
    const body = await bodyOf(request);
    const fault = faults.forRequest({ method, path: url.pathname, task: taskOf(url.pathname, body) });
    if (fault) await applyFault(fault, response);
    if (response.destroyed) return;

    const streamed = method === 'GET' ? STREAM.exec(url.pathname) : null;
    const answer = streamed ? null : dispatch(protocol, method, url, body);
    if (method === 'POST') state.touch();
    if (streamed) streams.attach(sessionOf(world, streamed[1]!), response);
    // A stream is lost midway: it runs for a while and then breaks off.
    if (fault?.effect === 'timeout_after') return stall(response, fault.delayMs);
    if (answer !== null) sendJson(response, 200, answer);
  }

  const bodyOf = async (request: IncomingMessage) => jsonObject(await readText(request), invalid);

  /** Task of the session that a request names or creates. */
  function taskOf(path: string, body: Record<string, unknown>): string | null {
    if (path === '/v1/sessions') return taskIn(body);
    return world.sessions.get(path.split('/')[3] ?? '')?.task ?? null;
  }

  const server = createServer((request, response) => {
    const requestId = `req_${randomBytes(12).toString('hex')}`;
    response.setHeader('request-id', requestId);
    respond(request, response).catch((error: unknown) => sendError(response, requestId, error));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return {
    server,
    async close() {
      play.close();
      await closeServer(server);
      await state.close();
    },
  };
}

/** Applies a fault before the request runs. @throws ProviderError for effects that are a response */
async function applyFault(fault: Fault<AgentsRequestEffect>, response: ServerResponse): Promise<void> {
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'overloaded') throw new ProviderError(529, 'overloaded_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const after = { 'retry-after': retryAfterSeconds(fault.delayMs) };
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', after);
  }
  if (fault.effect === 'timeout_before') await stall(response, fault.delayMs);
}
