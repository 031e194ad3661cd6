import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

const stack = useStack();

/** Current details of an evaluation in Temporal Web: `**stage**: sentence`. */
async function shown(runId: string): Promise<string> {
  const { currentDetails } = await stack.temporal.workflow
    .getHandle(`evaluation/${runId}`)
    .query<{ currentDetails: string }>('__temporal_workflow_metadata');
  return /^\*\*(\w+)\*\*/.exec(currentDetails)?.[1] ?? '';
}

const sessionOf = (runId: string) =>
  eventually('a session runs', async () => (await stack.agents.sessionsOf(runId))[0]);

test('the stage that Temporal Web shows is the stage of the run, in research and in the check', async () => {
  await stack.agents.fault('task:two clocks', 'hang');
  const researching = await stack.create('A newsletter that compares two clocks in research');
  await sessionOf(researching);
  await eventually('both say researching', async () => (await shown(researching)) === 'researching');
  expect((await stack.status(researching)).stage).toBe('researching');
  expect(await stack.cancel(researching)).toBe(202);

  await stack.agents.pace(150);
  const checked = await stack.create('A newsletter whose agent cannot be told that its findings passed');
  const { id } = await sessionOf(checked);
  await stack.agents.fault(`POST /v1/sessions/${id}/events`, 'timeout_before');
  await eventually('the workflow shows the check', async () => (await shown(checked)) === 'validating');
  const run = await eventually('the run is in the check', async () => {
    const status = await stack.status(checked);
    return status.stage === 'researching' ? null : status;
  });
  expect([run.stage, run.progress]).toEqual(['validating', { done: 1, total: 3 }]);
  expect(await shown(checked)).toBe('validating');
  expect(await stack.finished(checked)).toMatchObject({ status: 'completed', stage: 'done' });
  await eventually('the workflow shows how it ended', async () => (await shown(checked)) === 'completed');
});
