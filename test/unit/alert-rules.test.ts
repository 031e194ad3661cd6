import { parser } from '@prometheus-io/lezer-promql';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints } from '../../api/endpoints/table';
import { ALERTS, isAlertName } from '../../contracts/alerts';
import { METRICS } from '../../contracts/metrics';
import { ACCEPTING_PATHS, POLLED_PATH, POLLED_WITHIN_S } from '../../domain/objectives';
import { RUNS_FOR_A_RATE, WORKERS_SILENT_MS } from '../../domain/watched-conditions';
import { apiSettings } from '../../http/settings';
import { BUCKETS } from '../../platform/observation/metrics';
import { readSettings } from '../../platform/settings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { alertRules, recordingRules } from '../support/alert-rules';

interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  targets?: { expr: string }[];
}

const rules = alertRules();
const recorded = recordingRules();
const dashboard = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'deploy/dashboard.json'), 'utf8')) as {
  templating: { list: { name: string; type: string }[] };
  panels: Panel[];
};
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...recorded.map(({ record, labels, expr }) => [`${record} ${labels.objective}`, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];
/** Besides our own: of Prometheus itself and of prom-client's defaults. */
const OTHERS = ['up', 'process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'];

/** Nodes of an expression by the grammar of Prometheus' own project. */
function nodesOf(expr: string): { type: string; text: string; parent: string | undefined }[] {
  const nodes: { type: string; text: string; parent: string | undefined }[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to, node }) =>
      void nodes.push({
        type: type.isError ? 'error' : type.name,
        text: expr.slice(from, to),
        parent: node.parent?.name,
      }),
  });
  return nodes;
}

/** Selectors with the metric and the labels that each expression relies on. */
function selectorsOf(expr: string): { metric: string; labels: string[] }[] {
  return [...expr.matchAll(/\b(noi_\w+|up)\b(?:\{([^}]*)\})?/g)].map(([, metric, matchers = '']) => ({
    metric: metric!,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  }));
}
const declared = (metric: string) => {
  const spec = Object.entries(METRICS).find(([name, { type }]) =>
    type === 'histogram' ? metric.startsWith(`${name}_`) : metric === name,
  );
  return spec && { ...spec[1], labels: spec[1].labels as readonly string[] };
};

test.each(expressions)('%s: the expression is PromQL', (_, expr) => {
  expect(nodesOf(expr).filter(({ type }) => type === 'error')).toEqual([]);
});

test('the grammar refuses what is not PromQL, so that its approval means something', () => {
  expect(nodesOf('sum by (kind (noi_runs').some(({ type }) => type === 'error')).toBe(true);
});

test.each(expressions)(
  '%s: every metric is one that the product has, with the labels that are asked for',
  (_, expr) => {
    const metrics = nodesOf(expr).filter(({ type, parent }) => type === 'Identifier' && parent === 'VectorSelector');
    expect(metrics.length).toBeGreaterThan(0);
    const others = [...OTHERS, ...recorded.map(({ record }) => record)];
    const unknown = metrics.filter(({ text }) => !declared(text) && !others.includes(text));
    expect(unknown.map(({ text }) => text)).toEqual([]);
    for (const { metric, labels } of selectorsOf(expr)) {
      const known = [...(declared(metric)?.labels ?? []), 'job', 'instance', 'le'];
      expect({ metric, unknown: labels.filter((label) => !known.includes(label)) }).toEqual({ metric, unknown: [] });
    }
  },
);

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  '%s has a severity, a summary and its runbook page',
  (_, { alert, labels, annotations, page }) => {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\S/);
    expect(annotations.runbook_url).toBe(`docs/runbook/${page}.md`);
    expect(existsSync(join(PACKAGE_ROOT, annotations.runbook_url!))).toBe(true);
    // The same alert raised by the product itself weighs the same.
    expect(isAlertName(page) ? ALERTS[page].severity : labels.severity).toBe(labels.severity);
  },
);

test('every condition that the product watches has its rule, with the same limit', () => {
  const limitOf = (alert: string) => [...rules.find((rule) => rule.alert === alert)!.expr.matchAll(/>=? ([\d.]+)/g)];
  const limits = (alert: string) => limitOf(alert).map(([, limit]) => Number(limit));
  const settings = readSettings(apiSettings, { DATABASE_URL: 'postgresql://localhost/noi' });
  expect(limits('WorkerFrozen')).toEqual([WORKERS_SILENT_MS / 1_000]);
  expect(limits('QueueStalled')).toEqual([settings.ALERT_QUEUE_AGE / 1_000]);
  expect(limits('OutboxStalled')).toEqual([settings.ALERT_OUTBOX_AGE / 1_000]);
  expect(limits('RunFailureRate')).toEqual([settings.ALERT_FAILURE_SHARE, RUNS_FOR_A_RATE]);
  const episodes = Object.entries(ALERTS).filter(([, spec]) => 'episode' in spec);
  expect(episodes.map(([name]) => name).filter((name) => !rules.some(({ page }) => page === name))).toEqual([]);
});

test('every panel of the dashboard asks the data source that its reader chooses', () => {
  expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(panels.length).toBeGreaterThan(20);
  expect(panels.filter(({ datasource }) => datasource?.uid !== '${datasource}').map(({ title }) => title)).toEqual([]);
});

test('what the objectives count is declared: paths of endpoints, and a bucket of the histogram', () => {
  const paths = allEndpoints('https://api.example.com').map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining([...ACCEPTING_PATHS, POLLED_PATH]));
  expect(BUCKETS).toContain(POLLED_WITHIN_S);
});
