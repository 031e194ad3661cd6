import type { RunStatusName } from '../../contracts/runs';
import type { WithdrawalState } from '../../contracts/withdrawals';
import { newId } from '../../contracts/ids';
import { createPayoutActivities } from '../../activities/payout-activities';
import { createWebhookActivities } from '../../activities/webhook-activities';
import { runMessage } from '../../domain/messages/runs';
import { hashToken, newToken } from '../../platform/tokens';
import { resumeAccount } from '../../store/accounts/resume-account';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { requestCancel } from '../../store/runs/request-cancel';
import { beginRun } from '../../store/runs/begin-run';
import { findSharedRun } from '../../store/sharing/find-shared';
import { decideReview } from '../../store/withdrawals/decide-review';
import { moveWithdrawal } from '../../store/withdrawals/move-withdrawal';
import { acceptEvaluation } from '../support/runs';
import { call, createCustomer } from '../support/api';
import { createContributor, requestTestWithdrawal } from '../support/contributors';
import { complete } from '../support/runs';
import { openTestOrder, payTestOrder } from '../support/sales';
import { startReceiver, testWebhooks } from '../support/webhooks';
import { use, useApi, useEach } from '../support/use';

const { db, api } = useApi({ webhooks: testWebhooks() });
const receiver = use(() => startReceiver());
const owner = useEach(() => createCustomer(db));
const suspend = () => suspendAccount(db, owner.accountId);
const resume = () => resumeAccount(db, owner.accountId);

const started = async () => (await acceptEvaluation(db, owner)).search.runId!;
const canceling = (runId: string) =>
  requestCancel(db, { accountId: owner.accountId, mode: 'live' }, runId, 0, (run) => runMessage({} as never, run));

describe('a run of an account that is suspended', () => {
  test.each<[RunStatusName, prepare: (runId: string) => unknown, then: RunStatusName, creditBack: boolean]>([
    ['queued', () => undefined, 'canceled', true],
    ['queued', (id) => db.prisma.run.update({ where: { id }, data: { review: true } }), 'canceled', true],
    // What has begun was paid for.
    ['running', (id) => beginRun(db, id, 60_000), 'running', false],
    ['canceling', canceling, 'canceling', false],
    ['completed', (id) => complete(db, id, {}), 'completed', false],
  ])('that is %s (%#) is left as it should be', async (status, prepare, then, creditBack) => {
    const id = await started();
    await prepare(id);
    const { status: caught } = await db.prisma.run.findUniqueOrThrow({ where: { id } });
    await suspend();
    expect(await db.prisma.run.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: then,
      entitlementRestored: creditBack,
    });
    expect(caught).toBe(status);
  });

  test('is not accepted, and is once the account is resumed', async () => {
    await suspend();
    await expect(started()).rejects.toMatchObject({ code: 'account_suspended' });
    await resume();
    expect(await started()).toMatch(/^run_/);
  });
});

describe('a withdrawal of an account that is suspended', () => {
  const noTransfer = { connected: { findTransfer: () => Promise.resolve(null) } } as never;
  const activities = () => createPayoutActivities({ db, payments: noTransfer });

  test.each<[WithdrawalState, step: (id: string) => Promise<WithdrawalState>]>([
    ['requested', (id) => activities().openWithdrawal(id)],
    ['under_review', (id) => activities().settleReview(id)],
    ['processing', (id) => activities().transferWithdrawal(id)],
  ])('that is %s waits under review and goes on once it is resumed', async (state, step) => {
    const { accountId } = await createContributor(db, { of: owner, balance: 20_000 });
    const id = await requestTestWithdrawal(db, accountId, 5_000);
    if (state !== 'requested') await moveWithdrawal(db, id, state);
    await suspend();
    expect(await step(id)).toBe('under_review');
    if (state !== 'processing') await decideReview(db, id, { decision: 'approve', reason: 'known to us' });
    expect(await activities().settleReview(id)).toBe('under_review');
    await resume();
    expect(await activities().settleReview(id)).toBe('processing');
  });
});

test('a payment for a suspended account goes back, and one after it is resumed is granted', async () => {
  await suspend();
  const { settlement } = await payTestOrder(db, await openTestOrder(db, { accountId: owner.accountId }));
  expect(settlement).toEqual({ outcome: 'refund', reason: 'account_suspended' });
  await resume();
  const next = await payTestOrder(db, await openTestOrder(db, { accountId: owner.accountId }));
  expect(next.settlement).toEqual({ outcome: 'granted' });
});

test('a link of a suspended account shows nothing until it is resumed', async () => {
  const runId = await started();
  await complete(db, runId, {});
  const tokenHash = Uint8Array.from(hashToken(newToken()));
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.prisma.dossierShare.create({ data: { id: newId('shr'), runId, tokenHash, expiresAt } });
  await suspend();
  expect(await findSharedRun(db, Buffer.from(tokenHash))).toBeNull();
  await resume();
  expect(await findSharedRun(db, Buffer.from(tokenHash))).not.toBeNull();
});

test('a webhook of a suspended account waits without using up an attempt', async () => {
  const key = { key: owner.apiKey, headers: { 'idempotency-key': newId('whk') } };
  const body = { url: receiver.url, eventTypes: ['webhook.test'] };
  const { webhookId } = (await call<{ webhookId: string }>(api, 'POST', '/v1/webhooks', { ...key, body })).body;
  const path = `/v1/webhooks/${webhookId}/test`;
  await call(api, 'POST', path, { key: owner.apiKey, headers: { 'idempotency-key': newId('whd') } });
  const { id } = await db.prisma.webhookDelivery.findFirstOrThrow({ where: { webhookId } });
  const { deliverWebhook } = createWebhookActivities({ db, webhooks: testWebhooks() } as never);
  await suspend();
  await expect(deliverWebhook(id)).rejects.toMatchObject({ type: 'account_suspended', nonRetryable: false });
  expect([receiver.received.length, await db.prisma.webhookAttempt.count({ where: { deliveryId: id } })]).toEqual([
    0, 0,
  ]);
  await resume();
  await deliverWebhook(id);
  expect(receiver.received).toHaveLength(1);
});
