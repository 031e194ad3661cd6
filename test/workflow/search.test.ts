import { answerCheck } from '../../http/validation';
import { Findings } from '../../modules/findings/contract/findings';
import { Portfolio } from '../../modules/findings/contract/portfolio';
import { listFlaws } from '../../modules/runs/store/submissions';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

const stack = useStack({ settings: { searchParallelism: 4 } });
afterEach(() => stack.agents.pace(5));

/** The largest possible search. It starts before the tests, because it takes as long as all of them together. */
let largest: string;
beforeAll(async () => {
  largest = await stack.search({ candidateCount: 25 });
});

const get = <T>(path: string) => call<T>(stack.api, 'GET', path, { key: stack.customer.apiKey });

test('takes a search from queue to portfolio, with documents, cost and a mail', async () => {
  const runId = await stack.search({ candidateCount: 5 });

  const run = await stack.finished(runId);

  expect(run).toMatchObject({
    kind: 'custom_search',
    status: 'completed',
    stage: 'done',
    progress: { done: 5, total: 5 },
    workflowId: `search/${runId}`,
    failure: null,
  });
  const findings = await get<Findings>(run.links.findings);
  expect(answerCheck(Findings)(findings.body)).toBeNull();
  const portfolio = await get<Portfolio>(run.links.portfolio!);
  expect(answerCheck(Portfolio)(portfolio.body)).toBeNull();
  expect(portfolio.body.ranking.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  expect(portfolio.body.excluded).toEqual([]);
  expect(findings.body.candidates!.map(({ candidateId }) => candidateId)).toEqual(
    portfolio.body.ranking.map(({ candidateId }) => candidateId),
  );
  // On a busy machine, the first request for a document may get a 503, which asks for a retry.
  const printed = (link: string) =>
    eventually('the document is there', async () => {
      const answer = await get(link);
      return answer.status !== 503 && answer;
    });
  expect((await printed(`${run.links.dossier}?format=pdf`)).text.slice(0, 5)).toBe('%PDF-');
  expect((await printed(run.links.export)).status).toBe(200);
  const candidates = await stack.db.prisma.candidate.findMany({ where: { runId } });
  // Candidates do not store findings, because the run's findings contain them.
  expect(candidates.filter((row) => row.findings ?? row.submission)).toEqual([]);
  const cost = candidates.reduce((sum, { costMicros }) => sum + costMicros!, 0);
  expect(run.cost!.amountMicros).toBeGreaterThan(cost);
  expect(
    await eventually('the owner is notified', () => stack.mails.find((sent) => sent.text.includes(runId))),
  ).toBeTruthy();
});

test('says which ideas are ranked again when a search continues another', async () => {
  const earlier = await stack.search({ candidateCount: 3 });
  const before = await get<Findings>((await stack.finished(earlier)).links.findings);
  const run = await stack.finished(await stack.search({ candidateCount: 3, continues: earlier }));
  const { body } = await get<Findings>(run.links.findings);
  expect(answerCheck(Findings)(body)).toBeNull();
  expect(body.changes).toMatchObject({ runId: earlier, generatedAt: before.body.generatedAt });
  const titles = (ideas: { title: string }[]) => ideas.map(({ title }) => title);
  const { ideas } = body.changes!;
  expect([...titles(ideas!.kept), ...titles(ideas!.new)].sort()).toEqual(titles(body.candidates!).sort());
  expect([...titles(ideas!.kept), ...titles(ideas!.dropped)].sort()).toEqual(titles(before.body.candidates!).sort());
  expect((await get(`${run.links.dossier}?format=md`)).text).toContain('## What changed since');
});

const portfolioOf = async (runId: string) =>
  (await call<Portfolio>(stack.api, 'GET', `/v1/runs/${runId}/portfolio`, { key: stack.customer.apiKey })).body;
const candidatesOf = (runId: string) =>
  stack.db.prisma.candidate.findMany({ where: { runId }, orderBy: { place: 'asc' } });
const credits = (runId: string) => stack.db.prisma.entitlement.findMany({ where: { sourceId: runId } });

/** Numbers the searches: each has a unique profile, so that faults affect only one search. */
let searches = 0;
const profile = () => `Retired surveyor number ${searches++} with time and 500 readers`;

/** Runs a search with four candidates. The agent refuses the first `refused` of them. */
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

test('completes a search without refused candidates, and lists why they are excluded', async () => {
  const { runId, run, candidates } = await searchWithRefusals(2);
  expect(run).toMatchObject({ status: 'completed', progress: { done: 4, total: 4 }, entitlementRestored: false });
  const { ranking, excluded } = await portfolioOf(runId);
  expect(ranking).toHaveLength(2);
  const reason = 'The research agent declined this candidate.';
  expect(excluded).toEqual(candidates.slice(0, 2).map(({ candidateId, title }) => ({ candidateId, title, reason })));
});

test('fails a search with more than half refused, and returns its credit', async () => {
  const { runId, run } = await searchWithRefusals(3);
  expect(run).toMatchObject({ status: 'failed', failure: { code: 'too_few_candidates' }, entitlementRestored: true });
  expect(await credits(runId)).toMatchObject([{ kind: 'custom_search', status: 'unused', source: 'run_failure' }]);
});

test('fails a search whose plan never passes, and returns its credit', async () => {
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

test('corrects a candidate, or excludes it once its corrections are used up', async () => {
  const operatorProfile = profile();
  await stack.agents.fault(`task:${operatorProfile} (idea 1 of 3)`, 'invalid_findings', 1);
  await stack.agents.fault(`task:${operatorProfile} (idea 2 of 3)`, 'invalid_findings', 10);
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });

  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect((await candidatesOf(runId)).map(({ reason }) => reason)).toEqual([null, 'findings_invalid', null]);

  const flaws = await listFlaws(stack.db, runId);
  expect(flaws.length).toBeGreaterThan(0);
  expect(flaws.filter(({ pointer }) => !pointer.startsWith('/candidates/c2/'))).toEqual([]);
});

test('researches at most SEARCH_PARALLELISM candidates at once', async () => {
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

test('stops every candidate and session of a canceled search, and keeps its credit', async () => {
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

test('completes a search without a candidate that was terminated in Temporal', async () => {
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

test('keeps a search of 25 far below Temporal’s limits', async () => {
  const runId = largest;
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', progress: { done: 25, total: 25 } });
  const sizeOf = async (id: string) => {
    const handle = stack.temporal.workflow.getHandle(id);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const bytes = Number((await handle.describe()).historySize);
    return { events: events!.length, bytes, largest: Math.max(...events!.map((one) => JSON.stringify(one).length)) };
  };
  // Limits: 51,200 events and 50 MiB per history, 2 MiB per payload.
  const [parent, child] = [await sizeOf(`search/${runId}`), await sizeOf(`candidate/${runId}/c25`)];
  expect(parent.events).toBeLessThan(400);
  expect(parent.bytes).toBeLessThan(200_000);
  expect(parent.largest).toBeLessThan(8_000);
  expect(child.events).toBeLessThan(80);
});
