import {
  CancellationScope,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
} from '@temporalio/workflow';
import type { BareActivities } from './worker';

const local = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '20 seconds' });
const remote = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute', summary: 'Nothing' });

const showStage = (stage: string) => setCurrentDetails(`**${stage}**: The findings passed; the dossier is rendered.`);

/** Runs as many activities, timers, commands and details as workflows/evaluation.ts, but does no work. */
export async function bare({ runId }: { runId: string }): Promise<object | undefined> {
  await local.begin(runId);
  const deadline = new CancellationScope();
  void deadline.run(() => sleep(1_800_000, { summary: 'Deadline of the run' })).catch(() => undefined);
  showStage('researching');
  await remote.start(runId);
  await remote.follow(runId);
  showStage('validating');
  await remote.verify(runId);
  await remote.check(runId);
  showStage('rendering');
  await remote.render(runId);
  const ended = await remote.complete(runId);
  showStage('done');
  await remote.notify(runId);
  deadline.cancel();
  return ended;
}
