/**
 * Events of the product and what each means. Delivered where the operator has commissioned them (`PRODUCT_EVENTS`), each
 * in the transaction that causes it (docs/interface.md, Webhooks).
 */
export const PRODUCT_EVENTS = {
  'run.completed': 'A run has completed; its documents can be read.',
  'run.failed': 'A run ended without findings.',
  'run.canceled': 'A run was stopped by its owner.',
  'run.expired': 'A run waited too long in the queue.',
  'order.paid': 'An order was paid.',
  'order.fulfilled': 'What was ordered is there.',
  'order.expired': 'An order was not paid in time.',
  'order.refunded': 'The payment of an order was given back.',
  'withdrawal.paid': 'A payout has reached its account.',
  'withdrawal.failed': 'A payout failed.',
  'withdrawal.returned': 'The bank sent a payout back.',
} as const;
export type ProductEvent = keyof typeof PRODUCT_EVENTS;

/** What an event is about, by the first word of its type. */
export type EventSubject = 'run' | 'order' | 'withdrawal';
