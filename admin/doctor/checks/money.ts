import { countOrders } from '../../../store/orders/list-orders';
import { countOpenBreaks } from '../../../store/reconciliation/read-breaks';
import { countWithdrawals } from '../../../store/withdrawals/read-withdrawals';
import type { Database } from '../../../prisma/client';
import { check, combined, ok, warn } from '../check';

/** What waits for a person, and the commands for it. */
const WAITING: { what: string; count(db: Database): Promise<number>; cure: string }[] = [
  {
    what: 'Orders whose refund failed',
    count: (db) => countOrders(db, 'refund_failed'),
    cure: 'admin orders list --status refund_failed, then orders refund or settle.',
  },
  {
    what: 'Withdrawals under review',
    count: (db) => countWithdrawals(db, 'under_review'),
    cure: 'admin withdrawals list --status under_review, then approve or reject.',
  },
  {
    what: 'Open differences between the payment provider’s books and ours',
    count: countOpenBreaks,
    cure: 'admin reconcile.',
  },
];

/** No money waits for a person. */
export const money = check({
  name: 'money',
  needs: ['database'],
  async run({ db }) {
    const found = [];
    for (const { what, count, cure } of WAITING) {
      const waiting = await count(db);
      if (waiting > 0) found.push(warn(`${what}: ${waiting}.`, cure));
    }
    return found.length > 0 ? combined(found) : ok('No refund, withdrawal or difference waits for a person.');
  },
});
