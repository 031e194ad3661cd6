export { candidate } from './candidate';
export { evaluation } from './evaluation';
export { search } from './search';
export { webhookDelivery } from './webhook-delivery';
export { payment } from './payment';
export { paymentSweep } from './payment-sweep';
export { reservation } from './reservation';
