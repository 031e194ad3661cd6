import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { findAccount, lockAccount, type Account } from '../../accounts/store/accounts';
import { revokeAccess, markSuspended, markResumed } from '../../accounts/store/standing';
import { recordAudit } from '../../outbox/store/audit';
import { BEFORE_PAYOUT } from '../../payouts/rules';
import { signalPayout } from '../../payouts/store/withdrawals';
import { cancelQueuedRuns } from '../../runs/store/stop';

/**
 * Suspends an account. Keys are refused once caches expire, browsers are signed out, and links become void. Queued
 * runs end and their credits are given back. Payments that arrive later are refunded. Runs in progress finish.
 * Idempotent.
 * @throws Failure `not_found` for an unknown account, `invalid_request` for an erased one
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

/**
 * Resumes a suspended account. Its keys work again, its owner can sign in, and withdrawals continue. Idempotent.
 * @throws Failure `not_found` for an unknown account, `invalid_request` for an erased one
 */
export async function resumeAccount(db: Database, accountId: string): Promise<Account> {
  await transaction(db, async (tx) => {
    const status = await lockAccount(tx, accountId);
    if (status === 'erased') throw new Failure('invalid_request', { detail: `Account ${accountId} is erased.` });
    if (status !== 'suspended') return;
    const resumed = await markResumed(tx, accountId);
    await signalWithdrawals(tx, accountId);
    await recordAudit(tx, { action: 'account.resumed', accountId, before: { status }, after: { status: resumed } });
  });
  return (await findAccount(db, accountId))!;
}

// Signals the payout workflows to apply decisions made during the suspension and to continue held withdrawals.
async function signalWithdrawals(tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string; mode: Mode }>({
    text: `SELECT id, mode FROM withdrawals WHERE account_id = $1 AND status IN (${listOf(BEFORE_PAYOUT)})`,
    values: [accountId],
  });
  const at = Date.now();
  for (const withdrawal of rows) {
    await signalPayout(tx, withdrawal, `resumed:${at}`);
  }
}
