import type { Findings } from '../../contracts/findings';
import type { VerificationStatus } from '../../contracts/findings-parts';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import type { PageEffect } from '../../stand-ins/web/web';
import { keepChecks, quotationKey } from '../../store/runs/keep-checks';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack } from '../support/stack';
import { useStack } from '../support/use';

/** Sources of each sample, so that the tests know the position of each. */
const SIX: [number, number] = [6, 6];

const stack = useStack();
beforeAll(async () => {
  await stack.agents.variety({ sources: SIX });
});

const sourcesOf = (idea: string) => sampleSubmission({ idea, audience: null, geography: null }).evidence;
const findingsOf = async (runId: string) => {
  const { body } = await call<Findings>(stack.api, 'GET', `/v1/runs/${runId}/findings`, { key: stack.customer.apiKey });
  return body;
};
const statusesOf = ({ evidence }: Pick<Findings, 'evidence'>) => evidence.map((entry) => entry.verification?.status);
const answersOf = async (runId: string) => (await stack.agents.sessionsOf(runId))[0]!.answers;
/** Makes the page of a source do something else. */
const turn = (idea: string, place: number, effect: PageEffect) =>
  stack.agents.page(sourcesOf(idea)[place]!.sourceUrl, effect);

test('each quotation of an Idea Check is checked on its page, and the run says how many were found', async () => {
  const runId = await stack.create('A weekly letter on the upkeep of church organs for parish councils');
  expect((await stack.status(runId)).evidence).toBeNull();
  const run = await stack.finished(runId);
  expect(run).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
  const findings = await findingsOf(runId);
  expect(findings.evidence.map(({ verification }) => verification)).toEqual(
    findings.evidence.map(({ excerpt, publishedAt, title }) => ({
      ...(publishedAt && { pageDate: publishedAt }),
      status: 'verified',
      checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      context: expect.stringContaining(excerpt) as string,
      pageTitle: title,
    })),
  );
  expect((await answersOf(runId)).map(({ accepted }) => accepted)).toEqual([true]);
});

test('what a page does not say goes back to the agent; what is still not found carries no score as a fact', async () => {
  const idea = 'A monthly letter on beekeeping on the roofs of hotels for their managers';
  await turn(idea, 2, 'changed');
  const runId = await stack.create(idea);
  const run = await stack.finished(runId);
  expect(run).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const answers = await answersOf(runId);
  expect(answers.map(({ accepted }) => accepted)).toEqual([false, false, false, true]);
  expect(answers[0]!.text).toMatch(/\/evidence\/2\/excerpt/);
  const findings = await findingsOf(runId);
  expect(statusesOf(findings)).toEqual(['verified', 'verified', 'not_found', 'verified', 'verified', 'verified']);
  const resting = Object.values(findings.dimensions).filter(({ evidenceIds }) => evidenceIds.includes('ev3'));
  expect(resting.length).toBeGreaterThan(0);
  expect(resting.map(({ basis }) => basis)).not.toContain('fact');
  expect(findings.limitations.join('\n')).toContain('ev3');
});

test('a quotation that cuts off a denial is published with it; what only a visitor wrote is not found', async () => {
  const idea = 'A letter on the bells of small chapels for the people who ring them';
  await turn(idea, 0, 'denial');
  await turn(idea, 1, 'comment');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const findings = await findingsOf(runId);
  expect(statusesOf(findings)).toEqual(['verified', 'not_found', 'verified', 'verified', 'verified', 'verified']);
  const [denied] = findings.evidence;
  expect(denied!.excerpt).toMatch(/^It is by no means the case.*: /);
  expect(denied!.excerpt).toContain(sourcesOf(idea)[0]!.excerpt);
  const dossier = await call(stack.api, 'GET', `/v1/runs/${runId}/dossier`, { key: stack.customer.apiKey });
  expect(dossier.text).toContain('It is by no means the case');
  expect(dossier.text).toMatch(/href="https:[^"]*#:~:text=It%20is%20by%20no/);
});

test('a page that could not be read is shown as such: it goes back where a score rests on it alone, which is then lowered', async () => {
  const idea = 'A letter on the repair of tower clocks for the towns that own them';
  await turn(idea, 2, 'wall');
  await turn(idea, 3, 'pdf');
  // Else the agent would have seen what it quotes.
  await stack.agents.breakRule(idea, 'quotation', 10);
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  const findings = await findingsOf(runId);
  expect(statusesOf(findings)).toEqual(['verified', 'verified', 'unreachable', 'verified', 'verified', 'verified']);
  const answers = await answersOf(runId);
  expect(answers.map(({ accepted }) => accepted)).toEqual([false, false, false, true]);
  expect(answers[0]!.text).toContain('/dimensions/competition/basis');
  expect(findings.dimensions.competition).toMatchObject({ basis: 'estimate', confidence: 'low' });
  expect(findings.limitations[0]).toContain('basis that its sources do not carry was lowered');
});

