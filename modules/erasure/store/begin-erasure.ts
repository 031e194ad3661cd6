import { randomUUID } from 'node:crypto';
import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { lockAccount } from '../../accounts/store/accounts';
import { revokeKeysOf } from '../../accounts/store/keys';
import { revokeAccess, markErased } from '../../accounts/store/standing';
import { raiseAlert, today } from '../../alerts/store/alerts';
import { lockOffers, withdrawOffers } from '../../opportunities/store/holds';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue, type PendingMessage } from '../../outbox/store/outbox';
import { leastRecent } from '../../outbox/store/sweeping';
import { leftOf } from '../../retention/store/retention';
import { KEPT_BY_LAW } from '../../retention/stored-data/stored-table';
import { cancelMessage } from '../../runs/messages';
import { cancelQueuedRuns, cancelRunningRuns } from '../../runs/store/stop';
import { disableWebhooksOf } from '../../webhooks/store/endpoints';
import { erasureMessage } from '../messages';
import { openMoney } from './open-money';

/** Data that we must keep by law, described for the person who requests an erasure. */
export const KEPT_AFTER_ERASURE: readonly string[] = Object.values(KEPT_BY_LAW);

interface StartedErasure {
  accountId: string;
  status: 'erased';
  kept: readonly string[];
  pending: PendingMessage[];
}

/**
 * Begins the erasure of an account in one transaction: revokes all access (keys, sessions, links, password, email),
 * withdraws its offers, cancels its work in progress, and enqueues the workflow that deletes everything else. A new
 * account can use the email address at once. While data remains, another call restarts the workflow unless it is
 * running.
 * @throws Failure `not_found` for an unknown account, `erasure_blocked` while money is unsettled; the detail lists the
 * money
 */
export function beginErasure(db: Database, accountId: string, settleMs?: number): Promise<StartedErasure> {
  return transaction(db, async (tx) => {
    await lockOffers(tx, accountId);
    const status = await lockAccount(tx, accountId);
    const begun = { accountId, status: 'erased' as const, kept: KEPT_AFTER_ERASURE };
    if (status === 'erased') return { ...begun, pending: await startAgain(tx, accountId, settleMs) };
    const open = await openMoney(tx, accountId);
    if (open.length > 0) {
      throw new Failure('erasure_blocked', {
        detail: `Money is unsettled: ${open.join('; ')}. Settle it, then erase the account.`,
      });
    }
    await revokeAll(tx, accountId);
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

async function revokeAll(tx: Queryable, accountId: string): Promise<void> {
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

async function startAgain(tx: Queryable, accountId: string, settleMs?: number): Promise<PendingMessage[]> {
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

/**
 * Each start has its own outbox key, so no start is dropped as a duplicate. A start replaces a lost workflow but does
 * not affect a running one.
 */
function startErasure(tx: Queryable, accountId: string, settleMs?: number): Promise<PendingMessage | null> {
  const message = erasureMessage(accountId, settleMs);
  return enqueue(tx, `start:${message.workflowId}:${randomUUID()}`, message);
}

const restored = leastRecent('restored_erasures', 'accounts.id');

/**
 * Lists accounts whose erasure was undone by a restore of the database, while Temporal still has a record of it. Omits
 * accounts checked since `before` and lists the least recently checked first. Ignores unknown accounts, which belong to
 * other deployments.
 */
export async function restoredAccounts(
  db: Database,
  begun: readonly string[],
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'sweep-restored-erasures',
    text: `SELECT accounts.id FROM accounts ${restored.join}
           WHERE accounts.id = ANY($3) AND status <> 'erased' AND ${restored.due}
           ORDER BY ${restored.order} LIMIT $2`,
    values: [before, limit, begun],
  });
  return rows.map(({ id }) => id);
}

/**
 * Repeats an erasure that was undone by a restore of the database. Alerts the operators, at most once a day. @throws
 * Failure as {@link beginErasure}, for example if money that the restore brought back must be settled first
 */
export async function repeatErasure(db: Database, accountId: string): Promise<void> {
  const subject = `${accountId}/${today()}`;
  await raiseAlert(db.pool, { alert: 'erasure-restored', subject, facts: { accountId } });
  await beginErasure(db, accountId);
}
