import { Failure } from '../../contracts/failures';
import { runMessage } from '../../domain/messages/runs';
import { UNDOS_PER_DAY } from '../../domain/undo';
import { beginRun } from '../../store/runs/begin-run';
import { completeRun } from '../../store/runs/complete-run';
import { endRun } from '../../store/runs/end-run';
import { loadRun } from '../../store/runs/find-run';
import { recordSession } from '../../store/runs/record-session';
import { requestCancel } from '../../store/runs/request-cancel';
import { saveArtifact } from '../../store/runs/save-artifact';
import { createCustomer, createEvaluation, type Customer } from '../support/api';
import { creditFlaws } from '../support/run-invariants';
import { useApi } from '../support/use';

const { db, api } = useApi();
let customer: Customer;
beforeEach(async () => {
  customer = await createCustomer(db, { credits: 10 });
});
afterEach(async () => {
  const flaws = await creditFlaws(db);
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
});

const UNDO_WINDOW_MS = 120_000;
let created = 0;

/** A run whose session began that long ago. */
async function begun(sinceMs = 0): Promise<string> {
  const { runId } = (await createEvaluation(api, customer, `undo-${created++}`)).body;
  await beginRun(db, runId, 3_600_000);
  const session = { provider: 'anthropic', agentId: 'a', agentVersion: '1', model: 'm', sessionId: `sesn_${runId}` };
  await recordSession(db, runId, session);
  await db.prisma.run.update({ where: { id: runId }, data: { startedAt: new Date(Date.now() - sinceMs) } });
  return runId;
}

const cancel = (runId: string) =>
  requestCancel(db, { accountId: customer.accountId, mode: 'live' }, runId, UNDO_WINDOW_MS, (run) =>
    runMessage({} as never, run, 'cancelRequested'),
  );
const end = (runId: string) => endRun(db, runId, 'canceled', 'canceled', 7_000);
const unused = () =>
  db.prisma.entitlement.count({ where: { accountId: customer.accountId, status: 'unused', kind: 'idea_check' } });

test('a run that is taken back soon after its start ends with its credit, whatever its session cost', async () => {
  const runId = await begun(UNDO_WINDOW_MS - 10_000);
  await cancel(runId);
  expect(await unused()).toBe(9);
  await end(runId);
  expect(await loadRun(db, runId)).toMatchObject({ status: 'canceled', entitlementRestored: true, costMicros: 7_000 });
  expect(await unused()).toBe(10);
});

test('one that is canceled later keeps its credit used', async () => {
  const runId = await begun(UNDO_WINDOW_MS + 1_000);
  await cancel(runId);
  await end(runId);
  expect(await loadRun(db, runId)).toMatchObject({ status: 'canceled', entitlementRestored: false });
  expect(await unused()).toBe(9);
});

test('one whose agent has handed something in keeps its credit used', async () => {
  const runId = await begun();
  await saveArtifact(db, runId, 'submission', Buffer.from('{}'));
  await cancel(runId);
  await end(runId);
  expect(await unused()).toBe(9);
});

test('calls that repeat, and come at the same time, give one credit back; the first decides', async () => {
  const runId = await begun();
  const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(runId)));
  expect(answers.filter(({ pending }) => pending !== null)).toHaveLength(1);
  await db.prisma.run.update({ where: { id: runId }, data: { startedAt: new Date(Date.now() - 3_600_000) } });
  await cancel(runId);
  await Promise.all([end(runId), end(runId)]);
  expect(await unused()).toBe(10);
  await expect(cancel(runId)).rejects.toThrow(Failure);
});

test('work that is done before the cancellation arrives is delivered, and its credit stays used', async () => {
  const runId = await begun();
  await cancel(runId);
  for (const name of ['findings', 'dossierHtml'] as const) await saveArtifact(db, runId, name, Buffer.from('{}'));
  await Promise.all([completeRun(db, runId, 1), end(runId)]);
  const run = (await loadRun(db, runId))!;
  // Whichever came first: delivered and used, or neither.
  expect([run.status, await unused()]).toEqual(run.status === 'completed' ? ['completed', 9] : ['canceled', 10]);
});

test(`an account takes back ${UNDOS_PER_DAY} a day, however many it cancels at the same time`, async () => {
  const runs = [];
  for (let count = 0; count < UNDOS_PER_DAY + 2; count++) runs.push(await begun());
  await Promise.all(runs.map(cancel));
  await Promise.all(runs.map(end));
  expect(await unused()).toBe(10 - runs.length + UNDOS_PER_DAY);
  await db.prisma.run.updateMany({
    where: { accountId: customer.accountId },
    data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  const next = await begun();
  await cancel(next);
  await end(next);
  expect(await loadRun(db, next)).toMatchObject({ entitlementRestored: true });
});
