import type { ApplicationFailure } from '@temporalio/common';
import { createPayoutActivities } from '../../activities/payout-activities';
import { createWebhookActivities } from '../../activities/webhook-activities';
import { newId } from '../../base/ids';
import { hashToken, newToken } from '../../base/tokens';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { resumeAccount, suspendAccount } from '../../modules/erasure/store/suspension';
import type { ShareStatus } from '../../modules/ledger/contract';
import { matureShares } from '../../modules/ledger/store/shares';
import { findEndedWatch } from '../../modules/opportunities/store/watches';
import type { OrderState } from '../../modules/orders/contract';
import { openOrder } from '../../modules/orders/store/open';
import type { WithdrawalState } from '../../modules/payouts/contract';
import { moveWithdrawal } from '../../modules/payouts/store/move';
import { decideReview } from '../../modules/payouts/store/operate';
import type { RunStatusName } from '../../modules/run-kinds/contract';
import { runMessage } from '../../modules/runs/messages';
import { recordPlan, settleCandidate } from '../../modules/runs/store/candidates';
import { endOverdueRuns, endRun } from '../../modules/runs/store/end';
import { beginRun } from '../../modules/runs/store/progress';
import { findSharedPurchase, findSharedRun } from '../../modules/runs/store/shares';
import { requestCancel } from '../../modules/runs/store/stop';
import type { DeliveryStatus } from '../../modules/webhooks/contract';
import { samplePlan } from '../../stand-ins/agents/samples';
import { openEvents } from '../support/answers';
import { call, createCustomer, createSearch, SEARCH } from '../support/api';
import { createContributor, requestTestWithdrawal } from '../support/contributors';
import { signIn } from '../support/people';
import { acceptEvaluation, begin, complete, fail, liveClaim } from '../support/runs';
import { disputed, openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { offer } from '../support/shop';
import { use, useApi, useEach } from '../support/use';
import { startReceiver, testWebhooks } from '../support/webhooks';

const { db, api } = useApi({ webhooks: testWebhooks(), keyCacheTtlMs: 200 });
const receiver = use(() => startReceiver());
const owner = useEach(() => createCustomer(db));
const suspend = () => suspendAccount(db, owner.accountId);
const resume = () => resumeAccount(db, owner.accountId);

const started = async () => (await acceptEvaluation(db, owner)).search.runId!;
const runOf = (id: string) => db.prisma.run.findUniqueOrThrow({ where: { id } });
const canceling = (runId: string) =>
  requestCancel(db, { accountId: owner.accountId, mode: 'live' }, runId, 0, (run) => runMessage({} as never, run));

// Each table lists every state, so a new state does not compile until its outcome is decided.

describe('a run of a suspended account', () => {
  type Caught = [prepare: (runId: string) => unknown, then: RunStatusName, creditBack: boolean];
  const STATES: Record<RunStatusName, Caught> = {
    queued: [() => undefined, 'canceled', true],
    // Research that has begun is already paid for, so it continues.
    running: [(id) => beginRun(db, id, 60_000), 'running', false],
    canceling: [canceling, 'canceling', false],
    completed: [(id) => complete(db, id, {}), 'completed', false],
    failed: [(id) => fail(db, id, 'agent_refused'), 'failed', true],
    canceled: [(id) => canceling(id).then(() => endRun(db, id, 'canceled', 'canceled', null)), 'canceled', true],
    expired: [expire, 'expired', true],
  };
  async function expire(id: string) {
    await db.prisma.run.update({ where: { id }, data: { queueExpiresAt: new Date(0) } });
    await endOverdueRuns(db, 1, id);
  }
  const held = (id: string) => db.prisma.run.update({ where: { id }, data: { review: true } });

  test.each([
    ...Object.entries(STATES).map(([state, caught]) => [state, state, ...caught] as const),
    ['queued', 'held for a review', held, 'canceled', true] as const,
  ])('that is %s (%s) ends as it should, even after resumption', async (status, _, prepare, then, creditBack) => {
    const id = await started();
    await prepare(id);
    expect((await runOf(id)).status).toBe(status);
    const now = async () => {
      const { status: state, entitlementRestored } = await runOf(id);
      return [state, entitlementRestored];
    };
    await suspend();
    expect(await now()).toEqual([then, creditBack]);
    await resume();
    expect(await now()).toEqual([then, creditBack]);
  });

  test('that is a search continues with its candidates', async () => {
    await grantEntitlements(db, owner.accountId, 'custom_search', 1);
    const input = { ...SEARCH, candidateCount: 3 };
    const { runId } = (await createSearch(api, owner, 'search', input)).body;
    await beginRun(db, runId, 60_000);
    await recordPlan(db, runId, samplePlan(input).candidates);
    await suspend();
    await settleCandidate(db, runId, 'c1', { reason: 'agent_refused', costMicros: 1 });
    expect(await runOf(runId)).toMatchObject({ status: 'running', progressDone: 1 });
  });

  test('is accepted only once the account is resumed', async () => {
    await suspend();
    await expect(started()).rejects.toMatchObject({ code: 'account_suspended' });
    await resume();
    expect(await started()).toMatch(/^run_/);
  });
});

describe('a withdrawal of a suspended account', () => {
  const nothing = { findTransfer: () => Promise.resolve(null), listTransfers: () => Promise.resolve([]) };
  const activities = () => createPayoutActivities({ db, payments: { connected: nothing } as never });

  // test/workflow/payout.test.ts covers transitions after a transfer.
  const OPENED: Record<WithdrawalState, WithdrawalState> = {
    requested: 'under_review',
    under_review: 'under_review',
    processing: 'processing',
    in_transit: 'in_transit',
    paid: 'paid',
    rejected: 'rejected',
    canceled: 'canceled',
    failed: 'failed',
    returned: 'returned',
  };
  test.each(Object.entries(OPENED))('that is %s and restarted is %s', async (state, then) => {
    const { accountId } = await createContributor(db, { of: owner, balance: 20_000 });
    const id = await requestTestWithdrawal(db, accountId, 5_000);
    const paidAt = ['paid', 'returned'].includes(state) ? new Date() : null;
    await db.prisma.withdrawal.update({ where: { id }, data: { status: state, paidAt } });
    await suspend();
    expect(await activities().openWithdrawal(id)).toBe(then);
  });

  test.each<[WithdrawalState, step: (id: string) => Promise<WithdrawalState>]>([
    ['requested', (id) => activities().openWithdrawal(id)],
    ['under_review', (id) => activities().settleReview(id)],
    ['processing', (id) => activities().transferWithdrawal(id)],
  ])('that is %s waits under review, and continues after resumption', async (state, step) => {
    const { accountId } = await createContributor(db, { of: owner, balance: 20_000 });
    const id = await requestTestWithdrawal(db, accountId, 5_000);
    if (state !== 'requested') await moveWithdrawal(db, id, state);
    await suspend();
    expect(await step(id)).toBe('under_review');
    if (state === 'under_review') await decideReview(db, id, { decision: 'approve', reason: 'known to us' });
    expect(await activities().settleReview(id)).toBe('under_review');
    await resume();
    expect(await activities().settleReview(id)).toBe('processing');
  });
});

describe('a payment for an order of a suspended account', () => {
  const SETTLED: Record<OrderState, [suspended: string, resumed: string]> = {
    creating: ['account_suspended', 'granted'],
    pending_payment: ['account_suspended', 'granted'],
    // The order was paid before its checkout failed.
    failed: ['account_suspended', 'granted'],
    expired: ['account_suspended', 'granted'],
    canceled: ['late', 'late'],
    fulfilled: ['duplicate', 'duplicate'],
    refund_pending: ['late', 'late'],
    refunded: ['late', 'late'],
    refund_failed: ['late', 'late'],
    refund_waived: ['late', 'late'],
  };

  test.each(Object.entries(SETTLED))('that is %s is refunded, but counts after resumption', async (status, then) => {
    const orders: string[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await openTestOrder(db, { accountId: owner.accountId });
      await db.prisma.order.update({ where: { id }, data: { status } });
      orders.push(id);
    }
    const settled = async (id: string) => {
      const { settlement } = await payTestOrder(db, id);
      return settlement && ('reason' in settlement ? settlement.reason : settlement.outcome);
    };
    await suspend();
    expect((await db.prisma.order.findUniqueOrThrow({ where: { id: orders[0]! } })).status).toBe(status);
    const suspended = await settled(orders[0]!);
    await resume();
    expect([suspended, await settled(orders[1]!)]).toEqual(then);
  });
});

test('a suspended account cannot check out or hold anything, even with a cached key', async () => {
  const opportunityId = await offer(db, 'live');
  const open = () =>
    openOrder(db, {
      idempotency: liveClaim(owner.accountId, 'POST /v1/orders', { opportunityId }),
      buyer: { accountId: owner.accountId, tokenHash: null, addressHash: null, networkHash: null },
      ...{ mode: 'live', product: 'opportunity', opportunityId, quantity: 1, consentTextVersion: '1' },
      ...{ anonymousHoldShare: 1, lifetimeMs: 60_000, graceMs: 60_000 },
    });
  await suspend();
  await expect(open()).rejects.toMatchObject({ code: 'account_suspended' });
  expect(await db.prisma.opportunity.findUniqueOrThrow({ where: { id: opportunityId } })).toMatchObject({
    status: 'available',
    reservedBy: null,
  });
  await resume();
  expect((await open()).order).toMatchObject({ opportunityId, status: 'creating' });
});

describe('a share of a suspended contributor', () => {
  /** State after maturity and the payment check: accounting continues, payouts wait. */
  const THEN: Record<ShareStatus, [prepare: (sale: Sale) => unknown, then: ShareStatus]> = {
    pending: [() => undefined, 'available'],
    available: [({ orderId }) => matureShares(db.pool, 1, { orderId }), 'available'],
    frozen: [(sale) => disputed(db, sale, 'open'), 'frozen'],
    taken_back: [({ paymentId }) => refundTestPayment(db, paymentId, [{ status: 'succeeded' }]), 'taken_back'],
  };
  type Sale = { orderId: string; paymentId: string };
  async function sold(): Promise<Sale> {
    const { accountId } = await createCustomer(db, { credits: 0 });
    const orderId = await openTestOrder(db, { accountId, contributor: owner.accountId, price: 10_000 });
    const { paymentId } = await payTestOrder(db, orderId, {}, { shareMaturityMs: 60_000 });
    await db.pool.query("UPDATE shares SET matures_at = now() - interval '1 second' WHERE order_id = $1", [orderId]);
    return { orderId, paymentId };
  }

  test.each(Object.entries(THEN))('that is %s still counts, and is paid only after resumption', async (state, row) => {
    const [prepare, then] = row;
    await createContributor(db, { of: owner, balance: 0 });
    const sale = await sold();
    await prepare(sale);
    const now = async () => (await db.prisma.share.findUniqueOrThrow({ where: { orderId: sale.orderId } })).status;
    expect(await now()).toBe(state);
    await suspend();
    await matureShares(db.pool, 10, { orderId: sale.orderId });
    expect(await now()).toBe(then);
    // A suspended contributor's opportunities stay on offer and keep earning.
    await sold();
    await matureShares(db.pool, 10, { accountId: owner.accountId, mode: 'live' });
    const id = await requestTestWithdrawal(db, owner.accountId, 1_000);
    const { openWithdrawal, settleReview } = createPayoutActivities({ db, payments: null });
    expect([await openWithdrawal(id), await settleReview(id)]).toEqual(['under_review', 'under_review']);
    if (then === 'taken_back') return;
    await resume();
    expect(await settleReview(id)).toBe('processing');
  });
});

test.each(['run', 'order'] as const)('hides the shared dossier of a %s until resumption', async (of) => {
  const tokenHash = Uint8Array.from(hashToken(newToken()));
  const share = { id: newId('shr'), tokenHash, expiresAt: new Date(Date.now() + 3_600_000) };
  if (of === 'run') {
    const runId = await started();
    await complete(db, runId, {});
    await db.prisma.dossierShare.create({ data: { ...share, runId } });
  } else {
    const opportunityId = await offer(db, 'live');
    const orderId = await openTestOrder(db, { accountId: owner.accountId, opportunityId, price: 59_900 });
    await payTestOrder(db, orderId);
    await db.prisma.dossierShare.create({ data: { ...share, orderId } });
  }
  const shown = () => (of === 'run' ? findSharedRun : findSharedPurchase)(db, Buffer.from(tokenHash));
  expect(await shown()).not.toBeNull();
  await suspend();
  expect(await shown()).toBeNull();
  await resume();
  expect(await shown()).not.toBeNull();
});

test('a suspended account gets no news of its watches', async () => {
  const watch = { id: newId('wch'), accountId: owner.accountId, opportunityId: await offer(db, 'live') };
  await db.prisma.opportunityWatch.create({ data: { ...watch, endedAt: new Date(), endedAs: 'available' } });
  expect(await findEndedWatch(db, watch.id)).not.toBeNull();
  await suspend();
  expect(await findEndedWatch(db, watch.id)).toBeNull();
});

test('streams of a suspended account end, for keys and pages', async () => {
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: owner.accountId } });
  const cookie = await signIn(api, db, email);
  const runId = await started();
  await begin(db, runId);
  const ofKey = await openEvents(`${api.url}/v1/runs/${runId}`, { 'x-api-key': owner.apiKey });
  const ofPage = await openEvents(`${api.url}/account/runs/${runId}/events`, { cookie });
  while ((await ofKey.next())?.event !== 'status');
  while ((await ofPage.next())?.event === 'comment');
  await suspend();
  // Streams end at the next heartbeat or change.
  await Promise.all([ofKey.rest(), ofPage.rest()]);
  const again = await call(api, 'GET', `/v1/runs/${runId}`, { key: owner.apiKey });
  expect(again).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
}, 60_000);

