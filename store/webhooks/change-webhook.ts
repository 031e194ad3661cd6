import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { WebhookChange } from '../../contracts/webhooks';
import { WEBHOOK } from '../../domain/webhooks';
import { Prisma, transaction, type Database, type Queryable } from '../../prisma/client';
import { columnsOf } from '../../prisma/sql';
import { recordAudit } from '../audit/record-audit';
import { requireRoom } from './create-webhook';
import { toWebhook, type Webhook } from './row';

/** Scope of visible endpoints: one account in one mode. */
export interface WebhookOwner {
  accountId: string;
  mode: Mode;
}

const COLUMNS = columnsOf(Prisma.WebhookScalarFieldEnum);

/**
 * Changes an endpoint; what is left out stays. Disabled, it gets no deliveries and leaves room for another active one.
 *
 * @throws Failure `webhook_not_found`; `webhook_limit_reached` where one is enabled beside as many as there may be
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
             RETURNING ${COLUMNS}`,
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

/**
 * Deletes an endpoint with the log of its deliveries; one that is under way ends undelivered.
 *
 * @throws Failure `webhook_not_found`
 */
export function deleteWebhook(db: Database, owner: WebhookOwner, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { status } = await lockWebhook(tx, owner, id);
    for (const text of [
      'DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1)',
      'DELETE FROM webhook_deliveries WHERE webhook_id = $1',
      'DELETE FROM webhooks WHERE id = $1',
    ]) {
      await tx.query({ text, values: [id] });
    }
    await recordAudit(tx, { action: 'webhook.deleted', accountId: owner.accountId, subject: id, before: { status } });
  });
}

async function lockWebhook(tx: Queryable, { accountId, mode }: WebhookOwner, id: string): Promise<Webhook> {
  const { rows } = await tx.query<Prisma.WebhookModel>({
    text: `SELECT ${COLUMNS} FROM webhooks WHERE id = $1 AND account_id = $2 AND mode = $3 FOR UPDATE`,
    values: [id, accountId, mode],
  });
  if (!rows[0]) throw new Failure('webhook_not_found');
  return toWebhook(rows[0]);
}
