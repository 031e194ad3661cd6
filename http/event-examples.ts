import type { EventSubject, ProductEvent } from '../contracts/product-events';
import { EVENT_PAYLOADS } from '../contracts/event-payloads';
import { linksOf } from '../domain/product-events';
import { exampleOf } from './examples';

/** Schema of the body of an event. */
export function payloadSchema(type: ProductEvent) {
  return EVENT_PAYLOADS[type.split('.')[0] as EventSubject];
}

/** Body of an event as it may arrive, for the description and the guide. */
export function exampleOfEvent(type: ProductEvent): object {
  const { data, ...rest } = exampleOf(payloadSchema(type)) as { data: { subject: string } };
  const [, status = ''] = type.split('.');
  return { ...rest, type, data: { ...data, status, links: linksOf(type, data.subject, false) } };
}
