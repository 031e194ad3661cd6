import { beat, recordStop, type WorkerProcess } from '../../store/workers/beat';
import { listWorkers } from '../../store/workers/list-workers';
import { createTestDatabase } from '../support/database';
import { useEach } from '../support/use';

const db = useEach(() => createTestDatabase());

const startedAt = new Date('2026-11-01T00:00:00Z');
const worker = (pid: number): WorkerProcess => ({
  identity: `host:${pid}@1/build`,
  role: 'worker',
  host: 'host',
  pid,
  version: '1',
  buildId: 'build',
  startedAt,
});
const silentFor = (pid: number, seconds: number) =>
  db.pool.query(`UPDATE workers SET seen_at = now() - $2 * interval '1 second' WHERE pid = $1`, [pid, seconds]);

test('lists the newest report first, by the clock of the database', async () => {
  expect(await listWorkers(db)).toEqual([]);
  await beat(db, worker(1));
  await beat(db, worker(2));
  await silentFor(1, 600);
  await silentFor(2, 50);
  const [newest] = await listWorkers(db);
  expect(newest).toMatchObject({ pid: 2, stoppedAt: null, startedAt });
  // A clock that is being corrected may go back by a little between two statements.
  expect(newest!.lastSeenMs).toBeGreaterThan(49_000);
  await beat(db, worker(1));
  const [first, second] = await listWorkers(db);
  expect([first!.pid, second!.pid]).toEqual([1, 2]);
  expect(first!.lastSeenMs).toBeLessThan(49_000);
});

test('tells an orderly stop from a death, and a reused name runs again', async () => {
  await beat(db, worker(1));
  await recordStop(db, worker(1).identity);
  expect((await listWorkers(db))[0]!.stoppedAt).not.toBeNull();
  const later = new Date('2026-11-02T00:00:00Z');
  await beat(db, { ...worker(1), startedAt: later });
  expect(await listWorkers(db)).toMatchObject([{ pid: 1, startedAt: later, stoppedAt: null }]);
});
