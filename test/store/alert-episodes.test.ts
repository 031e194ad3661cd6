import { pino } from 'pino';
import { openDatabase, type Database } from '../../prisma/client';
import { runWatch, type WatchOptions } from '../../server/watch';
import { createAlertReceiver } from '../../providers/webhooks/alert-receiver';
import type { WatchFigures } from '../../domain/watched-conditions';
import { beginPass } from '../../store/sweeps/record-pass';
import { listAlerts } from '../../store/alerts/read-alerts';
import { readWatchFigures } from '../../store/alerts/watch-figures';
import { enqueue } from '../../store/outbox/enqueue';
import { beat } from '../../store/workers/beat';
import { alertMessage } from '../../domain/messages/alerts';
import { createCustomer } from '../support/api';
import { eventually } from '../support/eventually';
import { startReceiver, type Receiver } from '../support/receiver';
import { useDatabase } from '../support/use';

const QUIET: Omit<WatchFigures, 'readAt'> = {
  workersSilentMs: 1_000,
  oldestQueuedMs: null,
  oldestMessageMs: null,
  endedRuns: 0,
  failedRuns: 0,
  failureCode: null,
};
const FROZEN = { ...QUIET, workersSilentMs: 61_000 };

let figures: Omit<WatchFigures, 'readAt'> | Error = QUIET;
let logged: Record<string, unknown>[] = [];
const stops: (() => Promise<void>)[] = [];
const db = useDatabase();
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await db.pool.query('DELETE FROM alerts');
  await db.pool.query('DELETE FROM outbox');
  figures = QUIET;
  logged = [];
});

/** Starts a receiver that ends with its test. */
async function receiverThatAnswers(answers: { status: number }[] = []): Promise<Receiver> {
  const receiver = await startReceiver(answers);
  stops.push(() => receiver.close());
  return receiver;
}

type WatchTimes = Pick<WatchOptions, 'leaseMs' | 'unreachableMs'>;

/** Starts the watch as one API process does; returns the passes that it has begun. */
function watch(
  receiver: Receiver | null,
  { leaseMs = 60_000, unreachableMs, on = db }: WatchTimes & { on?: Database } = {},
): () => number {
  let passes = 0;
  const stopping = new AbortController();
  const watching = runWatch(
    {
      db: on,
      figures: async () => {
        passes++;
        const readAt = await beginPass(db);
        if (figures instanceof Error) throw figures;
        return { ...figures, readAt };
      },
      limits: { queueAgeMs: 900_000, outboxAgeMs: 120_000, failureShare: 0.2 },
      receiver:
        receiver &&
        createAlertReceiver({
          ALERT_WEBHOOK_URL: receiver.url,
          ALERT_WEBHOOK_KEY: undefined,
          WEBHOOK_ALLOW_PRIVATE: true,
        }),
      publicUrl: 'https://api.example.com',
      log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
      everyMs: 10,
      leaseMs,
      calmMs: 0,
      ...(unreachableMs !== undefined && { unreachableMs }),
    },
    stopping.signal,
  );
  stops.push(async () => {
    stopping.abort();
    await watching;
  });
  return () => passes;
}
/** Resolves when every watch has made three more whole passes. */
async function passed(...counts: (() => number)[]): Promise<void> {
  const before = counts.map((count) => count());
  await eventually('more passes', () => counts.every((count, i) => count() > before[i]! + 3));
}
const about = (alert: string) => logged.filter((line) => line.alert === alert);
const texts = (receiver: Receiver) => receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);

test('frozen workers raise one alert over all processes, and one message when it is over', async () => {
  const receiver = await receiverThatAnswers();
  const processes = [watch(receiver), watch(receiver), watch(receiver)];
  figures = FROZEN;
  await eventually('the post', () => receiver.received.length > 0);
  await passed(...processes);
  expect(about('worker-frozen')).toHaveLength(1);
  expect(about('worker-frozen')[0]).toMatchObject({
    msg: 'ALERT: no worker has reported for 61 s',
    severity: 'critical',
    runbook: 'docs/runbook/worker-frozen.md',
  });
  expect(texts(receiver)).toEqual([expect.stringContaining('ALERT (critical): no worker has reported')]);
  expect(await listAlerts(db, 10, true)).toMatchObject([{ alert: 'worker-frozen', state: 'open' }]);
  const { rows } = await db.pool.query<{ message: object }>('SELECT message FROM outbox');
  expect(rows).toMatchObject([{ message: { workflowType: 'alert', input: { channels: ['mail'] } } }]);

  figures = QUIET;
  await eventually('the end', () => receiver.received.length > 1);
  await passed(...processes);
  expect(texts(receiver).slice(1)).toEqual([expect.stringContaining('OVER: no worker has reported')]);
  expect(about('worker-frozen').slice(1)).toMatchObject([{ cleared: true }]);
  expect(await listAlerts(db, 10)).toMatchObject([{ alert: 'worker-frozen', state: 'over' }]);
});

