import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { allEndpoints } from '../../api/endpoints/table';
import { METRICS } from '../../base/metrics';
import { BUCKETS } from '../../base/observation/metrics';
import { PACKAGE_ROOT } from '../../base/package-root';
import { ALERTS, alertTexts, isAlertName, type AlertName, type EpisodeName } from '../../modules/alerts/contract';
import {
  conditionsOf,
  LATE_BACKUP_MS,
  LATE_SEGMENT_MS,
  REPLICA_SILENT_MS,
  WORKERS_SILENT_MS,
  type SeenProcess,
  type WatchFigures,
  WATCH_LIMITS,
} from '../../modules/operations/conditions';
import { ACCEPTING_PATHS, POLLED_PATH, POLLED_WITHIN_S } from '../../modules/operations/objectives';
import { alertBody, createAlertReceiver } from '../../vendors/webhooks/alert-receiver';
import { alertRules, recordingRules } from '../support/alert-rules';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const episodes = Object.entries(ALERTS).flatMap(([name, spec]) => ('episode' in spec ? [name] : []));
const rules = alertRules();

describe('watched conditions', () => {
  const seen = (identity: string, rest: Partial<SeenProcess> = {}): SeenProcess => {
    const [startedAt, seenAt] = [new Date('2026-11-29T00:00:00Z'), new Date('2026-11-29T02:00:00Z')];
    return { identity, role: 'worker', startedAt, seenAt, lastSeenMs: 9_000, stoppedAt: null, troubles: {}, ...rest };
  };
  const silent = { lastSeenMs: REPLICA_SILENT_MS + 1 };
  const ARCHIVE = { mode: 'on', failing: false, archivedMs: 60_000, upMs: 1e9, backedUpMs: LATE_BACKUP_MS };
  const QUIET: Omit<WatchFigures, 'readAt'> = {
    workersSilentMs: 9_000,
    oldestQueuedMs: 800_000,
    oldestMessageMs: 3_000,
    comparedMs: 86_400_000,
    endedRuns: 100,
    failedRuns: 20,
    latestRuns: [null, 'findings_invalid', 'not_enough_evidence', null, 'internal_error'],
    archive: ARCHIVE,
    processes: [seen('a'), seen('b')],
    open: [],
  };
  const conditions = (figures: Partial<WatchFigures>) => conditionsOf({ ...QUIET, ...figures }, WATCH_LIMITS);
  const held = (figures: Partial<WatchFigures>) =>
    [...conditions(figures)].flatMap(([name, facts]) => (facts ? [name] : []));
  const few = (...latestRuns: (string | null)[]) => ({ endedRuns: 2, failedRuns: 2, latestRuns });
  const reports = (troubles: SeenProcess['troubles'], rest = {}) => ({
    processes: [seen('a'), seen('b', { troubles, ...rest })],
  });
  const [disk, loop] = [
    { path: '/', host: 'h', free: '1 GB' },
    { loop: 'relay', identity: 'b', seconds: '80' },
  ];
  const provider = { provider: 'payments', words: 'it refuses our key for POST /v1/refunds' };
  const lateLog = { ...ARCHIVE, archivedMs: LATE_SEGMENT_MS + 1 };

  test.each([
    ['within the limits', {}],
    [
      'while nothing is known',
      { workersSilentMs: null, oldestQueuedMs: null, oldestMessageMs: null, comparedMs: null },
    ],
    ['for one failure of ours in a quiet day', few('internal_error', null, null, null, null)],
    ['for two failures that follow no other', few('agent_refused', 'findings_invalid', null, null, null)],
    ['for a failure in many', { latestRuns: ['internal_error', 'internal_error', 'internal_error'] }],
    ['after a clean stop', { processes: [seen('a'), seen('b', { ...silent, stoppedAt: new Date() })] }],
    ['for a process that another replaced', { processes: [seen('c', { startedAt: new Date() }), seen('b', silent)] }],
    ['for a process nobody missed for a day', { processes: [seen('a'), seen('b', { lastSeenMs: 86_400_000 })] }],
    ['for what a stopped process reported', reports({ 'disk-nearly-full': disk }, { stoppedAt: new Date() })],
    ['where no log is archived', { archive: { ...lateLog, mode: 'off' } }],
    ['just after PostgreSQL was away', { archive: { ...lateLog, upMs: 60_000 } }],
    ['where another service makes the backups', { archive: { ...ARCHIVE, backedUpMs: null } }],
  ] as [string, Partial<WatchFigures>][])('raise no alert %s', (_, figures) => {
    expect(held(figures)).toEqual([]);
  });

  test.each([
    ['worker-frozen', 'beyond its limit', { workersSilentMs: WORKERS_SILENT_MS + 1 }],
    ['queue-stalled', 'beyond its limit', { oldestQueuedMs: WATCH_LIMITS.queueAgeMs + 1 }],
    ['outbox-stalled', 'beyond its limit', { oldestMessageMs: WATCH_LIMITS.outboxAgeMs + 1 }],
    ['loop-stalled', 'that a worker reports', reports({ 'loop-stalled': loop })],
    ['run-failure-rate', 'of many runs', { failedRuns: 21 }],
    [
      'run-failure-rate',
      'after three failures in a row',
      few('agent_refused', 'findings_invalid', 'plan_invalid', null),
    ],
    ['run-failure-rate', 'after two of ours in five', few(null, 'internal_error', null, null, 'agent_unavailable')],
    ['replica-down', 'of a silent worker', { processes: [seen('a'), seen('b', silent)] }],
    [
      'replica-down',
      'of a silent API',
      { processes: [seen('a', { role: 'api' }), seen('b', { ...silent, role: 'api' })] },
    ],
    ['provider-failing', 'that a process reports', reports({ 'provider-failing': provider })],
    ['disk-nearly-full', 'that a process reports', reports({ 'disk-nearly-full': disk })],
    ['backup-stale', 'where the log is not archived', { archive: { ...lateLog, failing: true } }],
    ['backup-stale', 'without a base backup', { archive: { ...ARCHIVE, backedUpMs: LATE_BACKUP_MS + 1 } }],
    ['reconciliation-failed', 'after two days', { comparedMs: 2 * 86_400_000 + 1 }],
  ] as [EpisodeName, string, Partial<WatchFigures>][])('raise %s %s', (alert, _, figures) => {
    expect(held(figures)).toEqual([alert]);
    const texts = alertTexts(alert, conditions(figures).get(alert)!);
    expect(texts.title + texts.action).not.toMatch(/[{}]|unknown/);
    expect([...conditions({}).keys()].toSorted()).toEqual(episodes.toSorted());
  });

  test.each([
    ['worker-frozen', ['queue-stalled', 'outbox-stalled', 'loop-stalled', 'replica-down']],
    ['agent-stopped', ['queue-stalled', 'run-failure-rate']],
  ] as [AlertName, EpisodeName[]][])('while %s is open, do not raise or end its consequences', (cause, quiet) => {
    const all = { oldestQueuedMs: 1e9, oldestMessageMs: 1e9, ...few('a', 'b', 'c') };
    expect(held(all)).toEqual(['queue-stalled', 'outbox-stalled', 'run-failure-rate']);
    const known = conditions({ ...all, open: [cause] });
    expect(quiet.filter((name) => known.has(name))).toEqual([]);
  });
});

