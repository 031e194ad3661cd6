import type { Database, Prisma, RunShare } from '../../prisma/client';
import { RUN_COLUMNS, toRun, type Run } from './row';

/** Links to a run that have not ended, newest first. The caller must have checked access. */
export function listShares(db: Database, runId: string): Promise<Omit<RunShare, 'tokenHash'>[]> {
  return db.prisma.runShare.findMany({
    where: { runId, expiresAt: { gt: new Date() } },
    orderBy: { id: 'desc' },
    omit: { tokenHash: true },
  });
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
