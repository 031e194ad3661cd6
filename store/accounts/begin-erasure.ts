import { Failure } from '../../contracts/failures';
import { cancelMessage } from '../../domain/messages/runs';
import { KEPT_BY_LAW } from '../../domain/stored-data/stored-table';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { revokeKeysOf } from '../keys/revoke-key';
import { lockOffers, withdrawOffers } from '../opportunities/withdraw-offers';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import { leftOf } from '../retention/left-rows';
import { cancelQueuedRuns, cancelRunningRuns } from '../runs/cancel-runs-of-account';
import { disableWebhooksOf } from '../webhooks/disable-webhook';
import { openMoney } from './open-money';
import { lockAccount } from './lock-account';
import { revokeAccess } from './revoke-access';
import { startErasure } from './start-erasure';
import { markErased } from './standing';

/** Data kept after an erasure, as listed to its requester: required by law, and naming nobody. */
export const KEPT_AFTER_ERASURE: readonly string[] = Object.values(KEPT_BY_LAW);

/** An erasure that has begun, now or earlier. */
export interface BegunErasure {
  accountId: string;
  status: 'erased';
  kept: readonly string[];
  pending: PendingMessage[];
}

/**
 * Begins the erasure of an account in one transaction: revokes all access (keys, sessions, links, password, address),
 * withdraws what it has on offer, cancels its work in progress, and enqueues the workflow that deletes the rest. The
 * address is free for a new account at once. Repeated, it starts that workflow again while anything is left, which
 * changes nothing where it runs.
 *
 * @throws Failure `not_found` for an unknown account, `erasure_blocked` while money is open; its detail names it
 */
export function beginErasure(db: Database, accountId: string, settleMs?: number): Promise<BegunErasure> {
  return transaction(db, async (tx) => {
    await lockOffers(tx, accountId);
    const status = await lockAccount(tx, accountId);
    const begun = { accountId, status: 'erased' as const, kept: KEPT_AFTER_ERASURE };
    if (status === 'erased') return { ...begun, pending: await repeat(tx, accountId, settleMs) };
    const open = await openMoney(tx, accountId);
    if (open.length > 0) {
      throw new Failure('erasure_blocked', {
        detail: `Money is still open: ${open.join('; ')}. Erase the account after that.`,
      });
    }
    await revoke(tx, accountId);
    await withdrawOffers(tx, accountId);
    await cancelQueuedRuns(tx, accountId);
    const pending = [...(await cancelRunning(tx, accountId)), await startErasure(tx, accountId, settleMs)];
    await recordAudit(tx, {
      action: 'account.erasure_requested',
      accountId,
      before: { status },
      after: { status: 'erased' },
    });
    return { ...begun, pending: pending.filter((message) => message !== null) };
  });
}

async function revoke(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'INSERT INTO erasures (account_id, email) SELECT id, email FROM accounts WHERE id = $1',
    values: [accountId],
  });
  await revokeAccess(tx, accountId);
  await markErased(tx, accountId);
  await revokeKeysOf(tx, accountId);
  await disableWebhooksOf(tx, accountId);
}

async function cancelRunning(tx: Queryable, accountId: string): Promise<(PendingMessage | null)[]> {
  const pending: (PendingMessage | null)[] = [];
  for (const run of await cancelRunningRuns(tx, accountId)) {
    pending.push(await enqueue(tx, `cancel:${run.workflowId}`, cancelMessage(run)));
  }
  return pending;
}

async function repeat(tx: Queryable, accountId: string, settleMs?: number): Promise<PendingMessage[]> {
  if (!(await isLeft(tx, accountId))) return [];
  await recordAudit(tx, { action: 'account.erasure_repeated', accountId, after: { status: 'erased' } });
  const started = await startErasure(tx, accountId, settleMs);
  return started ? [started] : [];
}

async function isLeft(tx: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await tx.query<{ completed: boolean }>({
    text: 'SELECT completed_at IS NOT NULL AS completed FROM erasures WHERE account_id = $1',
    values: [accountId],
  });
  return !rows[0]?.completed || (await leftOf(tx, accountId)).length > 0;
}
