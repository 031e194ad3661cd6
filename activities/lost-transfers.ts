import { activityInfo, heartbeat } from '@temporalio/activity';
import type { Mode } from '../contracts/access';
import type { BooksPage } from '../contracts/payments';
import { causeOf } from '../domain/reconciliation';
import { startOfUncompared } from '../store/reconciliation/bookmarks';
import { readOwnRecords } from '../store/reconciliation/read-own-records';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';
import { repairBreak } from './repair-break';

/**
 * Enters the withdrawals whose transfers to a connected account our database has lost, after a failover or a restore.
 * Call it before money is transferred there: nobody then withdraws money twice, whenever the books are reconciled. Reads
 * what no reconciliation has compared; each page is a heartbeat, from which the next attempt continues.
 */
export async function restoreLostTransfers(
  deps: Pick<ActivityDeps, 'db' | 'payments'>,
  mode: Mode,
  connectedAccountId: string,
): Promise<void> {
  const { db, payments } = deps;
  const deploymentId = await payments!.deploymentId();
  const period = { from: await startOfUncompared(db, mode), until: new Date() };
  let after = (activityInfo().heartbeatDetails as string | null | undefined) ?? null;
  do {
    const query = { mode, kind: 'transfer' as const, ...period, after, connectedAccountId };
    const page: BooksPage = await callPayments(() => payments!.books.list(query));
    const own = await readOwnRecords(db, deploymentId, page.objects);
    for (const object of page.objects) {
      const cause = causeOf(object, own);
      if (cause === 'unknown_withdrawal')
        await repairBreak(deps, { object, cause, own, occasion: 'before a transfer' });
    }
    if (page.next !== null) heartbeat(page.next);
    after = page.next;
  } while (after !== null);
}
