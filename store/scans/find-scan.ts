import type { ScanStatusName } from '../../contracts/scans';
import { isOneOf } from '../../domain/machine';
import { SCAN } from '../../domain/scans';
import type { Database } from '../../prisma/client';
import { DOCUMENTS, toScan, type FreeScan, type ScanRow } from './row';

/** A scan by its id, or null: for activities, never for a caller. */
export async function loadScan(db: Database, scanId: string): Promise<ScanRow | null> {
  const scan = await db.prisma.freeScan.findUnique({ where: { id: scanId }, omit: DOCUMENTS });
  return scan && toScan(scan);
}

/** A scan with its findings, or null if id and address do not match. */
export async function lookUpScan(db: Database, scanId: string, email: string): Promise<FreeScan | null> {
  const scan = await db.prisma.freeScan.findFirst({ where: { id: scanId, email } });
  return scan && toScan(scan);
}

/** Scan of a confirmation token, confirmed or not, or null. Does not consume the token. */
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

/** Status of a scan, or null if a restore of the database undid it. */
export async function statusOf(db: Database, scanId: string): Promise<ScanStatusName | null> {
  return (await loadScan(db, scanId))?.status ?? null;
}
