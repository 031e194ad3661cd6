/** Declaration of one metric, by Prometheus' conventions: base units, `_total` for counters. */
interface MetricSpec {
  type: 'counter' | 'gauge' | 'histogram';
  /** One line; the text of `# HELP` and of docs/operations.md. */
  help: string;
  /** Names of its labels. Their values come from the code or from declared states, never from a caller. */
  labels: readonly string[];
  /** Process that counts for itself, or `database`: every process reads the same. */
  from: 'api' | 'worker' | 'both' | 'database';
}

/**
 * Metrics of API and worker by name (docs/operations.md, Metrics). Besides them each page has the defaults of
 * prom-client (`nodejs_*`, `process_*`), that of the worker also those of the Temporal SDK (`temporal_*`).
 */
export const METRICS = {
  noi_build_info: {
    type: 'gauge',
    help: 'Always 1; the build of the process',
    labels: ['version', 'build_id'],
    from: 'both',
  },
  noi_http_requests_total: {
    type: 'counter',
    help: 'Requests answered, by declared path; unknown paths are one route, "unmatched"',
    labels: ['method', 'route', 'status'],
    from: 'api',
  },
  noi_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time to the answer, without requests that asked to wait for a change',
    labels: ['route'],
    from: 'api',
  },
  noi_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests under way, those that wait included',
    labels: [],
    from: 'api',
  },
  noi_http_connections_refused_total: {
    type: 'counter',
    help: 'Connections closed at once because MAX_CONNECTIONS were open',
    labels: [],
    from: 'api',
  },
  noi_http_streams: { type: 'gauge', help: 'Open streams of live pages', labels: [], from: 'api' },
  noi_http_limited_total: { type: 'counter', help: 'Requests refused by a rate limit', labels: ['limit'], from: 'api' },
  noi_http_shed_total: {
    type: 'counter',
    help: 'Requests refused because MAX_IN_FLIGHT were under way',
    labels: [],
    from: 'api',
  },
  noi_provider_requests_total: {
    type: 'counter',
    help: 'Requests to providers; outcome ok, rejected, not_found, key_refused, rate_limited, unavailable, no_answer or canceled',
    labels: ['provider', 'operation', 'outcome'],
    from: 'both',
  },
  noi_provider_request_duration_seconds: {
    type: 'histogram',
    help: 'Time to the headers of a provider’s answer',
    labels: ['provider', 'operation'],
    from: 'both',
  },
  noi_evidence_checks_total: {
    type: 'counter',
    help: 'Quotations that were checked on the pages they cite; status verified, not_found, unreachable or not_text',
    labels: ['status'],
    from: 'worker',
  },
  noi_loop_age_seconds: {
    type: 'gauge',
    help: 'Time since a loop of the process last did its work',
    labels: ['loop'],
    from: 'worker',
  },
  noi_collector_up: {
    type: 'gauge',
    help: '1 if the database accepts writes and the figures below could be read, else 0',
    labels: [],
    from: 'database',
  },
  noi_runs: { type: 'gauge', help: 'Runs that have not ended', labels: ['kind', 'status'], from: 'database' },
  noi_runs_oldest_queued_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest queued run; 0 without one',
    labels: ['kind'],
    from: 'database',
  },
  noi_runs_finished_total: { type: 'counter', help: 'Runs that ended', labels: ['kind', 'outcome'], from: 'database' },
  noi_outbox_messages: {
    type: 'gauge',
    help: 'Messages that have not reached Temporal; beyond 10,000 an estimate',
    labels: [],
    from: 'database',
  },
  noi_outbox_oldest_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest message that has not reached Temporal; 0 without one',
    labels: [],
    from: 'database',
  },
  noi_webhook_deliveries: {
    type: 'gauge',
    help: 'Webhook deliveries that are kept',
    labels: ['status'],
    from: 'database',
  },
  noi_agent_sessions_open: {
    type: 'gauge',
    help: 'Agent sessions whose cost is not known yet',
    labels: [],
    from: 'database',
  },
  noi_spend_dollars_total: {
    type: 'counter',
    help: 'Known cost of agent sessions in US dollars',
    labels: [],
    from: 'database',
  },
  noi_budget_reserved_dollars: {
    type: 'gauge',
    help: 'What unfinished runs may still cost, in US dollars, of accounts with and without a budget',
    labels: [],
    from: 'database',
  },
  noi_payments_settled_total: {
    type: 'counter',
    help: 'Payments that were granted or sent back; settled in_time, within an hour of when they were made, or later',
    labels: ['settled'],
    from: 'database',
  },
  noi_orders: { type: 'gauge', help: 'Orders by state', labels: ['status'], from: 'database' },
  noi_refunds: { type: 'gauge', help: 'Refunds by state', labels: ['status'], from: 'database' },
  noi_withdrawals: { type: 'gauge', help: 'Withdrawals by state', labels: ['status'], from: 'database' },
  noi_reconciliation_open_breaks: {
    type: 'gauge',
    help: 'Differences between the payment provider’s books and ours that are open',
    labels: [],
    from: 'database',
  },
  noi_reconciliation_age_seconds: {
    type: 'gauge',
    help: 'Time since until when the payment provider’s books were compared to their end; no value before the first',
    labels: ['mode'],
    from: 'database',
  },
  noi_sweep_failures_total: {
    type: 'counter',
    help: 'Items at which a sweep failed',
    labels: ['sweep'],
    from: 'database',
  },
  noi_sweep_last_completed_age_seconds: {
    type: 'gauge',
    help: 'Time since a sweep last completed a pass; no value before its first',
    labels: ['sweep'],
    from: 'database',
  },
  noi_worker_last_seen_age_seconds: {
    type: 'gauge',
    help: 'Time since any worker last reported; +Inf if none ever did',
    labels: [],
    from: 'database',
  },
  noi_alerts_raised_total: { type: 'counter', help: 'Alerts raised', labels: ['alert'], from: 'database' },
} as const satisfies Record<string, MetricSpec>;

/** Name of a metric. */
export type MetricName = keyof typeof METRICS;

/** Labels of a metric with their values. */
export type MetricLabels<N extends MetricName> = Record<(typeof METRICS)[N]['labels'][number], string>;

/** A value that was read from the database. */
export interface Sample {
  name: { [N in MetricName]: (typeof METRICS)[N]['from'] extends 'database' ? N : never }[MetricName];
  labels: Record<string, string>;
  value: number;
  /** True for an age in seconds, which grows until it is read again. */
  ages?: boolean;
}

/** Metrics as a Markdown table for docs/operations.md. */
export function metricsAsMarkdown(): string {
  const rows = Object.entries(METRICS as Record<string, MetricSpec>).map(
    ([name, { type, help, labels, from }]) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${from} | ${help} |`,
  );
  return ['| metric | type | labels | from | meaning |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
