import type { WebhookChange } from '../../contracts/webhooks';
import { WEBHOOK } from '../../domain/webhooks';
import { Prisma, transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { lockWebhook, type WebhookOwner } from './lock-webhook';
import { requireRoom } from './require-room';
import { WEBHOOK_COLUMNS, toWebhook, type Webhook } from './row';

/**
 * Changes an endpoint; what is left out stays. Disabled, it gets no deliveries and leaves room for another active one.
 *
 * @throws Failure `webhook_not_found`; `webhook_limit_reached` where the limit of enabled ones is reached
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
