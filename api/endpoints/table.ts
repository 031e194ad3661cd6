import type { AnyEndpoint } from '../../http/endpoint';
import { ALL_EVENTS, type DeliveredEvents } from '../../modules/webhooks/contract';
import { getAccount, completePasswordReset, requestPasswordResetLink, requestSignInLink } from './accounts';
import { describeApi, getDeveloper, getFindingsSchema } from './developer';
import { exportRun, getDossier, getFindings, getPortfolio, getSampleFindings } from './documents';
import { listEvents } from './events';
import { reportMailEvent, oneClickUnsubscribe, openUnsubscribe, createSupportRequest } from './mail';
import { getStatus, getHealth, getReady } from './operations';
import { getOpportunityDossier, listOpportunities } from './opportunities';
import { createCheckoutSession, startCheckoutByForm, purchaseOpportunity, getOrder, listOrders } from './orders';
import { receivePaymentWebhook } from './payments';
import { createWithdrawal, getWithdrawal, listWithdrawals } from './payouts';
import { cancelRun, getRun, listRuns } from './runs';
import { createSandboxEvaluation, createSandboxEvaluations, createSandboxSearch, reachDeadline } from './sandbox';
import { confirmScan, createScan, getScanStatus } from './scans';
import { createEvaluation, createEvaluations, createSearch } from './start-runs';
import { getUsage, listRequests } from './usage';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhook,
  testWebhook,
} from './webhooks';

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
