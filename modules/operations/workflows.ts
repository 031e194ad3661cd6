import type { WORKFLOWS } from '../../base/workflow-messages';

/**
 * `PINNED`: a workflow stays on the build that it started on, so its code may change freely. That build needs a worker
 * until all its workflows have ended. `AUTO_UPGRADE`: a workflow moves to the current build at its next task, so change
 * its code only behind `patched`.
 */
type Versioning = 'PINNED' | 'AUTO_UPGRADE';

/**
 * Behavior of each workflow type when a build is deployed (docs/runbook/upgrade.md). Pinned workflows end by
 * themselves within three days. Auto-upgrade workflows wait for people, banks or other workflows, or must not stay on a
 * faulty build.
 */
export const VERSIONING = {
  // Takes minutes to hours, limited by a deadline.
  evaluation: 'PINNED',
  search: 'PINNED',
  candidate: 'PINNED',
  // Takes up to three days until confirmation, then minutes.
  scan: 'PINNED',
  // Retries for at most 20 hours.
  mail: 'PINNED',
  alert: 'PINNED',
  webhookDelivery: 'PINNED',
  // Each sweep takes minutes; the schedule starts the next one on the current build.
  paymentSweep: 'PINNED',
  reconciliation: 'PINNED',
  // These workflows move money, so fixes must reach those already running.
  reservation: 'AUTO_UPGRADE',
  payment: 'AUTO_UPGRADE',
  payout: 'AUTO_UPGRADE',
  orphanRefund: 'AUTO_UPGRADE',
  // Waits for the account's payments and payouts.
  erasure: 'AUTO_UPGRADE',
} as const satisfies Record<keyof typeof WORKFLOWS, Versioning>;

/**
 * Name of the global that makes a workflow sandbox declare these behaviors. Only a worker with a version sets it. From
 * any other worker, the server would refuse the behaviors, so the worker could not complete any task.
 */
export const VERSIONED_SANDBOX = 'noiVersionedWorker';

const RUN =
  '**Cancel** ends it as `stopped_by_operator` and returns its credit. **Never Terminate**: a sweep would end it only ' +
  'much later. **Never Reset**: an ended run does not reopen, and its owner may get another mail; use ' +
  '`admin runs retry`.';
const MONEY =
  'Its state is in the database, and each step checks before it acts. **Never Terminate**: money would wait up ' +
  'to an hour for a sweep. **Never Reset**: there is no need, because webhooks and sweeps start it again.';
const DELIVERY =
  '**Never Terminate**: a sweep would restart it ten minutes later or more. **Never Reset**: it may be sent twice.';

/** Advice for operators, shown with each workflow in Temporal Web (docs/operations.md, At night). */
export const GUIDANCE: Record<keyof typeof WORKFLOWS, string> = {
  evaluation: RUN,
  search: RUN,
  candidate:
    '**Cancel** excludes the candidate; its search continues. **Never Reset**: a settled candidate stays settled.',
  scan: '**Cancel** ends its research. **Never Terminate**: a sweep would start it again. **Never Reset**: its recipient may get two mails.',
  mail: DELIVERY,
  alert: DELIVERY,
  webhookDelivery: DELIVERY,
  reservation: MONEY,
  payment: MONEY,
  payout: MONEY,
  orphanRefund: MONEY,
  paymentSweep: 'Runs again by itself; may be terminated.',
  reconciliation: 'Compares again by itself; may be terminated. A Reset is not worthwhile.',
  erasure:
    'A legal duty: **never Terminate**; a sweep would start it again within an hour. It waits for work under way, and ' +
    'may take long. `admin accounts erase --status` lists what is left.',
};
