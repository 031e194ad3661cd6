/** Pages of `docs/runbook/` that explain alerts. */
type RunbookPage = 'runs' | 'vendors' | 'database' | 'money' | 'disputes' | 'payouts' | 'accounts';

/** Declares an alert. In its title and action, each `{name}` is replaced by the fact with that name. */
interface AlertSpec {
  /** `critical` wakes somebody; `warning` can wait until the morning. */
  severity: 'critical' | 'warning';
  /** One line: what happened, and to which object. */
  title: string;
  /** What to do first. The runbook `page` explains more under the alert's name. */
  action: string;
  page: RunbookPage;
  /** True for alerts about a condition that the API watches until it ends. Other alerts are about one object. */
  episode?: true;
}

/** A new alert needs an entry here, a section in the runbook, and a `raiseAlert` in the transaction that causes it. */
export const ALERTS = {
  'refund-failed': {
    severity: 'critical',
    page: 'money',
    title: 'refund failed, order {orderId}',
    action:
      "We still hold the money of payment {paymentId}. Return it in the payment provider's dashboard. " +
      'Details: admin orders show {orderId}',
  },
  'payment-unknown-order': {
    severity: 'critical',
    page: 'money',
    title: 'payment {paymentId} names an order that we do not have ({orderId})',
    action:
      'Our database lost the order. Refund it with: admin orphans return {breakId} --reason TEXT. ' +
      'Was the database restored or failed over? Then run: admin reconcile --since DATE',
  },
  'reconciliation-break': {
    severity: 'warning',
    page: 'money',
    title: "the provider's books differ from ours: {cause}, {objectId}",
    action:
      'Compare the object with our row. Correct what is wrong, or close it with: ' +
      'admin reconcile --settle {breakId} --reason TEXT',
  },
  'reconciliation-failed': {
    episode: true,
    severity: 'warning',
    page: 'money',
    title: "the provider's books could not be compared with ours: {why}",
    action:
      'Set the missing key, or look at the last failure of {workflowId} in Temporal Web. ' +
      'Then run: admin reconcile',
  },
  'withdrawal-restored': {
    severity: 'critical',
    page: 'payouts',
    title: 'withdrawal {withdrawalId} was missing and has been restored',
    action:
      'It was paid, but our database had lost it. Was the database restored or failed over? ' +
      'Then run: admin reconcile --since DATE',
  },
  'withdrawal-stuck': {
    severity: 'critical',
    page: 'payouts',
    title: 'withdrawal {withdrawalId} is stuck',
    action:
      "We retry until the money moves. Look at the provider's balance and the last failure of " +
      'payout/{withdrawalId} in Temporal Web.',
  },
  'payout-review': {
    severity: 'warning',
    page: 'payouts',
    title: 'withdrawal {withdrawalId} waits for a review',
    action:
      'Look at the sales behind it; {available} is available without it. Then run: ' +
      'admin withdrawals approve {withdrawalId} --reason TEXT, or reject it.',
  },
  'dispute-opened': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: the buyer disputes {amount} of a payment ({reason})',
    action:
      "Submit evidence in the payment provider's dashboard ({due}), or accept dispute {disputeId} there. " +
      'Details: admin orders show {orderId}',
  },
  'inquiry-opened': {
    severity: 'warning',
    page: 'disputes',
    title: "order {orderId}: the buyer's bank asks about {amount} of a payment ({reason})",
    action:
      "We still hold the money. Answer inquiry {disputeId} in the payment provider's dashboard ({due}), or refund: " +
      'admin orders refund {orderId} --reason TEXT',
  },
  'dispute-evidence-due': {
    severity: 'critical',
    page: 'disputes',
    title: 'order {orderId}: evidence for a dispute of {amount} is due on {due}',
    action:
      "Submit it in the payment provider's dashboard, or accept dispute {disputeId} there. After that date we lose it. " +
      'Details: admin orders show {orderId}',
  },
  'dispute-lost-in-part': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: we lost a dispute about part of its payment and still hold {left}',
    action:
      'The purchase is revoked. Refund the rest with: admin orders refund {orderId} --reason TEXT, ' +
      'or keep it. Details: admin orders show {orderId}',
  },
  'dispute-money-left': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: a dispute is closed, but our books still hold {left} as disputed',
    action:
      "Compare dispute {disputeId} in the payment provider's dashboard with: admin orders show {orderId}. " +
      'Did the provider keep money although we won? Ask its support.',
  },
  'agent-stopped': {
    severity: 'critical',
    page: 'vendors',
    title: 'the agent provider {provider} refuses all work: {words}',
    action:
      'Raise the spend limit, renew the key or enable the workspace. Queued runs then continue by themselves. ' +
      'Runs queued for more than an hour return their credit.',
  },
  'credits-returned': {
    severity: 'warning',
    page: 'accounts',
    title: 'account {accountId} got {returned} credits back in a day for runs that cost us money',
    action:
      'Run {runId} and later runs wait for review: admin runs list --account {accountId}. Then run: ' +
      'admin runs release {runId} --reason TEXT, or cancel them.',
  },
  'erased-balance': {
    severity: 'warning',
    page: 'payouts',
    title: 'erased account {accountId} has a balance of {money}',
    action:
      'Nobody can withdraw it. Pay it by other means or write it off, then run: admin ledger settle ' +
      '--account {accountId} --amount={amount} --currency {currency} --reason TEXT',
  },
  'erasure-restored': {
    severity: 'critical',
    page: 'accounts',
    title: 'the erasure of account {accountId} was lost and starts again',
    action:
      'Our database lost it; Temporal still knows it. Was the database restored or failed over? Open money delays ' +
      'it: admin accounts erase {accountId} --status',
  },
  'erasure-stuck': {
    severity: 'critical',
    page: 'accounts',
    title: 'the erasure of account {accountId} has not ended after {days} days',
    action:
      'The law allows a month. See what is left with: admin accounts erase {accountId} --status, and the ' +
      'last failure of erasure/{accountId} in Temporal Web.',
  },
  'fraud-warning': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: the bank warns of fraud ({fraudType})',
    action:
      "Payment {paymentId} is refunded unless it is already disputed. Check the buyer's other orders. " +
      'Details: admin orders show {orderId}',
  },
  'mailbox-bounced': {
    severity: 'critical',
    page: 'vendors',
    title: 'mail to {mailbox} bounced ({reason})',
    action:
      'We still send mail to the address in {mailbox}, but it may not arrive. Repair the mailbox or set another one.',
  },
  'sweep-failing': {
    severity: 'warning',
    page: 'runs',
    title: 'sweep {sweep} keeps failing at {item} ({error})',
    action:
      '{items} of its items failed {failures} times in a row; the others are processed. Fix the cause of the error. ' +
      'The next pass tries again.',
  },
  'build-gone': {
    severity: 'critical',
    page: 'runs',
    title: '{pinned} workflows are pinned to build {buildId}, which has no workers',
    action: 'Start a worker of that build again, or move them: admin deploy move {buildId} --to BUILD --reason TEXT',
  },
  'database-unreachable': {
    severity: 'critical',
    page: 'database',
    title: 'PostgreSQL has been unavailable to an API process for {seconds} s: it {why}',
    action:
      'Callers get 503 and all work stops. Bring it back; processes reconnect by themselves. ' +
      'After a failover or a restore follow docs/runbook/restore.md#reconcile.',
  },
  'worker-frozen': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'no worker has reported for {seconds} s',
    action:
      'Accepted work and money wait until a worker is back. Check the worker processes and restart them. ' +
      'Details: admin doctor',
  },
  'queue-stalled': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'the oldest queued run has waited {seconds} s',
    action:
      'Queued runs expire and return their credit. See who waits with: admin queue. Add a worker if all are busy.',
  },
  'outbox-stalled': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'the oldest message to Temporal has waited {seconds} s',
    action:
      'Accepted work does not start. Check whether Temporal answers, then look for the relay in the workers’ logs.',
  },
  'run-failure-rate': {
    episode: true,
    severity: 'warning',
    page: 'runs',
    title: '{failed} of the last {ended} runs failed',
    action:
      'Latest reason: {failureCode}. See them with: admin runs list --status failed. Their credits were returned.',
  },
  'loop-stalled': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'the {loop} of worker {identity} has not completed a pass for {seconds} s',
    action: 'Look at its log. Restart it if PostgreSQL and Temporal answer.',
  },
  'replica-down': {
    episode: true,
    severity: 'warning',
    page: 'runs',
    title: '{role} {identity} fell silent {seconds} s ago without a clean stop',
    action:
      'Other processes continue. Restart it. If it was removed on purpose, the alert clears after a day. ' +
      'Live processes: admin doctor',
  },
  'provider-failing': {
    episode: true,
    severity: 'critical',
    page: 'vendors',
    title: 'the {provider} provider refuses us or does not answer: {words}',
    action:
      'Replace a refused key and restart the processes that use it, or grant the right it lacks. ' +
      'An outage passes by itself. Details: admin doctor',
  },
  'disk-nearly-full': {
    episode: true,
    severity: 'critical',
    page: 'database',
    title: '{path} on {host} is nearly full: {free} left',
    action: 'Free space or enlarge the disk: PostgreSQL without space accepts no writes.',
  },
  'backup-stale': {
    episode: true,
    severity: 'warning',
    page: 'database',
    title: 'the backup of PostgreSQL is stale: {why}',
    action: 'If the disk is lost, all data since then is lost. Details: admin doctor',
  },
} as const satisfies Record<string, AlertSpec>;

