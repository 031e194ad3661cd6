import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { Prisma, transaction, type Database, type Queryable } from '../../../prisma/client';
import { columnsOf, type Narrowed } from '../../../prisma/sql';
import { recordAudit } from '../../outbox/store/audit';
import { once, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import {
  MAX_KEPT_WEBHOOKS,
  MAX_WEBHOOKS,
  WEBHOOK_REPLAY_MS,
  type WebhookEvent,
  type WebhookStatus,
  type Webhook as WebhookAnswer,
  type WebhookCreate,
  type WebhookChange,
} from '../contract';
import { WEBHOOK } from '../rules';

export type Webhook = Narrowed<Prisma.WebhookModel, { mode: Mode; status: WebhookStatus; eventTypes: WebhookEvent[] }>;

export const toWebhook = (row: Prisma.WebhookModel) => row as Webhook;

export const WEBHOOK_COLUMNS = columnsOf(Prisma.WebhookScalarFieldEnum);

export interface WebhookOwner {
  accountId: string;
  mode: Mode;
}

/** Endpoints of an account in one mode, newest first, including disabled ones. */
export async function listWebhooks(db: Database, { accountId, mode }: WebhookOwner): Promise<Webhook[]> {
  const webhooks = await db.prisma.webhook.findMany({
    where: { accountId, mode, forRuns: false },
    orderBy: { id: 'desc' },
  });
  return webhooks.map(toWebhook);
}

/** Finds an endpoint of this owner; null if it is unknown or belongs to another account. */
export async function findWebhook(
  db: Database,
  owner: { accountId: string; mode?: Mode },
  id: string,
): Promise<Webhook | null> {
  const webhook = await db.prisma.webhook.findFirst({ where: { id, ...owner, forRuns: false } });
  return webhook && toWebhook(webhook);
}

/** The row with the secret that signs deliveries to this owner's run webhooks; null until it is first needed. */
export async function findRunSigner(db: Database, { accountId, mode }: WebhookOwner): Promise<Webhook | null> {
  const signer = await db.prisma.webhook.findFirst({ where: { accountId, mode, forRuns: true } });
  return signer && toWebhook(signer);
}

/** Adds the row that {@link findRunSigner} finds, or returns the row that a concurrent request added. */
export async function addRunSigner(
  db: Database,
  { accountId, mode }: WebhookOwner,
  webhookId: string,
  sealedSecret: Buffer,
): Promise<Webhook> {
  await db.pool.query({
    text: `INSERT INTO webhooks (id, account_id, mode, url, event_types, status, sealed_secret, for_runs)
           VALUES ($1, $2, $3, '', '{}', 'active', $4, true) ON CONFLICT DO NOTHING`,
    values: [webhookId, accountId, mode, sealedSecret],
  });
  return (await findRunSigner(db, { accountId, mode }))!;
}

/** Endpoints of all accounts, or of one account in both modes, newest first; for operators. */
export async function listAllWebhooks(db: Database, limit: number, accountId?: string): Promise<Webhook[]> {
  const webhooks = await db.prisma.webhook.findMany({
    where: accountId ? { accountId } : {},
    orderBy: { id: 'desc' },
    take: limit,
  });
  return webhooks.map(toWebhook);
}

interface CreateWebhook {
  idempotency: IdempotencyClaim;
  accountId: string;
  mode: Mode;
  webhookId: string;
  sealedSecret: Buffer;
  wanted: WebhookCreate;
}

/**
 * Creates an endpoint, or repeats the first response to the same claim. Stores the response with the secret sealed
 * (base64), readable only with the operator's key.
 * @throws Failure `webhook_limit_reached` if the account has {@link MAX_WEBHOOKS} active endpoints, or {@link
 * MAX_KEPT_WEBHOOKS} in any status, in both modes together
 * @throws Failure `idempotency_key_reused`, `idempotency_in_flight` as {@link once}
 */
export function createWebhook(
  db: Database,
  { idempotency, accountId, mode, webhookId, sealedSecret, wanted }: CreateWebhook,
): Promise<Once<Omit<WebhookAnswer, 'undelivered'> & { sealedSecret: string }>> {
  return once(db, { ...idempotency, keepForMs: WEBHOOK_REPLAY_MS }, async (tx) => {
    await requireRoom(tx, accountId, 'new');
    const { url, eventTypes, description = null } = wanted;
    const { rows } = await tx.query<{ createdAt: Date }>({
      name: 'webhook-insert',
      text: `INSERT INTO webhooks (id, account_id, mode, url, event_types, description, status, sealed_secret)
             VALUES ($1, $2, $3, $4, $5, $6, 'active', $7) RETURNING created_at AS "createdAt"`,
      values: [webhookId, accountId, mode, url, eventTypes, description, sealedSecret],
    });
    const after = { mode, eventTypes, status: 'active' };
    await recordAudit(tx, { action: 'webhook.created', accountId, subject: webhookId, after });
    const createdAt = rows[0]!.createdAt.toISOString();
    const shown = { webhookId, url, eventTypes, status: 'active' as const, description, createdAt };
    return { ...shown, sealedSecret: sealedSecret.toString('base64') };
  });
}

/**
 * Locks the account until the transaction ends, so that concurrent creations are counted one at a time. To enable an
 * existing endpoint, only the limit of active endpoints applies.
 * @throws Failure `webhook_limit_reached` if there is no room for another active endpoint, or for a new one
 */
async function requireRoom(tx: Queryable, accountId: string, which: 'new' | 'old'): Promise<void> {
  await tx.query({
    name: 'webhook-account',
    text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  });
  const { rows } = await tx.query<{ kept: number; active: number }>({
    name: 'webhook-count',
    text: `SELECT count(*)::int AS kept, (count(*) FILTER (WHERE status = 'active'))::int AS active
           FROM webhooks WHERE account_id = $1 AND NOT for_runs`,
    values: [accountId],
  });
  const { kept, active } = rows[0]!;
  if (active >= MAX_WEBHOOKS) {
    throw new Failure('webhook_limit_reached', {
      detail: `An account may have ${MAX_WEBHOOKS} active webhooks. Disable or delete one.`,
    });
  }
  if (which === 'new' && kept >= MAX_KEPT_WEBHOOKS) {
    throw new Failure('webhook_limit_reached', {
      detail: `An account may have ${MAX_KEPT_WEBHOOKS} webhooks, including disabled ones. Delete one.`,
    });
  }
}

/**
 * Changes an endpoint; omitted members stay unchanged. Disabled endpoints get no deliveries and do not count toward
 * the limit of active endpoints.
 * @throws Failure `webhook_not_found`, `webhook_limit_reached` if too many are active
 */
export function changeWebhook(
  db: Database,
  owner: WebhookOwner,
  id: string,
  { url, eventTypes, description, enabled }: WebhookChange,
): Promise<Webhook> {
  return transaction(db, async (tx) => {
    const before = await lockWebhook(tx, owner, id);
    const status = enabled === undefined ? before.status : enabled ? 'active' : 'disabled';
    if (status === 'active' && before.status !== 'active') await requireRoom(tx, owner.accountId, 'old');
    const { rows } = await tx.query<Prisma.WebhookModel>({
      text: `UPDATE webhooks SET url = $2, event_types = $3, description = $4, status = $5
             WHERE id = $1 AND status = ANY($6)
             RETURNING ${WEBHOOK_COLUMNS}`,
      values: [
        id,
        url ?? before.url,
        eventTypes ?? before.eventTypes,
        description === undefined ? before.description : description || null,
        status,
        [status, ...WEBHOOK.before(status)],
      ],
    });
    const after = toWebhook(rows[0]!);
    await recordAudit(tx, {
      action: status === 'disabled' && before.status === 'active' ? 'webhook.disabled' : 'webhook.changed',
      accountId: owner.accountId,
      subject: id,
      before: { eventTypes: before.eventTypes, status: before.status },
      after: { eventTypes: after.eventTypes, status },
    });
    return after;
  });
}

/** Locks an endpoint of this owner. @throws Failure `webhook_not_found` */
async function lockWebhook(tx: Queryable, { accountId, mode }: WebhookOwner, id: string): Promise<Webhook> {
  const { rows } = await tx.query<Prisma.WebhookModel>({
    text: `SELECT ${WEBHOOK_COLUMNS} FROM webhooks
           WHERE id = $1 AND account_id = $2 AND mode = $3 AND NOT for_runs FOR UPDATE`,
    values: [id, accountId, mode],
  });
  if (!rows[0]) throw new Failure('webhook_not_found');
  return toWebhook(rows[0]);
}

/**
 * Gives an endpoint a new secret. The previous secret also signs for `graceMs`, so that receivers can switch.
 * Operators pass no owner. A repeated claim gets the first result, with the secret sealed (base64).
 * @throws Failure `webhook_not_found` for an unknown endpoint or another owner's, and as {@link once}
 */
export async function rotateWebhookSecret(
  db: Database,
  webhookId: string,
  sealedSecret: Buffer,
  graceMs: number,
  {
    owner = null,
    idempotency = null,
  }: { owner?: { accountId: string; mode?: Mode } | null; idempotency?: IdempotencyClaim | null } = {},
): Promise<Once<{ webhookId: string; sealedSecret: string; previousSecretExpiresAt: string }>> {
  return once(db, idempotency, async (tx) => {
    const { rows } = await tx.query<{ accountId: string; validUntil: Date }>({
      name: 'webhook-rotate',
      text: `UPDATE webhooks SET previous_secret = sealed_secret, sealed_secret = $2,
                    previous_expires_at = now() + $3 * interval '1 millisecond'
             WHERE id = $1 AND ($4::text IS NULL OR account_id = $4) AND ($5::text IS NULL OR mode = $5)
             RETURNING account_id AS "accountId", previous_expires_at AS "validUntil"`,
      values: [webhookId, sealedSecret, graceMs, owner?.accountId ?? null, owner?.mode ?? null],
    });
    if (!rows[0]) throw new Failure('webhook_not_found', { detail: `No webhook ${webhookId}.` });
    const { accountId, validUntil } = rows[0];
    await recordAudit(tx, { action: 'webhook.rotated', accountId, subject: webhookId, after: { validUntil } });
    return {
      webhookId,
      sealedSecret: sealedSecret.toString('base64'),
      previousSecretExpiresAt: validUntil.toISOString(),
    };
  });
}

/**
 * Disables an endpoint, so that it gets no more deliveries and no longer counts toward the limit of active endpoints.
 * @throws Failure `not_found` for an unknown endpoint
 */
export async function disableWebhook(db: Database, webhookId: string): Promise<Webhook> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string }>({
      text: `UPDATE webhooks SET status = $2 WHERE id = $1 AND status = ANY($3)
             RETURNING account_id AS "accountId"`,
      values: [webhookId, 'disabled', WEBHOOK.before('disabled')],
    });
    if (!rows[0]) return;
    const change = { before: { status: 'active' }, after: { status: 'disabled' } };
    await recordAudit(tx, { action: 'webhook.disabled', accountId: rows[0].accountId, subject: webhookId, ...change });
  });
  const webhook = await db.prisma.webhook.findUnique({ where: { id: webhookId } });
  if (!webhook) throw new Failure('not_found', { detail: `No webhook ${webhookId}.` });
  return toWebhook(webhook);
}

export async function disableWebhooksOf(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE webhooks SET status = $2 WHERE account_id = $1 AND status = ANY($3)',
    values: [accountId, 'disabled', WEBHOOK.before('disabled')],
  });
}

/**
 * Deletes an endpoint with its delivery log. Pending deliveries end undelivered.
 * @throws Failure `webhook_not_found`
 */
export function deleteWebhook(db: Database, owner: WebhookOwner, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { status } = await lockWebhook(tx, owner, id);
    for (const text of [
      // Locks the deliveries first, because an attempt recorded between the two deletes would make the second delete
      // fail.
      'SELECT FROM webhook_deliveries WHERE webhook_id = $1 FOR UPDATE',
      'DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1)',
      'DELETE FROM webhook_deliveries WHERE webhook_id = $1',
      'DELETE FROM webhooks WHERE id = $1',
    ]) {
      await tx.query({ text, values: [id] });
    }
    await recordAudit(tx, { action: 'webhook.deleted', accountId: owner.accountId, subject: id, before: { status } });
  });
}
