import type { Findings } from '../../contracts/findings';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { readTrail } from '../../store/runs/research-trails';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { researchDossier } from '../support/research-dossier';
import { useStack } from '../support/use';

const stack = useStack();
beforeAll(() => stack.agents.variety({ sources: [6, 6] }));

const sourcesOf = (idea: string) => sampleSubmission({ idea, audience: null, geography: null }).evidence;
const read = async <T>(runId: string, what: string) =>
  (await call<T>(stack.api, 'GET', `/v1/runs/${runId}/${what}`, { key: stack.customer.apiKey })).body;
const answersOf = async (runId: string) => (await stack.agents.sessionsOf(runId))[0]!.answers;

test('pages that refuse the service count where the agent saw what it quotes, and findings and dossier say so', async () => {
  const idea = 'A letter on the casting of bells for the towns that order them';
  for (const { sourceUrl } of sourcesOf(idea).slice(0, 3)) await stack.agents.page(sourceUrl, 'wall');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 3 } });
  const findings = await read<Findings>(runId, 'findings');
  const { evidence } = findings;
  expect(evidence.map(({ verification }) => [verification!.status, verification!.seenByAgent])).toEqual([
    ...Array.from({ length: 3 }, () => ['unreachable', true]),
    ...Array.from({ length: 3 }, () => ['verified', undefined]),
  ]);
  expect(evidence[0]!.verification!.context).toContain(sourcesOf(idea)[0]!.excerpt);
  expect((await answersOf(runId)).map(({ accepted }) => accepted)).toEqual([true]);
  const dossier = researchDossier(findings);
  expect(dossier).toContain('Seen by the agent; the page did not open for us');
  expect(dossier).toContain('3 stand in what the agent saw of a page that did not open for us');
});

test('a cited page that was never opened goes back to the agent, and is removed where that does not help', async () => {
  const idea = 'A letter on the hanging of bells for the carpenters who build their frames';
  await stack.agents.breakRule(idea, 'page-opened', 1);
  const corrected = await stack.create(idea);
  expect(await stack.finished(corrected)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
  const [first, second] = await answersOf(corrected);
  expect(first!.text).toContain('/evidence/1/sourceUrl: must be a page that you opened in this session');
  expect(second!.accepted).toBe(true);

  const again = 'A letter on the wheels of bells for the wrights who turn them';
  await stack.agents.breakRule(again, 'page-opened', 4);
  const removed = await stack.create(again);
  expect(await stack.finished(removed)).toMatchObject({ status: 'completed', evidence: { cited: 5, verified: 5 } });
  const { evidence, limitations } = await read<Findings>(removed, 'findings');
  expect(evidence.map(({ evidenceId }) => evidenceId)).not.toContain('ev2');
  expect(limitations[0]).toContain('pages that the agent never opened were removed');
  // Nor did the service: an address that an agent made up may carry what it was told, or lead to somebody's door.
  const visits = await stack.agents.visits();
  const [opened, never] = sourcesOf(again).map(({ sourceUrl }) => sourceUrl);
  expect(visits).toContain(opened);
  expect(visits).not.toContain(never!.replace(/\d+$/u, (count) => String(Number(count) + 100)));
});

test('what the agent asked, opened and was refused is kept with the run, with the words around what it cites and no whole pages', async () => {
  const idea = 'A letter on the voices of bells for those who tune them';
  await stack.agents.page(sourcesOf(idea)[5]!.sourceUrl, 'closed');
  const runId = await stack.create(idea);
  await stack.finished(runId);
  const { log } = (await readTrail(stack.db, { runId, candidateId: null }))!;
  expect(log[0]).toEqual({ at: expect.any(String) as string, kind: 'asked', query: idea });
  expect(log.slice(1).map((step) => [step.kind, 'url' in step && step.url])).toEqual(
    sourcesOf(idea).map(({ sourceUrl }, i) => [i === 5 ? 'refused' : 'opened', sourceUrl]),
  );
  const { searchLog } = await read<Findings>(runId, 'findings');
  expect(searchLog).toEqual(log);
  const rows = await stack.db.prisma.researchTrail.findMany({ where: { runId } });
  expect(rows).toHaveLength(1);
  const seen = Object.values(rows[0]!.seen as Record<string, { context: string }>);
  expect(seen).toHaveLength(5);
  for (const { context } of seen) expect(context.length).toBeLessThanOrEqual(1_000);
  expect(rows[0]!.unopened).toHaveLength(1);
});

test('each candidate of a search has a log of its own', async () => {
  const runId = await stack.search({ operatorProfile: 'Bell ringer with ten years of practice', candidateCount: 3 });
  await stack.finished(runId);
  for (const candidateId of ['c1', 'c2', 'c3']) {
    const { log } = (await readTrail(stack.db, { runId, candidateId }))!;
    expect(log.filter(({ kind }) => kind === 'opened')).toHaveLength(6);
    const { candidates } = await read<Findings>(runId, 'findings');
    expect(candidates!.find((each) => each.candidateId === candidateId)!.searchLog).toEqual(log);
  }
});

test('an agent provider that does not say what was opened costs nobody the run', async () => {
  const idea = 'A letter on bell ropes for the ringers who splice them';
  await stack.agents.pace(400);
  const runId = await stack.create(idea);
  await eventually('the session is followed', async () => (await stack.agents.sessionsOf(runId)).length === 1);
  await eventually('the agent searches', async () => (await stack.agents.sessionsOf(runId))[0]!.events > 4);
  // As often as the step is tried.
  await stack.agents.fault('GET /v1/sessions/*/events', 'error_500', 3);
  await stack.agents.pace(5);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
  await stack.agents.allFaultsTaken();
  expect(await readTrail(stack.db, { runId, candidateId: null })).toBeNull();
  expect(await read<Findings>(runId, 'findings')).not.toHaveProperty('searchLog');
});
