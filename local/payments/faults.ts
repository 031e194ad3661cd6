import { FaultList, REQUEST_EFFECTS, strikesRequest, type Fault, type RequestEffect } from '../stand-in/fault-list';
import { invalid } from './provider-error';

const EVENT_EFFECTS = ['drop_event', 'duplicate_event', 'delay_event'] as const;
const LATER_EFFECTS = ['fail_later'] as const;

/** What a fault does to the delivery of an event. */
export type EventEffect = (typeof EVENT_EFFECTS)[number];

const REQUEST = /^[A-Z]+ \/\S*$/;
const EVENT = /^[a-z_*]+(\.[a-z_*]+)*$/;

/**
 * The faults of the payment stand-in: of requests (`POST /v1/refunds`), of events (`refund.created`, with `*` for one part or
 * for all), and refunds or payouts that fail after having succeeded (`POST /v1/refunds` or `refund.created`, likewise of payouts).
 */
export class Faults extends FaultList<RequestEffect | EventEffect | 'fail_later'> {
  constructor() {
    super({
      effects: [...REQUEST_EFFECTS, ...EVENT_EFFECTS, ...LATER_EFFECTS],
      refuse: invalid,
      objection(match, effect) {
        if (effect.endsWith('_event')) return EVENT.test(match) ? null : `"match" of ${effect} must be an event type`;
        if (effect === 'fail_later' && EVENT.test(match)) return null;
        return REQUEST.test(match) ? null : `"match" of ${effect} must be "METHOD /path" with * for one segment`;
      },
    });
  }

  /** Spends the first armed fault that strikes this request. */
  forRequest(method: string, path: string): Fault<RequestEffect> | null {
    return this.spend(REQUEST_EFFECTS, (match) => strikesRequest(match, method, path));
  }

  /** Spends the first armed fault that strikes this event. */
  forEvent(type: string): Fault<EventEffect> | null {
    return this.spend(EVENT_EFFECTS, (match) => match === '*' || strikesType(match, type));
  }

  /** Spends the first armed `fail_later` for what this request makes, named by the request or by the event of it. */
  forOutcome(method: string, path: string, type: string): Fault<'fail_later'> | null {
    return this.spend(LATER_EFFECTS, (match) => strikesRequest(match, method, path) || strikesType(match, type));
  }
}

function strikesType(match: string, type: string): boolean {
  const wanted = match.split('.');
  const given = type.split('.');
  return wanted.length === given.length && wanted.every((part, i) => part === '*' || part === given[i]);
}
