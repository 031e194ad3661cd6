import { machine } from '../../base/machine';
import type { OpportunityState } from './contract';

/**
 * States of an opportunity (docs/interface/orders.md). An expired reservation counts as available. `sold` is final
 * unless the payment is refunded or lost and an operator offers the opportunity again.
 */
export const OPPORTUNITY = machine<OpportunityState>({
  draft: ['in_review'],
  in_review: ['available'],
  available: ['reserved', 'archived'],
  reserved: ['available', 'sold'],
  sold: ['available'],
  archived: [],
});
