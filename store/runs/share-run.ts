import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import { transaction, type Database, type RunShare } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import type { Run } from './row';

/** Limit of links to one run at a time. */
export const MAX_SHARES = 10;

/**
 * Shares the dossier of a completed run under a token of which only the hash is stored, for `lifetimeMs`.
 *
 * @throws Failure `run_not_found`, `run_not_completed`, `too_many_shares`
 */
export function shareRun(
  db: Database,
  owner: { accountId: string; mode: Mode },
  runId: string,
  { tokenHash, lifetimeMs }: { tokenHash: Buffer; lifetimeMs: number },
): Promise<RunShare> {
  return transaction(db, async (tx) => {
    // Locked, so that concurrent links are counted one after the other, and none outlives an erasure.
    const { rows: runs } = await tx.query<Pick<Run, 'status'>>({
      text: 'SELECT status FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3 FOR UPDATE',
      values: [runId, owner.accountId, owner.mode],
    });
    if (!runs[0]) throw new Failure('run_not_found');
    if (runs[0].status !== 'completed') throw new Failure('run_not_completed');
    const { rows } = await tx.query<RunShare>({
      text: `INSERT INTO run_shares (id, run_id, token_hash, expires_at)
             SELECT $1, $2, $3, now() + $4 * interval '1 millisecond'
             WHERE (SELECT count(*) FROM run_shares WHERE run_id = $2 AND expires_at > now()) < $5
             RETURNING id, run_id AS "runId", token_hash AS "tokenHash", created_at AS "createdAt",
                       expires_at AS "expiresAt"`,
      values: [newId('shr'), runId, tokenHash, lifetimeMs, MAX_SHARES],
    });
    const share = rows[0];
    if (!share) throw new Failure('too_many_shares', { detail: `A run may have ${MAX_SHARES} links at a time.` });
    const { expiresAt } = share;
    await recordAudit(tx, { action: 'run.shared', accountId: owner.accountId, subject: runId, after: { expiresAt } });
    return share;
  });
}
