import { readWorkflowBundle } from '../../worker/bundle';
import { call, IDEA } from '../support/api';
import { mailTo } from '../support/mails';
import { startStack } from '../support/stack';
import { changedScan } from '../support/changed-scan';

/** Longer than the 5 s after which the SDK would terminate a script. */
const PAUSED_S = 7;

// The clock of the sandbox stands still during a step; that of Intl is the machine's.
const PAUSE = `
  const clock = new Intl.DateTimeFormat('en', { minute: 'numeric', second: 'numeric' });
  for (let seconds = -1, last = ''; seconds < ${PAUSED_S}; ) {
    const now = clock.format();
    if (now !== last) [seconds, last] = [seconds + 1, now];
  }`;

/** Code of all workflows, in which the first step of the first scan takes long, as in a process that was paused. */
async function pausedOnce(): Promise<string> {
  const pauseOnce = `if (!pausedBefore) { pausedBefore = true; ${PAUSE} }`;
  return `let pausedBefore = false; ${changedScan(await readWorkflowBundle(), () => pauseOnce)}`;
}

test('a workflow whose process is paused in the middle of a step goes on, and nothing fails', async () => {
  const stack = await startStack({ build: { code: await pausedOnce() } });
  try {
    const body = { email: 'paused@example.com', idea: IDEA };
    const { scanId } = (await call<{ scanId: string }>(stack.api, 'POST', '/v1/scan', { body })).body;
    await mailTo(stack.mails, body.email, 'scan-confirmation');
    const { events } = await stack.temporal.workflow.getHandle(`scan/${scanId}`).fetchHistory();
    expect(events?.filter(({ workflowTaskFailedEventAttributes: failed }) => failed)).toEqual([]);
  } finally {
    await stack.close();
  }
}, 60_000);
