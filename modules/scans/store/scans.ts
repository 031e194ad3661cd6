import { lastId } from '../../../base/ids';
import { isOneOf } from '../../../base/machine';
import type { RunFailureCode } from '../../../base/run-failures';
import type { Prisma, Database, Queryable } from '../../../prisma/client';
import { listOf, type Narrowed } from '../../../prisma/sql';
import type { Findings } from '../../findings/contract/findings';
import { rowsOfAccount, erasableRows, rowsOfErased } from '../../retention/store/retention';
import type { ScanFindings, ScanStatusName } from '../contract';
import { SCAN } from '../rules';

export type FreeScan = Narrowed<Prisma.FreeScanModel, { status: ScanStatusName; failureCode: RunFailureCode | null }>;

/** Large columns of `free_scans`, omitted from most reads. */
export const DOCUMENTS = { submission: true, findings: true } as const;

/** A scan without the bytes of its documents. */
export type ScanRow = Omit<FreeScan, keyof typeof DOCUMENTS>;

export const toScan = <Row extends Omit<Prisma.FreeScanModel, keyof typeof DOCUMENTS>>(row: Row) =>
  row as Omit<Row, keyof ScanRow> & ScanRow;

/** Findings of a completed scan; null before that, and for a failed scan. */
export function scanFindings({ status, findings }: Pick<FreeScan, 'status' | 'findings'>): ScanFindings | null {
  return status === 'completed' && findings ? (JSON.parse(Buffer.from(findings).toString()) as ScanFindings) : null;
}

/** Finds a scan by id, without checking the owner. Only for activities. */
export async function loadScan(db: Database, scanId: string): Promise<ScanRow | null> {
  const scan = await db.prisma.freeScan.findUnique({ where: { id: scanId }, omit: DOCUMENTS });
  return scan && toScan(scan);
}

/** A scan with its findings, or null if the id and email address do not match. */
export async function lookUpScan(db: Database, scanId: string, email: string): Promise<FreeScan | null> {
  const scan = await db.prisma.freeScan.findFirst({ where: { id: scanId, email } });
  return scan && toScan(scan);
}

/** Finds the scan that a confirmation token belongs to, confirmed or not; otherwise null. Does not use up the token. */
export async function findScanByToken(db: Database, tokenHash: Buffer): Promise<ScanRow | null> {
  const row = await db.prisma.freeScan.findUnique({
    where: { tokenHash: new Uint8Array(tokenHash) },
    omit: DOCUMENTS,
  });
  const scan = row && toScan(row);
  return scan && (scan.confirmedAt || isOpen(scan)) ? scan : null;
}

function isOpen({ status, confirmationExpiresAt }: ScanRow): boolean {
  return isOneOf(SCAN.before('expired'), status) && confirmationExpiresAt > new Date();
}

/** Status of a scan, or null if a database restore removed it. */
export async function statusOf(db: Database, scanId: string): Promise<ScanStatusName | null> {
  return (await loadScan(db, scanId))?.status ?? null;
}

/** A confirmed scan in a list; `verdict` is null until it is completed. */
export interface ListedScan extends Pick<ScanRow, 'id' | 'idea' | 'status'> {
  confirmedAt: Date;
  verdict: Findings['verdict'] | null;
}

/** Confirmed scans of the account's email address, newest first. Omits unconfirmed ones, which anyone can request. */
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

/** A confirmed scan of the account's email address with its findings; null for any other scan. */
export async function findScanOf(db: Database, accountId: string, id: string): Promise<FreeScan | null> {
  const account = await db.prisma.account.findUnique({ where: { id: accountId }, select: { email: true } });
  if (!account) return null;
  const scan = await db.prisma.freeScan.findFirst({
    where: { id, email: account.email, confirmedAt: { not: null } },
  });
  return scan && toScan(scan);
}

const UNCONFIRMED = listOf(SCAN.before('expired'));

/** Expires overdue scans, and deletes scans still unconfirmed `keepMs` after their request; at most `limit` of each. */
export async function purgeUnconfirmed(db: Database, keepMs: number, limit: number): Promise<number> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = $2 WHERE id IN (
             SELECT id FROM free_scans
             WHERE confirmed_at IS NULL AND status IN (${UNCONFIRMED}) AND confirmation_expires_at < now()
             LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    values: [limit, 'expired'],
  });
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM free_scans WHERE id IN (
             SELECT id FROM free_scans
             WHERE confirmed_at IS NULL AND status = 'expired' AND created_at < now() - $1 * interval '1 millisecond'
             LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [keepMs, limit],
  });
  return rowCount ?? 0;
}

/**
 * Deletes an account's ended scans once its erasure has begun and the scans' consents are deleted. Ends and blanks
 * unconfirmed scans. Leaves running scans for a later call.
 */
export async function eraseScans(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({ text: `DELETE FROM free_scans WHERE ${erasableRows('free_scans')}`, values: [accountId] });
  await tx.query({
    text: `UPDATE free_scans SET email = '', idea = '', locale = NULL, token_hash = NULL,
                  status = CASE WHEN status = ANY($3) THEN $2 ELSE status END
           WHERE ${rowsOfErased('free_scans')} AND confirmed_at IS NULL`,
    values: [accountId, 'expired', SCAN.before('expired')],
  });
}
