import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';
import { WEBHOOK_COLUMNS, toWebhook, type Webhook } from './row';
import type { Prisma } from '../../prisma/client';

/** Scope of a request for deliveries. Operators name no account; an account page names no mode. */
export interface EndpointScope {
  accountId?: string | null;
  mode?: Mode | null;
}

/**
 * Endpoint that takes deliveries, in the caller's transaction.
 *
 * @throws Failure `webhook_not_found` for one that is unknown or another owner's; `webhook_disabled`
 */
export async function activeEndpoint(
  tx: Queryable,
  webhookId: string,
  { accountId = null, mode = null }: EndpointScope,
): Promise<Webhook> {
  const { rows } = await tx.query<Prisma.WebhookModel>({
    name: 'webhook-of-delivery',
    text: `SELECT ${WEBHOOK_COLUMNS} FROM webhooks
           WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) AND ($3::text IS NULL OR mode = $3) FOR KEY SHARE`,
    values: [webhookId, accountId, mode],
  });
  const webhook = rows[0] && toWebhook(rows[0]);
  if (!webhook) throw new Failure('webhook_not_found', { detail: `No active webhook ${webhookId}.` });
  if (webhook.status !== 'active')
    throw new Failure('webhook_disabled', { detail: `The webhook ${webhookId} is disabled: enable it first.` });
  return webhook;
}
