import type { Database } from '../../prisma/client';

/** Marks a message as delivered: Temporal has it. */
export async function acknowledge(db: Database, id: string): Promise<void> {
  await db.pool.query({
    name: 'outbox-acknowledge',
    text: 'UPDATE outbox SET delivered_at = now() WHERE id = $1 AND delivered_at IS NULL',
    values: [id],
  });
}
