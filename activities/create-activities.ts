import type { ActivityDeps } from './deps';
import { createDocumentActivities } from './document-activities';
import { createMailActivities } from './mail-activities';
import { createNoticeActivities } from './notice-activities';
import { createOrderActivities } from './order-activities';
import { createOrderNoticeActivities } from './order-notice-activities';
import { createPaymentSweepActivities } from './payment-sweep-activities';
import { createPayoutActivities } from './payout-activities';
import { createPortfolioActivities } from './portfolio-activities';
import { createRecordActivities } from './record-activities';
import { createResearchActivities } from './research-activities';
import { createWebhookActivities } from './webhook-activities';
import { createScanActivities } from './scan-activities';

/** All activities of the product, made from one set of dependencies. */
export function createActivities(deps: ActivityDeps) {
  return {
    ...createRecordActivities(deps),
    ...createResearchActivities(deps),
    ...createDocumentActivities(deps),
    ...createPortfolioActivities(deps),
    ...createNoticeActivities(deps),
    ...createWebhookActivities(deps),
    ...createScanActivities(deps),
    ...createMailActivities(deps),
    ...createOrderActivities(deps),
    ...createOrderNoticeActivities(deps),
    ...createPaymentSweepActivities(deps),
    ...createPayoutActivities(deps),
  };
}

/** What workflows know of activities: their types, never their code. */
export type Activities = ReturnType<typeof createActivities>;
