import { createAlertActivities } from './alert-activities';
import type { ActivityDeps } from './deps';
import { createDocumentActivities } from './document-activities';
import { createErasureActivities } from './erasure-activities';
import { createEvidenceActivities } from './evidence-activities';
import { createLostEventActivities } from './lost-event-activities';
import { createMailActivities } from './mail-activities';
import { createOrderActivities } from './order-activities';
import { createOrphanActivities } from './orphan-activities';
import { createOutcomeActivities } from './outcome-activities';
import { createPaymentSweepActivities } from './payment-sweep-activities';
import { createPayoutActivities } from './payout-activities';
import { createPortfolioActivities } from './portfolio-activities';
import { createReconciliationActivities } from './reconciliation-activities';
import { createRecordActivities, createScanActivities } from './record-activities';
import { createRefundActivities } from './refund-activities';
import { createResearchActivities } from './research-activities';
import { createWebhookActivities } from './webhook-activities';

export function createActivities(deps: ActivityDeps) {
  return {
    ...createRecordActivities(deps),
    ...createResearchActivities(deps),
    ...createDocumentActivities(deps),
    ...createEvidenceActivities(deps),
    ...createPortfolioActivities(deps),
    ...createWebhookActivities(deps),
    ...createScanActivities(deps),
    ...createMailActivities(deps),
    ...createAlertActivities(deps),
    ...createOrderActivities(deps),
    ...createRefundActivities(deps),
    ...createPaymentSweepActivities(deps),
    ...createPayoutActivities(deps),
    ...createReconciliationActivities(deps),
    ...createLostEventActivities(deps),
    ...createOrphanActivities(deps),
    ...createErasureActivities(deps),
    ...createOutcomeActivities(deps),
  };
}

/** Types of all activities. Workflows import only these types and never the code. */
export type Activities = ReturnType<typeof createActivities>;
