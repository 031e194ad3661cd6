export { candidate } from './candidate';
export { evaluation } from './evaluation';
export { search } from './search';
export { webhookDelivery } from './webhook-delivery';
