/**
 * Lane in which a mail waits for the provider's pace: `strangers` for what a form sends to an address that nobody has
 * signed in with, which anybody can cause.
 */
export type MailLane = 'known' | 'strangers';

/** A mail ready to send. `idempotencyKey` is `<mail-type>/<entity-id>`: sending twice delivers once. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  idempotencyKey: string;
  /** Address for replies; default: the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
  /** Default: `known`. */
  lane?: MailLane;
}

/** Sends mail through a provider; failures are thrown as {@link MailError}. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Failure to send, classified by whether a retry can help. */
export class MailError extends Error {
  constructor(
    readonly kind: 'rate_limited' | 'unavailable' | 'rejected',
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MailError';
  }
}
