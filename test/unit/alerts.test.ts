import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { allEndpoints } from '../../api/endpoints/table';
import { METRICS } from '../../base/metrics';
import { BUCKETS } from '../../base/observation/metrics';
import { PACKAGE_ROOT } from '../../base/package-root';
import { readSettings } from '../../base/settings';
import { apiSettings } from '../../http/settings';
import { ALERTS, alertTexts, isAlertName } from '../../modules/alerts/contract';
import { conditionsThatHold, RUNS_FOR_A_RATE, WORKERS_SILENT_MS } from '../../modules/operations/conditions';
import { ACCEPTING_PATHS, POLLED_PATH, POLLED_WITHIN_S } from '../../modules/operations/objectives';
import { alertBody, createAlertReceiver } from '../../vendors/webhooks/alert-receiver';
import { alertRules, recordingRules } from '../support/alert-rules';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const episodes = Object.entries(ALERTS).flatMap(([name, spec]) => ('episode' in spec ? [name] : []));
const rules = alertRules();

describe('watched conditions', () => {
  const LIMITS = { queueAgeMs: 900_000, outboxAgeMs: 120_000, failureShare: 0.2 };
  const QUIET = {
    workersSilentMs: 9_000,
    oldestQueuedMs: 800_000,
    oldestMessageMs: 3_000,
    endedRuns: 100,
    failedRuns: 20,
    failureCode: 'agent_refused',
  };
  const held = (figures: Partial<typeof QUIET> | Record<string, null>) => [
    ...conditionsThatHold({ ...QUIET, ...figures }, LIMITS).keys(),
  ];

  test('raise nothing within the limits or while nothing is known', () => {
    expect(held({})).toEqual([]);
    expect(held({ workersSilentMs: null, oldestQueuedMs: null, oldestMessageMs: null })).toEqual([]);
    expect(held({ endedRuns: RUNS_FOR_A_RATE - 1, failedRuns: RUNS_FOR_A_RATE - 1 })).toEqual([]);
  });

  test.each([
    ['worker-frozen', { workersSilentMs: WORKERS_SILENT_MS + 1 }],
    ['queue-stalled', { oldestQueuedMs: LIMITS.queueAgeMs + 1 }],
    ['outbox-stalled', { oldestMessageMs: LIMITS.outboxAgeMs + 1 }],
    ['run-failure-rate', { failedRuns: 21 }],
  ])('raise %s just beyond its limit', (alert, figures) => {
    expect(held(figures)).toEqual([alert]);
  });

  test('fill every text of their alerts', () => {
    const all = { workersSilentMs: 1e9, oldestQueuedMs: 1e9, oldestMessageMs: 1e9, endedRuns: 10, failedRuns: 10 };
    const conditions = [...conditionsThatHold({ ...QUIET, ...all }, LIMITS)];
    expect(conditions.map(([name]) => name)).toEqual(episodes);
    for (const texts of conditions.map(([name, facts]) => alertTexts(name, facts))) {
      expect(texts.title + texts.action).not.toMatch(/[{}]/);
    }
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
  /** Besides our own: of Prometheus itself and of prom-client's defaults. */
  const OTHERS = [
    ...['up', 'process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'],
    ...recorded.map(({ record }) => record),
  ];
  const declared = (metric: string) =>
    Object.entries(METRICS).find(([name, { type }]) =>
      type === 'histogram' ? metric.startsWith(`${name}_`) : metric === name,
    )?.[1].labels as readonly string[] | undefined;

  test('and panels of the dashboard are PromQL over metrics and labels of the product', () => {
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

  test('weigh an alert as the product does', () => {
    for (const { labels, section } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(isAlertName(section) ? ALERTS[section].severity : labels.severity).toBe(labels.severity);
    }
  });

  test('hold every watched condition with the same limit', () => {
    const limits = (alert: string) =>
      [...rules.find((rule) => rule.alert === alert)!.expr.matchAll(/>=? ([\d.]+)/g)].map(([, limit]) => Number(limit));
    const settings = readSettings(apiSettings, { DATABASE_URL: 'postgresql://localhost/noi' });
    expect(limits('WorkerFrozen')).toEqual([WORKERS_SILENT_MS / 1_000]);
    expect(limits('QueueStalled')).toEqual([settings.ALERT_QUEUE_AGE / 1_000]);
    expect(limits('OutboxStalled')).toEqual([settings.ALERT_OUTBOX_AGE / 1_000]);
    expect(limits('RunFailureRate')).toEqual([settings.ALERT_FAILURE_SHARE, RUNS_FOR_A_RATE]);
    expect(rules.map(({ section }) => section)).toEqual(expect.arrayContaining(episodes));
  });

  test('count objectives by paths and a bucket that exist', () => {
    const paths = allEndpoints('https://api.example.com').map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining([...ACCEPTING_PATHS, POLLED_PATH]));
    expect(BUCKETS).toContain(POLLED_WITHIN_S);
  });
});

describe('an alert is sent', () => {
  const raisedAt = new Date('2026-11-21T05:56:33.086Z');
  const refund = { alert: 'refund-failed', facts: { orderId: 'ord_1', paymentId: 'pi_1' }, raisedAt } as const;
  const news = { ...refund, subject: 're_1', publicUrl: 'https://api.example.com' };

  test('to Slack as a text and to PagerDuty as an event that repeats into one incident', () => {
    const { text } = alertBody(news, null) as { text: string };
    expect(text).toMatch(/refund failed, order ord_1[^]*docs\/runbook\/money\.md#refund-failed/);
    expect(alertBody(news, 'R0UT1NG')).toMatchObject({
      routing_key: 'R0UT1NG',
      event_action: 'trigger',
      dedup_key: 'refund-failed/re_1',
      payload: { summary: 'refund failed, order ord_1', severity: 'critical' },
    });
  });

  test('over https only, unless private receivers are allowed', () => {
    const settings = { ALERT_WEBHOOK_URL: 'http://localhost:1/', ALERT_WEBHOOK_KEY: undefined };
    expect(() => createAlertReceiver({ ...settings, WEBHOOK_ALLOW_PRIVATE: false })).toThrow('ALERT_WEBHOOK_URL');
    expect(createAlertReceiver({ ...settings, WEBHOOK_ALLOW_PRIVATE: true })).not.toBeNull();
  });
});