describe('rules of Prometheus', () => {
  const recorded = recordingRules();
  const dashboard = JSON.parse(read('deploy/dashboard.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const expressions = [
    ...[...rules, ...recorded].map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  /** Metrics of Prometheus itself, of prom-client's defaults, and of our recording rules. */
  const OTHERS = [
    ...['up', 'process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'],
    ...recorded.map(({ record }) => record),
  ];
  const declared = (metric: string) =>
    Object.entries(METRICS).find(([name, { type }]) =>
      type === 'histogram' ? metric.startsWith(`${name}_`) : metric === name,
    )?.[1].labels as readonly string[] | undefined;

  test("and dashboard panels are valid PromQL over the product's metrics and labels", () => {
    expect(expressions.length).toBeGreaterThan(40);
    const flaws: string[] = [];
    for (const expr of expressions) {
      parser.parse(expr).iterate({ enter: ({ type }) => void (type.isError && flaws.push(`not PromQL: ${expr}`)) });
      for (const [, metric, matchers = ''] of expr.matchAll(/\b(noi_\w+|up)\b(?:\{([^}]*)\})?/g)) {
        if (!declared(metric!) && !OTHERS.includes(metric!)) flaws.push(`${metric} in ${expr}`);
        const known = [...(declared(metric!) ?? []), 'job', 'instance', 'le'];
        const asked = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
        flaws.push(...asked.filter((label) => !known.includes(label)).map((label) => `${label} in ${expr}`));
      }
    }
    expect(flaws).toEqual([]);
  });

  test('state the severity, and do not repeat alerts that the product raises itself', () => {
    for (const { labels } of rules) expect(['critical', 'warning']).toContain(labels.severity);
    expect(rules.filter(({ section }) => isAlertName(section))).toEqual([]);
  });

  test('measure objectives with existing paths and an existing bucket', () => {
    const paths = allEndpoints('https://api.example.com').map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining([...ACCEPTING_PATHS, POLLED_PATH]));
    expect(BUCKETS).toContain(POLLED_WITHIN_S);
  });
});

describe('an alert is sent', () => {
  const raisedAt = new Date('2026-11-21T05:56:33.086Z');
  const refund = { alert: 'refund-failed', facts: { orderId: 'ord_1', paymentId: 'pi_1' }, raisedAt } as const;
  const news = { ...refund, subject: 're_1', publicUrl: 'https://api.example.com' };

  test('to Slack as text, and to PagerDuty as an event whose repeats join one incident', () => {
    const { text } = alertBody(news, null) as { text: string };
    expect(text).toMatch(/refund failed, order ord_1[^]*docs\/runbook\/money\.md#refund-failed/);
    expect(alertBody(news, 'R0UT1NG')).toMatchObject({
      routing_key: 'R0UT1NG',
      event_action: 'trigger',
      dedup_key: 'refund-failed/re_1',
      payload: { summary: 'refund failed, order ord_1', severity: 'critical' },
    });
  });

  test('only over https, unless private receivers are allowed', () => {
    const settings = { ALERT_WEBHOOK_URL: 'http://localhost:1/', ALERT_WEBHOOK_KEY: undefined };
    expect(() => createAlertReceiver({ ...settings, WEBHOOK_ALLOW_PRIVATE: false })).toThrow('ALERT_WEBHOOK_URL');
    expect(createAlertReceiver({ ...settings, WEBHOOK_ALLOW_PRIVATE: true })).not.toBeNull();
  });
});
