import type { DoctorDeps } from '../../admin/doctor/check';
import { reconciliation } from '../../admin/doctor/checks/reconciliation';
import type { Mode } from '../../contracts/access';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { endRun } from '../../store/reconciliation/end-run';
import { openRun } from '../../store/reconciliation/open-run';
import { useDatabase } from '../support/use';

const db = useDatabase();

test('a run that compared nothing, a mode that was never compared and one that is late are warnings', async () => {
  const env = { STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live, STRIPE_SECRET_KEY_TEST: '' };
  const found = () => reconciliation.run({ db, env } as unknown as DoctorDeps);
  const run = async (id: string, modes: Mode[], incomplete: string | null) => {
    await openRun(db, id, { modes, since: null });
    await endRun(db, id, { objects: 0, compared: modes, incomplete, workflowId: id });
  };
  await run('nothing', [], 'no mode has a key');
  expect(await found()).toMatchObject({
    status: 'warn',
    detail: expect.stringMatching(/compared nothing.*live mode were never compared/),
    cure: expect.stringContaining('admin reconcile'),
  });
  await run('live', ['live'], null);
  expect(await found()).toMatchObject({ status: 'ok', detail: expect.stringContaining('live mode') });
  await db.prisma.reconciliationBookmark.update({
    where: { mode: 'live' },
    data: { at: new Date(Date.now() - 3 * 86_400_000) },
  });
  expect(await found()).toMatchObject({ status: 'warn', detail: expect.stringContaining('not compared for 3 d') });
});
