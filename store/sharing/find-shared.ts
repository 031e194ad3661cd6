import type { Mode } from '../../contracts/access';
import type { Database, DossierShare, Prisma } from '../../prisma/client';
import { RUN_COLUMNS, toRun, type Run } from '../runs/row';

/** Opportunity that an account bought, as a link to its dossier finds it. */
interface SharedPurchase {
  accountId: string;
  mode: Mode;
  opportunityId: string;
}

/** Links of a dossier, or of an account, that have not ended, newest first. The caller must have checked access. */
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

/** A link with the address of its owner, for the mail about it; null once it is gone. */
export async function findShareOwner(
  db: Database,
  id: string,
): Promise<{ email: string; createdAt: Date; expiresAt: Date } | null> {
  const account = { select: { account: { select: { email: true } } } };
  const share = await db.prisma.dossierShare.findUnique({ where: { id }, include: { run: account, order: account } });
  const email = (share?.run ?? share?.order)?.account?.email;
  return share && email ? { email, createdAt: share.createdAt, expiresAt: share.expiresAt } : null;
}

/** Completed run behind a link with this token, with its end; null once it ended, or its owner is not active. */
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
 * Purchase behind a link with this token, with its end; null once it ended, its owner is not active, or the opportunity
 * was sold by another order since. The caller asks whether the purchase still stands.
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
