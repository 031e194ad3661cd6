import type { WORKFLOWS } from '../../base/workflow-messages';

/**
 * `PINNED`: a workflow ends on the build that it began on, so its code may change freely; that build keeps a worker
 * until it is drained. `AUTO_UPGRADE`: it moves to the current build at its next task, so its code is changed behind
 * `patched` only.
 */
type Versioning = 'PINNED' | 'AUTO_UPGRADE';

/**
 * Behavior of each workflow type when a build is deployed (docs/runbook/upgrade.md): pinned is what ends by itself within
 * three days, moving is what waits for people, banks or other workflows, and what a faulty build must not hold up.
 */
export const VERSIONING = {
  // Minutes to hours; a deadline ends each.
  evaluation: 'PINNED',
  search: 'PINNED',
  candidate: 'PINNED',
  // Up to three days for the confirmation, then minutes.
  scan: 'PINNED',
  // Tried for 20 hours at most.
  mail: 'PINNED',
  alert: 'PINNED',
  webhookDelivery: 'PINNED',
  // Minutes each; the schedule starts the next one on the current build.
  paymentSweep: 'PINNED',
  reconciliation: 'PINNED',
  // Money: a fix of its code reaches what is under way.
  reservation: 'AUTO_UPGRADE',
  payment: 'AUTO_UPGRADE',
  payout: 'AUTO_UPGRADE',
  orphanRefund: 'AUTO_UPGRADE',
  // Waits for payments and payouts of its account.
  erasure: 'AUTO_UPGRADE',
} as const satisfies Record<keyof typeof WORKFLOWS, Versioning>;

/**
 * Name of the global by which a worker with a version has the sandbox declare these behaviors: the server refuses
 * them of a worker without one, which then could complete no task.
 */
export const VERSIONED_SANDBOX = 'noiVersionedWorker';

const RUN =
  '**Cancel** ends it as `stopped_by_operator`; its credit goes back. **Never Terminate**: its end is then left to a ' +
  'sweep, long after. **Never Reset**: a run that ended stays ended, and its owner may be mailed again; use ' +
  '`admin runs retry`.';
const MONEY =
  'Its state is in the database, and each step checks before it acts. **Never Terminate**: money then waits for a ' +
  'sweep, up to an hour. **Never Reset**: it gains nothing; notifications from webhooks and sweeps start it again.';
const DELIVERY =
  '**Never Terminate**: a sweep then starts it again, ten minutes later or more. **Never Reset**: it may be sent twice.';

/** What an operator may do to a workflow in Temporal Web, shown there with each (docs/operations.md, At night). */
export const GUIDANCE: Record<keyof typeof WORKFLOWS, string> = {
  evaluation: RUN,
  search: RUN,
  candidate:
    '**Cancel** excludes the candidate; its search continues. **Never Reset**: a settled candidate stays settled.',
  scan: '**Cancel** ends its research. **Never Terminate**: a sweep then starts it again. **Never Reset**: its recipient may hear twice.',
  mail: DELIVERY,
  alert: DELIVERY,
  webhookDelivery: DELIVERY,
  reservation: MONEY,
  payment: MONEY,
  payout: MONEY,
  orphanRefund: MONEY,
  paymentSweep: 'Runs again by itself; may be terminated.',
  reconciliation: 'Compares again by itself; may be terminated, and is not worth a Reset.',
  erasure:
    'A legal duty: **never Terminate**; the sweep starts it again within an hour. It waits for work under way, and may ' +
    'take its time; what is left of it lists `admin accounts erase --status`.',
};
