import type { Mode } from './access';

/** What an event of the payment provider is about (`payment_events.about`); older rows may also say `account`. */
export type EventAbout = 'session' | 'invoice' | 'refund' | 'dispute' | 'fraud_warning' | 'transfer' | 'payout';

/**
 * Notification that an object changed at the payment provider, in our words. The object must be retrieved; the event's
 * copy is not used.
 */
export interface ProviderEvent {
  /** Provider's id, by which a repetition is known. */
  eventId: string;
  about: EventAbout;
  mode: Mode;
  /** The object, by the provider's id; null if it has none. */
  objectId: string | null;
  /** From our metadata on the object; null if absent. */
  orderId: string | null;
  /** Deployment that created the object, from its metadata; null if absent. */
  deploymentId: string | null;
  /** From our metadata on a transfer or payout; null if absent. */
  withdrawalId: string | null;
  /** Payment of the object; null if it names none. */
  paymentId: string | null;
  createdAt: Date;
  /** Connected account of the event; null for our own account. */
  connectedAccountId: string | null;
}
