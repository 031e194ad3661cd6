import { randomBytes } from 'node:crypto';
import { raiseAlert } from '../../modules/alerts/store/alerts';
import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { suspendAccount } from '../../modules/erasure/store/suspension';
import { approveReturn } from '../../modules/reconciliation/store/breaks';
import { shareRun } from '../../modules/runs/store/shares';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { call, createCustomer, createEvaluation, createSearch, createWebhook, SEARCH } from '../../test/support/api';
import { createContributor, openContributor, payoutsOf } from '../../test/support/contributors';
import { eventually } from '../../test/support/eventually';
import { mailTo, tokenIn } from '../../test/support/mails';
import { breaksOf, payLostOrder, reconcile } from '../../test/support/reconciliation';
import { salesOf } from '../../test/support/sales';
import type { Shop } from '../../test/support/shop';
import type { Receiver } from '../../test/support/webhooks';
import type { Mail } from '../../vendors/mail/mailer';

export interface Scene {
  shop: Shop;
  mails: Mail[];
  receiver: Receiver;
}

const DAY_MS = 24 * 3_600_000;
/** A withdrawal amount that needs review. */
const LARGE = 30_000;
const about = (subject: string) => `A weekly newsletter on ${subject} for people who live from it`;

/** Leaves paid, refunded, disputed and refund-pending orders, and a maturing share. */
export async function leaveOrders({ shop }: Scene): Promise<void> {
  const { bought, refunded, disputed } = salesOf(shop, shop.customer);
  await bought();
  await refunded();
  await disputed(await bought());
  const { accountId } = await createContributor(shop.db, { balance: 0 });
  await bought(await shop.offer('live', accountId));
  await shop.purchase(await shop.offer());
  const pending = await refunded();
  await shop.provider.control(`refunds/${pending.refundId}`, { status: 'pending' });
  await shop.orderIn(pending.orderId, ['refund_pending']);
}

async function askForScan({ shop }: Scene, email: string): Promise<string> {
  const body = { email, idea: about(email.split('@')[0]!), marketingConsent: true };
  return (await call<{ scanId: string }>(shop.api, 'POST', '/v1/scan', { body })).body.scanId;
}

async function confirm({ shop, mails }: Scene, email: string): Promise<void> {
  const token = tokenIn(await mailTo(mails, email, 'scan-confirmation'));
  await call(shop.api, 'GET', `/v1/scan/confirm?token=${token}`, { headers: { accept: 'application/json' } });
}

/** Leaves completed, running and unconfirmed free scans. */
export async function leaveScans(scene: Scene): Promise<void> {
  const scanIn = (id: string, status: string) =>
    eventually(`scan ${id} is ${status}`, () => scene.shop.db.prisma.freeScan.findFirst({ where: { id, status } }));
  await scene.shop.agents.fault('task:ferries', 'hang');
  for (const [email, status] of [
    ['orchids@example.net', 'completed'],
    ['ferries@example.net', 'running'],
  ] as const) {
    const id = await askForScan(scene, email);
    await confirm(scene, email);
    await scanIn(id, status);
  }
  for (const email of ['unconfirmed@example.net', 'confirmed@example.net']) {
    const id = await askForScan(scene, email);
    await mailTo(scene.mails, email, 'scan-confirmation');
    await scanIn(id, 'awaiting_confirmation');
  }
}

/** Leaves a shared dossier, a suspended account and a pending erasure. */
export async function leaveAccounts({ shop }: Scene): Promise<void> {
  const { db, customer } = shop;
  const { runId } = await shop.finished(await shop.create());
  const share = { tokenHash: randomBytes(32), lifetimeMs: 30 * DAY_MS };
  await shareRun(db, { accountId: customer.accountId, mode: 'live' }, runId, share);
  await suspendAccount(db, (await createCustomer(db)).accountId);
  await beginErasure(db, (await createCustomer(db)).accountId, DAY_MS);
}

