import { z } from 'zod';
import { read } from '../base/read';
import { EFFECT, type SampleWeb } from '../web/web';
import type { Faults } from './faults';
import { HABITS, KIND_HABITS, type Habits } from './habits';
import type { Messages } from './messages';
import type { Play } from './play';
import { refused, type Route } from './protocol';
import { sessionOf } from './session-routes';
import { VARIETY, type Variety } from './variety';
import { controlView } from './wire';
import type { World } from './world';

/** Milliseconds from one step of a session to the next. */
export interface Pace {
  stepMs: number;
}

const PACE = z.strictObject({ stepMs: z.number().min(0).max(3_600_000) });

/** Parts of a stand-in that scripts and tests control. */
interface Controlled {
  world: World;
  play: Play;
  faults: Faults;
  pace: Pace;
  habits: Habits;
  variety: Variety;
  web: SampleWeb;
  messages: Messages;
}

/** Control surface for scripts and tests (docs/interface.md, Local stand-ins). */
export function controlRoutes({ world, play, faults, pace, habits, variety, web, messages }: Controlled): Route[] {
  const defaultPace = { ...pace };
  const defaultVariety = { ...variety };
  return [
    ['POST', '/_control/pace', ({ body }) => Object.assign(pace, read(PACE, body, refused))],
    ['DELETE', '/_control/pace', () => Object.assign(pace, defaultPace)],
    ['POST', '/_control/habits', ({ body }) => Object.assign(habits, read(HABITS.partial(), body, refused))],
    ['DELETE', '/_control/habits', () => Object.assign(habits, KIND_HABITS)],
    ['POST', '/_control/variety', ({ body }) => Object.assign(variety, read(VARIETY.partial(), body, refused))],
    ['DELETE', '/_control/variety', () => Object.assign(variety, defaultVariety)],
    ['GET', '/_control/sessions', () => [...world.sessions.values()].map(controlView)],
    ['POST', '/_control/sessions/*', ({ ids, body }) => controlView(play.force(sessionOf(world, ids[0]!), body))],
    ['GET', '/_control/messages', () => messages.asked],
    ['POST', '/_control/faults', ({ body }) => faults.arm(body)],
    ['GET', '/_control/faults', () => faults.list()],
    ['DELETE', '/_control/faults', () => (faults.clear(), [])],
    ['POST', '/_control/pages', ({ body }) => web.set(read(EFFECT, body, refused))],
    ['GET', '/_control/pages', () => web.list()],
    ['DELETE', '/_control/pages', () => (web.clear(), {})],
    ['GET', '/_control/visits', () => web.visited()],
  ];
}
