import type { SampleWeb } from '../web/web';
import type { Faults } from './faults';
import type { AgentHabits } from './leaks';
import type { Messages } from './messages';
import type { Play } from './play';
import { invalid } from './provider-error';
import type { Route } from './routes';
import { sessionOf } from './session-routes';
import { setVariety, type Variety } from './variety';
import { controlView } from './wire';
import type { World } from './world';

/** Milliseconds from one step of a session to the next. */
export interface Pace {
  stepMs: number;
}

const MAX_STEP_MS = 60 * 60_000;

/** Parts of a stand-in that scripts and tests control. */
interface Controlled {
  world: World;
  play: Play;
  faults: Faults;
  pace: Pace;
  variety: Variety;
  habits: AgentHabits;
  web: SampleWeb;
  messages: Messages;
}

/** Control surface for scripts and tests (docs/interface.md, Local stand-ins). */
export function controlRoutes({ world, play, faults, pace, variety, habits, web, messages }: Controlled): Route[] {
  const defaultStepMs = pace.stepMs;
  const defaultVariety = { ...variety };
  return [
    ['POST', '/_control/pace', ({ body }) => setPace(pace, body.stepMs)],
    ['DELETE', '/_control/pace', () => setPace(pace, defaultStepMs)],
    ['POST', '/_control/variety', ({ body }) => setVariety(variety, body)],
    ['DELETE', '/_control/variety', () => Object.assign(variety, defaultVariety)],
    ['POST', '/_control/habits', ({ body }) => Object.assign(habits, { leaks: body.leaks === true })],
    ['DELETE', '/_control/habits', () => Object.assign(habits, { leaks: false })],
    ['GET', '/_control/sessions', () => [...world.sessions.values()].map(controlView)],
    ['POST', '/_control/sessions/*', ({ ids, body }) => controlView(play.force(sessionOf(world, ids[0]!), body))],
    ['GET', '/_control/messages', () => messages.asked],
    ['POST', '/_control/faults', ({ body }) => faults.arm(body)],
    ['GET', '/_control/faults', () => faults.list()],
    ['DELETE', '/_control/faults', () => (faults.clear(), [])],
    ['POST', '/_control/pages', ({ body }) => web.set(body, invalid)],
    ['GET', '/_control/pages', () => web.list()],
    ['DELETE', '/_control/pages', () => (web.clear(), {})],
    ['POST', '/_control/names', ({ body }) => web.setName(body, invalid)],
    ['GET', '/_control/names', () => web.lookedUp()],
    ['GET', '/_control/visits', () => web.visited()],
  ];
}

function setPace(pace: Pace, stepMs: unknown): Pace {
  if (typeof stepMs !== 'number' || !(stepMs >= 0 && stepMs <= MAX_STEP_MS)) {
    throw invalid(`"stepMs" must be a number of milliseconds up to ${MAX_STEP_MS}`);
  }
  pace.stepMs = stepMs;
  return { stepMs };
}
