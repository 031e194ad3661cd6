import { runMessage } from '../../modules/runs/messages';
import { releaseRun } from '../../modules/runs/store/held';
import { endRun } from '../../modules/runs/store/end';
import { beginRun } from '../../modules/runs/store/progress';
import { openRuns, resumeRun } from '../../modules/runs/store/retry';
import { requestCancel } from '../../modules/runs/store/stop';
import { call, createCustomer, createEvaluation } from '../support/api';
import { useApi, useEach } from '../support/use';

const { db, api } = useApi();
const buyer = useEach(() => createCustomer(db, { credits: 1 }));

let keys = 0;
const start = async () =>
  (await createEvaluation(api, buyer, `held-${keys++}`)).body as { runId: string; review?: boolean };
async function failing(costMicros: number | null, times = 1, status: 'failed' | 'expired' = 'failed'): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { runId } = await start();
    if (status === 'failed') await beginRun(db, runId, 60_000);
    await endRun(db, runId, status, status === 'failed' ? 'not_enough_evidence' : 'queue_expired', costMicros);
  }
}
const startsOf = (runId: string) => db.prisma.outboxMessage.count({ where: { dedupeKey: { endsWith: runId } } });
const starter = { queueExpiryMs: 60_000, start: (run: object) => runMessage({} as never, run as never) };

test('holds a run after three costly runs returned their credit, until it is released', async () => {
  await failing(5_000, 3);
  const held = await start();
  expect(held).toMatchObject({ status: 'queued', review: true });
  expect((await call(api, 'GET', `/v1/runs/${held.runId}`, { key: buyer.apiKey })).body).toMatchObject({
    review: true,
  });
  const repeated = await createEvaluation(api, buyer, `held-${keys - 1}`);
  expect(repeated.body).toMatchObject({ runId: held.runId, review: true, replayed: true });
  expect([await startsOf(held.runId), await openRuns(db)]).toEqual([0, expect.not.arrayContaining([held.runId])]);
  await expect(resumeRun(db, held.runId, starter.start)).rejects.toThrow('runs release');
  expect(await db.prisma.alert.findMany({ where: { alert: 'credits-returned' } })).toMatchObject([
    { facts: { accountId: buyer.accountId, runId: held.runId, returned: '3' } },
  ]);

  await releaseRun(db, held.runId, starter);
  expect(await startsOf(held.runId)).toBe(1);
  const { body } = await call(api, 'GET', `/v1/runs/${held.runId}`, { key: buyer.apiKey });
  expect(body).not.toHaveProperty('review');
  await expect(releaseRun(db, held.runId, starter)).rejects.toThrow('not held');
});

test.each([
  ['cost nothing', () => failing(0, 4)],
  ['expired in the queue', () => failing(null, 4, 'expired')],
  [
    'failed two days ago',
    async () => {
      await failing(5_000, 3);
      await db.asOwner(`ALTER TABLE runs DISABLE TRIGGER USER; UPDATE runs SET completed_at = completed_at - interval '2 days'
      WHERE account_id = '${buyer.accountId}'; ALTER TABLE runs ENABLE TRIGGER USER`);
    },
  ],
])('starts the next run at once after runs that %s', async (_, before) => {
  await before();
  const { runId, review } = await start();
  expect([review, await startsOf(runId)]).toEqual([undefined, 1]);
});

test('returns the credit of a held run when its owner cancels it', async () => {
  await failing(5_000, 3);
  const { runId } = await start();
  await requestCancel(db, { accountId: buyer.accountId, mode: 'live' }, runId, 0, (run) =>
    runMessage({} as never, run),
  );
  await endRun(db, runId, 'canceled', 'canceled', null);
  expect(await db.prisma.run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({ entitlementRestored: true });
});
