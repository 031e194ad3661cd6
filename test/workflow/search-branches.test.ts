import type { Portfolio } from '../../contracts/portfolio';
import { listFlaws } from '../../store/runs/record-flaws';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { endOf } from '../support/history';
import { useStack } from '../support/use';

const stack = useStack({ settings: { searchParallelism: 4 } });
afterEach(() => stack.agents.pace(5));

const portfolioOf = async (runId: string) =>
  (await call<Portfolio>(stack.api, 'GET', `/v1/runs/${runId}/portfolio`, { key: stack.customer.apiKey })).body;
const candidatesOf = (runId: string) =>
  stack.db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' } });
const credits = (runId: string) => stack.db.prisma.entitlement.findMany({ where: { sourceId: runId } });

/** A unique profile, so that faults affect one search only. */
let searches = 0;
const profile = () => `Retired surveyor number ${searches++} with time and 500 readers`;

/** Runs a search of four whose first candidates are refused. */
async function searchWithRefusals(refused: number) {
  const operatorProfile = profile();
  for (let i = 1; i <= refused; i++) {
    await stack.agents.fault(`task:${operatorProfile} (idea ${i} of 4)`, 'refusal');
  }
  const runId = await stack.search({ operatorProfile, candidateCount: 4 });
  const run = await stack.finished(runId);
  const candidates = await candidatesOf(runId);
  expect(candidates.map(({ reason }) => reason)).toEqual(
    [1, 2, 3, 4].map((place) => (place <= refused ? 'agent_refused' : null)),
  );
  return { runId, run, candidates };
}

test.each([0, 1, 2])('with %i of 4 candidates refused the search completes without them', async (refused) => {
  const { runId, run, candidates } = await searchWithRefusals(refused);
  expect(run).toMatchObject({ status: 'completed', progress: { done: 4, total: 4 }, entitlementRestored: false });
  const { ranking, excluded } = await portfolioOf(runId);
  expect(ranking).toHaveLength(4 - refused);
  const reason = 'The research agent declined this candidate.';
  expect(excluded).toEqual(
    candidates.slice(0, refused).map(({ candidateId, title }) => ({ candidateId, title, reason })),
  );
});

test.each([3, 4])('with %i of 4 candidates refused the search fails and gives its credit back', async (refused) => {
  const { runId, run } = await searchWithRefusals(refused);
  expect(run).toMatchObject({
    status: 'failed',
    failure: { code: 'too_few_candidates' },
    progress: { done: 4, total: 4 },
    entitlementRestored: true,
  });
  expect(await credits(runId)).toMatchObject([{ kind: 'custom_search', status: 'unused', source: 'run_failure' }]);
});

test('a plan with flaws goes back to the agent, and a corrected one is researched', async () => {
  const operatorProfile = profile();
  await stack.agents.fault(`task:operatorProfile":"${operatorProfile}`, 'invalid_findings');
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  const [planning] = await stack.agents.sessionsOf(runId);
  expect(planning).toMatchObject({ submissions: 2, answers: [{ accepted: false }, { accepted: true }] });
  expect(await candidatesOf(runId)).toHaveLength(3);
});

test('a plan that never passes ends the search, with the credit back and no candidate begun', async () => {
  const operatorProfile = profile();
  await stack.agents.fault(`task:operatorProfile":"${operatorProfile}`, 'invalid_findings', 10);
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });

  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: { code: 'plan_invalid' },
    entitlementRestored: true,
  });
  expect(await candidatesOf(runId)).toEqual([]);
});

test('a candidate is corrected, or excluded once its corrections are used up, without touching the others', async () => {
  const operatorProfile = profile();
  await stack.agents.fault(`task:${operatorProfile} (idea 1 of 3)`, 'invalid_findings', 1);
  await stack.agents.fault(`task:${operatorProfile} (idea 2 of 3)`, 'invalid_findings', 10);
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect((await candidatesOf(runId)).map(({ reason }) => reason)).toEqual([null, 'findings_invalid', null]);

  const workflow = (id: string) => stack.temporal.workflow.getHandle(id);
  expect(await endOf(workflow(`search/${runId}`))).toMatchObject({
    outcome: 'completed',
    result: { status: 'completed', summary: '2 of 3 candidates passed.' },
  });
  expect(await endOf(workflow(`candidate/${runId}/c1`))).toMatchObject({
    outcome: 'passed',
    failureCode: null,
    result: { summary: 'The findings passed after 1 correction.' },
  });
  expect(await endOf(workflow(`candidate/${runId}/c2`))).toMatchObject({
    status: 'COMPLETED',
    outcome: 'excluded',
    failureCode: 'findings_invalid',
  });
  const flaws = await listFlaws(stack.db, runId);
  expect(flaws.length).toBeGreaterThan(0);
  expect(flaws.filter(({ pointer }) => !pointer.startsWith('/candidates/c2/'))).toEqual([]);
});

