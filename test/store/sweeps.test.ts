import { ApplicationFailure } from '@temporalio/common';
import { checkEach, type Sweep } from '../../activities/check-each';
import { FAILURES_BEFORE_ALERT } from '../../domain/sweeps';
import { openAgents } from '../../providers/agents/open-agents';
import { leastRecent } from '../../store/sweeps/least-recent';
import { endLostComparisons } from '../../store/reconciliation/end-run';
import { endOverdueRuns, overdueRuns } from '../../store/runs/end-overdue-runs';
import { startAgents } from '../support/agents';
import { createCustomer, createEvaluation, startApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { startSweeping } from '../support/runs';
import { useEach } from '../support/use';

const db = useEach(() => createTestDatabase());

const quiet = { onProgress: () => undefined, onFailure: () => undefined };
const checks = leastRecent('disputes', 'payment_events.id');

async function items(count: number): Promise<void> {
  await db.pool.query(
    `INSERT INTO payment_events (id, about, mode) SELECT 'evt_' || lpad(n::text, 5, '0'), 'x', 'live' FROM generate_series(1, $1) n`,
    [count],
  );
}

/** A sweep over the items, with what it checked. */
function sweepOf(check: (id: string) => void | Promise<void>): Sweep<string> & { seen: string[] } {
  const seen: string[] = [];
  return {
    name: 'disputes',
    seen,
    async list(before, limit) {
      const { rows } = await db.pool.query<{ id: string }>(
        `SELECT id FROM payment_events ${checks.join} WHERE ${checks.due} ORDER BY ${checks.order} LIMIT $2`,
        [before, limit],
      );
      return rows.map(({ id }) => id);
    },
    idOf: (id) => id,
    async check(id) {
      seen.push(id);
      await check(id);
      return true;
    },
  };
}

const unanswered = () => ApplicationFailure.retryable('down', 'payment_unavailable');
const refused = () => ApplicationFailure.nonRetryable('unknown there', 'payment_refused');

test('an unavailable provider ends the pass early, with its error', async () => {
  await items(500);
  const sweep = sweepOf(() => {
    throw unanswered();
  });
  await expect(checkEach(db, sweep, quiet)).rejects.toThrow('down');
  expect(sweep.seen.length).toBeLessThan(50);
});

test('an item that keeps failing alerts once a day, with its code and not its message', async () => {
  await items(3);
  const sweep = sweepOf((id) => {
    if (id !== 'evt_00002') throw refused();
  });
  const alerts = () => db.prisma.alert.findMany({ where: { alert: 'sweep-failing' } });
  const failed = (times: number) =>
    eventually(`it has failed ${times} times`, async () => {
      await checkEach(db, sweep, quiet);
      return (await db.prisma.sweepLook.count({ where: { failures: { gte: times } } })) === 2;
    });
  await failed(FAILURES_BEFORE_ALERT - 1);
  expect(await alerts()).toEqual([]);
  await failed(FAILURES_BEFORE_ALERT + 1);
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert!.facts).toMatchObject({ sweep: 'disputes', error: 'payment_refused', items: '2' });
  expect(JSON.stringify(alert!.facts)).not.toContain('unknown there');
});

test('a run that cannot be ended does not block the sweep of others', async () => {
  const api = await startApi(db, { settings: { runQueueExpiryMs: 1 } });
  const agents = await startAgents();
  const customer = await createCustomer(db, { credits: 3 });
  const runs: string[] = [];
  for (const key of ['a', 'b', 'c']) runs.push((await createEvaluation(api, customer, key)).body.runId);
  await db.asOwner(`CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF OLD.id = '${runs[0]}' THEN RAISE EXCEPTION 'it stays'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER stay BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION stay()`);
  await eventually('all are overdue', async () => (await overdueRuns(db, new Date(), 10)).length === 3);
  const sweep = startSweeping(db, openAgents(agents.settings), 10);
  const states = async () => {
    const rows = await db.prisma.run.findMany({ select: { id: true, status: true } });
    return runs.map((id) => rows.find((row) => row.id === id)!.status);
  };
  await eventually('the others have ended', async () => (await states()).filter((s) => s === 'expired').length === 2);
  await eventually('the sweep continues', () => sweep.passes() > 2);
  await sweep.stop();
  expect(await states()).toEqual(['queued', 'expired', 'expired']);
  expect(
    await db.prisma.sweepLook.findUnique({ where: { sweep_item: { sweep: 'overdue_runs', item: runs[0]! } } }),
  ).toMatchObject({
    failures: expect.any(Number),
    error: 'P0001',
  });
  await db.asOwner('DROP TRIGGER stay ON runs');
  expect(await endOverdueRuns(db, 10)).toEqual([runs[0]]);
  await agents.close();
  await api.close();
});

test('a reconciliation whose workflow is gone ends as incomplete, with an alert', async () => {
  const day = 24 * 3_600_000;
  const run = (id: string, days: number) => {
    const startedAt = new Date(Date.now() - days * day);
    return { id, fromAt: startedAt, untilAt: startedAt, startedAt, movesBookmark: true };
  };
  await db.prisma.reconciliationRun.createMany({ data: [run('rcn_lost', 3), run('rcn_under_way', 1)] });
  await endLostComparisons(db);
  await endLostComparisons(db);
  const runs = await db.prisma.reconciliationRun.findMany({ orderBy: { id: 'asc' } });
  expect(runs.map(({ endedAt, complete }) => [endedAt !== null, complete])).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(await db.prisma.alert.findMany()).toMatchObject([
    { alert: 'reconciliation-failed', subject: 'rcn_lost', facts: { workflowId: 'reconciliation/rcn_lost' } },
  ]);
});
