import { Failure } from '../../contracts/failures';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { cancelQueuedRuns } from '../runs/cancel-runs-of-account';
import { findAccount } from './find-account';
import { lockAccount } from './lock-account';
import { revokeAccess } from './revoke-access';
import { markSuspended } from './standing';
import type { Account } from './row';

/**
 * Suspends an account: every process refuses its keys within its cache's lifetime, browsers are signed out, links are
 * void, queued runs end with their credit kept, and arriving payments are refunded. Running work finishes. Idempotent.
 *
 * @throws Failure `not_found` for an unknown account, `invalid_request` for one that is erased
 */
export async function suspendAccount(
  db: Database,
  accountId: string,
): Promise<{ account: Account; canceledRuns: string[] }> {
  const canceledRuns = await transaction(db, async (tx) => {
    const status = await lockAccount(tx, accountId);
    if (status === 'suspended') return [];
    if (status === 'erased') throw new Failure('invalid_request', { detail: `Account ${accountId} is erased.` });
    await markSuspended(tx, accountId);
    await revokeAccess(tx, accountId);
    const canceled = await cancelQueuedRuns(tx, accountId);
    await recordAudit(tx, {
      action: 'account.suspended',
      accountId,
      before: { status },
      after: { status: 'suspended' },
    });
    return canceled;
  });
  return { account: (await findAccount(db, accountId))!, canceledRuns };
}
