import type { Database } from '../../prisma/client';
import type { ControlledSession } from './agents';

const MICROS_A_CENT = 10_000;

/**
 * Checks while nothing is in progress that each run costs what the agent provider says that its sessions cost, also those
 * that nobody recorded before a sweep found them, and what the second reader of its claims did. Returns the violations, one per line; empty if there are none.
 */
export async function costFlaws(db: Database, sessions: readonly ControlledSession[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string; costMicros: number | null; read: number }>({
    // An erasure deletes the sessions at the provider.
    text: `SELECT runs.id, cost_micros AS "costMicros", COALESCE(claim_check_micros, 0) AS read FROM runs
           JOIN accounts ON accounts.id = account_id AND accounts.status <> 'erased'`,
  });
  const costs = new Map<string, number>();
  for (const { metadata, usage } of sessions) {
    const [runId] = metadata.reference.split('/');
    costs.set(runId!, (costs.get(runId!) ?? 0) + Number(usage.list_cost.amount) * MICROS_A_CENT);
  }
  return rows.flatMap(({ id, costMicros, read }) => {
    const cost = (costs.get(id) ?? 0) + read;
    return cost === (costMicros ?? 0)
      ? []
      : [`run ${id} cost ${costMicros}, and its sessions with the second reader ${cost}`];
  });
}
