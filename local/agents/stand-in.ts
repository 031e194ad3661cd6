import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, hold, jsonObject, KEEP_ALIVE_MS, readText, sendJson } from '../stand-in/http';
import type { StandIn } from '../stand-in/serve';
import { StateFile } from '../stand-in/state-file';
import { controlRoutes } from './control';
import { deploymentRoutes } from './deployments';
import { Faults } from './faults';
import { keyOf, sendError, strikeBefore } from './http';
import { Play } from './play';
import { invalid, ProviderError } from './provider-error';
import { answerOf } from './routes';
import { sessionOf, sessionRoutes, taskIn } from './session-routes';
import { Streams } from './streams';
import { emptyWorld } from './world';

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
const STREAM = /^\/v1\/sessions\/([^/]+)\/events\/stream$/;

/**
 * The agent provider's protocol, as far as the product uses it, played by arithmetic: sessions research in a few steps and
 * submit sample findings. Every unknown route answers with the provider's error envelope; `/_control/…` drives it.
 */
export function createAgentsStandIn(options: StandInOptions = {}): StandIn {
  const stateFile = options.stateFile ?? null;
  const world = StateFile.load(stateFile, STATE_FORMAT, emptyWorld());
  const state = new StateFile(stateFile, STATE_FORMAT, world);
  const pace = { stepMs: options.stepMs ?? DEFAULT_STEP_MS };
  const faults = new Faults();
  const streams = new Streams();
  const play = new Play(world, faults, pace, options.keepFinished ?? 5_000, (session, index) => {
    state.touch();
    streams.send(session, index);
  });
  const control = controlRoutes(world, faults, pace);
  const protocol = [...deploymentRoutes(world), ...sessionRoutes(world, play)];
  play.resume();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method!;
    const url = new URL(request.url!, 'http://stand-in');
    if (url.pathname.startsWith('/_control/')) {
      return sendJson(response, 200, answerOf(control, method, url, await bodyOf(request)));
    }
    if (keyOf(request) !== AGENTS_STAND_IN_KEY) {
      throw new ProviderError(401, 'authentication_error', 'This is a local stand-in: it takes only its own key');
    }
    const body = await bodyOf(request);
    const fault = faults.forRequest({ method, path: url.pathname, task: taskOf(url.pathname, body) });
    if (fault) await strikeBefore(fault, response);
    if (response.destroyed) return;

    const streamed = method === 'GET' ? STREAM.exec(url.pathname) : null;
    const answer = streamed ? null : answerOf(protocol, method, url, body);
    if (method === 'POST') state.touch();
    if (streamed) streams.attach(sessionOf(world, streamed[1]!), response);
    // The answer of a stream is lost in the middle: it flows for a while and then breaks off.
    if (fault?.effect === 'timeout_after') return hold(response, fault.delayMs);
    if (answer !== null) sendJson(response, 200, answer);
  }

  const bodyOf = async (request: IncomingMessage) => jsonObject(await readText(request), invalid);

  /** The task that a request is about: of the session it names, or of the one it creates. */
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
