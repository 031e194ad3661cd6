import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { transaction, type DossierShare, type Queryable, type Database, type Prisma } from '../../../prisma/client';
import { requestMail } from '../../mail/store/mails';
import { recordAudit } from '../../outbox/store/audit';
import type { PendingMessage } from '../../outbox/store/outbox';
import { RUN_COLUMNS, toRun, type Run } from './runs';

export const MAX_SHARES = 10;

export interface WantedShare {
  tokenHash: Buffer;
  lifetimeMs: number;
}

export interface AddedShare {
  share: DossierShare;
  pending: PendingMessage | null;
}

/**
 * Adds a link to the dossier of a run or of a purchased opportunity. Emails the owner, because the link works without
 * an account. The caller must have locked the run or order, so that concurrent links are all counted.
 *
 * @throws Failure `too_many_shares`
 */
export async function addShare(
  tx: Queryable,
  of: { runId: string } | { orderId: string },
  { tokenHash, lifetimeMs }: WantedShare,
): Promise<AddedShare> {
  const [runId, orderId] = 'runId' in of ? [of.runId, null] : [null, of.orderId];
  const { rows } = await tx.query<DossierShare>({
    text: `INSERT INTO run_shares (id, run_id, order_id, token_hash, expires_at)
           SELECT $1, $2, $3, $4, now() + $5 * interval '1 millisecond'
           WHERE (SELECT count(*) FROM run_shares WHERE (run_id = $2 OR order_id = $3) AND expires_at > now()) < $6
           RETURNING id, run_id AS "runId", order_id AS "orderId", token_hash AS "tokenHash", created_at AS "createdAt",
                     expires_at AS "expiresAt"`,
    values: [newId('shr'), runId, orderId, tokenHash, lifetimeMs, MAX_SHARES],
  });
  if (!rows[0])
    throw new Failure('too_many_shares', { detail: `A dossier can have ${MAX_SHARES} active links. End one first.` });
  return { share: rows[0], pending: await requestMail(tx, { mail: 'new_share', id: rows[0].id }) };
}

/** Purchase that a link to its dossier gives access to. */
interface SharedPurchase {
  accountId: string;
  mode: Mode;
  opportunityId: string;
}

/**
 * Lists active links to a dossier or to all dossiers of an account, newest first. The caller must have checked access.
 */
export function listShares(
  db: Database,
  of: { runId: string } | { orderId: string } | { accountId: string },
): Promise<Omit<DossierShare, 'tokenHash'>[]> {
  const where = 'accountId' in of ? { OR: [{ run: of }, { order: of }] } : of;
  return db.prisma.dossierShare.findMany({
    where: { ...where, expiresAt: { gt: new Date() } },
    orderBy: { id: 'desc' },
    omit: { tokenHash: true },
  });
}

/** Finds a new link and its owner's email address, for the email about it; null if the link is gone. */
export async function findShareOwner(
  db: Database,
  id: string,
): Promise<{ email: string; createdAt: Date; expiresAt: Date } | null> {
  const account = { select: { account: { select: { email: true } } } };
  const share = await db.prisma.dossierShare.findUnique({ where: { id }, include: { run: account, order: account } });
  const email = (share?.run ?? share?.order)?.account?.email;
  return share && email ? { email, createdAt: share.createdAt, expiresAt: share.expiresAt } : null;
}

/**
 * Finds the completed run that a link shares, and when the link ends. Null if it has ended or its owner is not active.
 */
export async function findSharedRun(db: Database, tokenHash: Buffer): Promise<{ run: Run; expiresAt: Date } | null> {
  const { rows } = await db.pool.query<Prisma.RunModel & { sharedUntil: Date }>({
    name: 'run-shared',
    text: `SELECT ${RUN_COLUMNS}, shared_until AS "sharedUntil" FROM runs
           JOIN (SELECT run_id, expires_at AS shared_until FROM run_shares
                 WHERE token_hash = $1 AND expires_at > now()) AS share ON run_id = id
           WHERE status = 'completed' AND account_id IN (SELECT id FROM accounts WHERE status = 'active')`,
    values: [tokenHash],
  });
  if (!rows[0]) return null;
  const { sharedUntil, ...run } = rows[0];
  return { run: toRun(run), expiresAt: sharedUntil };
}

