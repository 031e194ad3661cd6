import { readFileSync } from 'node:fs';
import type { ClusterFile } from '../../local/cluster/file';
import type { World } from '../cluster/world';
import { descendantsOf } from '../../test/support/process-tree';
import type { DiskPoint, MemoryPoint } from './growth';

/** Parts of the product whose memory counts; the stand-ins keep all that was ever asked of them. */
export const PARTS = ['api', 'worker', 'temporal', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

/** What is seen of a cluster each minute. */
export interface Look {
  /** Hours since the begin. */
  at: number;
  memory: Record<Part, MemoryPoint[]>;
  disk: DiskPoint;
  /** Messages that wait for Temporal. */
  backlog: number;
}

/** Looks at the processes and the database of a cluster; a part that is just being replaced has no point. */
export async function lookAt({ cluster, db }: World, at: number): Promise<Look> {
  const { rows } = await db.pool.query<{ runs: number; bytes: string; backlog: number }>(
    `SELECT (SELECT count(*)::int FROM runs WHERE status = 'completed') AS runs,
            pg_database_size(current_database()) AS bytes,
            (SELECT count(*)::int FROM outbox WHERE delivered_at IS NULL) AS backlog`,
  );
  const { runs, bytes, backlog } = rows[0]!;
  const { pids } = cluster();
  const memory = Object.fromEntries(PARTS.map((part) => [part, pointsOf(part, pids, at)])) as Look['memory'];
  return { at, memory, disk: { runs, mb: Number(bytes) / 1_048_576 }, backlog };
}

function pointsOf(part: Part, pids: ClusterFile['pids'], at: number): MemoryPoint[] {
  const own = Object.entries(pids).filter(([name]) => name === part || name.startsWith(`${part}-`));
  return own.flatMap(([, pid]) => {
    const mb = memoryOfTree(pid);
    return mb === null ? [] : [{ pid, at, mb }];
  });
}

/**
 * MB of a process and all that it started, what they share counted once (`Pss`, proc_pid_smaps(5)). Null where it has
 * ended, or where there is no `/proc`.
 */
function memoryOfTree(pid: number): number | null {
  const sizes = [pid, ...descendantsOf(pid)].map(memoryOf);
  return sizes[0] === null ? null : sizes.reduce<number>((sum, mb) => sum + (mb ?? 0), 0);
}

function memoryOf(pid: number): number | null {
  try {
    const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'));
    return found && Number(found[1]) / 1_024;
  } catch {
    return null;
  }
}
