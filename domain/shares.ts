import type { ShareStatus } from '../contracts/shares';
import { machine } from './machine';
import type { PaymentState } from './disputes';

/** States of a share (docs/interface.md, Withdrawals). Payments come back too: no state is an end. */
export const SHARE = machine<ShareStatus>({
  pending: ['available', 'frozen', 'taken_back'],
  available: ['frozen', 'taken_back'],
  frozen: ['pending', 'available', 'taken_back'],
  taken_back: ['pending', 'available', 'frozen'],
});

/** State of a share by the state of its payment; `mature` once its time has come. */
export function shareStatus(payment: PaymentState, mature: boolean): ShareStatus {
  if (payment === 'gone') return 'taken_back';
  if (payment === 'disputed') return 'frozen';
  return mature ? 'available' : 'pending';
}
