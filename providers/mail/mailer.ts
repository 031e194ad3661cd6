/** A mail ready to send. `idempotencyKey` is `<mail-type>/<entity-id>`: sending twice delivers once. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  idempotencyKey: string;
  /** Whom an answer goes to; the sender where it is absent. */
  replyTo?: string;
  headers?: Record<string, string>;
}

/** Sends mail through a provider; failures are thrown as {@link MailError}. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** A failure to send, told apart by whether trying again can help. */
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
