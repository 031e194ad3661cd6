import { ApplicationFailure } from '@temporalio/common';
import { checkEach, type Sweep } from '../../activities/check-each';
import { leastRecent } from '../../modules/outbox/store/sweeping';
import { FAILURES_BEFORE_ALERT } from '../../modules/outbox/sweeps';
import { endLostComparisons } from '../../modules/reconciliation/store/reconciliation';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
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

/** A sweep that records which items it checked. */
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

test('an item that keeps failing alerts once a day, with its code but not its message', async () => {
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
