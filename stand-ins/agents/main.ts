/**
 * Runs the agent stand-in as a process. Reads HOST, PORT, STATE_FILE (sessions survive restarts), HABITS (`usual` or
 * `varied`), SITES (`shared`, or `own` to test rate limits per site) and KEEP_FINISHED (5,000 sessions by default).
 */
import { serve } from '../base/http';
import { createAgentsStandIn } from './stand-in';
import { DEFAULT_VARIETY, VARIETY } from './variety';

const { HOST = '127.0.0.1', PORT = '3200', STATE_FILE = null, HABITS, SITES, KEEP_FINISHED } = process.env;
const { habits, sites } = DEFAULT_VARIETY;

serve(
  createAgentsStandIn({
    stateFile: STATE_FILE,
    ...(KEEP_FINISHED && { keepFinished: Number(KEEP_FINISHED) }),
    variety: {
      ...DEFAULT_VARIETY,
      habits: VARIETY.shape.habits.catch(habits).parse(HABITS),
      sites: VARIETY.shape.sites.catch(sites).parse(SITES),
    },
  }),
  HOST,
  Number(PORT),
);
