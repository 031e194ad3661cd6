import type { Database } from '../../prisma/client';

/** Counts an event of another deployment, which was ignored. */
export async function countForeignEvent(db: Database, deploymentId: string): Promise<void> {
  await db.pool.query({
    name: 'foreign-event-count',
    text: `INSERT INTO foreign_deployments (id, ignored_events) VALUES ($1, 1)
           ON CONFLICT (id) DO UPDATE
           SET ignored_events = foreign_deployments.ignored_events + 1, last_seen_at = now()`,
    values: [deploymentId],
  });
}
