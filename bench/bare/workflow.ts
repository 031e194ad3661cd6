import {
  CancellationScope,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
} from '@temporalio/workflow';
import type { BareActivities } from './activities';

// The shape of workflows/evaluation.ts with nothing in it: one local activity, six activities in the same order, the timer of
// the deadline, and as many commands and details.
const local = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '20 seconds' });
const remote = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute', summary: 'Nothing' });

/** The floor of an evaluation. */
export async function bareEvaluation(input: { runId: string }): Promise<{ status: string }> {
  const research = new CancellationScope();
  await local.begin(input.runId);
  const deadline = new CancellationScope();
  void deadline.run(() => sleep(1_800_000, { summary: 'Deadline of the run' })).catch(() => undefined);
  await research.run(async () => {
    tell('researching');
    await remote.start(input.runId);
    await remote.follow(input.runId);
    tell('validating');
    await remote.check(input.runId);
    tell('rendering');
    await remote.render(input.runId);
  });
  const { status } = await remote.complete(input.runId);
  tell('done');
  await remote.notify(input.runId);
  deadline.cancel();
  return { status };
}

function tell(stage: string): void {
  setCurrentDetails(`**${stage}**: The findings passed; the dossier is rendered.`);
}
