import { METRICS, type Sample } from '../../base/metrics';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { readFigures, addUpFigures } from '../../modules/operations/store/figures';
import { createCustomer, createEvaluation, startApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { begin, complete, fail } from '../support/runs';
import { useEach } from '../support/use';

const db = useEach(() => createTestDatabase());
const api = useEach(() => startApi(db));

/** Value of one figure; fails unless there is exactly one. */
async function figure(name: Sample['name'], labels: Record<string, string> = {}): Promise<number> {
  const found = (await readFigures(db)).filter(
    (sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels),
  );
  expect(found).toHaveLength(1);
  return found[0]!.value;
}

/**
 * Minimum age to expect of a row that is this many seconds old. A clock correction may set the clock back a little
 * between two statements.
 */
const ago = (seconds: number) => seconds - 1;

const order = (id: string, status: string) =>
  db.pool.query(
    `INSERT INTO orders (id, mode, product, product_name, status, price_amount, price_currency, expires_at, hold_ends_at,
                         creating_until, consent_text_version, consent_recorded_at)
     VALUES ($1, 'live', 'idea_check', 'Idea Check', $2, 100, 'usd', now(), now(), now(), '1', now())`,
    [id, status],
  );

test('an empty database reports every figure with all its labels', async () => {
  const samples = await readFigures(db);
  const names = new Set(samples.map(({ name }) => name));
  const expected = Object.entries(METRICS).filter(([, { from }]) => from === 'database');
  // An empty database has no archived WAL, sweep or comparison. The collector itself reports whether the read worked.
  const absent = [
    'noi_collector_up',
    'noi_backup_age_seconds',
    'noi_sweep_last_completed_age_seconds',
    'noi_reconciliation_age_seconds',
  ];
  expect([...names].sort()).toEqual(
    expected
      .map(([name]) => name)
      .filter((name) => !absent.includes(name))
      .sort(),
  );
  expect(samples.filter(({ value }) => value !== 0)).toEqual([
    { name: 'noi_worker_last_seen_age_seconds', labels: {}, value: Infinity, ages: true },
  ]);
  for (const { name, labels } of samples) expect(Object.keys(labels).sort()).toEqual([...METRICS[name].labels].sort());
});

test('runs are counted by state, and once with their cost at their end', async () => {
  const customer = await createCustomer(db);
  const ids: string[] = [];
  for (const key of ['a', 'b', 'c', 'd']) ids.push((await createEvaluation(api, customer, key)).body.runId);
  await db.pool.query(`UPDATE runs SET created_at = now() - interval '90 seconds' WHERE id = $1`, [ids[0]]);
  const runs = (status: string) => figure('noi_runs', { kind: 'idea_check', status });
  expect(await runs('queued')).toBe(4);
  expect(await figure('noi_runs_oldest_queued_age_seconds', { kind: 'idea_check' })).toBeGreaterThan(ago(90));
  expect(await figure('noi_budget_reserved_dollars')).toBeGreaterThan(0);
  await begin(db, ids[1]!);
  await complete(db, ids[2]!, sampleFindings);
  await fail(db, ids[3]!, 'agent_unavailable');
  expect([await runs('queued'), await runs('running')]).toEqual([1, 1]);
  const ended = (outcome: string) => figure('noi_runs_finished_total', { kind: 'idea_check', outcome });
  expect([await ended('completed'), await ended('failed'), await ended('canceled')]).toEqual([1, 1, 0]);
  expect(await figure('noi_spend_dollars_total')).toBeCloseTo((123_456 + 1_000) / 1_000_000);
  expect(await figure('noi_outbox_messages')).toBeGreaterThanOrEqual(4);
});

test('a row counts only in its current state, and not once rolled back or deleted', async () => {
  await order('ord_1', 'creating');
  await order('ord_2', 'creating');
  await db.pool.query(`UPDATE orders SET status = 'pending_payment', creating_until = NULL WHERE id = 'ord_1'`);
  await db.pool.query(`UPDATE orders SET status = status, updated_at = now()`);
  const tx = await db.pool.connect();
  await tx.query(`BEGIN; UPDATE orders SET status = 'failed'; ROLLBACK`);
  tx.release();
  const orders = async () => [
    await figure('noi_orders', { status: 'creating' }),
    await figure('noi_orders', { status: 'pending_payment' }),
    await figure('noi_orders', { status: 'failed' }),
  ];
  expect(await orders()).toEqual([1, 1, 0]);
  await db.pool.query(`DELETE FROM orders WHERE id = 'ord_2'`);
  expect(await orders()).toEqual([0, 1, 0]);
});

test('adding up changes never alters a figure, even with many workers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => order(`ord_${i}`, 'creating')));
  const created = () => figure('noi_orders', { status: 'creating' });
  expect(await created()).toBe(20);
  const read = Array.from({ length: 20 }, created);
  const added = await Promise.all([addUpFigures(db), addUpFigures(db), addUpFigures(db)]);
  expect(await Promise.all(read)).toEqual(Array(20).fill(20));
  expect(added.reduce((sum, each) => sum + each, 0)).toBe(20);
  expect(await db.prisma.figureChange.count()).toBe(0);
  await order('ord_more', 'creating');
  expect(await created()).toBe(21);
  expect(await addUpFigures(db)).toBe(1);
  expect(await created()).toBe(21);
});