test('a failing receiver or dying process delays alerts and loses none', async () => {
  const receiver = await receiverThatAnswers([{ status: 500 }, { status: 500 }]);
  watch(receiver, { leaseMs: 50 });
  figures = FROZEN;
  await eventually('a first post', () => receiver.received.length > 0);
  figures = QUIET;
  await eventually('beginning and end', () => receiver.received.length > 3);
  expect(texts(receiver).map((text) => text.split(':')[0])).toEqual([
    'ALERT (critical)',
    'ALERT (critical)',
    'ALERT (critical)',
    'OVER',
  ]);
});

test('each process reports an unreachable PostgreSQL itself, and its return once', async () => {
  const receiver = await receiverThatAnswers([{ status: 500 }]);
  const process = watch(receiver, { unreachableMs: 50 });
  figures = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await eventually('the post is taken', () => receiver.received.length === 2);
  await passed(process);
  expect(texts(receiver)).toEqual(
    Array(2).fill(expect.stringContaining('ALERT (critical): PostgreSQL has been unavailable')),
  );
  expect(about('database-unreachable')).toHaveLength(2);
  figures = QUIET;
  await eventually('its end', () => receiver.received.length === 3);
  await passed(process);
  expect(texts(receiver).slice(2)).toEqual([expect.stringMatching(/^OVER: PostgreSQL/)]);
  expect(await listAlerts(db, 10)).toEqual([]);
});

test('a PostgreSQL that accepts no writes is reported as that', async () => {
  const receiver = await receiverThatAnswers();
  const readOnly = openDatabase(db.url, 2, { readOnly: true });
  stops.push(() => readOnly.close());
  watch(receiver, { unreachableMs: 50, on: readOnly });
  await eventually('the post is taken', () => receiver.received.length === 1);
  expect(texts(receiver)).toEqual([
    expect.stringMatching(/^ALERT \(critical\): PostgreSQL .*: it accepts no writes$/m),
  ]);
});

test('the watch reads waiting times, silent workers and failed live runs of the last hour', async () => {
  const { accountId, keyId } = await createCustomer(db, { credits: 0 });
  expect(await readWatchFigures(db)).toMatchObject({
    workersSilentMs: null,
    oldestQueuedMs: null,
    oldestMessageMs: null,
    endedRuns: 0,
    failureCode: null,
  });
  await db.pool.query(
    `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                       workflow_id, queue_expires_at, reserved_cents, created_at, completed_at, failure_code)
     SELECT 'run_' || n, $1, $2, 'idea_check', mode, status, 'done', '{}', 'ent_' || n, 3, 'evaluation/' || n, now(),
            100, now() - interval '2 hours', now() - ago, code
     FROM (VALUES (1, 'live', 'completed', interval '1 minute', NULL), (2, 'live', 'failed', interval '2 minutes', 'agent_unavailable'),
                  (3, 'live', 'expired', interval '3 minutes', 'queue_expired'), (4, 'live', 'failed', interval '4 minutes', 'agent_unavailable'),
                  (5, 'live', 'canceled', interval '5 minutes', 'canceled'), (6, 'test', 'failed', interval '6 minutes', 'internal_error'),
                  (7, 'live', 'failed', interval '61 minutes', 'internal_error'), (8, 'live', 'queued', NULL, NULL)
          ) AS run (n, mode, status, ago, code)`,
    [accountId, keyId],
  );
  await enqueue(db.pool, 'mail:waits', alertMessage({ alert: 'withdrawal-stuck', subject: 'wdr_1' }));
  await beat(db, {
    identity: 'worker-1',
    role: 'worker',
    host: 'vm',
    pid: 1,
    version: '1',
    buildId: 'b',
    startedAt: new Date(),
  });
  const read = await readWatchFigures(db);
  expect(read).toMatchObject({ endedRuns: 4, failedRuns: 3, failureCode: 'agent_unavailable' });
  // A clock that is being corrected may go back a little.
  expect(read.oldestQueuedMs).toBeGreaterThan(2 * 3_600_000 - 1_000);
  expect(read.workersSilentMs).not.toBeNull();
  expect(read.oldestMessageMs).not.toBeNull();
});
