import type { AnyEndpoint } from '../../http/endpoint';
import { ALL_EVENTS, type DeliveredEvents } from '../../contracts/webhooks';
import { getAccount } from './account/get-account';
import { getUsage } from './account/get-usage';
import { listRequests } from './account/list-requests';
import { createCheckoutSession } from './checkout/create-checkout-session';
import { startCheckoutByForm } from './checkout/start-checkout';
import { describeApi } from './developer/describe-api';
import { getDeveloper } from './developer/get-developer';
import { getFindingsSchema } from './developer/get-findings-schema';
import { requestPasswordResetLink } from './auth/request-password-reset-link';
import { requestSignInLink } from './auth/request-sign-in-link';
import { completePasswordReset } from './auth/complete-password-reset';
import { createEvaluation } from './evaluations/create-evaluation';
import { createEvaluations } from './evaluations/create-evaluations';
import { reportMailEvent } from './mail-events/report-mail-event';
import { oneClickUnsubscribe, openUnsubscribe } from './marketing/unsubscribe';
import { getOpportunityDossier } from './opportunities/get-opportunity-dossier';
import { listOpportunities } from './opportunities/list-opportunities';
import { purchaseOpportunity } from './opportunities/purchase-opportunity';
import { getOrder } from './orders/get-order';
import { listOrders } from './orders/list-orders';
import { listEvents } from './events/list-events';
import { getHealth } from './platform/health';
import { getReady } from './platform/ready';
import { getStatus } from './platform/get-status';
import { cancelRun } from './runs/cancel-run';
import { exportRun } from './runs/export-run';
import { getDossier } from './runs/get-dossier';
import { getFindings } from './runs/get-findings';
import { getPortfolio } from './runs/get-portfolio';
import { getRun } from './runs/get-run';
import { getSampleFindings } from './runs/get-sample-findings';
import { listRuns } from './runs/list-runs';
import { confirmScan } from './scans/confirm-scan';
import { createScan } from './scans/create-scan';
import { getScanStatus } from './scans/get-scan-status';
import { createSandboxEvaluation } from './sandbox/create-sandbox-evaluation';
import { createSandboxEvaluations } from './sandbox/create-sandbox-evaluations';
import { createSandboxSearch } from './sandbox/create-sandbox-search';
import { reachDeadline } from './sandbox/reach-deadline';
import { createSearch } from './searches/create-search';
import { changeWebhook } from './webhooks/change-webhook';
import { createWebhook } from './webhooks/create-webhook';
import { deleteWebhook } from './webhooks/delete-webhook';
import { getWebhook } from './webhooks/get-webhook';
import { listDeliveries } from './webhooks/list-deliveries';
import { listWebhooks } from './webhooks/list-webhooks';
import { replayWebhook } from './webhooks/replay-webhook';
import { rotateWebhook } from './webhooks/rotate-webhook';
import { testWebhook } from './webhooks/test-webhook';
import { createSupportRequest } from './support/create-support-request';
import { createWithdrawal } from './withdrawals/create-withdrawal';
import { getWithdrawal } from './withdrawals/get-withdrawal';
import { listWithdrawals } from './withdrawals/list-withdrawals';
import { receivePaymentWebhook } from './webhooks/receive-payment-webhook';

const endpoints: readonly AnyEndpoint[] = [
  getHealth,
  getReady,
  getStatus,
  createScan,
  confirmScan,
  getScanStatus,
  openUnsubscribe,
  oneClickUnsubscribe,
  requestSignInLink,
  requestPasswordResetLink,
  completePasswordReset,
  createSupportRequest,
  reportMailEvent,
  startCheckoutByForm,
  createEvaluation,
  createEvaluations,
  createSearch,
  createSandboxEvaluation,
  createSandboxEvaluations,
  createSandboxSearch,
  reachDeadline,
  // Must precede `{id}` paths, which would match "sample".
  getSampleFindings,
  listRuns,
  getRun,
  getFindings,
  getDossier,
  getPortfolio,
  exportRun,
  cancelRun,
  getAccount,
  getUsage,
  listRequests,
  listWebhooks,
  getWebhook,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhook,
  testWebhook,
  replayWebhook,
  listDeliveries,
  listEvents,
  getDeveloper,
  listOpportunities,
  purchaseOpportunity,
  getOpportunityDossier,
  createCheckoutSession,
  listOrders,
  getOrder,
  listWithdrawals,
  createWithdrawal,
  getWithdrawal,
  receivePaymentWebhook,
  getFindingsSchema,
];

/**
 * All endpoints of the API. Router, OpenAPI and catalogue derive from this table; the description offers the events that
 * are delivered, by default all that can be.
 */
export function allEndpoints(publicUrl: string, delivered: DeliveredEvents = ALL_EVENTS): AnyEndpoint[] {
  return [...endpoints, ...describeApi(endpoints, publicUrl, delivered)];
}