describe('a delivery of a suspended account', () => {
  /** Why the delivery is not sent, and the number of times it is sent after the account is resumed. */
  const STATES: Record<DeliveryStatus, [failure: string | undefined, sent: number]> = {
    pending: ['account_suspended', 1],
    delivered: [undefined, 0],
    failed: [undefined, 0],
  };
  const PAUSES = { firstRetryMs: 1_000, maxRetryMs: 1_000 };
  test.each(Object.entries(STATES))('that is %s uses up no attempts until resumption', async (status, then) => {
    receiver.received.length = 0;
    const key = { key: owner.apiKey, headers: { 'idempotency-key': newId('whk') } };
    const body = { url: receiver.url, eventTypes: ['webhook.test'] };
    const { webhookId } = (await call<{ webhookId: string }>(api, 'POST', '/v1/webhooks', { ...key, body })).body;
    const path = `/v1/webhooks/${webhookId}/test`;
    await call(api, 'POST', path, { key: owner.apiKey, headers: { 'idempotency-key': newId('whd') } });
    const { id } = await db.prisma.webhookDelivery.findFirstOrThrow({ where: { webhookId } });
    if (status !== 'pending')
      await db.prisma.webhookDelivery.update({ where: { id }, data: { status, endedAt: new Date() } });
    const { deliverWebhook } = createWebhookActivities({ db, webhooks: testWebhooks() } as never);
    await suspend();
    const failure: unknown = await deliverWebhook(id, PAUSES).catch((error: unknown) => error);
    expect((failure as ApplicationFailure | undefined)?.type).toBe(then[0]);
    expect((failure as ApplicationFailure | undefined)?.nonRetryable).not.toBe(true);
    const attempts = await db.prisma.webhookAttempt.count({ where: { deliveryId: id } });
    expect([receiver.received.length, attempts]).toEqual([0, 0]);
    await resume();
    await deliverWebhook(id, PAUSES);
    expect(receiver.received).toHaveLength(then[1]);
  });
});
