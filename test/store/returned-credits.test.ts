import { Failure } from '../../base/failures';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { takeBack } from '../../modules/orders/store/payments';
import { runMessage } from '../../modules/runs/messages';
import { UNDOS_PER_DAY } from '../../modules/runs/rules';
import { saveArtifact } from '../../modules/runs/store/artifacts';
import { completeRun, endRun } from '../../modules/runs/store/end';
import { beginRun, recordSession } from '../../modules/runs/store/progress';
import { loadRun } from '../../modules/runs/store/runs';
import { requestCancel } from '../../modules/runs/store/stop';
import { transaction } from '../../prisma/client';
import { createCustomer, createEvaluation, type Customer } from '../support/api';
import { checkCredits } from '../support/money-invariants';
import { creditFlaws } from '../support/run-invariants';
import { disputed, openTestOrder, payTestOrder } from '../support/sales';
import { useApi } from '../support/use';

const { db, api } = useApi();
let buyer: Customer;
const newBuyer = async (credits = 0) => (buyer = await createCustomer(db, { credits }));
beforeEach(() => newBuyer());
afterEach(async () => {
  await checkCredits(db);
  const flaws = await creditFlaws(db);
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
});

async function bought() {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  return { orderId, paymentId: (await payTestOrder(db, orderId)).paymentId };
}

let runs = 0;
/** A run that began `sinceMs` ago, by default an hour, and has a session unless `session` is false. */
async function begun({ sinceMs = 3_600_000, session = true } = {}): Promise<string> {
  const { runId } = (await createEvaluation(api, buyer, `run-${runs++}`)).body;
  await beginRun(db, runId, 3_600_000);
  const agent = { provider: 'anthropic', agentId: 'a', agentVersion: '1', rulesEdition: 1, model: 'm' };
  if (session) await recordSession(db, runId, { ...agent, sessionId: `sesn_${runId}` });
  await db.prisma.run.update({ where: { id: runId }, data: { startedAt: new Date(Date.now() - sinceMs) } });
  return runId;
}
const fail = (runId: string) => endRun(db, runId, 'failed', 'agent_refused', null);
const failed = async () => {
  const runId = await begun();
  await fail(runId);
  return runId;
};
/** States of the buyer's unused credits. */
const left = async () => {
  const where = { accountId: buyer.accountId, status: { not: 'consumed' } };
  const credits = await db.prisma.entitlement.findMany({ where });
  return credits.map(({ status, frozenAt }) => (frozenAt ? 'frozen' : status));
};
const restored = async (runId: string) => (await loadRun(db, runId))!.entitlementRestored;

describe('a credit that a failed run returns', () => {
  test('keeps its original order, however often it is returned', async () => {
    const { orderId } = await bought();
    await failed();
    const last = await failed();
    const where = { accountId: buyer.accountId, status: 'unused' };
    expect(await db.prisma.entitlement.findMany({ where })).toMatchObject([
      { source: 'run_failure', sourceId: last, orderId },
    ]);
  });

  test.each([
    ['open', 'frozen'],
    ['lost', 'revoked'],
    ['won', 'unused'],
  ] as const)('follows a dispute that is %s before or after the run ends: %s', async (status, expected) => {
    const of = await bought();
    await failed();
    await disputed(db, of, status);
    expect(await left()).toEqual([expected]);

    await newBuyer();
    const later = await bought();
    const runId = await begun();
    await disputed(db, later, status);
    await fail(runId);
    expect([await left(), await restored(runId)]).toEqual([[expected], status !== 'lost']);
  });

  test('is revoked with a returned payment, before or after the run ends', async () => {
    const back = (of: { paymentId: string; orderId: string }) =>
      transaction(db, (tx) => takeBack(tx, { id: of.paymentId, orderId: of.orderId }));
    const of = await bought();
    await failed();
    await back(of);
    expect(await left()).toEqual(['revoked']);

    await newBuyer();
    const later = await bought();
    const runId = await begun();
    await back(later);
    await fail(runId);
    expect([await left(), await restored(runId)]).toEqual([['revoked'], false]);
  });

  test('is available once a dispute is won after the run ended', async () => {
    const of = await bought();
    const runId = await begun();
    await disputed(db, of, 'lost');
    await fail(runId);
    await disputed(db, of, 'won');
    expect(await left()).toEqual(['unused']);
  });

  test('cannot be used when a dispute arrives at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      await newBuyer();
      const of = await bought();
      const runId = await begun();
      await Promise.all([disputed(db, of, round % 2 === 0 ? 'lost' : 'open'), fail(runId)]);
      expect(await left()).toEqual([round % 2 === 0 ? 'revoked' : 'frozen']);
    }
  });

  test('does not follow a payment if it was granted by hand', async () => {
    await grantEntitlements(db, buyer.accountId, 'idea_check', 1);
    expect([await restored(await failed()), await left()]).toEqual([true, ['unused']]);
  });
});

