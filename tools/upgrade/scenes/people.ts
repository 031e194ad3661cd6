import { randomBytes } from 'node:crypto';
import { beginErasure } from '../../../store/accounts/begin-erasure';
import { suspendAccount } from '../../../store/accounts/suspend-account';
import { raiseAlert } from '../../../store/alerts/raise-alert';
import { shareRun } from '../../../store/sharing/share-run';
import { disableWebhook } from '../../../store/webhooks/disable-webhook';
import { requestTestDelivery } from '../../../store/webhooks/request-test-delivery';
import { call, createCustomer, createWebhook } from '../../../test/support/api';
import { eventually } from '../../../test/support/eventually';
import { mailTo, tokenIn } from '../../../test/support/mails';
import type { Scene } from './scene';

const HOUR_MS = 3_600_000;

async function askForScan({ shop, hasty }: Scene, email: string, soon = false): Promise<string> {
  const body = {
    email,
    idea: `A weekly newsletter on ${email.split('@')[0]} for people who live from it`,
    marketingConsent: true,
  };
  return (await call<{ scanId: string }>(soon ? hasty : shop.api, 'POST', '/v1/scan', { body })).body.scanId;
}

async function confirm({ shop, mails }: Scene, email: string): Promise<void> {
  const token = tokenIn(await mailTo(mails, email, 'scan-confirmation'));
  await call(shop.api, 'GET', `/v1/scan/confirm?token=${token}`, { headers: { accept: 'application/json' } });
}

const scanIn = ({ shop }: Scene, id: string, status: string) =>
  eventually(`scan ${id} is ${status}`, () => shop.db.prisma.freeScan.findFirst({ where: { id, status } }));

/** Leaves free scans in every state that needs a worker. */
export async function leaveScans(scene: Scene): Promise<void> {
  const { shop, mails } = scene;
  const ended = async (email: string, status: string) => {
    const id = await askForScan(scene, email);
    await confirm(scene, email);
    await scanIn(scene, id, status);
    return id;
  };
  await ended('orchids@example.net', 'completed');
  await shop.agents.fault('task:weather', 'refusal');
  await ended('weather@example.net', 'failed');
  await scanIn(scene, await askForScan(scene, 'late@example.net', true), 'expired');
  await shop.agents.fault('task:ferries', 'hang');
  await ended('ferries@example.net', 'running');
  for (const email of ['unconfirmed@example.net', 'confirmed@example.net']) {
    const id = await askForScan(scene, email);
    await mailTo(mails, email, 'scan-confirmation');
    await scanIn(scene, id, 'awaiting_confirmation');
  }
}

/** Leaves accounts in every state, a shared dossier, and an erasure that waits. */
export async function leaveAccounts({ shop, mails }: Scene): Promise<void> {
  const { db, api, customer } = shop;
  await call(api, 'POST', '/v1/auth/sign-in-link', { body: { email: 'new@example.net' } });
  await mailTo(mails, 'new@example.net', 'sign-in-link');
  await suspendAccount(db, (await createCustomer(db)).accountId);
  const run = await db.prisma.run.findFirstOrThrow({ where: { status: 'completed' } });
  const share = { tokenHash: randomBytes(32), lifetimeMs: 30 * 24 * HOUR_MS };
  await shareRun(db, { accountId: customer.accountId, mode: 'live' }, run.id, share);
  const gone = await createCustomer(db);
  await beginErasure(db, gone.accountId, 1);
  await eventually('the account is erased', () =>
    db.prisma.erasure.findFirst({ where: { accountId: gone.accountId, completedAt: { not: null } } }),
  );
  const leaving = await createCustomer(db);
  await beginErasure(db, leaving.accountId, HOUR_MS);
}

/** Leaves webhooks and deliveries in every state; one waits between two attempts. */
export async function leaveWebhooks({ shop, receiver, answers }: Scene): Promise<void> {
  const { db, api, customer } = shop;
  const body = { url: receiver.url, eventTypes: ['webhook.test'] };
  const webhookId = (await createWebhook(api, customer, 'webhook', body)).body.webhookId;
  const delivery = async (status: string) => {
    const { deliveryId } = await requestTestDelivery(db, webhookId);
    await eventually(`the delivery is ${status}`, () =>
      db.prisma.webhookDelivery.findFirst({ where: { id: deliveryId, status, attempts: { some: {} } } }),
    );
  };
  // From then on the server is down.
  answers.push({ status: 204 }, { status: 410 }, ...Array.from({ length: 100 }, () => ({ status: 500 })));
  await delivery('delivered');
  await delivery('failed');
  await delivery('pending');
  const disabled = (await createWebhook(api, customer, 'disabled', { ...body, url: `${receiver.url}/other` })).body;
  await disableWebhook(db, disabled.webhookId);
}

/** With the worker gone: a scan, a confirmation, a link, a test delivery and an alert that wait in the outbox. */
export async function leaveWaiting(scene: Scene): Promise<void> {
  const { db, api } = scene.shop;
  await askForScan(scene, 'queued@example.net');
  await confirm(scene, 'confirmed@example.net');
  await call(api, 'POST', '/v1/auth/sign-in-link', { body: { email: 'waiting@example.net' } });
  const { id } = await db.prisma.webhook.findFirstOrThrow({ where: { status: 'active' } });
  await requestTestDelivery(db, id);
  await raiseAlert(db.pool, {
    alert: 'withdrawal-stuck',
    subject: 'wdr_waiting',
    facts: { withdrawalId: 'wdr_waiting' },
  });
}
