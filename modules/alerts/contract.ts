/** Pages of `docs/runbook/` that explain alerts, by what an operator sees. */
type RunbookPage = 'runs' | 'vendors' | 'database' | 'money' | 'disputes' | 'payouts' | 'accounts';

/** Declaration of one alert; `{name}` in its texts is replaced by that fact. */
interface AlertSpec {
  /** `critical` wakes somebody; `warning` waits for the morning. */
  severity: 'critical' | 'warning';
  /** One line: what happened, to which object. */
  title: string;
  /** First thing to do; the rest is on `page`, under the alert's name. */
  action: string;
  page: RunbookPage;
  /** True for a condition that begins and ends; the API watches it. The others are about one object, or may be. */
  episode?: true;
}

/**
 * Alerts by name: what needs an operator. A new one needs its entry here, a section of its page, and a
 * `raiseAlert` in the transaction that causes it.
 */
export const ALERTS = {
  'refund-failed': {
    severity: 'critical',
    page: 'money',
    title: 'refund failed, order {orderId}',
    action:
      "The money of payment {paymentId} is still with us: return it in the payment provider's dashboard. " +
      'Details: admin orders show {orderId}',
  },
  'payment-unknown-order': {
    severity: 'critical',
    page: 'money',
    title: 'payment {paymentId} names an order that we do not have ({orderId})',
    action:
      'Its order was lost. Give it back with: admin orphans return {breakId} --reason TEXT. ' +
      'Was the database restored or failed over? Then run: admin reconcile --since DATE',
  },
  'reconciliation-break': {
    severity: 'warning',
    page: 'money',
    title: "the provider's books and ours differ: {cause}, {objectId}",
    action:
      'Compare the object with our row, put right what is wrong, or close it with: ' +
      'admin reconcile --settle {breakId} --reason TEXT',
  },
  'reconciliation-failed': {
    episode: true,
    severity: 'warning',
    page: 'money',
    title: "the provider's books could not be compared with ours: {why}",
    action:
      'Set the key that is missing, or look at the last failure of {workflowId} in Temporal Web. ' +
      'Then run: admin reconcile',
  },
  'withdrawal-restored': {
    severity: 'critical',
    page: 'payouts',
    title: 'withdrawal {withdrawalId} was lost and is entered again',
    action:
      'Its money had left, but our database did not know it. Was the database restored or failed over? ' +
      'Then run: admin reconcile --since DATE',
  },
  'withdrawal-stuck': {
    severity: 'critical',
    page: 'payouts',
    title: 'withdrawal {withdrawalId} is stuck',
    action:
      "We retry until its money moves. Look at the provider's balance and at the last failure of " +
      'payout/{withdrawalId} in Temporal Web.',
  },
  'payout-review': {
    severity: 'warning',
    page: 'payouts',
    title: 'withdrawal {withdrawalId} waits for a review',
    action:
      'Look at the sales behind it ({available} is available without it), then ' +
      'admin withdrawals approve {withdrawalId} --reason TEXT, or reject.',
  },
  'dispute-opened': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: {amount} of a payment are disputed ({reason})',
    action:
      "Submit evidence in the payment provider's dashboard ({due}), or accept dispute {disputeId} there. " +
      'Details: admin orders show {orderId}',
  },
  'inquiry-opened': {
    severity: 'warning',
    page: 'disputes',
    title: "order {orderId}: the buyer's bank asks about {amount} of a payment ({reason})",
    action:
      "The money is still with us. Answer inquiry {disputeId} in the payment provider's dashboard ({due}), or refund: " +
      'admin orders refund {orderId} --reason TEXT',
  },
  'dispute-evidence-due': {
    severity: 'critical',
    page: 'disputes',
    title: 'order {orderId}: evidence for a dispute of {amount} is due on {due}',
    action:
      "Submit it in the payment provider's dashboard, or accept dispute {disputeId} there: after that it is lost. " +
      'Details: admin orders show {orderId}',
  },
  'dispute-lost-in-part': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: a dispute was lost over a part of its payment, {left} are still with us',
    action:
      'What the order granted has ended. Return the rest with: admin orders refund {orderId} --reason TEXT, ' +
      'or keep it. Details: admin orders show {orderId}',
  },
  'dispute-money-left': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: a dispute of its payment is closed, and {left} of it are still in dispute in our books',
    action:
      "Compare dispute {disputeId} in the payment provider's dashboard with: admin orders show {orderId}. " +
      'Did the provider keep money of a dispute that we won? Ask its support.',
  },
  'agent-stopped': {
    severity: 'critical',
    page: 'vendors',
    title: 'the agent provider {provider} refuses all work: {words}',
    action:
      'Raise the spend limit, renew the key or enable the workspace. Runs wait in the queue and go on by themselves; ' +
      'those that wait longer than an hour give their credit back.',
  },
  'credits-returned': {
    severity: 'warning',
    page: 'accounts',
    title: 'account {accountId} got {returned} credits back within a day for runs that had cost',
    action:
      'Run {runId} and later ones wait for a review: admin runs list --account {accountId}, then ' +
      'admin runs release {runId} --reason TEXT, or cancel them.',
  },
  'erased-balance': {
    severity: 'warning',
    page: 'payouts',
    title: 'erased account {accountId} has a balance of {money}',
    action:
      'Nobody can withdraw it. Pay it by other means, or give it up, then enter that: admin ledger settle ' +
      '--account {accountId} --amount={amount} --currency {currency} --reason TEXT',
  },
  'erasure-restored': {
    severity: 'critical',
    page: 'accounts',
    title: 'the erasure of account {accountId} was lost and is begun again',
    action:
      'Temporal knows it, our database did not. Was the database restored or failed over? Money that is open holds it ' +
      'up: admin accounts erase {accountId} --status',
  },
  'erasure-stuck': {
    severity: 'critical',
    page: 'accounts',
    title: 'the erasure of account {accountId} has not ended after {days} days',
    action:
      'The law gives it a month. See what is left with: admin accounts erase {accountId} --status, and the ' +
      'last failure of erasure/{accountId} in Temporal Web.',
  },
  'fraud-warning': {
    severity: 'warning',
    page: 'disputes',
    title: 'order {orderId}: the bank warns of fraud ({fraudType})',
    action:
      'Payment {paymentId} is refunded, unless a dispute of it came first. Look at the other orders of the buyer. ' +
      'Details: admin orders show {orderId}',
  },
  'mailbox-bounced': {
    severity: 'critical',
    page: 'vendors',
    title: 'mail to {mailbox} came back ({reason})',
    action:
      'Mail to the address in {mailbox} is sent on, but may not be read: put the mailbox right, or name another one.',
  },
  'sweep-failing': {
    severity: 'warning',
    page: 'runs',
    title: 'sweep {sweep} keeps failing at {item} ({error})',
    action:
      '{items} of its items failed {failures} times in a row; the others are processed. Correct what the error ' +
      'names; the next pass tries again.',
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
      'Callers are refused with 503 and nothing goes on until it is back: bring it back, processes reconnect by ' +
      'themselves. After a failover or a restore follow docs/runbook/restore.md#reconcile.',
  },
  'worker-frozen': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'no worker has reported for {seconds} s',
    action:
      'No accepted work continues, and no money moves, until one is back: check the worker processes and ' +
      'restart them. Details: admin doctor',
  },
  'queue-stalled': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'the oldest queued run has waited {seconds} s',
    action:
      'Runs expire in the queue and give their credit back. See who waits with: admin queue. ' +
      'Add a worker where all are busy.',
  },
  'outbox-stalled': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'the oldest message to Temporal has waited {seconds} s',
    action: 'Accepted work does not start: check whether Temporal answers, then the log of the workers for the relay.',
  },
  'run-failure-rate': {
    episode: true,
    severity: 'warning',
    page: 'runs',
    title: '{failed} of the last {ended} runs failed',
    action:
      'Latest reason: {failureCode}. See them with: admin runs list --status failed. ' +
      'Credits have gone back by themselves.',
  },
  'loop-stalled': {
    episode: true,
    severity: 'critical',
    page: 'runs',
    title: 'the {loop} of worker {identity} has completed no pass for {seconds} s',
    action: 'Look at the log of that process; restart it where PostgreSQL and Temporal answer.',
  },
  'replica-down': {
    episode: true,
    severity: 'warning',
    page: 'runs',
    title: '{role} {identity} fell silent {seconds} s ago without a clean stop',
    action:
      'The others go on. Start it again; if it was removed on purpose, the alert ends after a day. ' +
      'Who lives: admin doctor',
  },
  'provider-failing': {
    episode: true,
    severity: 'critical',
    page: 'vendors',
    title: 'the {provider} provider refuses us or does not answer: {words}',
    action:
      'Replace a refused key where its processes have it and restart them; grant a right that it lacks. ' +
      'An outage of theirs passes by itself. Details: admin doctor',
  },
  'disk-nearly-full': {
    episode: true,
    severity: 'critical',
    page: 'database',
    title: '{path} on {host} is nearly full: {free} left',
    action: 'Make room or enlarge the disk: PostgreSQL without space accepts no writes.',
  },
  'backup-stale': {
    episode: true,
    severity: 'warning',
    page: 'database',
    title: 'the backup of PostgreSQL is stale: {why}',
    action: 'A lost disk would cost all since then. Details: admin doctor',
  },
} as const satisfies Record<string, AlertSpec>;