test('progress moves with each candidate, and `Prefer: wait` wakes on it', async () => {
  await stack.agents.pace(60);
  const runId = await stack.search({ candidateCount: 6 });
  const seen: number[] = [];
  let etag = '';
  for (;;) {
    const answer = await call<{ status: string; progress: { done: number } }>(stack.api, 'GET', `/v1/runs/${runId}`, {
      key: stack.customer.apiKey,
      headers: { prefer: 'wait=20', ...(etag && { 'if-none-match': etag }) },
    });
    if (answer.status === 304) continue;
    etag = answer.headers.get('etag')!;
    seen.push(answer.body.progress.done);
    if (answer.body.status === 'completed') break;
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  // Several can settle at once, and a slow waiter sees fewer steps; but it woke before the end.
  expect(seen.some((done) => done > 0 && done < 6)).toBe(true);
  expect(seen.at(-1)).toBe(6);
});

test('no more candidates are researched at the same time than the bound', async () => {
  await stack.agents.pace(60);
  const runId = await stack.search({ candidateCount: 8 });
  let most = 0;
  await eventually('the search is finished', async () => {
    const sessions = await stack.agents.sessionsBelow(runId);
    most = Math.max(most, sessions.filter(({ phase }) => phase !== 'done').length);
    return (await stack.status(runId)).status === 'completed';
  });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('a canceled search stops every child and every session, and keeps its credit', async () => {
  const operatorProfile = profile();
  await stack.agents.fault(`task:${operatorProfile} (idea`, 'hang', 10);
  const runId = await stack.search({ operatorProfile, candidateCount: 5 });
  await eventually(
    'four candidates are researched',
    async () => (await stack.agents.sessionsBelow(runId)).length === 4,
  );

  expect(await stack.cancel(runId)).toBe(202);
  expect(await stack.finished(runId)).toMatchObject({ status: 'canceled', entitlementRestored: false });

  const sessions = await stack.agents.sessionsBelow(runId);
  expect(sessions).toHaveLength(4);
  expect(sessions.every(({ archived }) => archived)).toBe(true);
  for (const candidateId of ['c1', 'c2', 'c3', 'c4']) {
    const { status } = await stack.temporal.workflow.getHandle(`candidate/${runId}/${candidateId}`).describe();
    expect(status.name).toBe('CANCELLED');
  }
  expect((await candidatesOf(runId)).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'excluded'),
    'planned',
  ]);
});

test('a child that an operator terminates is excluded, its session stopped, and the search completes', async () => {
  const operatorProfile = profile();
  await stack.agents.fault(`task:${operatorProfile} (idea 2 of 3)`, 'hang');
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });
  const reference = `${runId}/c2`;
  await eventually('its session runs', async () => (await stack.agents.sessionsOf(reference)).length === 1);

  await stack.temporal.workflow.getHandle(`candidate/${runId}/c2`).terminate('by an operator');

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', progress: { done: 3, total: 3 } });
  expect((await candidatesOf(runId))[1]).toMatchObject({ status: 'excluded', reason: 'stopped_by_operator' });
  expect((await stack.agents.sessionsOf(reference))[0]).toMatchObject({ archived: true });
});

test('Temporal shows parent and children by readable ids, with search attributes on the parent and no text of the caller', async () => {
  const runId = await stack.search({
    operatorProfile: 'Unmistakable zither player from Quedlinburg',
    candidateCount: 3,
  });
  await stack.finished(runId);
  const parent = stack.temporal.workflow.getHandle(`search/${runId}`);
  await parent.result();
  expect((await parent.describe()).searchAttributes).toMatchObject({
    RunKind: ['custom_search'],
    ProductRunId: [runId],
  });
  for (const id of [`search/${runId}`, `candidate/${runId}/c1`]) {
    const history = JSON.stringify(await stack.temporal.workflow.getHandle(id).fetchHistory());
    const payloads = history.matchAll(/"([A-Za-z0-9+/=]{8,})"/g);
    const text = [...payloads].map(([, data]) => Buffer.from(data!, 'base64').toString()).join(' ') + history;
    expect(text).toContain(runId);
    expect(text).not.toContain('zither');
  }
});
