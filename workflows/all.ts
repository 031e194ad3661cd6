/** Workflows by their type in Temporal. `modules/operations/workflows.ts` defines how each is versioned. */
export { alert } from './alert';
export { candidate } from './candidate';
export { erasure } from './erasure';
export { evaluation } from './evaluation';
export { mail } from './mail';
export { orphanRefund } from './orphan-refund';
export { payment } from './payment';
export { paymentSweep } from './payment-sweep';
export { payout } from './payout';
export { reconciliation } from './reconciliation';
export { reservation } from './reservation';
export { scan } from './scan';
export { search } from './search';
export { webhookDelivery } from './webhook-delivery';
