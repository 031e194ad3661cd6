import { transaction, type Database } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';

/** Alerts that workflows are pinned to a build without workers, at most once a day for each build. */
export function reportGone(db: Database, { buildId, pinned }: { buildId: string; pinned: number }): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  return transaction(db, (tx) =>
    raiseAlert(tx, {
      alert: 'build-gone',
      subject: `${buildId}-${day}`,
      facts: { buildId, pinned: String(pinned) },
    }),
  );
}
