import { setTimeout as sleep } from 'node:timers/promises';

/** Empty step with a result as large as that of the step it replaces. */
const nothing = (result: object) => (_runId: string) => Promise.resolve(result);

/** Empty activities of an evaluation and of a search. */
export const bareActivities = {
  begin: nothing({ status: 'running', overdue: false }),
  start: nothing({ sessionId: 'sesn_000000000000000000000000' }),
  /** Lasts as long as the agent works. */
  async follow(_runId: string, agentMs = 0): Promise<object> {
    if (agentMs > 0) await sleep(agentMs);
    return { toolUseId: 'sevt_000000000000000000000000_9' };
  },
  verify: nothing({ cited: 8, open: 0 }),
  check: nothing({ flaws: 0 }),
  render: (_runId: string) => Promise.resolve(),
  complete: (_runId: string) => Promise.resolve({ status: 'completed', failureCode: null }),
  notify: nothing({ sent: false }),
  rank: nothing({ passed: 25, excluded: 0 }),
  stop: nothing({ costMicros: 123_456 }),
  settle: nothing({ candidateId: 'c10', status: 'passed', reason: null }),
};

/** Interface of the activities for the bare workflow. */
export type BareActivities = typeof bareActivities;
