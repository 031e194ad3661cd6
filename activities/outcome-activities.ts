import { loadOrder } from '../store/orders/find-order';
import { loadWithdrawal } from '../store/withdrawals/read-withdrawals';
import type { WorkflowOutcome } from '../contracts/outcomes';
import { ACTIVITY_FAILURES } from '../contracts/activity-failures';
import type { ActivityDeps } from './deps';
import { finalFailure } from './failures';
import { describeOrder, type OrderOutcome } from './describe-order';
import { describeWithdrawal } from './describe-withdrawal';

/** Activities that read the outcome of work, for operators. They change nothing. */
export function createOutcomeActivities({ db }: ActivityDeps) {
  return {
    /** Describes what became of the payments of an order. */
    describeOrder: async (orderId: string): Promise<OrderOutcome> => describeOrder(await loadOrder(db, orderId)),

    /** Describes the state of a withdrawal. */
    async describeWithdrawal(withdrawalId: string): Promise<WorkflowOutcome> {
      const withdrawal = await loadWithdrawal(db, withdrawalId);
      if (!withdrawal)
        throw finalFailure(ACTIVITY_FAILURES.withdrawalNotFound, `There is no withdrawal ${withdrawalId}`);
      return describeWithdrawal(withdrawal);
    },
  };
}
