import { randomUUID } from 'node:crypto';
import type { Mode } from '../../base/access';
import { newId } from '../../base/ids';
import type { BreakCause, ReconciliationResult } from '../../modules/reconciliation/contract';
import { recordBreak } from '../../modules/reconciliation/store/breaks';
import type { TestDatabase } from './database';
import { clientOf, DEPLOYMENT_OF_TESTS, type Provider, type Shop } from './shop';

/**
 * Reconciles the provider's records with the database, from `since` or else from the last bookmark. Resolves when the
 * reconciliation has ended.
 */
export function reconcile(shop: Shop, since: string | null = null): Promise<ReconciliationResult> {
  return shop.temporal.workflow.execute<(input: object) => Promise<ReconciliationResult>>('reconciliation', {
    taskQueue: shop.taskQueue,
    // Test files that run in parallel share the server, so the id must be unique.
    workflowId: `reconciliation-test-${randomUUID()}`,
    args: [{ runId: null, since, recheckAfterMs: 1 }],
  });
}

/** Breaks with this cause, oldest first. */
export function breaksOf({ db }: Shop, cause: BreakCause) {
  return db.prisma.reconciliationBreak.findMany({ where: { cause }, orderBy: { id: 'asc' } });
}

/** Pays a checkout whose order is missing from every database. */
export async function payLostOrder(
  provider: Provider,
  { deploymentId = DEPLOYMENT_OF_TESTS, mode = 'live' }: { deploymentId?: string; mode?: Mode } = {},
): Promise<{ orderId: string; sessionId: string }> {
  const orderId = newId('ord');
  const session = await clientOf(provider, 2_000, deploymentId).createCheckoutSession({
    orderId,
    attempt: 1,
    mode,
    product: 'Idea Check',
    price: { amount: 4_900, currency: 'usd' },
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'https://shop.example/success',
    cancelUrl: 'https://shop.example/cancelled',
    customerEmail: null,
    heldUntil: null,
  });
  await provider.pay(session.id);
  return { orderId, sessionId: session.id };
}

/** Records a break with this cause about an unknown charge. */
export function recordTestBreak(db: TestDatabase, cause: BreakCause) {
  return recordBreak(db, {
    cause,
    runId: null,
    object: {
      kind: 'charge',
      id: `ch_${cause}`,
      mode: 'live',
      deploymentId: null,
      orderId: 'ord_lost',
      withdrawalId: null,
      paymentId: 'pi_lost',
      connectedAccountId: null,
      total: { amount: 4_900, currency: 'usd' },
      remaining: 4_900,
      state: null,
      createdAt: new Date(),
    },
  });
}