/** Name of an alert, as logs, mails, receivers and runbook pages have it. */
export type AlertName = keyof typeof ALERTS;

/** True for the name of an alert that this release knows. */
export function isAlertName(name: string): name is AlertName {
  return Object.hasOwn(ALERTS, name);
}

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Facts of an alert: those that its texts name, and others. Ids and words of ours, no personal data. */
export type AlertFacts<N extends AlertName> = Record<
  Placeholders<(typeof ALERTS)[N]['title'] | (typeof ALERTS)[N]['action']>,
  string
> &
  Record<string, string>;

/** Alerts about a condition that begins and ends: at most one of each is open. */
export type EpisodeName = {
  [N in AlertName]: (typeof ALERTS)[N] extends { episode: true } ? N : never;
}[AlertName];

/** Ways in which an alert reaches people; each is tried by itself. */
export const ALERT_CHANNELS = ['log', 'mail', 'webhook'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Input of the workflow that delivers an alert; its facts are in PostgreSQL. */
export interface AlertInput {
  alert: AlertName;
  /** Object that the alert is about: each alert is delivered once for each subject. */
  subject: string;
  /** Channels that the workflow serves; default: all. The API reports episodes by log and webhook itself. */
  channels?: readonly AlertChannel[];
}

export function alertTexts(alert: AlertName, facts: Record<string, string>) {
  const { severity, title, action, page } = ALERTS[alert];
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? 'unknown');
  return { severity, title: filled(title), action: filled(action), runbook: `docs/runbook/${page}.md#${alert}` };
}
