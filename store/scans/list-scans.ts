import { lastId } from '../../contracts/ids';
import type { Findings } from '../../contracts/findings';
import type { Database } from '../../prisma/client';
import { rowsOfAccount } from '../retention/rows-of-account';
import { toScan, type FreeScan, type ScanRow } from './row';

/** A confirmed scan in a list; `verdict` is null until it is completed. */
export interface ListedScan extends Pick<ScanRow, 'id' | 'idea' | 'status'> {
  confirmedAt: Date;
  verdict: Findings['verdict'] | null;
}

/**
 * Scans that the owner of the account's address confirmed, the newest first, with ids below `before`. One that nobody
 * confirmed is a stranger's text, and is not listed.
 */
export async function listScansOf(
  db: Database,
  accountId: string,
  { limit, before = lastId('scn') }: { limit: number; before?: string | undefined },
): Promise<ListedScan[]> {
  const { rows } = await db.pool.query<ListedScan>({
    name: 'scans-of-account',
    text: `SELECT id, idea, status, confirmed_at AS "confirmedAt",
                  CASE WHEN status = 'completed' THEN convert_from(findings, 'UTF8')::json -> 'verdict' END AS verdict
           FROM free_scans WHERE ${rowsOfAccount('free_scans')} AND confirmed_at IS NOT NULL AND id < $2
           ORDER BY id DESC LIMIT $3`,
    values: [accountId, before, limit],
  });
  return rows;
}

/** A confirmed scan of the account's address with its findings; null for any other. */
export async function findScanOf(db: Database, accountId: string, id: string): Promise<FreeScan | null> {
  const account = await db.prisma.account.findUnique({ where: { id: accountId }, select: { email: true } });
  if (!account) return null;
  const scan = await db.prisma.freeScan.findFirst({
    where: { id, email: account.email, confirmedAt: { not: null } },
  });
  return scan && toScan(scan);
}