export async function leaveDelivery({ shop, receiver }: Scene): Promise<void> {
  const body = { url: receiver.url, eventTypes: ['webhook.test'] };
  const { webhookId } = (await createWebhook(shop.api, shop.customer, 'webhook', body)).body;
  const { deliveryId: id } = await requestTestDelivery(shop.db, webhookId);
  await eventually('the delivery was attempted', () =>
    shop.db.prisma.webhookDelivery.findFirst({ where: { id, status: 'pending', attempts: { some: {} } } }),
  );
}

async function asked(shop: Shop, amount?: number) {
  const payouts = payoutsOf(shop, await openContributor(shop));
  return { ...payouts, id: await payouts.requested(amount) };
}

/** Leaves withdrawals in transit, under review and being transferred. Later transfers fail. */
export async function leavePayouts({ shop }: Scene): Promise<void> {
  for (const [amount, status] of [
    [undefined, 'in_transit'],
    [LARGE, 'under_review'],
  ] as const) {
    const { id, inState } = await asked(shop, amount);
    await inState(id, status);
  }
  await shop.provider.fault('GET /v1/transfers', 'error_500', 1_000);
  const { id, row } = await asked(shop);
  await eventually('it is being moved', async () => (await row(id)).status === 'processing');
}

/** Leaves a payment for an unknown order, and another such payment whose refund is in progress. */
export async function leaveBooks({ shop }: Scene): Promise<void> {
  const orphan = async () => {
    const { orderId } = await payLostOrder(shop.provider);
    return eventually('the orphan is reported', async () => {
      await reconcile(shop);
      return (await breaksOf(shop, 'unknown_order')).find((each) => each.orderId === orderId);
    });
  };
  await orphan();
  const { id } = await orphan();
  await shop.provider.fault('POST /v1/refunds', 'error_500', 1_000);
  await approveReturn(shop.db, id, 'asked the payer');
}

const inSession = (shop: Shop, runId: string) =>
  eventually('a session runs', async () => (await shop.agents.sessionsOf(runId)).length === 1);

/** Leaves a finished search, and runs in mid-session. Later searches would also hang. */
export async function leaveRuns({ shop }: Scene): Promise<void> {
  await shop.finished(await shop.search({ candidateCount: 3 }));
  for (const subject of ['tide tables', 'stone walls']) {
    await shop.agents.fault(`task:${subject}`, 'hang');
    await inSession(shop, await shop.create(about(subject)));
  }
  await shop.agents.fault('task:(idea', 'hang', 10);
  await inSession(shop, `${await shop.search({ candidateCount: 3 })}/c1`);
}

/** Leaves requests, notifications and emails in the outbox, with the worker stopped. */
export async function leaveWaiting(scene: Scene): Promise<void> {
  const { db, api, customer, provider, cancel, buyer, checkout } = scene.shop;
  const { id } = await db.prisma.run.findFirstOrThrow({
    where: { status: 'running', input: { path: ['idea'], string_contains: 'stone walls' } },
  });
  await cancel(id);
  await createEvaluation(api, customer, 'queued', { idea: about('mountain huts') });
  await createSearch(api, customer, 'queued-search', { ...SEARCH, candidateCount: 3 });

  const { orderId, sessionId } = await salesOf(scene.shop, customer).ordered();
  await provider.pay(sessionId);
  await eventually('the news of the payment waits', () => db.prisma.paymentEvent.findFirst({ where: { orderId } }));
  await provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  await checkout({ product: 'idea_check' }, await buyer());
  await asked(scene.shop);

  await askForScan(scene, 'queued@example.net');
  await confirm(scene, 'confirmed@example.net');
  await call(api, 'POST', '/v1/auth/sign-in-link', { body: { email: 'waiting@example.net' } });
  const webhook = await db.prisma.webhook.findFirstOrThrow({ where: { status: 'active' } });
  await requestTestDelivery(db, webhook.id);
  const withdrawalId = 'wdr_waiting';
  await raiseAlert(db.pool, { alert: 'withdrawal-stuck', subject: withdrawalId, facts: { withdrawalId } });
}
