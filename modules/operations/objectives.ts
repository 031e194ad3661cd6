/** A service level objective (docs/operations.md, Objectives). */
interface ObjectiveSpec {
  /** One line that defines a good event. */
  title: string;
  /** Required share of good events. */
  target: number;
  /** PromQL for the number of bad events, and of all events, over a window such as `1h`. */
  bad(window: string): string;
  all(window: string): string;
}

/** Window of an error budget. */
export const OBJECTIVE_DAYS = 28;

/** Longest acceptable time from a payment until we decide whether to grant or refund it. */
export const SETTLED_WITHIN_MS = 3_600_000;

/** Paths that accept paid work or money. */
export const ACCEPTING_PATHS = [
  '/v1/evaluations',
  '/v1/searches',
  '/v1/checkout-sessions',
  '/v1/opportunities/{id}/purchase',
] as const;

export const POLLED_PATH = '/v1/runs/{id}';

/** Longest acceptable response time of a poll; must be a bucket of `noi_http_request_duration_seconds`. */
export const POLLED_WITHIN_S = 0.25;

const accepting = `method="POST",route=~"${ACCEPTING_PATHS.map((path) => path.replaceAll(/[{}]/g, '.')).join('|')}"`;
const polls = `route="${POLLED_PATH}"`;
const requests = (labels: string, window: string) => `sum(increase(noi_http_requests_total{${labels}}[${window}]))`;
const answers = (part: string, window: string) => `sum(increase(noi_http_request_duration_seconds_${part}[${window}]))`;
// Uses `max`, because every process reports the same total from the database.
const runs = (outcomes: string, window: string) =>
  `sum(max by (kind, outcome) (increase(noi_runs_finished_total{outcome=~"${outcomes}"}[${window}])))`;
const payments = (labels: string, window: string) =>
  `sum(max by (settled) (increase(noi_payments_settled_total${labels}[${window}])))`;

export const OBJECTIVES = {
  accept: {
    title: 'Requests for runs and purchases without a server error',
    target: 0.999,
    bad: (window) => `(${requests(`${accepting},status=~"5.."`, window)} or vector(0))`,
    all: (window) => requests(accepting, window),
  },
  poll: {
    title: `Polls of a run answered within ${POLLED_WITHIN_S * 1_000} ms, without a server error`,
    target: 0.995,
    bad: (window) =>
      `(${answers(`count{${polls}}`, window)}` +
      ` - (${answers(`bucket{${polls},status!="5xx",le="${POLLED_WITHIN_S}"}`, window)} or vector(0)))`,
    all: (window) => answers(`count{${polls}}`, window),
  },
  run: {
    title: 'Runs completed within their deadline, not counting canceled ones',
    target: 0.95,
    bad: (window) => runs('failed|expired', window),
    all: (window) => runs('completed|failed|expired', window),
  },
  money: {
    title: `Payments granted or refunded within ${SETTLED_WITHIN_MS / 60_000} minutes`,
    target: 0.99,
    bad: (window) => payments('{settled="later"}', window),
    all: (window) => payments('', window),
  },
} as const satisfies Record<string, ObjectiveSpec>;

export type ObjectiveName = keyof typeof OBJECTIVES;

/**
 * Alerts by burn rate. An alert fires only while both windows exceed the rate. The short window ends it soon after its
 * cause is gone. The numbers are from the Site Reliability Workbook, chapter 5: 2% of the budget in an hour, 10% in
 * three days.
 */
const BURN_RATES = [
  { severity: 'critical', rate: 14.4, long: '1h', short: '5m' },
  { severity: 'warning', rate: 1, long: '3d', short: '6h' },
] as const;

/** Minimum number of events in the long window for an alert, so that one failure in three at night wakes nobody. */
const EVENTS_FOR_A_RATE = 10;

const burn = (window: string) => `noi:objective_burn:ratio${window}`;
const events = (window: string) => `noi:objective_events:increase${window}`;

/** Prometheus rules (deploy/objectives.yaml): the burn rates of each objective, and alerts on these rates. */
export function objectiveRules(): object {
  const windows = [...new Set([...BURN_RATES.flatMap(({ long, short }) => [short, long]), `${OBJECTIVE_DAYS}d`])];
  return {
    groups: [
      {
        name: 'objectives',
        rules: Object.entries<ObjectiveSpec>(OBJECTIVES).flatMap(([objective, { target, bad, all }]) => [
          ...windows.map((window) => ({
            record: burn(window),
            expr: `${bad(window)} / ${all(window)} / ${Number((1 - target).toFixed(6))}`,
            labels: { objective },
          })),
          ...BURN_RATES.map(({ long }) => ({ record: events(long), expr: all(long), labels: { objective } })),
        ]),
      },
      {
        name: 'budgets',
        rules: BURN_RATES.map(({ severity, rate, long, short }) => ({
          alert: 'BudgetBurning',
          expr: `${burn(long)} > ${rate} and ${burn(short)} > ${rate} and ${events(long)} >= ${EVENTS_FOR_A_RATE}`,
          labels: { severity },
          annotations: {
            summary: `The objective "{{ $labels.objective }}" fails {{ $value | humanize }} times as often as its budget allows`,
            runbook_url: 'docs/runbook/api.md#budget-burning',
          },
        })),
      },
    ],
  };
}
