import { randomBytes } from 'node:crypto';
import type { Mode } from '../../base/access';
import { newId, type IdPrefix } from '../../base/ids';
import { createKey } from '../../modules/accounts/store/keys';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { insertBatch } from '../../modules/runs/store/batches';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { createCustomer, createEvaluation, createWebhook, type Customer } from './api';
import { createContributor } from './contributors';
import type { TestDatabase } from './database';
import { complete } from './runs';
import { openTestOrder } from './sales';
import { offer } from './shop';

/** An account that owns at least one object for every id prefix, in one mode. */
export interface Victim extends Customer {
  mode: Mode;
  email: string;
  /** Ids of the account's objects, by prefix. */
  owned: Partial<Record<IdPrefix, string[]>>;
}

/** Creates a victim with `text` in every text field. */
export async function createVictim(
  api: { url: string },
  db: TestDatabase,
  mode: Mode,
  text = 'A newsletter that nobody else may know of',
): Promise<Victim> {
  const customer = await createCustomer(db, { mode, credits: 5 });
  const { accountId } = customer;
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  await createContributor(db, { mode, of: customer });
  const queued = await insertRun(api, db, customer, mode, text);
  const completed = await insertRun(api, db, customer, mode, text);
  await complete(db, completed, { ...sampleFindings, mode });
  const { ord, opp } = await insertOrder(db, accountId, mode);
  const wdr = newId('wdr');
  await db.prisma.withdrawal.create({
    data: { id: wdr, accountId, mode, amount: 1_000, currency: 'usd', note: text, status: 'requested', review: false },
  });
  const webhook = await createWebhook(api, customer, `victim-${wdr}`, {
    url: 'https://hooks.example.com/victim',
    eventTypes: ['webhook.test'],
    description: text,
  });
  await db.prisma.apiKey.update({ where: { id: customer.keyId }, data: { name: text.slice(0, 80) } });
  const whk = webhook.body.webhookId;
  const { deliveryId: whd } = await requestTestDelivery(db, whk);
  const ses = newId('ses');
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.prisma.accountSession.create({
    data: { id: ses, hash: randomBytes(32), accountId, browser: 'Firefox on Linux', expiresAt },
  });
  const pky = newId('pky');
  await db.prisma.passkey.create({
    data: {
      id: pky,
      accountId,
      credentialId: randomBytes(32),
      publicKey: randomBytes(77),
      synced: false,
      name: text.slice(0, 60),
    },
  });
  const shr = newId('shr');
  await db.prisma.dossierShare.create({ data: { id: shr, runId: completed, tokenHash: randomBytes(32), expiresAt } });
  const scn = newId('scn');
  await db.prisma.freeScan.create({
    data: {
      ...{ id: scn, email, idea: text, marketingConsent: false, status: 'confirmed' },
      ...{ confirmationExpiresAt: expiresAt, confirmedAt: new Date() },
    },
  });
  const bat = await insertBatch(db.pool, { ...customer, mode }, 'idea_check', [queued, completed]);
  const owned = {
    run: [queued, completed],
    bat: [bat],
    ord: [ord],
    opp: [opp],
    wdr: [wdr],
    whk: [whk],
    whd: [whd],
    key: [customer.keyId],
    ses: [ses],
    pky: [pky],
    shr: [shr],
    scn: [scn],
  };
  return { ...customer, mode, email, owned };
}

// Creates a live run and then changes its mode, because a run created in the sandbox would end before the test reads
// it.
async function insertRun(
  api: { url: string },
  db: TestDatabase,
  { accountId }: Customer,
  mode: Mode,
  idea: string,
): Promise<string> {
  const scopes = ['evaluations:create'] as const;
  const { record, secret } = await createKey(db, { accountId, name: 'for one run', mode: 'live', scopes });
  const { body } = await createEvaluation(api, { apiKey: secret }, `victim-${record.id}`, { idea });
  await db.prisma.run.update({ where: { id: body.runId }, data: { mode } });
  return body.runId;
}

async function insertOrder(db: TestDatabase, accountId: string, mode: Mode): Promise<{ ord: string; opp: string }> {
  const opp = await offer(db, mode);
  const ord = await openTestOrder(db, { accountId, mode, opportunityId: opp, price: 59_900 });
  await db.prisma.order.update({ where: { id: ord }, data: { status: 'fulfilled' } });
  const sold = { status: 'sold', soldTo: ord, reservedBy: null, reservedUntil: null };
  await db.prisma.opportunity.update({ where: { id: opp }, data: sold });
  return { ord, opp };
}

/** All rows of an account, for comparison before and after an attack. */
export async function ownedRecords(db: TestDatabase, { accountId }: Customer): Promise<unknown> {
  const where = { accountId };
  const { prisma } = db;
  const [runs, batches, shares, orders, withdrawals, webhooks, deliveries, entitlements, keys, sessions] =
    await Promise.all([
      prisma.run.findMany({ where, orderBy: { id: 'asc' } }),
      prisma.batch.findMany({ where, orderBy: { id: 'asc' } }),
      prisma.dossierShare.findMany({ where: { run: where }, orderBy: { id: 'asc' } }),
      prisma.order.findMany({ where, orderBy: { id: 'asc' } }),
      prisma.withdrawal.findMany({ where, orderBy: { id: 'asc' } }),
      prisma.webhook.findMany({ where, orderBy: { id: 'asc' } }),
      prisma.webhookDelivery.findMany({ where: { webhook: where }, orderBy: { id: 'asc' } }),
      prisma.entitlement.findMany({ where, orderBy: { id: 'asc' } }),
      prisma.apiKey.findMany({ where, orderBy: { id: 'asc' }, omit: { lastUsedAt: true } }),
      prisma.accountSession.findMany({ where, orderBy: { id: 'asc' } }),
    ]);
  return { runs, batches, shares, orders, withdrawals, webhooks, deliveries, entitlements, keys, sessions };
}
