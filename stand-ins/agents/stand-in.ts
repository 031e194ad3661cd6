import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { html } from '../../base/html';
import { StateFile } from '../base/data';
import { read, type Fault } from '../base/fault-list';
import {
  sendFrontPage,
  closeServer,
  jsonObject,
  KEEP_ALIVE_MS,
  readText,
  retryAfterSeconds,
  sendJson,
  stall,
  forThisMachine,
  type FrontPage,
  type StandIn,
} from '../base/http';
import { SampleWeb, EFFECT } from '../web/web';
import { deploymentRoutes } from './deployments';
import { Faults, KIND_HABITS, HABITS, type AgentsRequestEffect } from './faults';
import { Messages } from './messages';
import { Play } from './play';
import { dispatch, invalid, keyOf, ProviderError, sendError, refused, type Route } from './protocol';
import { sessionOf, sessionRoutes, taskIn } from './session-routes';
import { DEFAULT_VARIETY, VARIETY, type Variety } from './variety';
import { Streams, controlView } from './wire';
import { emptyWorld, briefOf, type World } from './world';

/** The only key that the stand-in accepts. Real keys sent by mistake fail. */
export const AGENTS_STAND_IN_KEY = 'local-agents-key';

export interface StandInOptions {
  /** File for state that survives restarts; null keeps it in memory. */
  stateFile?: string | null;
  stepMs?: number;
  keepFinished?: number;
  variety?: Variety;
}

const DEFAULT_STEP_MS = 200;
const STATE_FORMAT = 1;
const PACE = z.strictObject({ stepMs: z.number().min(0).max(3_600_000) });
const STREAM = /^\/v1\/sessions\/([^/]+)\/events\/stream$/;

/**
 * Implements the parts of the agent provider's protocol that the product uses. Sessions take a few steps and submit
 * samples. Also serves the web pages that samples cite, under reserved host names (`../web/web.ts`).
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
  const usual = { pace: { ...pace }, variety: { ...variety } };
  // Control surface for scripts and tests (stand-ins/README.md).
  const control: Route[] = [
    ['POST', '/_control/pace', ({ body }) => Object.assign(pace, read(PACE, body, refused))],
    ['DELETE', '/_control/pace', () => Object.assign(pace, usual.pace)],
    ['POST', '/_control/habits', ({ body }) => Object.assign(habits, read(HABITS.partial(), body, refused))],
    ['DELETE', '/_control/habits', () => Object.assign(habits, KIND_HABITS)],
    ['POST', '/_control/variety', ({ body }) => Object.assign(variety, read(VARIETY.partial(), body, refused))],
    ['DELETE', '/_control/variety', () => Object.assign(variety, usual.variety)],
    ['GET', '/_control/sessions', () => [...world.sessions.values()].map(controlView)],
    ['POST', '/_control/sessions/*', ({ ids, body }) => controlView(play.force(sessionOf(world, ids[0]!), body))],
    ['GET', '/_control/messages', () => messages.asked],
    ['POST', '/_control/faults', ({ body }) => faults.arm(body)],
    ['GET', '/_control/faults', () => faults.list()],
    ['DELETE', '/_control/faults', () => (faults.clear(), [])],
    ['POST', '/_control/pages', ({ body }) => web.set(read(EFFECT, body, refused))],
    ['GET', '/_control/pages', () => web.list()],
    ['DELETE', '/_control/pages', () => (web.clear(), {})],
    ['POST', '/_control/names', ({ body }) => web.setName(body, invalid)],
    ['GET', '/_control/names', () => web.lookedUp()],
    ['GET', '/_control/visits', () => web.visited()],
  ];
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
      throw new ProviderError(401, 'authentication_error', 'This is a local stand-in, and accepts only its own key');
    }
    const body = await bodyOf(request);
    const fault = faults.forRequest({ method, path: url.pathname, task: taskOf(url.pathname, body) });
    if (fault) await applyFault(fault, response);
    if (response.destroyed) return;

    const streamed = method === 'GET' ? STREAM.exec(url.pathname) : null;
    const answer = streamed ? null : dispatch(protocol, method, url, body);
    if (method === 'POST') state.touch();
    if (streamed) streams.attach(sessionOf(world, streamed[1]!), response);
    // With this fault, a stream sends events for a while and then breaks off.
    if (fault?.effect === 'timeout_after') return stall(response, fault.delayMs);
    if (answer !== null) sendJson(response, 200, answer);
  }

  const bodyOf = async (request: IncomingMessage) => jsonObject(await readText(request), invalid);

  /** Task of the session that a request creates or refers to. */
  function taskOf(path: string, body: Record<string, unknown>): string | null {
    if (path === '/v1/sessions') return taskIn(body);
    return world.sessions.get(path.split('/')[3] ?? '')?.task ?? null;
  }

  const server = createServer(
    forThisMachine((request, response) => {
      const requestId = `req_${randomBytes(12).toString('hex')}`;
      response.setHeader('request-id', requestId);
      respond(request, response).catch((error: unknown) => sendError(response, requestId, error));
    }),
  );
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

/** Applies a fault before the request runs. @throws ProviderError if the fault is an error response */
async function applyFault(fault: Fault<AgentsRequestEffect>, response: ServerResponse): Promise<void> {
  if (fault.effect === 'key_refused') throw new ProviderError(401, 'authentication_error', 'invalid x-api-key');
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'overloaded') throw new ProviderError(529, 'overloaded_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const after = { 'retry-after': retryAfterSeconds(fault.delayMs) };
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', after);
  }
  if (fault.effect === 'timeout_before') await stall(response, fault.delayMs);
}

function agentsFrontPage({ sessions }: World): FrontPage {
  return {
    title: 'Agents: a local stand-in',
    what: html`It implements the agent provider's protocol and submits sample findings, so nothing is researched and
      nothing costs money. It is for programs. <a href="/_control/sessions">Its control surface</a> lists all sessions
      as JSON.`,
    lists: [
      {
        heading: 'Latest sessions',
        none: 'None yet. Start a run.',
        items: [...sessions.values()]
          .slice(-20)
          .reverse()
          .map(
            (session) => html`<code>${session.id}</code>, ${session.status}: ${briefOf(session).idea.slice(0, 160)}`,
          ),
      },
    ],
  };
}
