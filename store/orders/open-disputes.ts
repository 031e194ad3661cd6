import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import { leastRecent } from '../sweeps/least-recent';
import type { RecordedDispute } from './record-dispute';

const again = leastRecent('open_disputes', 'disputes.id');

/** Undecided disputes in `modes` that were not checked since `before`, least recent first. */
export async function openDisputes(
  db: Database,
  modes: readonly Mode[],
  before: Date,
  limit: number,
): Promise<RecordedDispute[]> {
  const { rows } = await db.pool.query<RecordedDispute>({
    name: 'open-disputes',
    text: `SELECT id AS "disputeId", mode, order_id AS "orderId", status, amount, reason,
                  evidence_due_at AS "evidenceDueAt" FROM disputes ${again.join}
           WHERE status IN ('inquiry', 'open') AND mode = ANY($3) AND ${again.due}
           ORDER BY ${again.order} LIMIT $2`,
    values: [before, limit, modes],
  });
  return rows;
}
