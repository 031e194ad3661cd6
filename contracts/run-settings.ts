import { num } from 'envalid';
import { duration } from './settings';

/** Settings of runs, read by the API when it accepts one. Durations are strings such as `30m` (contract.md). */
export const runSettings = {
  RUN_QUEUE_EXPIRY: duration({ default: 3_600_000, desc: 'How long a run may wait before it expires' }),
  EVALUATION_DEADLINE: duration({ default: 1_800_000, desc: 'From the start of an evaluation to its deadline' }),
  SEARCH_DEADLINE: duration({ default: 14_400_000, desc: 'From the start of a search to its deadline' }),
  SEARCH_PARALLELISM: num({ default: 10, desc: 'Candidates of one search that are researched at the same time' }),
  RUN_MAX_REPAIRS: num({ default: 3, desc: 'How often findings that fail the checks go back to the agent' }),
  STEP_TIMEOUT: duration({
    default: 40_000,
    desc: 'Longest time of a short workflow step before its worker counts as lost',
  }),
  SESSION_HEARTBEAT_TIMEOUT: duration({
    default: 20_000,
    desc: 'Silence of a worker after which another follows its agent sessions',
  }),
};
