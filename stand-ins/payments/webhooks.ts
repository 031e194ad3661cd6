import { createHmac } from 'node:crypto';
import { withTimeLimit } from '../../base/time-limits';
import type { Agenda, Task } from './agenda';
import type { Faults } from './faults';
import { newId, nowSeconds, type EventRecord, type World } from './world';

export const API_VERSION = '2026-10-28.endive';

/** Destination of events. As at the provider, both modes share a URL, but each has its own secret. */
interface WebhookTarget {
  url: string;
  secrets: { live: string; test: string };
  /** Milliseconds before the first retry. Doubles with each further retry. */
  retryMs: number;
}

/** Event types that an endpoint subscribes to (docs/operations.md). `GET /v1/events` lists events of all types. */
export const SUBSCRIBED: readonly string[] = [
  ...['checkout.session.completed', 'checkout.session.expired', 'invoice.paid'],
  ...['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'],
  ...['refund.created', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'],
  ...['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
  ...['radar.early_fraud_warning.created', 'transfer.created', 'transfer.reversed'],
  ...['payout.paid', 'payout.failed', 'payout.canceled'],
];
/** Delays an event until after the response to the request that caused it. */
const AFTER_ANSWER_MS = 10;
const DEFAULT_DELAY_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;
const LONGEST_RETRY_MS = 60_000;
const MAX_ATTEMPTS = 16;

type NewEvent = Pick<EventRecord, 'type' | 'realm' | 'snapshot' | 'previous'> &
  Partial<Pick<EventRecord, 'created' | 'livemode' | 'timestamp'>>;

/** Stores events and delivers them signed. Retries with exponential backoff until the endpoint answers 2xx. */
export class Webhooks {
  private readonly closing = new AbortController();

  constructor(
    private readonly world: World,
    private readonly agenda: Agenda,
    private readonly faults: Faults,
    private readonly target: WebhookTarget | null,
    private readonly changed: () => void,
  ) {}

  /** Stores a new event and schedules its delivery if the endpoint is subscribed to its type. */
  emit(event: NewEvent): EventRecord {
    return this.store(event, SUBSCRIBED.includes(event.type));
  }

  /** Stores a new event of any type and schedules its delivery. */
  send(event: NewEvent): EventRecord {
    return this.store(event, true);
  }

  /** Delivers an event again, even if it was delivered. */
  redeliver(event: EventRecord): void {
    event.pending = Math.max(1, event.pending);
    event.dropped = false;
    this.agenda.schedule('deliver_event', event.id, 0, MAX_ATTEMPTS);
  }

  /** Attempts one delivery and schedules a retry if it fails. */
  async deliver({ about, attempt }: Task): Promise<void> {
    const event = this.world.events.get(about);
    if (!event || !this.target) return;
    const status = await this.post(event, this.target);
    if (this.closing.signal.aborted) return;
    event.attempts.push({ at: Date.now(), status });
    if (status !== null && status >= 200 && status < 300) event.pending = Math.max(0, event.pending - 1);
    else if (attempt < MAX_ATTEMPTS)
      this.agenda.schedule('deliver_event', about, this.retryDelay(attempt), attempt + 1);
    this.changed();
  }

  /** Aborts deliveries in flight. They are retried after a restart. */
  close(): void {
    this.closing.abort();
  }

  private store(event: NewEvent, sent: boolean): EventRecord {
    const record: EventRecord = {
      id: newId('evt'),
      created: nowSeconds(),
      livemode: event.realm.live,
      timestamp: null,
      ...event,
      pending: 0,
      dropped: false,
      attempts: [],
    };
    this.world.events.set(record.id, record);
    if (sent && this.target) this.scheduleDeliveries(record);
    return record;
  }

  private scheduleDeliveries(event: EventRecord): void {
    event.pending = 1;
    const fault = this.faults.forEvent(event.type);
    event.dropped = fault?.effect === 'drop_event';
    if (event.dropped) return;
    const delay = fault?.effect === 'delay_event' ? (fault.delayMs ?? DEFAULT_DELAY_MS) : AFTER_ANSWER_MS;
    this.agenda.schedule('deliver_event', event.id, delay);
    if (fault?.effect === 'duplicate_event') this.agenda.schedule('deliver_event', event.id, fault.delayMs ?? delay);
  }

  private async post(event: EventRecord, { url, secrets }: WebhookTarget): Promise<number | null> {
    const body = JSON.stringify(eventView(event));
    // The true mode selects the secret, even if a forged event claims the other mode.
    const secret = event.realm.live ? secrets.live : secrets.test;
    try {
      return await withTimeLimit(ANSWER_WITHIN_MS, this.closing.signal, async (signal) => {
        const answer = await fetch(url, {
          method: 'POST',
          body,
          redirect: 'manual',
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'stripe-signature': signature(body, secret, event.timestamp ?? nowSeconds()),
            'user-agent': 'Stripe/1.0 (+local stand-in)',
          },
          signal,
        });
        await answer.body?.cancel();
        return answer.status;
      });
    } catch {
      return null;
    }
  }

  private retryDelay(attempt: number): number {
    return Math.min(this.target!.retryMs * 2 ** (attempt - 1), LONGEST_RETRY_MS);
  }
}

export function eventView(event: EventRecord): Record<string, unknown> {
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: event.created,
    type: event.type,
    livemode: event.livemode,
    pending_webhooks: event.pending,
    request: { id: null, idempotency_key: null },
    data: { object: event.snapshot, ...(event.previous && { previous_attributes: event.previous }) },
    ...(event.realm.account !== null && { account: event.realm.account }),
  };
}

function signature(body: string, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
