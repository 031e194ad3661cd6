/** Declaration of one metric in Prometheus style: base units, `_total` for counters. */
interface MetricSpec {
  type: 'counter' | 'gauge' | 'histogram';
  /** One line; also the text of `# HELP` and of docs/operations.md. */
  help: string;
  /** Label names. Label values come from the code or from declared states, never from a caller. */
  labels: readonly string[];
  /** The process that counts, or `database` if every process reads the same value. */
  from: 'api' | 'worker' | 'both' | 'database';
}

const metric =
  <Type extends MetricSpec['type']>(type: Type) =>
  <From extends MetricSpec['from'], const Labels extends readonly string[]>(
    from: From,
    help: string,
    ...labels: Labels
  ) => ({ type, from, help, labels });
const [counter, gauge, histogram] = [metric('counter'), metric('gauge'), metric('histogram')];

/**
 * Metrics of API and worker by name (docs/operations.md, Metrics). Each page also has the defaults of prom-client
 * (`nodejs_*`, `process_*`); the worker's page adds those of the Temporal SDK (`temporal_*`).
 */
export const METRICS = {
  noi_build_info: gauge('both', 'Always 1; the build of the process', 'version', 'build_id'),
  noi_http_requests_total: counter(
    'api',
    'Answered requests except health checks; unknown paths have route "unmatched"',
    'method',
    'route',
    'status',
  ),
  noi_http_request_duration_seconds: histogram(
    'api',
    'Response time, without requests that wait for a change',
    'method',
    'route',
    'status',
  ),
  noi_http_requests_in_flight: gauge('api', 'Requests in flight, including those that wait'),
  noi_http_connections_refused_total: counter('api', 'Connections closed at once because the process was at its limit'),
  noi_http_streams: gauge('api', 'Open streams of live pages'),
  noi_http_limited_total: counter('api', 'Requests refused by a rate limit', 'limit'),
  noi_http_shed_total: counter('api', 'Requests refused because the process was at its limit'),
  noi_provider_requests_total: counter(
    'both',
    'Requests to providers; outcome ok, rejected, not_found, key_refused, rate_limited, unavailable, no_answer or canceled',
    'provider',
    'operation',
    'outcome',
  ),
  noi_provider_request_duration_seconds: histogram('both', 'Time to the headers of an answer', 'provider', 'operation'),
  noi_database_connections: gauge('both', 'Connections of the pool, and requests that wait for one', 'state'),
  noi_database_wait_seconds: histogram('both', 'Wait for a connection of the pool'),
  noi_disk_free_bytes: gauge('both', 'Free space of WATCHED_DISKS and of temporary files', 'path'),
  noi_disk_size_bytes: gauge('both', 'Size of these disks', 'path'),
  noi_memory_limit_bytes: gauge('both', 'Memory that the process may use'),
  noi_evidence_checks_total: counter(
    'worker',
    'Quotations checked on the pages they cite; status verified, not_found, unreachable or not_text',
    'status',
  ),
  noi_loop_age_seconds: gauge('worker', 'Time since a loop of the process last completed a pass', 'loop'),
  noi_collector_up: gauge('database', '1 if the database accepts writes and the figures below could be read, else 0'),
  noi_runs: gauge('database', 'Runs that have not ended', 'kind', 'status'),
  noi_runs_oldest_queued_age_seconds: gauge('database', 'Age of the oldest queued run; 0 without one', 'kind'),
  noi_runs_finished_total: counter('database', 'Runs that ended', 'kind', 'outcome'),
  noi_outbox_messages: gauge('database', 'Messages that have not reached Temporal; beyond 10,000 an estimate'),
  noi_outbox_oldest_age_seconds: gauge('database', 'Age of the oldest of these messages; 0 without one'),
  noi_webhook_deliveries: gauge('database', 'Webhook deliveries that are kept', 'status'),
  noi_agent_sessions_open: gauge('database', 'Agent sessions whose cost is not known yet'),
  noi_spend_dollars_total: counter('database', 'Known cost of agent sessions in US dollars'),
  noi_budget_reserved_dollars: gauge('database', 'Possible further cost of unfinished runs, in US dollars'),
  noi_payments_settled_total: counter('database', 'Payments granted or sent back within an hour, or later', 'settled'),
  noi_orders: gauge('database', 'Orders by state', 'status'),
  noi_refunds: gauge('database', 'Refunds by state', 'status'),
  noi_withdrawals: gauge('database', 'Withdrawals by state', 'status'),
  noi_reconciliation_open_breaks: gauge('database', 'Open differences between the payment provider’s books and ours'),
  noi_reconciliation_age_seconds: gauge('database', 'Time since the compared part of the provider’s books', 'mode'),
  noi_sweep_failures_total: counter('database', 'Items that a sweep failed on', 'sweep'),
  noi_sweep_last_completed_age_seconds: gauge('database', 'Time since a sweep last completed a pass', 'sweep'),
  noi_backup_age_seconds: gauge('database', 'Age of the archived log and base backup of PostgreSQL', 'part'),
  noi_worker_last_seen_age_seconds: gauge('database', 'Time since any worker last reported; +Inf if none ever did'),
  noi_alerts_raised_total: counter('database', 'Alerts raised', 'alert'),
} as const satisfies Record<string, MetricSpec>;

export type MetricName = keyof typeof METRICS;

export type MetricLabels<N extends MetricName> = Record<(typeof METRICS)[N]['labels'][number], string>;

export interface Sample {
  name: { [N in MetricName]: (typeof METRICS)[N]['from'] extends 'database' ? N : never }[MetricName];
  labels: Record<string, string>;
  value: number;
  /** True for an age in seconds, which keeps growing until the next read. */
  ages?: boolean;
}
