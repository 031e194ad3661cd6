import type { WORKFLOWS } from '../contracts/workflow-messages';

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
