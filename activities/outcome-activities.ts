import { loadOrder } from '../store/orders/find-order';
import { loadWithdrawal } from '../store/withdrawals/read-withdrawals';
import type { Told } from '../contracts/outcomes';
import { ACTIVITY_FAILURES } from '../contracts/activity-failures';
import type { ActivityDeps } from './deps';
import { finalFailure } from './failures';
import { tellOrder, type ToldOrder } from './tell-order';
import { tellWithdrawal } from './tell-withdrawal';

/** Activities that read the outcome of work, for operators. They change nothing. */
export function createOutcomeActivities({ db }: ActivityDeps) {
  return {
    /** Describes what became of the payments of an order. */
    tellOrder: async (orderId: string): Promise<ToldOrder> => tellOrder(await loadOrder(db, orderId)),

    /** Describes the state of a withdrawal. */
    async tellWithdrawal(withdrawalId: string): Promise<Told> {
      const withdrawal = await loadWithdrawal(db, withdrawalId);
      if (!withdrawal)
        throw finalFailure(ACTIVITY_FAILURES.withdrawalNotFound, `There is no withdrawal ${withdrawalId}`);
      return tellWithdrawal(withdrawal);
    },
  };
}
