import {
  CancellationScope,
  executeChild,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { CandidateInput, SearchInput } from '../../../contracts/workflow-messages';
import type { BareActivities } from './activities';

// Same shape as workflows/evaluation.ts without its work: one local activity, seven activities in the same order,
// the timer of the deadline, and as many commands and details.
const local = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '20 seconds' });
const remote = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute', summary: 'Nothing' });

/** Baseline of an evaluation. */
export async function bareEvaluation(input: { runId: string }): Promise<{ status: string }> {
  const research = new CancellationScope();
  await local.begin(input.runId);
  const deadline = new CancellationScope();
  void deadline.run(() => sleep(1_800_000, { summary: 'Deadline of the run' })).catch(() => undefined);
  await research.run(async () => {
    showStage('researching');
    await remote.start(input.runId);
    await remote.follow(input.runId);
    showStage('validating');
    await remote.verify(input.runId);
    await remote.check(input.runId);
    showStage('rendering');
    await remote.render(input.runId);
  });
  const { status } = await remote.complete(input.runId);
  showStage('done');
  await remote.notify(input.runId);
  deadline.cancel();
  return { status };
}

function showStage(stage: string): void {
  setCurrentDetails(`**${stage}**: The findings passed; the dossier is rendered.`);
}

/** Working time of each session's agent. */
export interface AgentTime {
  agentMs: number;
}

/** Baseline of a search: same shape as workflows/search.ts, with a bare child for each candidate. */
export async function bareSearch(input: SearchInput & AgentTime): Promise<{ status: string }> {
  const { runId, candidateCount, parallelism } = input;
  await local.begin(runId);
  const deadline = new CancellationScope();
  void deadline.run(() => sleep(14_400_000, { summary: 'Deadline of the run' })).catch(() => undefined);
  await remote.start(runId);
  await remote.follow(runId, input.agentMs);
  await remote.check(runId);
  const waiting = Array.from({ length: candidateCount }, (_, i) => `c${i + 1}`).values();
  const workThrough = async () => {
    for (const candidateId of waiting) {
      await executeChild(bareCandidate, {
        workflowId: `bare-candidate/${runId}/${candidateId}`,
        args: [{ ...input, candidateId }],
        staticSummary: `Candidate ${candidateId} of ${runId}`,
        typedSearchAttributes: workflowInfo().typedSearchAttributes,
      });
      showStage('researching');
    }
  };
  await Promise.all(Array.from({ length: parallelism }, workThrough));
  await remote.rank(runId);
  await remote.render(runId);
  const { status } = await remote.complete(runId);
  await remote.notify(runId);
  deadline.cancel();
  return { status };
}

/** Baseline of one candidate. */
export async function bareCandidate(input: CandidateInput & AgentTime): Promise<object> {
  const deadline = new CancellationScope();
  void deadline.run(() => sleep(1_800_000, { summary: 'Deadline of the candidate' })).catch(() => undefined);
  showStage('researching');
  await remote.start(input.runId);
  await remote.follow(input.runId, input.agentMs);
  showStage('validating');
  await remote.verify(input.runId);
  await remote.check(input.runId);
  await remote.stop(input.runId);
  const outcome = await remote.settle(input.runId);
  deadline.cancel();
  return outcome;
}