/** Name of an alert in logs, email, receivers and the runbook. */
export type AlertName = keyof typeof ALERTS;

export function isAlertName(name: string): name is AlertName {
  return Object.hasOwn(ALERTS, name);
}

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Facts of an alert: at least those that its title and action use. Only our own ids and words, never personal data. */
export type AlertFacts<N extends AlertName> = Record<
  Placeholders<(typeof ALERTS)[N]['title'] | (typeof ALERTS)[N]['action']>,
  string
> &
  Record<string, string>;

/** Alerts about a condition. Each has at most one open episode. */
export type EpisodeName = {
  [N in AlertName]: (typeof ALERTS)[N] extends { episode: true } ? N : never;
}[AlertName];

/** Channels of an alert, each tried independently. */
export const ALERT_CHANNELS = ['log', 'mail', 'webhook'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Input of the workflow that delivers an alert. The facts are in the database. */
export interface AlertInput {
  alert: AlertName;
  /** Subject of the alert, such as an object's id. Each alert is delivered once per subject. */
  subject: string;
  /** Channels to use, all by default. For episodes, the API itself delivers to the log and webhook. */
  channels?: readonly AlertChannel[];
}

export function alertTexts(alert: AlertName, facts: Record<string, string>) {
  const { severity, title, action, page } = ALERTS[alert];
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? 'unknown');
  return { severity, title: filled(title), action: filled(action), runbook: `docs/runbook/${page}.md#${alert}` };
}
