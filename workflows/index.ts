export { candidate } from './candidate';
export { evaluation } from './evaluation';
export { search } from './search';
export { payment } from './payment';
export { paymentSweep } from './payment-sweep';
export { payout } from './payout';
export { reservation } from './reservation';
