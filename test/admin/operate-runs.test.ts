import { suspendAccount } from '../../modules/erasure/store/suspension';
import { listAuditEvents } from '../../modules/outbox/store/audit';
import { runMessage } from '../../modules/runs/messages';
import { retryRun, type RetryRun } from '../../modules/runs/store/retry';
import { loadRun } from '../../modules/runs/store/runs';
import { createCustomer, createEvaluation } from '../support/api';
import { adminJson, runAdmin } from '../support/operator';
import { creditFlaws } from '../support/run-invariants';
import { fail } from '../support/runs';
import { useApi, useEach } from '../support/use';

const { db, api } = useApi();
const customer = useEach(() => createCustomer(db, { credits: 5 }));

let created = 0;
const create = async () => (await createEvaluation(api, customer, `operated-${created++}`)).body.runId;
const unused = () => db.prisma.entitlement.count({ where: { accountId: customer.accountId, status: 'unused' } });
const messages = (runId: string) =>
  db.prisma.outboxMessage.findMany({ where: { dedupeKey: { contains: runId } }, orderBy: { id: 'asc' } });

const LIMITS = {
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
  start: (run, id) => runMessage(LIMITS, { ...run, id }),
};

const environment = () => ({ DATABASE_URL: db.url, ADMIN_ACTOR: 'ada' });
const admin = (...args: string[]) => runAdmin(args, environment());
const json = <T>(...args: string[]) => adminJson<T>(args, environment());

test('a queued run canceled by an operator fails at once and returns its credit', async () => {
  const runId = await create();
  const before = await unused();
  expect(await json('runs', 'cancel', runId, '--reason', 'asked for by mail')).toMatchObject({ status: 'failed' });
  const ended = { status: 'failed', failureCode: 'stopped_by_operator', entitlementRestored: true };
  expect(await loadRun(db, runId)).toMatchObject(ended);
  expect(await unused()).toBe(before + 1);
});

test('a failed run is retried once with its returned credit, despite repeated requests', async () => {
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

test('ten concurrent retries start one run', async () => {
  const runId = await create();
  await fail(db, runId, 'internal_error');
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => retryRun(db, runId, RETRY)));
  expect(new Set(outcomes.map((outcome) => outcome.runId)).size).toBe(1);
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('a retry fails if its credit was used, unless --grant adds another', async () => {
  const runId = await create();
  await fail(db, runId, 'agent_unavailable');
  const credit = await db.prisma.entitlement.findFirstOrThrow({ where: { sourceId: runId } });
  await db.prisma.entitlement.updateMany({
    where: { accountId: customer.accountId, status: 'unused', NOT: { id: credit.id } },
    data: { frozenAt: new Date() },
  });
  const own = await create();
  await expect(retryRun(db, runId, RETRY)).rejects.toThrow(`was used by run ${own}. Use --grant to give a new one.`);
  expect(await retryRun(db, runId, { ...RETRY, grant: true })).toMatchObject({ credit: 'granted' });
  expect(await retryRun(db, runId, { ...RETRY, grant: true })).toMatchObject({ credit: 'granted', replayed: true });
});

test('only failed runs of active accounts are retried, within their budget', async () => {
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

test('a dry run shows the selected runs and changes nothing', async () => {
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

  const retryOne = () =>
    json<{ retryOf: string }[]>('runs', 'retry', ...selection, '--limit', '1', '--reason', 'outage');
  const [retried, rest] = [await retryOne(), await retryOne()];
  expect(ids([...retried, ...rest])).toEqual([first, second].toSorted());
  expect(await retryOne()).toEqual([]);

  const queued = ['--account', customer.accountId, '--status', 'queued'];
  expect(await json('runs', 'cancel', ...queued, '--dry-run')).toHaveLength(2);
  expect(await json('runs', 'cancel', ...queued, '--reason', 'outage')).toMatchObject([
    { was: 'queued', status: 'failed' },
    { was: 'queued', status: 'failed' },
  ]);
});

test('a bulk retry names the runs that it cannot retry, and continues with the rest', async () => {
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

test('each credit is used by one run and returned at most once', async () => {
  expect(await creditFlaws(db)).toEqual([]);
});
