import { newId } from '../../contracts/ids';
import { SCOPES } from '../../contracts/access';
import type { RunStatus } from '../../contracts/runs';
import { createKey } from '../../store/keys/create-key';
import { readFigures } from '../../store/figures/read-figures';
import { call, IDEA, SEARCH } from '../support/api';
import { eventually } from '../support/eventually';
import { openEvents } from '../support/event-stream';
import { creditFlaws } from '../support/run-invariants';
import { useStack } from '../support/use';

const stack = useStack();
let testKey = '';

beforeAll(async () => {
  const { secret } = await createKey(stack.db, {
    accountId: stack.customer.accountId,
    name: 'sandbox',
    mode: 'test',
    scopes: SCOPES,
  });
  testKey = secret;
});

const get = <T>(path: string) => call<T>(stack.api, 'GET', path, { key: testKey });
const post = <T>(path: string, body?: object) =>
  call<T>(stack.api, 'POST', path, { key: testKey, body, headers: { 'idempotency-key': newId('run') } });

async function play(words: string): Promise<RunStatus> {
  const { status, body } = await post<{ runId: string; mode: string }>('/v1/sandbox/evaluations', {
    idea: `${IDEA} ${words}`,
  });
  expect([status, body.mode]).toEqual([202, 'test']);
  return ended(body.runId);
}

const ended = (runId: string) =>
  eventually(`sandbox run ${runId} has ended`, async () => {
    const { body } = await get<RunStatus>(`/v1/runs/${runId}`);
    return ['completed', 'failed', 'canceled', 'expired'].includes(body.status) && body;
  });

test('a sandbox run completes with the documents of a live one, free of charge, and the agent’s provider hears nothing of it', async () => {
  const run = await play('');

  expect(run).toMatchObject({ status: 'completed', mode: 'test', provider: { name: 'sandbox' } });
  expect(run.cost).toEqual({ amount: 0, amountMicros: 0, currency: 'usd', claimCheckMicros: 0 });
  expect(run.evidence).toEqual({ cited: 6, verified: 6, supported: null, partly: null, unsupported: null });
  const findings = await get<Record<string, unknown>>(run.links.findings);
  expect(findings.body).toMatchObject({
    mode: 'test',
    runId: run.runId,
    subject: { idea: IDEA },
    provenance: { provider: 'sandbox' },
  });
  for (const path of [run.links.dossier, `${run.links.dossier}?format=pdf`, run.links.export]) {
    expect((await get(path)).status).toBe(200);
  }
  expect(await stack.agents.sessionsOf(run.runId)).toEqual([]);
  const usage = await get<{ cost: object }>('/v1/usage');
  expect(usage.body.cost).toMatchObject({ computeSpend: 0 });
});

test('a corrected sandbox run is streamed from its queue to its end: read, sent back, passed, written', async () => {
  const { body } = await post<{ runId: string }>('/v1/sandbox/evaluations', { idea: `${IDEA} sandbox:corrected` });
  const events = await openEvents(`${stack.api.url}/v1/runs/${body.runId}`, { 'x-api-key': testKey });
  const told = (await events.rest()).filter(({ event }) => event !== 'comment');
  const facts = told.map(({ event, data }) => {
    const { kind, stage, result, status } = JSON.parse(data) as Record<string, string>;
    return [event, ...(event === 'activity' ? [kind, stage ?? result ?? ''] : [status])].join(' ');
  });
  const activities = facts.filter((fact) => fact.startsWith('activity'));
  // What the session reads moves to the end of the timeline as it goes on.
  expect(activities.filter((fact) => !fact.includes('reading'))).toEqual([
    'activity stage researching',
    'activity stage validating',
    'activity check sent_back',
    'activity check passed',
    'activity stage rendering',
  ]);
  expect(activities).toContain('activity reading ');
  expect(facts.slice(-2)).toEqual(['status completed', 'end completed']);
  const [check] = told.filter(({ data }) => data.includes('"passed"'));
  expect(JSON.parse(check!.data)).toMatchObject({
    quotations: { cited: 6, found: 6 },
    competitors: expect.any(Number),
  });
});

