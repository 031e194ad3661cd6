import { WAITING, type LostWorkName } from '../../domain/waiting';
import type { Database } from '../../prisma/client';
import { leastRecent } from './least-recent';
import { pastLongestWait } from './past-longest-wait';

/** A row past its longest wait, with the workflow that it waits for. */
export interface LostWork {
  id: string;
  workflowId: string;
}

/** Rows of a kind past their longest wait that were not checked since `before`, least recent first. */
export async function lostWork(db: Database, name: LostWorkName, before: Date, limit: number): Promise<LostWork[]> {
  const { table, id, net } = WAITING[name];
  const checks = leastRecent('lost_work', net.workflowId);
  const { rows } = await db.pool.query<LostWork>({
    name: `lost-${name}`,
    text: `SELECT ${id} AS id, ${net.workflowId} AS "workflowId" FROM ${table} ${checks.join}
           WHERE ${pastLongestWait(WAITING[name])} AND ${checks.due} ORDER BY ${checks.order} LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}
