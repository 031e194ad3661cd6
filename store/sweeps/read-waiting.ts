import { waitingOf, type WaitingName } from '../../domain/waiting';
import type { Database } from '../../prisma/client';
import { pastLongestWait } from './past-longest-wait';

/** A row that waits; `workflowId` is null where the sweep ends it, whatever its workflow does. */
export interface WaitingRow {
  id: string;
  workflowId: string | null;
}

/** Rows of a kind, at most `limit`, that are past their longest wait by `moreMs`, the longest first. */
export async function readPastWait(
  db: Database,
  name: WaitingName,
  { moreMs, limit }: { moreMs: number; limit: number },
): Promise<WaitingRow[]> {
  const { table, id, since, net } = waitingOf(name);
  const workflowId = 'workflowId' in net ? net.workflowId : 'NULL';
  const { rows } = await db.pool.query<WaitingRow>({
    text: `SELECT ${id} AS id, ${workflowId} AS "workflowId" FROM ${table}
           WHERE ${pastLongestWait(waitingOf(name), moreMs)} ORDER BY ${since} LIMIT $1`,
    values: [limit],
  });
  return rows;
}
