import { RUN_FAILURES } from '../../contracts/run-failures';
import type { Portfolio } from '../../contracts/portfolio';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack, type Stack } from '../support/stack';
import { signIn } from '../support/people';
import { useStack } from '../support/use';

const stack = useStack();
afterEach(() => stack.agents.variety({ seed: 0, sources: [6, 6], profile: 'typical' }));

const FAILED = { code: 'not_enough_evidence', retryable: true, message: RUN_FAILURES.not_enough_evidence.message };

const sourcesOf = (idea: string) => sampleSubmission({ idea, audience: null, geography: null }).evidence;
const answersOf = async (runId: string, { agents }: Stack = stack) => (await agents.sessionsOf(runId))[0]!.answers;
const acceptedOf = async (runId: string) => (await answersOf(runId)).map(({ accepted }) => accepted);
const mailOf = (runId: string) =>
  eventually('the owner is notified', () => stack.mails.find(({ text }) => text.includes(runId)));
const pageOf = async (runId: string) => {
  const { email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } });
  const cookie = await signIn(stack.api, stack.db, email);
  return (await call(stack.api, 'GET', `/account/runs/${runId}`, { headers: { cookie, accept: 'text/html' } })).text;
};

test('research with too few sources goes back once, then is not charged for, and what was found is shown all the same', async () => {
  await stack.agents.variety({ profile: 'lazy' });
  const idea = 'A letter on the care of village wells for the people who drink from them';
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: FAILED,
    entitlementRestored: true,
    evidence: null,
  });
  const [first, ...others] = await answersOf(runId);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ accepted: false });
  expect(first!.text).toMatch(/\/evidence.*must hold the verified quotations of 5 sources on 3 hosts/s);
  for (const document of ['findings', 'dossier', 'export']) {
    const answer = await call<{ code: string }>(stack.api, 'GET', `/v1/runs/${runId}/${document}`, {
      key: stack.customer.apiKey,
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'artifact_unavailable']);
  }
  const [source] = sourcesOf(idea);
  const page = await pageOf(runId);
  expect(page).toContain('Your credit is back');
  expect(page).toContain('free of charge');
  expect(page).toContain(source!.claim.replaceAll('"', '&quot;'));
  expect(page).toContain('invented and not checked');
  const { text } = await mailOf(runId);
  expect(text).toContain('What was found, free of charge');
  expect(text).toMatch(/Sources cited: \d example sources?, not checked/);
});

test('research whose quotations are mostly from memory is not charged for, and the pages that lack them are named', async () => {
  await stack.agents.variety({ sources: [10, 10], profile: 'hasty' });
  const runId = await stack.create('A letter on the oral history of mill towns for their museums');
  expect(await stack.finished(runId)).toMatchObject({ failure: FAILED, entitlementRestored: true });
  const answers = await answersOf(runId);
  expect(answers).toHaveLength(1);
  expect(answers[0]!.text).toContain('verified are 5 of 10');
  expect(answers[0]!.text).toMatch(/\/evidence\/\d\/excerpt: does not stand on the page/);
  expect(await pageOf(runId)).toContain('10 example sources, invented and not checked');
});

test('pages that do not open are named, and count as if nothing stood there', async () => {
  const idea = 'A letter on the pricing of parish archives for the offices that keep them';
  for (const { sourceUrl } of sourcesOf(idea).slice(0, 3)) await stack.agents.page(sourceUrl, 'closed');
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ failure: FAILED });
  const [first] = await answersOf(runId);
  for (const place of [0, 1, 2]) expect(first!.text).toContain(`/evidence/${place}/sourceUrl`);
});

test('an agent that was asked for more evidence and brings it is paid', async () => {
  const idea = 'A letter on the lamps of harbour entrances for the pilots who steer by them';
  await stack.agents.breakRule(idea, 'enough-evidence', 1);
  const runId = await stack.create(idea);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 6 } });
  expect(await acceptedOf(runId)).toEqual([false, true]);
  const kept = await stack.db.prisma.artifact.findMany({ where: { runId }, select: { name: true } });
  expect(kept.map(({ name }) => name)).not.toContain('found');
  expect(await pageOf(runId)).not.toContain('What was found');
});

test('a correction with too little evidence does not spoil what was sound before it', async () => {
  const idea = 'A letter on the bindings of hymn books for those who restore them';
  await stack.agents.page(sourcesOf(idea)[1]!.sourceUrl, 'missing');
  await stack.agents.pace(250);
  const runId = await stack.create(idea);
  await eventually('the flaw went back', async () => (await stack.agents.sessionsOf(runId))[0]?.answers.length === 1);
  await stack.agents.breakRule(idea, 'enough-evidence', 10);
  await stack.agents.pace(5);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 6, verified: 5 } });
});

test('a candidate with too little evidence is left out of the ranking, and says why', async () => {
  const operatorProfile = 'Keeper of a lending library of tools with 900 readers';
  await stack.agents.breakRule(`${operatorProfile} (idea 2 of 3)`, 'enough-evidence', 10);
  const runId = await stack.search({ operatorProfile, candidateCount: 3 });
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed', evidence: { cited: 12, verified: 12 } });
  const { body } = await call<Portfolio>(stack.api, 'GET', `/v1/runs/${runId}/portfolio`, {
    key: stack.customer.apiKey,
  });
  expect(body.excluded).toEqual([
    expect.objectContaining({ candidateId: 'c2', reason: 'Too few sources of this candidate could be verified.' }),
  ]);
  expect(await acceptedOf(`${runId}/c2`)).toEqual([false]);
});

test('with EVIDENCE_CHECK=off what is cited counts: enough of it is paid, too little is not', async () => {
  const off = await startStack({ evidenceCheck: false });
  try {
    await off.agents.variety({ sources: [10, 10], profile: 'hasty' });
    const enough = await off.create();
    expect(await off.finished(enough)).toMatchObject({ status: 'completed', evidence: null });
    await off.agents.variety({ profile: 'lazy' });
    const short = await off.create();
    expect(await off.finished(short)).toMatchObject({ failure: FAILED, entitlementRestored: true });
    expect(await answersOf(short, off)).toHaveLength(1);
  } finally {
    await off.close();
  }
});
