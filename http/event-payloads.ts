import { Type, type Static } from '@sinclair/typebox';
import { idSchema, type IdPrefix } from '../base/ids';
import { closed, nullable, openEnum, timestamp } from '../base/schema';
import { ANSWERED_ORDER_STATES } from '../modules/orders/contract';
import { WITHDRAWAL_STATES } from '../modules/payouts/contract';
import { RUN_STATUSES } from '../modules/run-kinds/contract';
import { PRODUCT_EVENTS, type EventSubject } from '../modules/webhooks/contract';

const path = (example: string) => Type.String({ description: 'API path.', examples: [example] });

/** Payload of events about one kind of subject: its ids, its new status, and links. */
function payloadOf<Links extends Record<string, ReturnType<typeof path> | ReturnType<typeof nullable>>>(
  title: string,
  prefix: IdPrefix,
  subject: EventSubject,
  { statuses, links }: { statuses: readonly string[]; links: Links },
) {
  const types = Object.keys(PRODUCT_EVENTS).filter((type) => type.startsWith(`${subject}.`));
  return Type.Object(
    {
      type: openEnum(types),
      timestamp,
      data: Type.Object(
        {
          id: idSchema('evt', 'The same in every delivery of this event, including replays.'),
          sequence: Type.Integer({
            minimum: 1,
            description: 'Orders the events of one subject. Ignore a delivery with a lower number than you have seen.',
            examples: [1],
          }),
          subject: idSchema(prefix),
          status: openEnum(statuses),
          links: Type.Object(links, closed),
        },
        closed,
      ),
    },
    { title, ...closed },
  );
}

const RUN = '/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc';

/** Body of a delivered `run.*` event (Standard Webhooks). Links to documents that do not exist are null. */
export const RunEventPayload = payloadOf('RunEventPayload', 'run', 'run', {
  statuses: RUN_STATUSES,
  links: {
    run: path(RUN),
    findings: nullable(path(`${RUN}/findings`)),
    dossier: nullable(path(`${RUN}/dossier`)),
    portfolio: nullable(path(`${RUN}/portfolio`)),
  },
});
export type RunEventPayload = Static<typeof RunEventPayload>;

export const OrderEventPayload = payloadOf('OrderEventPayload', 'ord', 'order', {
  statuses: ANSWERED_ORDER_STATES,
  links: { order: path('/v1/orders/ord_01kah2v5q8e4wb6t7n9rjx3mzc') },
});
export type OrderEventPayload = Static<typeof OrderEventPayload>;

export const WithdrawalEventPayload = payloadOf('WithdrawalEventPayload', 'wdr', 'withdrawal', {
  statuses: WITHDRAWAL_STATES,
  links: { withdrawal: path('/v1/withdrawals/wdr_01kah2v5q8e4wb6t7n9rjx3mzc') },
});
export type WithdrawalEventPayload = Static<typeof WithdrawalEventPayload>;

export const EVENT_PAYLOADS = {
  run: RunEventPayload,
  order: OrderEventPayload,
  withdrawal: WithdrawalEventPayload,
} as const satisfies Record<EventSubject, unknown>;