test.each<[string, PageEffect, ...VerificationStatus[]]>([
  ['a page that asks for money', 'wall', 'unreachable'],
  ['an address of a private network', 'redirect_to_private', 'unreachable'],
  // Its beginning may take too long to read on a busy machine.
  ['a page of many megabytes', 'huge', 'unreachable', 'not_text'],
  ['a sign-in that answers with 200', 'sign_in', 'unreachable'],
  ['a challenge that answers with 200', 'interstitial', 'unreachable'],
  ['a page that scripts fill', 'script_only', 'not_text'],
  ['a shell that answers with 200', 'shell', 'not_text'],
])('%s goes back nowhere while other sources carry the scores', async (what, effect, ...statuses) => {
  const idea = `A letter on the winding of church clocks for the sextons who do it, and ${what}`;
  await turn(idea, 1, effect);
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  expect(statuses).toContain(statusesOf(await findingsOf(runId))[1]);
  expect((await answersOf(runId)).map(({ accepted }) => accepted)).toEqual([true]);
});

test('a step that is repeated checks what is open only', async () => {
  const idea = 'A letter on dry stone walls for the farmers who still build them';
  await turn(idea, 0, 'wall');
  await stack.agents.pace(300);
  const runId = await stack.create(idea);
  const { sourceUrl, excerpt } = sourcesOf(idea)[0]!;
  const known = [
    { key: quotationKey({ sourceUrl, excerpt }), status: 'verified' as const, contentSha256: null, kept: {} },
  ];
  await keepChecks(stack.db, { runId, candidateId: null }, known);
  await stack.agents.pace(5);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
});

test('a correction that spoils a sound submission, or never comes, costs nobody the run', async () => {
  const idea = 'A letter on lighthouses for the societies that keep them';
  await turn(idea, 1, 'missing');
  await stack.agents.pace(250);
  const runId = await stack.create(idea);
  await eventually('the flaw went back', async () => {
    const [session] = await stack.agents.sessionsOf(runId);
    return session?.answers.length === 1;
  });
  await stack.agents.fault('task:lighthouses', 'invalid_findings', 10);
  await stack.agents.pace(5);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  expect(statusesOf(await findingsOf(runId))).toContain('not_found');
});

test('an agent that is lost in a correction costs nobody the run', async () => {
  const idea = 'A letter on the tuning of carillons for the players of city towers';
  await stack.agents.breakRule(idea, 'quotation', 1);
  await stack.agents.fault(`task:${idea}`, 'correction_refusal');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
  expect(statusesOf(await findingsOf(runId))[2]).toBe('not_found');
});

test('a deadline in a correction delivers what was sound before, of an Idea Check and of a candidate', async () => {
  const short = await startStack({ settings: { evaluationDeadlineMs: 30_000 } });
  try {
    await short.agents.variety({ sources: SIX });
    for (const task of ['retrofitting heat pumps', '(idea 1 of 3)']) {
      await short.agents.breakRule(task, 'quotation', 1);
      await short.agents.fault(`task:${task}`, 'correction_hang');
    }
    const searchId = await short.search({ candidateCount: 3 });
    const runId = await short.create();
    expect(await short.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
    const { key, cited } = { key: short.customer.apiKey, cited: `/v1/runs/${runId}/dossier` };
    expect((await call(short.api, 'GET', cited, { key })).status).toBe(200);
    expect(await short.finished(searchId)).toMatchObject({
      status: 'completed',
      evidence: { cited: 18, verified: 17 },
    });
    const [first] = await short.db.prisma.candidate.findMany({ where: { runId: searchId }, orderBy: { place: 'asc' } });
    expect(first).toMatchObject({ candidateId: 'c1', status: 'passed', reason: null });
    const sessions = [...(await short.agents.sessionsOf(runId)), ...(await short.agents.sessionsOf(`${searchId}/c1`))];
    expect(sessions.map(({ answers, phase }) => [answers.length, phase])).toEqual([
      [1, 'done'],
      [1, 'done'],
    ]);
  } finally {
    await short.close();
  }
});

test('a candidate whose quotation is not found corrects it and passes', async () => {
  const operatorProfile = 'Restorer of harmoniums with a workshop and 800 readers';
  await stack.agents.breakRule(`${operatorProfile} (idea 2 of 3)`, 'quotation', 1);
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 18, verified: 18 } });
  const answers = await Promise.all(['c1', 'c2', 'c3'].map((candidate) => answersOf(`${runId}/${candidate}`)));
  expect(answers.map((given) => given.map(({ accepted }) => accepted))).toEqual([[true], [false, true], [true]]);
  expect(answers[1]![0]!.text).toMatch(/\/evidence\/2\/excerpt/);
});

test('the candidates of a search are checked each, and the run counts those that passed', async () => {
  const runId = await stack.search({ candidateCount: 3 });
  const run = await stack.finished(runId);
  const { candidates } = await findingsOf(runId);
  const cited = candidates!.flatMap(({ evidence }) => evidence);
  expect(run).toMatchObject({ status: 'completed', evidence: { cited: cited.length, verified: cited.length } });
  expect(new Set(cited.map(({ verification }) => verification?.status))).toEqual(new Set(['verified']));
});

test('EVIDENCE_CHECK=off fetches no page and claims nothing about quotations', async () => {
  const off = await startStack({ evidenceCheck: false });
  try {
    const runId = await off.create();
    expect(await off.finished(runId)).toMatchObject({ status: 'completed', evidence: null });
    expect(await off.db.prisma.evidenceCheck.count()).toBe(0);
  } finally {
    await off.close();
  }
});
