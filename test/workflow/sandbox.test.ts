import { SCOPES } from '../../base/access';
import { newId } from '../../base/ids';
import { createKey } from '../../modules/accounts/store/keys';
import type { Findings } from '../../modules/findings/contract/findings';
import { readFigures } from '../../modules/operations/store/figures';
import type { RunStatus } from '../../modules/run-kinds/contract';
import { call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
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

test('completes a sandbox run with its documents, without reaching the agent provider', async () => {
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
  for (const path of [run.links.dossier, run.links.export]) expect((await get(path)).status).toBe(200);
  expect(await stack.agents.sessionsOf(run.runId)).toEqual([]);
  const usage = await get<{ cost: object }>('/v1/usage');
  expect(usage.body.cost).toMatchObject({ computeSpend: 0 });
});

test('says what changed when a sandbox run continues another', async () => {
  const earlier = await play('');
  const { body } = await post<{ runId: string }>('/v1/sandbox/evaluations', { idea: IDEA, continues: earlier.runId });
  const run = await ended(body.runId);
  const { generatedAt, verdict, evidence } = (await get<Findings>(earlier.links.findings)).body;
  const { changes } = (await get<Findings>(run.links.findings)).body;
  const { recommendation, score } = verdict;
  const called = { recommendation, score };
  expect(changes).toMatchObject({ runId: earlier.runId, generatedAt, verdict: { before: called, after: called } });
  const pages = [...new Set(evidence.map(({ sourceUrl }) => sourceUrl))];
  expect(changes!.sources).toEqual({ new: [], gone: [], kept: pages });
  expect((await get(`${run.links.dossier}?format=md`)).text).toContain('## What changed since');
});

test.each([
  ['sandbox:corrected', 'completed', undefined],
  ['sandbox:not-enough-evidence', 'failed', 'not_enough_evidence'],
  ['sandbox:fails', 'failed', 'agent_refused'],
  ['sandbox:expires', 'expired', 'queue_expired'],
])('ends %s as %s', async (words, status, code) => {
  const run = await play(words);
  expect([run.status, run.failure?.code]).toEqual([status, code]);
  expect(run.entitlementRestored).toBe(status !== 'completed');
});

test('lets a slow sandbox run be canceled or moved to its deadline', async () => {
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

test('takes no credit, sends no mail and counts toward no figure', async () => {
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
