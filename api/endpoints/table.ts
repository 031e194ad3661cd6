import type { AnyEndpoint } from '../../http/endpoint';
import { ALL_EVENTS, type DeliveredEvents } from '../../modules/webhooks/contract';
import * as account from './account';
import * as batches from './batches';
import * as developer from './developer';
import * as documents from './documents';
import * as mail from './mail';
import * as operations from './operations';
import * as opportunities from './opportunities';
import * as orders from './orders';
import * as payments from './payments';
import * as payouts from './payouts';
import * as runs from './runs';
import * as sandbox from './sandbox';
import * as scans from './scans';
import * as signIn from './sign-in';
import * as startRuns from './start-runs';
import * as webhooks from './webhooks';

/**
 * Order of endpoints in the OpenAPI description. An endpoint listed individually comes before the rest of its module.
 */
const FILES: readonly object[] = [
  ...[operations, scans],
  [mail.openUnsubscribe, mail.oneClickUnsubscribe],
  ...[signIn, mail],
  [orders.startCheckoutByForm],
  // The sample path comes before `{id}` paths, which would match "sample".
  ...[startRuns, sandbox],
  [runs.listRuns, runs.getRun],
  ...[documents, runs, batches, account, webhooks],
  [developer.getDeveloper],
  [opportunities.listOpportunities, orders.purchaseOpportunity, opportunities.getOpportunityDossier],
  [orders.createCheckoutSession, orders.listOrders, orders.getOrder, payouts.listWithdrawals],
  ...[opportunities, orders, payouts, payments, developer],
];

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'handle' in value && 'operationId' in value;

/**
 * All endpoints. The router, OpenAPI and catalog derive from them. The OpenAPI description lists only the events in
 * `delivered`.
 */
export function allEndpoints(publicUrl: string, delivered: DeliveredEvents = ALL_EVENTS): AnyEndpoint[] {
  const endpoints = [...new Set(FILES.flatMap((file) => Object.values(file).filter(isEndpoint)))];
  return [...endpoints, ...developer.describeApi(endpoints, publicUrl, delivered)];
}
