import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import {
  webhookDeliveryWorkflowId,
  WORKFLOWS,
  type WebhookDeliveryInput,
  type WorkflowMessage,
} from '../../contracts/workflow-messages';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { enqueue, type PendingMessage } from '../outbox';

/** The first pause is 5 s, each next one six times longer, at most 6 h: eight attempts take about half a day. */
const PATIENCE = { attemptTimeoutMs: 30_000, firstRetryMs: 5_000, maxRetryMs: 6 * 3_600_000 };

/** A delivery that was asked for, and the message to deliver right away. */
export interface RequestedDelivery {
  deliveryId: string;
  pending: PendingMessage | null;
}

/**
 * Records a `webhook.test` for an endpoint and the workflow that delivers it, signed. For the page of an account with its
 * `accountId`; for operators without.
 *
 * @throws Failure `not_found` for an endpoint that is unknown, disabled or another account's
 */
export async function requestTestDelivery(
  db: Database,
  webhookId: string,
  { accountId = null, patience = {} }: { accountId?: string | null; patience?: Partial<typeof PATIENCE> } = {},
): Promise<RequestedDelivery> {
  return transaction(db, async (tx) => {
    const deliveryId = newId('whd');
    const owner = await insertDelivery(tx, webhookId, accountId, deliveryId);
    const message: WorkflowMessage = {
      workflowType: WORKFLOWS.webhookDelivery,
      workflowId: webhookDeliveryWorkflowId(deliveryId),
      input: { deliveryId, ...PATIENCE, ...patience } satisfies WebhookDeliveryInput,
      summary: `webhook.test to ${webhookId} (${owner.mode})`,
      search: { kind: 'webhook_delivery', accountId: owner.accountId, mode: owner.mode },
    };
    return { deliveryId, pending: await enqueue(tx, `start:${message.workflowId}`, message) };
  });
}

async function insertDelivery(
  tx: Queryable,
  webhookId: string,
  accountId: string | null,
  deliveryId: string,
): Promise<{ accountId: string; mode: Mode }> {
  // Written down as it will be sent: every attempt signs and sends the same bytes.
  const payload = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: { webhookId } });
  const { rows } = await tx.query<{ accountId: string; mode: Mode }>({
    name: 'webhook-delivery-insert',
    text: `WITH endpoint AS (
             SELECT id, account_id, mode FROM webhooks
             WHERE id = $1 AND status = 'active' AND ($2::text IS NULL OR account_id = $2)),
           inserted AS (
             INSERT INTO webhook_deliveries (id, webhook_id, event_type, payload, status)
             SELECT $3, id, 'webhook.test', $4, 'pending' FROM endpoint)
           SELECT account_id AS "accountId", mode FROM endpoint`,
    values: [webhookId, accountId, deliveryId, payload],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `No active webhook ${webhookId}.` });
  return rows[0];
}
