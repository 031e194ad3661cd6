import { Client, Connection, isGrpcServiceError, ServiceError } from '@temporalio/client';
import { waitingFlaws, type WaitingFlaw } from '../../test/support/waiting-invariants';
import type { Place } from './place';

/** Time for a sweep to act, of which some passes meet an outage. */
export const SWEPT_WITHIN_MS = 120_000;
/**
 * Ends of passes of a sweep that are seen beside a row before it counts as without a net: the last one, one that had begun
 * before the row waited too long, one that takes it up, and one more that met an outage. A slow machine has fewer.
 */
const PASSES = 4;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Returns what names the rows that wait for a workflow that is gone, and that passes of their sweep do not take up. It says
 * nothing while Temporal is away.
 */
export function watchNets(place: Pick<Place, 'db' | 'temporal'>): () => Promise<string[]> {
  let seen = new Map<string, Set<number>>();
  return async () => {
    const passes = await place.db.prisma.sweepPass.findMany();
    const found = await flawsNow(place);
    const ends = found.map(({ sweep, what }) => {
      const end = passes.find((pass) => pass.sweep === sweep)?.completedAt.getTime();
      return [what, new Set([...(seen.get(what) ?? []), ...(end === undefined ? [] : [end])])] as const;
    });
    seen = new Map(ends);
    return ends.filter(([, { size }]) => size >= PASSES).map(([what]) => what);
  };
}

async function flawsNow({ db, temporal }: Pick<Place, 'db' | 'temporal'>): Promise<WaitingFlaw[]> {
  const connection = Connection.lazy({ address: temporal() });
  try {
    const client = new Client({ connection });
    return await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () => waitingFlaws(db, client, SWEPT_WITHIN_MS));
  } catch (error) {
    if (isGrpcServiceError(error) || error instanceof ServiceError) return [];
    throw error;
  } finally {
    await connection.close();
  }
}
