/** Declaration of a metric, following Prometheus conventions: base units, and `_total` for counters. */
interface MetricSpec {
  type: 'counter' | 'gauge' | 'histogram';
  /** One line, for `# HELP`. */
  help: string;
  /** Label names. Label values come from code or declared states, never from a caller. */
  labels: readonly string[];
  /** Process that reports the metric. With `database`, every process reports the same values. */
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
 * Metrics of API and worker by name (docs/operations.md, Metrics). Metrics pages also include prom-client's defaults
 * (`nodejs_*`, `process_*`) and, on workers, those of the Temporal SDK (`temporal_*`).
 */
export const METRICS = {
  noi_build_info: gauge('both', 'Always 1; labels name the build', 'version', 'build_id'),
  noi_http_requests_total: counter(
    'api',
    'Answered requests, excluding health checks; route "unmatched" for unknown paths',
    'method',
    'route',
    'status',
  ),
  noi_http_request_duration_seconds: histogram(
    'api',
    'Response time, excluding requests that wait for a change',
    'method',
    'route',
    'status',
  ),
  noi_http_requests_in_flight: gauge('api', 'Requests in flight, including waiting ones'),
  noi_http_connections_refused_total: counter('api', 'Connections refused at the limit of the process'),
  noi_http_streams: gauge('api', 'Open streams of live pages'),
  noi_http_limited_total: counter('api', 'Requests refused by a rate limit', 'limit'),
  noi_http_shed_total: counter('api', 'Requests refused at the in-flight limit of the process'),
  noi_provider_requests_total: counter(
    'both',
    'Requests to providers; outcome ok, rejected, not_found, key_refused, rate_limited, unavailable, no_answer or canceled',
    'provider',
    'operation',
    'outcome',
  ),
  noi_provider_request_duration_seconds: histogram('both', 'Time to the response headers', 'provider', 'operation'),
  noi_database_connections: gauge('both', 'Pool connections, and requests waiting for one', 'state'),
  noi_database_wait_seconds: histogram('both', 'Wait for a pool connection'),
  noi_disk_free_bytes: gauge('both', 'Free space of WATCHED_DISKS and temporary files', 'path'),
  noi_disk_size_bytes: gauge('both', 'Size of the disks of WATCHED_DISKS and temporary files', 'path'),
  noi_memory_limit_bytes: gauge('both', 'Memory limit of the process'),
  noi_evidence_checks_total: counter(
    'worker',
    'Quotations checked on their pages; status verified, not_found, unreachable or not_text',
    'status',
  ),
  noi_loop_age_seconds: gauge('worker', 'Time since a loop last did its work', 'loop'),
  noi_collector_up: gauge('database', '1 if the database accepts writes and these metrics could be read, else 0'),
  noi_runs: gauge('database', 'Runs that have not ended', 'kind', 'status'),
  noi_runs_oldest_queued_age_seconds: gauge('database', 'Age of the oldest queued run, or 0', 'kind'),
  noi_runs_finished_total: counter('database', 'Runs that ended', 'kind', 'outcome'),
  noi_outbox_messages: gauge('database', 'Messages not yet in Temporal; an estimate above 10,000'),
  noi_outbox_oldest_age_seconds: gauge('database', 'Age of the oldest message not yet in Temporal, or 0'),
  noi_webhook_deliveries: gauge('database', 'Stored webhook deliveries', 'status'),
  noi_agent_sessions_open: gauge('database', 'Agent sessions of unknown cost'),
  noi_spend_dollars_total: counter('database', 'Known cost of agent sessions, in US dollars'),
  noi_budget_reserved_dollars: gauge('database', 'What unfinished runs may still cost, in US dollars'),
  noi_payments_settled_total: counter('database', 'Payments granted or refunded, within an hour or later', 'settled'),
  noi_orders: gauge('database', 'Orders', 'status'),
  noi_refunds: gauge('database', 'Refunds', 'status'),
  noi_withdrawals: gauge('database', 'Withdrawals', 'status'),
  noi_reconciliation_open_breaks: gauge('database', 'Open differences from the payment provider’s books'),
  noi_reconciliation_age_seconds: gauge(
    'database',
    'Time since the last compared entry of the provider’s books',
    'mode',
  ),
  noi_sweep_failures_total: counter('database', 'Items that a sweep failed on', 'sweep'),
  noi_sweep_last_completed_age_seconds: gauge('database', 'Time since the last completed pass of a sweep', 'sweep'),
  noi_backup_age_seconds: gauge('database', 'Age of the archived log and base backup', 'part'),
  noi_worker_last_seen_age_seconds: gauge('database', 'Time since any worker last reported; +Inf if never'),
  noi_alerts_raised_total: counter('database', 'Alerts raised', 'alert'),
} as const satisfies Record<string, MetricSpec>;

export type MetricName = keyof typeof METRICS;

export type MetricLabels<N extends MetricName> = Record<(typeof METRICS)[N]['labels'][number], string>;

export interface Sample {
  name: { [N in MetricName]: (typeof METRICS)[N]['from'] extends 'database' ? N : never }[MetricName];
  labels: Record<string, string>;
  value: number;
  /** True if the value is an age in seconds, which keeps growing between two reads. */
  ages?: boolean;
}
