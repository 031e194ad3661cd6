import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { AccountState } from '../../contracts/account';
import { ACCOUNT } from '../../domain/accounts';
import { payoutMessage } from '../../domain/messages/payouts';
import { WITHDRAWAL } from '../../domain/withdrawals';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/outbox';
import { cancelQueuedRuns } from '../runs/end-run';
import { endSessions } from './account-sessions';
import { findAccount } from './accounts';
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
    await tx.query({
      text: 'UPDATE accounts SET suspended_from = status, status = $2 WHERE id = $1 AND status = ANY($3)',
      values: [accountId, 'suspended', ACCOUNT.before('suspended')],
    });
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
 * Resumes a suspended account: its keys work again, its owner can sign in, and waiting withdrawals go on. Idempotent.
 *
 * @throws Failure `not_found` for an unknown account, `invalid_request` for one that is erased
 */
export async function resumeAccount(db: Database, accountId: string): Promise<Account> {
  await transaction(db, async (tx) => {
    const status = await lockAccount(tx, accountId);
    if (status === 'erased') throw new Failure('invalid_request', { detail: `Account ${accountId} is erased.` });
    if (status !== 'suspended') return;
    const { rows } = await tx.query<{ status: AccountState }>({
      text: `UPDATE accounts SET status = suspended_from, suspended_from = NULL WHERE id = $1 AND status = $2
             RETURNING status`,
      values: [accountId, status],
    });
    await hintWithdrawals(tx, accountId);
    await recordAudit(tx, { action: 'account.resumed', accountId, before: { status }, after: { ...rows[0]! } });
  });
  return (await findAccount(db, accountId))!;
}

/** Locks an account and returns its state. @throws Failure `not_found` */
export async function lockAccount(tx: Queryable, accountId: string): Promise<AccountState> {
  const { rows } = await tx.query<{ status: AccountState }>({
    text: 'SELECT status FROM accounts WHERE id = $1 FOR UPDATE',
    values: [accountId],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  return rows[0].status;
}

/** Ends every session of an account and voids every link to it. */
export async function revokeAccess(tx: Queryable, accountId: string): Promise<void> {
  await endSessions(tx, accountId, null);
  await tx.query({
    text: `UPDATE account_links SET used_at = now(), expires_at = LEAST(expires_at, now())
           WHERE account_id = $1 AND used_at IS NULL`,
    values: [accountId],
  });
}

// Sends hints, so that decisions made while the account was suspended are applied.
async function hintWithdrawals(tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string; mode: Mode }>({
    text: `SELECT id, mode FROM withdrawals WHERE account_id = $1 AND status IN (${listOf(WITHDRAWAL.before('processing'))})`,
    values: [accountId],
  });
  const at = Date.now();
  for (const withdrawal of rows) {
    await enqueue(tx, `withdrawal:${withdrawal.id}:resumed:${at}`, payoutMessage(withdrawal, 'payoutHint'));
  }
}
