import { RUN } from '../../domain/runs';
import type { Prisma, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/** Ids, in SQL, of the runs of account `$1` that have ended. */
export const ENDED_RUNS = `SELECT id FROM runs WHERE account_id = $1 AND status IN (${listOf(RUN.terminal)})`;

/**
 * Marks running runs of an account as canceling, in the caller's transaction; returns those whose workflows need a
 * signal.
 */
export async function cancelRunningRuns(tx: Queryable, accountId: string): Promise<Run[]> {
  const { rows } = await tx.query<Prisma.RunModel>({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, ${TOUCH}
           WHERE account_id = $1 AND status = ANY($3) RETURNING ${RUN_COLUMNS}`,
    values: [accountId, 'canceling', ['running']],
  });
  return rows.map(toRun);
}

/**
 * Deletes inputs, metadata and documents of an account's ended runs; their rows stay, blank. Locks them first, so that a PDF which
 * is kept meanwhile (`keepPdf`) is either seen here, or finds nothing that it was printed from.
 */
export async function eraseEndedRuns(tx: Queryable, accountId: string): Promise<void> {
  for (const text of [
    `${ENDED_RUNS} ORDER BY id FOR UPDATE`,
    `DELETE FROM run_labels WHERE account_id = $1 AND run_id IN (${ENDED_RUNS})`,
    `DELETE FROM run_shares WHERE run_id IN (${ENDED_RUNS})`,
    `DELETE FROM submission_flaws WHERE run_id IN (${ENDED_RUNS})`,
    `DELETE FROM evidence_checks WHERE run_id IN (${ENDED_RUNS})`,
    `DELETE FROM artifacts WHERE run_id IN (${ENDED_RUNS})`,
    `DELETE FROM candidates WHERE run_id IN (${ENDED_RUNS})`,
    `UPDATE runs SET input = '{}', metadata = '{}', session_id = NULL WHERE id IN (${ENDED_RUNS})`,
  ]) {
    await tx.query({ text, values: [accountId] });
  }
}
