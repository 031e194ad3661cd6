import type { Findings } from '../../contracts/findings';
import { call } from '../support/api';
import { signIn } from '../support/people';
import { useStack } from '../support/use';

const stack = useStack();
const answersOf = async (runId: string) => (await stack.agents.sessionsOf(runId))[0]!.answers;

test('a hostile agent is never paid: it goes back once, the credit returns, and its code is shown as words', async () => {
  await stack.agents.variety({ seed: 0, sources: [25, 25], profile: 'hostile' });
  const runId = await stack.create('A letter on sundials for the people who build them');
  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: { code: 'not_enough_evidence' },
    entitlementRestored: true,
  });
  const answers = await answersOf(runId);
  expect(answers).toHaveLength(1);
  expect(answers[0]!.text).toContain('must be a page that you opened');
  expect(answers[0]!.text).toContain('is the answer of a chat service, which is no source');
  const { email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } });
  const cookie = await signIn(stack.api, stack.db, email);
  const page = await call(stack.api, 'GET', `/account/runs/${runId}`, { headers: { cookie, accept: 'text/html' } });
  expect(page.text).toContain('&lt;script&gt;alert(name)&lt;/script&gt;');
  expect(page.text).not.toMatch(/<script>alert|<img src=x|chatgpt\.com|sign-in-wall|unopened\.example/);
});

test('a search by hostile agents ends without a portfolio and without its credit', async () => {
  await stack.agents.variety({ seed: 0, sources: [12, 12], profile: 'hostile' });
  const runId = await stack.search({ operatorProfile: 'Maker of sundials with 400 readers', candidateCount: 3 });
  expect(await stack.finished(runId)).toMatchObject({
    status: 'failed',
    failure: { code: 'too_few_candidates' },
    entitlementRestored: true,
  });
});

test('a flattering agent goes back, and what is left of its praise is sure of nothing', async () => {
  await stack.agents.variety({ seed: 0, sources: [6, 6], profile: 'flattering' });
  const runId = await stack.create('A letter on weather vanes for the smiths who forge them');
  await stack.finished(runId);
  const [first] = await answersOf(runId);
  expect(first).toMatchObject({ accepted: false });
  expect(first!.text).toContain('must be at most "medium" without two independent sources');
  const { body } = await call<Partial<Findings>>(stack.api, 'GET', `/v1/runs/${runId}/findings`, {
    key: stack.customer.apiKey,
  });
  expect(body.verdict?.confidence).not.toBe('high');
  expect(JSON.stringify(body)).not.toContain('"confidence":"high"');
});