test('a batch of the sandbox ends as the words of each item say, and is refused whole by those of one', async () => {
  const items = [{ idea: `${IDEA} sandbox:completes` }, { idea: `${IDEA} sandbox:fails` }];
  const { status, body } = await post<{ runs: { runId: string; mode: string }[] }>('/v1/sandbox/evaluations/batch', {
    items,
  });
  expect([status, body.runs.map(({ mode }) => mode)]).toEqual([202, ['test', 'test']]);
  const ends = await Promise.all(body.runs.map(({ runId }) => ended(runId)));
  expect(ends.map((run) => run.status)).toEqual(['completed', 'failed']);
  const refused = await post<{ code: string; errors: { pointer: string }[] }>('/v1/sandbox/evaluations/batch', {
    items: [...items, { idea: `${IDEA} sandbox:flies` }],
  });
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: '/items/2/idea' }]]);
});

test('a sandbox search plans, researches and ranks its candidates', async () => {
  const { body } = await post<{ runId: string }>('/v1/sandbox/searches', { ...SEARCH, candidateCount: 3 });
  const run = await ended(body.runId);
  expect(run).toMatchObject({ status: 'completed', progress: { done: 3, total: 3 }, cost: { amountMicros: 0 } });
  const { ranking } = (await get<{ ranking: unknown[] }>(run.links.portfolio!)).body;
  expect(ranking).toHaveLength(3);
});

test.each([
  ['sandbox:corrected', 'completed', undefined],
  ['sandbox:not-enough-evidence', 'failed', 'not_enough_evidence'],
  ['sandbox:fails', 'failed', 'agent_refused'],
  ['sandbox:expires', 'expired', 'queue_expired'],
])('%s ends as %s', async (words, status, code) => {
  const run = await play(words);
  expect([run.status, run.failure?.code]).toEqual([status, code]);
  expect(run.entitlementRestored).toBe(status !== 'completed');
});

test('a slow run is running until it is canceled, or moved to its deadline', async () => {
  const slow = async () => {
    const { body } = await post<{ runId: string }>('/v1/sandbox/evaluations', { idea: `${IDEA} sandbox:slow` });
    await eventually('the run is running', async () => {
      const { body: run } = await get<RunStatus>(`/v1/runs/${body.runId}`);
      return run.status === 'running' && run.provider.sessionId !== null;
    });
    return body.runId;
  };
  const [canceled, overdue] = await Promise.all([slow(), slow()]);

  expect((await post(`/v1/runs/${canceled}/cancel`)).status).toBe(202);
  const moved = await post<RunStatus>(`/v1/sandbox/runs/${overdue}/deadline`);

  expect(moved.status).toBe(202);
  expect(Date.parse(moved.body.deadlineAt!)).toBeLessThanOrEqual(Date.parse(moved.body.updatedAt));
  expect(await ended(canceled)).toMatchObject({ status: 'canceled', entitlementRestored: true });
  expect(await ended(overdue)).toMatchObject({ status: 'failed', failure: { code: 'deadline_exceeded' } });
  const again = await post<{ code: string }>(`/v1/sandbox/runs/${overdue}/deadline`);
  expect([again.status, again.body.code]).toEqual([409, 'run_already_finished']);
});

test('the sandbox takes no credit, gives none back, mails nobody and counts in no figure of operators', async () => {
  const before = await readFigures(stack.db);
  const unused = () => stack.db.prisma.entitlement.count({ where: { accountId: stack.customer.accountId } });
  const credits = await unused();

  await play('sandbox:fails');

  expect(await unused()).toBe(credits);
  expect(await creditFlaws(stack.db)).toEqual([]);
  expect(stack.mails).toEqual([]);
  expect(await stack.db.prisma.mail.count({ where: { sent: true } })).toBe(0);
  const ofRuns = (samples: typeof before) =>
    samples.filter(({ name }) => name.startsWith('noi_runs_') || name === 'noi_spend_dollars_total');
  expect(ofRuns(await readFigures(stack.db))).toEqual(ofRuns(before));
});
