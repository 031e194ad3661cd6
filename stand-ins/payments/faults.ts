import type { z } from 'zod';
import { FaultList, faultOf, matchesRequest, REQUEST_EFFECTS, type Fault } from '../base/fault-list';
import { refused } from './protocol';

const EVENT_EFFECTS = ['drop_event', 'duplicate_event', 'delay_event'] as const;
/** Effects on any request. `error_400` refuses the request, as if an object were in the wrong state. */
const OWN_REQUEST_EFFECTS = [...REQUEST_EFFECTS, 'error_400'] as const;

export type OwnRequestEffect = (typeof OWN_REQUEST_EFFECTS)[number];

type EventEffect = (typeof EVENT_EFFECTS)[number];

const REQUEST = /^[A-Z]+ \/\S*$/;
const EVENT = /^[a-z_*]+(\.[a-z_*]+)*$/;
const EITHER = new RegExp(`${REQUEST.source}|${EVENT.source}`);

const FAULT = faultOf([...OWN_REQUEST_EFFECTS, ...EVENT_EFFECTS, 'fail_later']).refine(
  ({ match, effect }) => (effect.endsWith('_event') ? EVENT : effect === 'fail_later' ? EITHER : REQUEST).test(match),
  '"match" must be "METHOD /path" with * for one segment, or an event type',
);

/** Faults for requests (`POST /v1/refunds`), events (`refund.created`), and refunds or payouts that fail later. */
export class Faults extends FaultList<z.output<typeof FAULT>> {
  constructor() {
    super(FAULT, refused);
  }

  forRequest(method: string, path: string): Fault<OwnRequestEffect> | null {
    return this.consume(OWN_REQUEST_EFFECTS, (match) => matchesRequest(match, method, path));
  }

  forEvent(type: string): Fault<EventEffect> | null {
    return this.consume(EVENT_EFFECTS, (match) => match === '*' || matchesEventType(match, type));
  }

  /** Consumes the first armed `fail_later` that matches this request or its event type. */
  forOutcome(method: string, path: string, type: string): Fault<'fail_later'> | null {
    const matches = (match: string) => matchesRequest(match, method, path) || matchesEventType(match, type);
    return this.consume(['fail_later'], matches);
  }
}

function matchesEventType(match: string, type: string): boolean {
  const wanted = match.split('.');
  const given = type.split('.');
  return wanted.length === given.length && wanted.every((part, i) => part === '*' || part === given[i]);
}