/**
 * Finds the purchase that a link shares, and when the link ends. Null if the link has ended, its owner is not active,
 * or the opportunity has since been sold with another order. The caller must check whether the purchase is still valid.
 */
export async function findSharedPurchase(
  db: Database,
  tokenHash: Buffer,
): Promise<{ purchase: SharedPurchase; expiresAt: Date } | null> {
  const { rows } = await db.pool.query<SharedPurchase & { expiresAt: Date }>({
    name: 'purchase-shared',
    text: `SELECT account_id AS "accountId", orders.mode, opportunity_id AS "opportunityId",
                  run_shares.expires_at AS "expiresAt"
           FROM run_shares JOIN orders ON orders.id = order_id JOIN opportunities ON sold_to = orders.id
           WHERE token_hash = $1 AND run_shares.expires_at > now()
             AND account_id IN (SELECT id FROM accounts WHERE status = 'active')`,
    values: [tokenHash],
  });
  if (!rows[0]) return null;
  const { expiresAt, ...purchase } = rows[0];
  return { purchase, expiresAt };
}

/** Ends all links of an account, or only the link `shareId`. Ignores unknown links and links of other accounts. */
export function endShares(db: Database, accountId: string, shareId: string | null = null): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ runId: string | null; orderId: string | null }>({
      text: `UPDATE run_shares SET expires_at = now()
             WHERE ($1::text IS NULL OR id = $1) AND expires_at > now()
               AND (run_id IN (SELECT id FROM runs WHERE account_id = $2)
                 OR order_id IN (SELECT id FROM orders WHERE account_id = $2))
             RETURNING run_id AS "runId", order_id AS "orderId"`,
      values: [shareId, accountId],
    });
    for (const { runId, orderId } of rows) {
      const action = runId === null ? 'purchase.unshared' : 'run.unshared';
      await recordAudit(tx, { action, accountId, subject: (runId ?? orderId)! });
    }
  });
}

/** Shares the dossier of a completed run. @throws Failure `run_not_found`, `run_not_completed`, `too_many_shares` */
export function shareRun(
  db: Database,
  owner: { accountId: string; mode: Mode },
  runId: string,
  wanted: WantedShare,
): Promise<AddedShare> {
  return transaction(db, async (tx) => {
    // The lock also ensures that an erasure removes the new link.
    const { rows: runs } = await tx.query<Pick<Run, 'status'>>({
      text: 'SELECT status FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3 AND deleted_at IS NULL FOR UPDATE',
      values: [runId, owner.accountId, owner.mode],
    });
    if (!runs[0]) throw new Failure('run_not_found');
    if (runs[0].status !== 'completed') throw new Failure('run_not_completed');
    const added = await addShare(tx, { runId }, wanted);
    const { expiresAt } = added.share;
    await recordAudit(tx, { action: 'run.shared', accountId: owner.accountId, subject: runId, after: { expiresAt } });
    return added;
  });
}

/**
 * Shares the dossier of an opportunity that an account bought with this order. Each use of the link checks the
 * purchase and its owner again.
 *
 * @throws Failure `order_not_found` if the order is not such a purchase, `too_many_shares`
 */
export function sharePurchase(
  db: Database,
  accountId: string,
  orderId: string,
  wanted: WantedShare,
): Promise<AddedShare> {
  return transaction(db, async (tx) => {
    const { rowCount: bought } = await tx.query({
      text: `SELECT 1 FROM orders WHERE id = $1 AND account_id = $2 AND product = 'opportunity' AND status = 'fulfilled'
             FOR UPDATE`,
      values: [orderId, accountId],
    });
    // An erasure deletes links but keeps orders. It either waits for this lock or has already closed the account.
    const { rowCount: active } = await tx.query({
      text: "SELECT 1 FROM accounts WHERE id = $1 AND status = 'active' FOR SHARE",
      values: [accountId],
    });
    if (!bought || !active) throw new Failure('order_not_found');
    const added = await addShare(tx, { orderId }, wanted);
    const { expiresAt } = added.share;
    await recordAudit(tx, { action: 'purchase.shared', accountId, subject: orderId, after: { expiresAt } });
    return added;
  });
}
