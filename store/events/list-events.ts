import { lastId } from '../../contracts/ids';
import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';

/** Event with the body that deliveries of it have. */
export interface RecordedEvent {
  id: string;
  /** JSON as it is delivered. */
  payload: string;
}

/** Events of the account and mode, newest first, with ids below `before` and not below `since`. */
export async function listEvents(
  db: Database,
  { accountId, mode }: { accountId: string; mode: Mode },
  { limit, before = lastId('evt'), since = '' }: { limit: number; before?: string; since?: string },
): Promise<RecordedEvent[]> {
  return db.prisma.productEvent.findMany({
    where: { accountId, mode, id: { lt: before, gte: since } },
    select: { id: true, payload: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
