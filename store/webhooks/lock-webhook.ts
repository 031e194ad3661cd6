import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { Prisma, type Queryable } from '../../prisma/client';
import { WEBHOOK_COLUMNS, toWebhook, type Webhook } from './row';

/** Scope of visible endpoints: one account in one mode. */
export interface WebhookOwner {
  accountId: string;
  mode: Mode;
}

/** Locks an endpoint of this owner. @throws Failure `webhook_not_found` */
export async function lockWebhook(tx: Queryable, { accountId, mode }: WebhookOwner, id: string): Promise<Webhook> {
  const { rows } = await tx.query<Prisma.WebhookModel>({
    text: `SELECT ${WEBHOOK_COLUMNS} FROM webhooks WHERE id = $1 AND account_id = $2 AND mode = $3 FOR UPDATE`,
    values: [id, accountId, mode],
  });
  if (!rows[0]) throw new Failure('webhook_not_found');
  return toWebhook(rows[0]);
}
