import { pino } from 'pino';
import { alertMessage } from '../../modules/alerts/messages';
import { openEpisode } from '../../modules/alerts/store/alerts';
import { conditionsOf, WATCH_LIMITS, type WatchFigures } from '../../modules/operations/conditions';
import { listAlerts } from '../../modules/operations/store/alert-states';
import { beginPass } from '../../modules/operations/store/sweeps';
import { readWatchFigures } from '../../modules/operations/store/watch-figures';
import { beat } from '../../modules/operations/store/workers';
import { enqueue } from '../../modules/outbox/store/outbox';
import { endAgentStop, noteAgentStop } from '../../modules/runs/store/agent-stops';
import { runWatch, type WatchOptions } from '../../server/watch';
import { createAlertReceiver } from '../../vendors/webhooks/alert-receiver';
import { createCustomer } from '../support/api';
import { eventually } from '../support/eventually';
import { startInbox } from '../support/mails';
import { use, useDatabase, useEach } from '../support/use';
import { startReceiver } from '../support/webhooks';

const QUIET: Omit<WatchFigures, 'readAt'> = {
  workersSilentMs: 1_000,
  oldestQueuedMs: null,
  oldestMessageMs: null,
  comparedMs: null,
  endedRuns: 0,
  failedRuns: 0,
  latestRuns: [],
  archive: { mode: 'off', failing: false, archivedMs: null, upMs: 0, backedUpMs: null },
  processes: [],
  open: [],
};
const FROZEN = { ...QUIET, workersSilentMs: 61_000 };
const UNREACHABLE = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

let figures: Omit<WatchFigures, 'readAt'> | Error = QUIET;
let logged: Record<string, unknown>[] = [];
const answers: { status: number }[] = [];
const db = useDatabase();
const inbox = use(() => startInbox());
const OPERATOR = 'operator@example.com';
const mailed = async () => (await inbox.mailsTo(OPERATOR)).map(({ subject }) => subject);
const receiver = useEach(() => startReceiver(answers));
const watches = useEach(async () => {
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  const close = async () => {
    stopping.abort();
    await Promise.all(running);
    await db.pool.query('DELETE FROM alerts; DELETE FROM outbox');
    figures = QUIET;
    logged = [];
    answers.splice(0);
  };
  return { signal: stopping.signal, running, close };
});

/** Starts one API process's watch for alerts. Returns a function that waits for more complete passes. */
function watch(times: Partial<Pick<WatchOptions, 'leaseMs' | 'unreachableMs'>> = {}): () => Promise<unknown> {
  let passes = 0;
  const options: WatchOptions = {
    db,
    figures: async () => {
      passes++;
      const readAt = await beginPass(db);
      if (figures instanceof Error) throw figures;
      return { ...figures, readAt };
    },
    limits: WATCH_LIMITS,
    mailbox: { to: OPERATOR, mailer: inbox.mailer },
    receiver: createAlertReceiver({
      ALERT_WEBHOOK_URL: receiver.url,
      ALERT_WEBHOOK_KEY: undefined,
      WEBHOOK_ALLOW_PRIVATE: true,
    }),
    publicUrl: 'https://api.example.com',
    log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
    everyMs: 10,
    leaseMs: 60_000,
    calmMs: 0,
    ...times,
  };
  watches.running.push(runWatch(options, watches.signal));
  return () => {
    const before = passes;
    return eventually('more passes', () => passes > before + 3);
  };
}
const about = (alert: string) => logged.filter((line) => line.alert === alert);
const texts = () => receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
const received = (count: number) => eventually(`${count} posts`, () => receiver.received.length >= count);

test('frozen workers raise one alert across all processes, and one message when it ends', async () => {
  const processes = [watch(), watch(), watch()];
  figures = FROZEN;
  await received(1);
  await Promise.all(processes.map((passed) => passed()));
  expect(about('worker-frozen')).toMatchObject([
    { msg: 'ALERT: no worker has reported for 61 s', runbook: 'docs/runbook/runs.md#worker-frozen' },
  ]);
  expect(texts()).toEqual([expect.stringContaining('ALERT (critical): no worker has reported')]);
  expect(await listAlerts(db, 10, true)).toMatchObject([{ alert: 'worker-frozen', state: 'open' }]);
  const { rows } = await db.pool.query<{ message: object }>('SELECT message FROM outbox');
  expect(rows).toMatchObject([{ message: { workflowType: 'alert', input: { channels: ['mail'] } } }]);
  expect(await mailed()).toEqual(['ALERT: no worker has reported for 61 s']);

  figures = QUIET;
  await received(2);
  await Promise.all(processes.map((passed) => passed()));
  expect(texts().slice(1)).toEqual([expect.stringContaining('OVER: no worker has reported')]);
  expect(await listAlerts(db, 10)).toMatchObject([{ alert: 'worker-frozen', state: 'over' }]);
});

test('a failing receiver or dying process delays alerts but loses none', async () => {
  answers.push({ status: 500 }, { status: 500 });
  watch({ leaseMs: 50 });
  figures = FROZEN;
  await received(1);
  figures = QUIET;
  await received(4);
  const kinds = texts().map((text) => text.split(':')[0]);
  expect(kinds).toEqual(['ALERT (critical)', 'ALERT (critical)', 'ALERT (critical)', 'OVER']);
});

