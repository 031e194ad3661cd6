import { newId } from '../../contracts/ids';
import { runMessage } from '../../domain/messages/runs';
import { transaction } from '../../prisma/client';
import { takeEntitlement } from '../../store/entitlements/take-entitlement';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { takeBack } from '../../store/orders/take-back';
import { recordSession } from '../../store/runs/record-session';
import { endRun } from '../../store/runs/end-run';
import { requestCancel } from '../../store/runs/request-cancel';
import { createCustomer, type Customer } from '../support/api';
import { checkCredits } from '../support/money-invariants';
import { disputed, openTestOrder, payTestOrder } from '../support/books';
import { useDatabase } from '../support/use';

let buyer: Customer;
const db = useDatabase();
beforeEach(async () => {
  buyer = await createCustomer(db, { credits: 0 });
});
afterEach(() => checkCredits(db));

async function bought() {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  return { orderId, paymentId: (await payTestOrder(db, orderId)).paymentId };
}

/** A run under way that took a credit. */
async function begun(): Promise<string> {
  const id = newId('run');
  const owner = { accountId: buyer.accountId, mode: 'live' as const };
  const reservation = { mostCents: 500, leastCents: 1 };
  const taken = await transaction(db, (tx) => takeEntitlement(tx, owner, 'idea_check', id, reservation));
  const data = {
    id,
    ...owner,
    apiKeyId: 'key_1',
    kind: 'idea_check',
    status: 'running',
    stage: 'researching',
    input: {},
    entitlementId: taken.id,
    progressTotal: 3,
    reservedCents: 100,
    workflowId: `evaluation/${id}`,
    queueExpiresAt: new Date(),
    // Longer ago than a run can be taken back.
    startedAt: new Date(Date.now() - 3_600_000),
    deadlineAt: new Date(),
  };
  await db.prisma.run.create({ data });
  return id;
}
const fail = (runId: string) => endRun(db, runId, 'failed', 'agent_refused', null);
const failed = async () => {
  const runId = await begun();
  await fail(runId);
  return runId;
};
/** The credit that was not taken, and whether a dispute keeps it from being taken. */
const left = async () => {
  const credits = await db.prisma.entitlement.findMany({
    where: { accountId: buyer.accountId, status: { not: 'consumed' } },
  });
  return credits.map(({ status, frozenAt }) => (frozenAt ? 'frozen' : status));
};
const restored = async (runId: string) =>
  (await db.prisma.run.findUniqueOrThrow({ where: { id: runId } })).entitlementRestored;

test('a credit that runs gave back again and again has the order at its root', async () => {
  const { orderId } = await bought();
  await failed();
  const last = await failed();
  const credit = { accountId: buyer.accountId, status: 'unused' };
  expect(await db.prisma.entitlement.findMany({ where: credit })).toMatchObject([
    { source: 'run_failure', sourceId: last, orderId },
  ]);
});

test.each(['open', 'lost', 'won'] as const)(
  'a credit that a run gave back follows a dispute that is %s, before and after it is given back',
  async (status) => {
    const expected = { open: 'frozen', lost: 'revoked', won: 'unused' }[status];
    const of = await bought();
    await failed();
    await disputed(db, of, status);
    expect(await left()).toEqual([expected]);

    buyer = await createCustomer(db, { credits: 0 });
    const later = await bought();
    const runId = await begun();
    await disputed(db, later, status);
    await fail(runId);
    expect(await left()).toEqual([expected]);
    expect(await restored(runId)).toBe(status !== 'lost');
  },
);

test('a credit that a run gave back goes with the payment that somebody returns, and is not given back after it', async () => {
  const of = await bought();
  await failed();
  await transaction(db, (tx) => takeBack(tx, { id: of.paymentId, orderId: of.orderId }));
  expect(await left()).toEqual(['revoked']);

  buyer = await createCustomer(db, { credits: 0 });
  const later = await bought();
  const runId = await begun();
  await transaction(db, (tx) => takeBack(tx, { id: later.paymentId, orderId: later.orderId }));
  await fail(runId);
  expect(await left()).toEqual(['revoked']);
  expect(await restored(runId)).toBe(false);
});

test('a dispute that is won after the run ended gives the credit that the run could not give back', async () => {
  const of = await bought();
  const runId = await begun();
  await disputed(db, of, 'lost');
  await fail(runId);
  await disputed(db, of, 'won');
  expect(await left()).toEqual(['unused']);
});

test('a dispute and the end of a run at once leave no credit that can be used', async () => {
  for (let round = 0; round < 10; round++) {
    buyer = await createCustomer(db, { credits: 0 });
    const of = await bought();
    const runId = await begun();
    await Promise.all([disputed(db, of, round % 2 === 0 ? 'lost' : 'open'), fail(runId)]);
    expect(await left()).toEqual([round % 2 === 0 ? 'revoked' : 'frozen']);
  }
});

test('a credit granted by hand has no payment to follow and is given back', async () => {
  await grantEntitlements(db, buyer.accountId, 'idea_check', 1);
  const runId = await failed();
  expect(await restored(runId)).toBe(true);
  expect(await left()).toEqual(['unused']);
});

test.each([
  ['before it has a session', false, ['unused']],
  ['with a session', true, []],
])('a run that is canceled %s gives back what it should', async (_, session, expected) => {
  await bought();
  const runId = await begun();
  if (session) {
    const ref = { agentId: 'agent_1', agentVersion: '1', model: 'm', sessionId: 'sesn_1' };
    await recordSession(db, runId, { provider: 'agents', ...ref });
  }
  const patience = {
    maxRepairs: 0,
    heartbeatTimeoutMs: 1_000,
    stepTimeoutMs: 1_000,
    searchParallelism: 1,
    evaluationDeadlineMs: 1_000,
    searchDeadlineMs: 1_000,
  };
  const owner = { accountId: buyer.accountId, mode: 'live' as const };
  await requestCancel(db, owner, runId, 120_000, (run) => runMessage(patience, run, 'cancelRequested'));
  await endRun(db, runId, 'canceled', 'canceled', null);
  expect(await left()).toEqual(expected);
  expect(await restored(runId)).toBe(!session);
});
