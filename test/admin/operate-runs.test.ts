import { runMessage } from '../../domain/messages/runs';
import { listAuditEvents } from '../../store/audit/read-audit';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { takeEntitlement } from '../../store/entitlements/take-entitlement';
import { endOverdueRuns } from '../../store/runs/end-overdue-runs';
import { endRun } from '../../store/runs/end-run';
import { loadRun } from '../../store/runs/find-run';
import { retryRun, type RetryRun } from '../../store/runs/retry-run';
import { stopRun } from '../../store/runs/stop-run';
import { recordSession } from '../../store/runs/record-session';
import { transaction } from '../../prisma/client';
import { createCustomer, createEvaluation, startApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { creditFlaws } from '../support/run-invariants';
import { begin, fail } from '../support/run-states';
import { adminJson, runAdmin } from '../support/operator';
import { useApi, useEach } from '../support/use';

const { db, api } = useApi();
const customer = useEach(() => createCustomer(db, { credits: 5 }));

let created = 0;
const create = async () => (await createEvaluation(api, customer, `operated-${created++}`)).body.runId;
const unused = () => db.prisma.entitlement.count({ where: { accountId: customer.accountId, status: 'unused' } });
const messages = (runId: string) =>
  db.prisma.outboxMessage.findMany({ where: { dedupeKey: { contains: runId } }, orderBy: { id: 'asc' } });
const session = (runId: string) =>
  recordSession(db, runId, { provider: 'p', agentId: 'a', agentVersion: '1', model: 'm', sessionId: `s-${runId}` });

const PATIENCE = {
  maxRepairs: 3,
  heartbeatTimeoutMs: 1_000,
  stepTimeoutMs: 1_000,
  searchParallelism: 1,
  evaluationDeadlineMs: 1_000,
  searchDeadlineMs: 1_000,
};
const RETRY: RetryRun = {
  grant: false,
  queueExpiryMs: 3_600_000,
  reservation: () => ({ mostCents: 100, leastCents: 1 }),
  start: (run, id) => runMessage(PATIENCE, { ...run, id }),
};

const environment = () => ({ DATABASE_URL: db.url, ADMIN_ACTOR: 'ada' });
const admin = (...args: string[]) => runAdmin(args, environment());
const json = <T>(...args: string[]) => adminJson<T>(args, environment());

test('a queued run that an operator cancels has failed at once, with its credit back, and no worker is needed', async () => {
  const runId = await create();
  const before = await unused();
  expect(await json('runs', 'cancel', runId, '--reason', 'asked for by mail')).toMatchObject({
    id: runId,
    status: 'failed',
  });
  expect(await loadRun(db, runId)).toMatchObject({
    status: 'failed',
    failureCode: 'stopped_by_operator',
    entitlementRestored: true,
  });
  expect(await unused()).toBe(before + 1);
  const [event] = await listAuditEvents(db, 1, customer.accountId);
  expect(event).toMatchObject({
    action: 'run.canceled',
    actor: 'ada',
    via: 'runs cancel',
    subject: runId,
    reason: 'asked for by mail',
    before: { status: 'queued' },
    after: { status: 'failed' },
  });
});

test('a running run that an operator cancels is signaled once and gives its credit back, although it had a session', async () => {
  const runId = await create();
  await begin(db, runId);
  await session(runId);
  const before = await unused();
  expect(await stopRun(db, runId)).toMatchObject({ was: 'running', status: 'canceling' });
  expect(await stopRun(db, runId)).toMatchObject({ was: 'canceling', status: 'canceling' });
  const signals = (await messages(runId)).filter(({ message }) => JSON.stringify(message).includes('cancelRequested'));
  expect(signals).toHaveLength(1);
  // As its workflow ends it.
  await endRun(db, runId, 'canceled', 'canceled', 5);
  expect(await loadRun(db, runId)).toMatchObject({ status: 'failed', failureCode: 'stopped_by_operator' });
  expect(await unused()).toBe(before + 1);
});

test('a run whose workflow is gone is ended by the sweep, long before its deadline, once an operator cancels it', async () => {
  const runId = await create();
  await begin(db, runId);
  await session(runId);
  await stopRun(db, runId);
  // The sweep leaves the workflow a minute.
  await db.prisma.run.update({ where: { id: runId }, data: { deadlineAt: new Date(Date.now() - 61_000) } });
  expect(await endOverdueRuns(db, 10, runId)).toEqual([runId]);
  expect(await loadRun(db, runId)).toMatchObject({ status: 'failed', failureCode: 'stopped_by_operator' });
});

test('a run that its owner is canceling stays canceled by its owner', async () => {
  const runId = await create();
  await begin(db, runId);
  await session(runId);
  await db.prisma.run.update({ where: { id: runId }, data: { status: 'canceling', cancelRequestedFrom: 'running' } });
  await stopRun(db, runId);
  await endRun(db, runId, 'canceled', 'canceled', 5);
  expect(await loadRun(db, runId)).toMatchObject({ status: 'canceled', entitlementRestored: false });
});

test('a run that has ended cannot be canceled, and an unknown one is unknown', async () => {
  const runId = await create();
  await fail(db, runId, 'agent_unavailable');
  await expect(stopRun(db, runId)).rejects.toThrow('is already failed');
  await expect(stopRun(db, 'run_unknown')).rejects.toThrow('No run run_unknown');
});

test('a failed run is repeated once with the same input on the credit that it gave back, however often it is asked for', async () => {
  const runId = await create();
  await fail(db, runId, 'agent_unavailable');
  const before = await unused();
  const first = await json<{ runId: string }>('runs', 'retry', runId, '--reason', 'the provider was down');
  expect(first).toMatchObject({ retryOf: runId, status: 'queued', credit: 'returned', replayed: false });
  expect(await json('runs', 'retry', runId, '--reason', 'again')).toMatchObject({ runId: first.runId, replayed: true });
  const [failed, repeated] = [(await loadRun(db, runId))!, (await loadRun(db, first.runId))!];
  expect(repeated).toMatchObject({ status: 'queued', input: failed.input, kind: failed.kind, retryOf: runId });
  expect(await unused()).toBe(before - 1);
  const started = await messages(first.runId);
  expect(started).toMatchObject([
    { message: { workflowId: `evaluation/${first.runId}`, input: { runId: first.runId } } },
  ]);
  const events = (await listAuditEvents(db, 10, customer.accountId)).filter(({ action }) => action === 'run.retried');
  expect(events).toMatchObject([{ subject: runId, after: { runId: first.runId }, reason: 'the provider was down' }]);
});

test('ten operators who repeat the same run at once make one run', async () => {
  const runId = await create();
  await fail(db, runId, 'internal_error');
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => retryRun(db, runId, RETRY)));
  expect(new Set(outcomes.map((outcome) => outcome.runId)).size).toBe(1);
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('where the customer has used the credit that went back, a retry says so; --grant gives another', async () => {
  const runId = await create();
  await fail(db, runId, 'agent_unavailable');
  const credit = await db.prisma.entitlement.findFirstOrThrow({ where: { sourceId: runId } });
  await db.prisma.entitlement.updateMany({
    where: { accountId: customer.accountId, status: 'unused', NOT: { id: credit.id } },
    data: { frozenAt: new Date() },
  });
  const own = await create();
  await expect(retryRun(db, runId, RETRY)).rejects.toThrow(`was taken by run ${own}. --grant gives a new one.`);
  expect(await retryRun(db, runId, { ...RETRY, grant: true })).toMatchObject({ credit: 'granted' });
  expect(await retryRun(db, runId, { ...RETRY, grant: true })).toMatchObject({ credit: 'granted', replayed: true });
});

test('a credit that is frozen or revoked is not taken by a retry', async () => {
  const runId = await create();
  await fail(db, runId, 'agent_unavailable');
  const credit = await db.prisma.entitlement.findFirstOrThrow({ where: { sourceId: runId } });
  await db.prisma.entitlement.update({ where: { id: credit.id }, data: { frozenAt: new Date() } });
  await expect(retryRun(db, runId, RETRY)).rejects.toThrow('frozen by a dispute');
  await db.prisma.entitlement.update({ where: { id: credit.id }, data: { frozenAt: null, status: 'revoked' } });
  await expect(retryRun(db, runId, RETRY)).rejects.toThrow('is revoked');
});

test('only what failed or expired is repeated, only for an account that is active, and only within its budget', async () => {
  const queued = await create();
  await expect(retryRun(db, queued, RETRY)).rejects.toThrow('is queued');
  await expect(retryRun(db, 'run_unknown', RETRY)).rejects.toThrow('No run run_unknown');
  const runId = await create();
  await fail(db, runId, 'agent_unavailable');
  await db.prisma.account.update({ where: { id: customer.accountId }, data: { monthlyBudgetCents: 0 } });
  await expect(retryRun(db, runId, RETRY)).rejects.toThrow('monthly budget');
  await db.prisma.account.update({ where: { id: customer.accountId }, data: { monthlyBudgetCents: null } });
  await suspendAccount(db, customer.accountId);
  await expect(retryRun(db, runId, RETRY)).rejects.toThrow('is suspended');
  expect(await db.prisma.run.count({ where: { retryOf: runId } })).toBe(0);
});

test('a chosen credit is taken, and no other where that one is gone', async () => {
  const owner = { accountId: customer.accountId, mode: 'live' as const };
  const take = () =>
    transaction(db, async (tx) => {
      const credits = await db.prisma.entitlement.findMany({ where: owner, orderBy: { id: 'desc' }, take: 1 });
      const taken = await takeEntitlement(tx, owner, 'idea_check', 'run_x', RETRY.reservation(null!), credits[0]!.id);
      expect(taken.id).toBe(credits[0]!.id);
      await expect(
        takeEntitlement(tx, owner, 'idea_check', 'run_y', RETRY.reservation(null!), credits[0]!.id),
      ).rejects.toThrow('No unused');
      throw new Error('rolled back');
    });
  await expect(take()).rejects.toThrow('rolled back');
});

test('runs are selected by what they have in common; a dry run shows them and changes nothing', async () => {
  const other = await createCustomer(db, { credits: 2 });
  const [first, second, broken] = [await create(), await create(), await create()];
  const foreign = (await createEvaluation(api, other, 'foreign')).body.runId;
  for (const runId of [first, second]) await fail(db, runId, 'agent_unavailable');
  await fail(db, broken, 'findings_invalid');
  await fail(db, foreign, 'agent_unavailable');
  const selection = ['--account', customer.accountId, '--failure-code', 'agent_unavailable', '--since', '1h'];

  const ids = (rows: { id?: string; retryOf?: string }[]) => rows.map(({ id, retryOf }) => (id ?? retryOf)!).toSorted();
  expect(ids(await json('runs', 'list', ...selection, '--status', 'failed'))).toEqual([first, second].toSorted());
  expect(ids(await json('runs', 'retry', ...selection, '--dry-run'))).toEqual([first, second].toSorted());
  expect(await db.prisma.run.count({ where: { retryOf: { not: null }, accountId: customer.accountId } })).toBe(0);

  const retried = await json<{ retryOf: string }[]>(
    'runs',
    'retry',
    ...selection,
    '--limit',
    '1',
    '--reason',
    'outage',
  );
  const rest = await json<{ retryOf: string }[]>('runs', 'retry', ...selection, '--limit', '1', '--reason', 'outage');
  expect(ids([...retried, ...rest])).toEqual([first, second].toSorted());
  expect(await json('runs', 'retry', ...selection, '--reason', 'outage')).toEqual([]);

  const queued = ['--account', customer.accountId, '--status', 'queued'];
  expect(await json('runs', 'cancel', ...queued, '--dry-run')).toHaveLength(2);
  expect(await json('runs', 'cancel', ...queued, '--reason', 'outage')).toMatchObject([
    { was: 'queued', status: 'failed' },
    { was: 'queued', status: 'failed' },
  ]);
});

test('of a selection each run is done by itself: one that is refused is named, the others go on, and the command exits 1', async () => {
  const [good, bad] = [await create(), await create()];
  for (const runId of [good, bad]) await fail(db, runId, 'agent_unavailable');
  await db.prisma.entitlement.updateMany({ where: { sourceId: bad }, data: { status: 'revoked' } });
  const selection = ['--account', customer.accountId, '--status', 'failed', '--reason', 'outage'];
  const { status, stdout } = await admin('runs', 'retry', ...selection, '--json');
  expect(status).toBe(1);
  const outcomes = JSON.parse(stdout) as Record<string, string>[];
  expect(outcomes.find(({ id }) => id === bad)).toMatchObject({ error: expect.stringContaining('is revoked') });
  expect(outcomes.find(({ retryOf }) => retryOf === good)).toMatchObject({ status: 'queued' });
});

test.each([
  [['runs', 'cancel', 'run_x'], 'Give --reason'],
  [['runs', 'retry', 'run_x'], 'Give --reason'],
  [['runs', 'cancel', '--reason', 'x'], 'Name one run by its id'],
  [['runs', 'cancel', 'run_x', '--status', 'queued', '--reason', 'x'], 'not both'],
  [['runs', 'cancel', '--status', 'completed', '--reason', 'x'], 'queued, running'],
  [['runs', 'retry', '--failure-code', 'bad_luck', '--reason', 'x'], 'agent_unavailable'],
  [['runs', 'list', '--since', 'yesterday'], '2h'],
])('%j is refused and says why', async (args, message) => {
  const { status, stdout, stderr } = await admin(...args);
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
});

test('the queue says how many runs wait, how old the oldest is, and whose they are', async () => {
  const own = await createTestDatabase();
  const server = await startApi(own);
  const [few, many] = [await createCustomer(own, { credits: 1 }), await createCustomer(own, { credits: 2 })];
  const show = async (...args: string[]) => (await runAdmin(['queue', ...args], { DATABASE_URL: own.url })).stdout;
  expect(JSON.parse(await show('--json'))).toEqual({ depth: 0, oldestSeconds: null, byAccount: [] });
  const old = (await createEvaluation(server, few, 'a')).body.runId;
  for (const key of ['b', 'c']) await createEvaluation(server, many, key);
  await own.prisma.run.update({ where: { id: old }, data: { createdAt: new Date(Date.now() - 7_200_000) } });
  const queue = JSON.parse(await show('--json')) as { oldestSeconds: number };
  expect(queue).toMatchObject({
    depth: 3,
    byAccount: [
      { accountId: many.accountId, depth: 2, oldestSeconds: expect.any(Number) },
      { accountId: few.accountId, depth: 1, oldestSeconds: queue.oldestSeconds },
    ],
  });
  // A clock that is being corrected may go back a little.
  expect(queue.oldestSeconds).toBeGreaterThanOrEqual(7_199);
  expect(await show()).toMatch(/all +3 +120 min|all +3 +2 h/);
  await server.close();
  await own.close();
});

test('after all of this each credit was taken by one run, and given back once at most', async () => {
  expect(await creditFlaws(db)).toEqual([]);
});