test('each process reports an unreachable PostgreSQL itself, and its return once', async () => {
  answers.push({ status: 500 });
  const passed = watch({ unreachableMs: 50 });
  figures = UNREACHABLE;
  await received(2);
  await passed();
  const alert = expect.stringContaining('ALERT (critical): PostgreSQL has been unavailable') as string;
  expect(texts()).toEqual([alert, alert]);
  expect((await mailed()).filter((subject) => subject.includes('PostgreSQL'))).toHaveLength(1);
  figures = QUIET;
  await received(3);
  await passed();
  expect(texts().slice(2)).toEqual([expect.stringMatching(/^OVER: PostgreSQL/)]);
  expect(await listAlerts(db, 10)).toEqual([]);
});

test('reports just after a PostgreSQL outage raise no alert', async () => {
  const passed = watch({ unreachableMs: 50 });
  figures = UNREACHABLE;
  await received(1);
  figures = FROZEN;
  await received(2);
  await passed();
  expect(texts()[1]).toMatch(/^OVER: PostgreSQL .* for \d+ s: it did not answer/);
  expect(about('worker-frozen')).toEqual([]);
});

test('the end of an agent provider alert is reported once', async () => {
  await noteAgentStop(db, 'anthropic', new Date(), '401 authentication_error');
  const passed = watch();
  await passed();
  expect(texts()).toEqual([]);
  await endAgentStop(db, 'anthropic', new Date(Date.now() + 60_000));
  await received(1);
  await passed();
  expect(texts()).toEqual([expect.stringMatching(/^OVER: the agent provider anthropic refuses all work/)]);
  await db.pool.query('DELETE FROM agent_stops');
});

test('the watch reads ages, failed live runs, backups, process reports and open alerts', async () => {
  const { accountId, keyId } = await createCustomer(db, { credits: 0 });
  const nothing = { workersSilentMs: null, oldestQueuedMs: null, oldestMessageMs: null, endedRuns: 0 };
  expect(await readWatchFigures(db)).toMatchObject(nothing);
  const ended = (rows: string) =>
    db.pool.query(
      `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                         workflow_id, queue_expires_at, reserved_cents, created_at, completed_at, failure_code)
       SELECT 'run_' || n, $1, $2, 'idea_check', mode, status, 'done', '{}', 'ent_' || n, 3, 'evaluation/' || n, now(),
              100, now() - interval '2 hours', now() - ago * interval '1 minute', code
       FROM (VALUES ${rows}) AS run (n, mode, status, ago, code)`,
      [accountId, keyId],
    );
  await ended(`(1, 'live', 'completed', 1, NULL), (2, 'live', 'failed', 2, 'agent_unavailable'),
               (3, 'live', 'expired', 3, 'queue_expired'), (4, 'live', 'failed', 4, 'agent_unavailable'),
               (5, 'live', 'canceled', 5, 'canceled'), (6, 'test', 'failed', 6, 'internal_error'),
               (7, 'live', 'failed', 61, 'internal_error'), (8, 'live', 'queued', NULL, NULL),
               (9, 'live', 'failed', 0, 'stopped_by_operator')`);
  await enqueue(db.pool, 'mail:waits', alertMessage({ alert: 'withdrawal-stuck', subject: 'wdr_1' }));
  const worker = { role: 'worker', host: 'vm', pid: 1, version: '1', buildId: 'b' } as const;
  await beat(db, { identity: 'worker-1', ...worker, startedAt: new Date() });
  const troubles = { 'disk-nearly-full': { path: '/', host: 'vm', free: '1.0 GB' } };
  await beat(db, { identity: 'api-1', ...worker, role: 'api', startedAt: new Date() }, { troubles });
  await openEpisode(db, 'queue-stalled', { facts: { seconds: '901' }, readAt: new Date() });
  await noteAgentStop(db, 'anthropic', new Date(), '401 authentication_error');
  const read = await readWatchFigures(db);
  expect(read).toMatchObject({
    endedRuns: 4,
    failedRuns: 3,
    latestRuns: [null, 'agent_unavailable', 'queue_expired', 'agent_unavailable', 'internal_error'],
    archive: { mode: 'off', archivedMs: null, backedUpMs: null },
    processes: [
      { identity: 'api-1', troubles },
      { identity: 'worker-1', stoppedAt: null, troubles: {} },
    ],
    open: ['queue-stalled', 'agent-stopped'],
  });
  // A clock correction may set the clock back a little.
  expect(read.oldestQueuedMs).toBeGreaterThan(2 * 3_600_000 - 1_000);
  expect([read.workersSilentMs, read.oldestMessageMs]).not.toContain(null);
  // With few runs, the alert stays open after the agent's outage until more runs complete.
  const rate = async () => conditionsOf(await readWatchFigures(db), WATCH_LIMITS).get('run-failure-rate');
  expect(await rate()).toBeUndefined();
  await endAgentStop(db, 'anthropic', new Date(Date.now() + 60_000));
  expect(await rate()).toEqual({ failed: '4', ended: '5', failureCode: 'agent_unavailable' });
  await ended(
    `(10, 'live', 'completed', 0, NULL), (11, 'live', 'completed', 0, NULL), (12, 'live', 'completed', 0, NULL)`,
  );
  expect(await rate()).toBeNull();
});
