import type { Findings } from '../../contracts/findings';
import type { RunFailureCode } from '../../contracts/run-failures';
import type { ScanStatusName } from '../../contracts/scans';
import type { Prisma } from '../../prisma/client';
import type { Narrowed } from '../../prisma/sql';

/** A row of `free_scans`. */
export type FreeScan = Narrowed<Prisma.FreeScanModel, { status: ScanStatusName; failureCode: RunFailureCode | null }>;

/** Large columns of `free_scans`, which most reads leave out. */
export const DOCUMENTS = { submission: true, findings: true } as const;

/** A scan without the bytes of its documents. */
export type ScanRow = Omit<FreeScan, keyof typeof DOCUMENTS>;

/** Narrows a row as the database has it. */
export const toScan = <Row extends Omit<Prisma.FreeScanModel, keyof typeof DOCUMENTS>>(row: Row) =>
  row as Omit<Row, keyof ScanRow> & ScanRow;

/** What a scan found, of the schema of findings. */
export type ScanFindings = Pick<Findings, 'verdict' | 'evidence'>;

/** Findings of a completed scan; null before, and of one that failed. */
export function scanFindings({ status, findings }: Pick<FreeScan, 'status' | 'findings'>): ScanFindings | null {
  return status === 'completed' && findings ? (JSON.parse(Buffer.from(findings).toString()) as ScanFindings) : null;
}