describe('a canceled run', () => {
  const UNDO_WINDOW_MS = 120_000;
  const cancel = (runId: string) =>
    requestCancel(db, { accountId: buyer.accountId, mode: 'live' }, runId, UNDO_WINDOW_MS, (run) =>
      runMessage({} as never, run, 'cancelRequested'),
    );
  const end = (runId: string) => endRun(db, runId, 'canceled', 'canceled', 7_000);
  const unused = async () => (await left()).length;
  beforeEach(() => newBuyer(10));

  test.each([
    ['within the undo window', { sinceMs: UNDO_WINDOW_MS - 10_000 }, 10],
    ['before it has a session', { session: false }, 10],
    ['later', { sinceMs: UNDO_WINDOW_MS + 1_000 }, 9],
  ])('%s leaves the right number of credits', async (_, options, expected) => {
    const runId = await begun(options);
    await cancel(runId);
    expect(await unused()).toBe(9);
    await end(runId);
    expect(await loadRun(db, runId)).toMatchObject({ status: 'canceled', costMicros: 7_000 });
    expect([await unused(), await restored(runId)]).toEqual([expected, expected === 10]);
  });

  test('keeps its credit used once the agent has submitted', async () => {
    const runId = await begun({ sinceMs: 0 });
    await saveArtifact(db, runId, 'submission', Buffer.from('{}'));
    await cancel(runId);
    await end(runId);
    expect(await unused()).toBe(9);
  });

  test('returns one credit for repeated and concurrent requests; the first one decides', async () => {
    const runId = await begun({ sinceMs: 0 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(runId)));
    expect(answers.filter(({ pending }) => pending !== null)).toHaveLength(1);
    await db.prisma.run.update({ where: { id: runId }, data: { startedAt: new Date(Date.now() - 3_600_000) } });
    await cancel(runId);
    await Promise.all([end(runId), end(runId)]);
    expect(await unused()).toBe(10);
    await expect(cancel(runId)).rejects.toThrow(Failure);
  });

  test('is either delivered with its credit used or canceled with its credit returned', async () => {
    const runId = await begun({ sinceMs: 0 });
    await cancel(runId);
    for (const name of ['findings', 'dossierHtml'] as const) await saveArtifact(db, runId, name, Buffer.from('{}'));
    await Promise.all([completeRun(db, runId, 1), end(runId)]);
    const { status } = (await loadRun(db, runId))!;
    expect([status, await unused()]).toEqual(status === 'completed' ? ['completed', 9] : ['canceled', 10]);
  });

  test(`returns at most ${UNDOS_PER_DAY} credits a day, even for concurrent cancelations`, async () => {
    const many = [];
    for (let count = 0; count < UNDOS_PER_DAY + 2; count++) many.push(await begun({ sinceMs: 0 }));
    await Promise.all(many.map(cancel));
    await Promise.all(many.map(end));
    expect(await unused()).toBe(10 - many.length + UNDOS_PER_DAY);
    await db.prisma.run.updateMany({
      where: { accountId: buyer.accountId },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const next = await begun({ sinceMs: 0 });
    await cancel(next);
    await end(next);
    expect(await restored(next)).toBe(true);
  });
});
