import type { Queryable } from '../../prisma/client';
import { requestMail } from '../mail/request-mail';

/** What became of a reserved opportunity that was watched. */
export type WatchEnd = 'available' | 'sold';

/** Ends the watches of an opportunity whose hold ended in the caller's transaction, and asks for their mails. */
export async function endWatches(tx: Queryable, opportunityId: string, endedAs: WatchEnd): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'watches-end',
    text: `UPDATE opportunity_watches SET ended_at = now(), ended_as = $2
           WHERE opportunity_id = $1 AND ended_at IS NULL RETURNING id`,
    values: [opportunityId, endedAs],
  });
  for (const { id } of rows) await requestMail(tx, { mail: 'opportunity_watched', id });
}
