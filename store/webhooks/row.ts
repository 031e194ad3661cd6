import type { Mode } from '../../contracts/access';
import type { DeliveryStatus, WebhookEvent, WebhookStatus } from '../../contracts/webhooks';
import { Prisma } from '../../prisma/client';
import { columnsOf, type Narrowed } from '../../prisma/sql';

/** A row of `webhooks`. */
export type Webhook = Narrowed<Prisma.WebhookModel, { mode: Mode; status: WebhookStatus; eventTypes: WebhookEvent[] }>;

/** Narrows a row as the database has it. */
export const toWebhook = (row: Prisma.WebhookModel) => row as Webhook;

/** A row of `webhook_deliveries`. */
export type WebhookDelivery = Narrowed<Prisma.WebhookDeliveryModel, { status: DeliveryStatus }>;

/** Narrows a row, and what was read with it, as the database has it. */
export const toDelivery = <Row extends Prisma.WebhookDeliveryModel>(row: Row) =>
  row as Omit<Row, keyof WebhookDelivery> & WebhookDelivery;

/** Columns of `webhooks` under their field names. */
export const WEBHOOK_COLUMNS = columnsOf(Prisma.WebhookScalarFieldEnum);
