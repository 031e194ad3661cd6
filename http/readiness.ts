import { checkHealth, type Health } from '../platform/observation/health';
import type { ApiDeps } from './deps';

/**
 * Readiness of an API process for requests: not while the database is unreachable, nor once its stop was asked for.
 * Temporal is reported only, since the outbox accepts requests without it.
 */
export function readinessOf({
  db,
  pingTemporal,
  isStopping,
}: Pick<ApiDeps, 'db' | 'pingTemporal' | 'isStopping'>): Promise<Health> {
  return checkHealth([
    { name: 'database', run: () => db.pool.query('SELECT 1') },
    { name: 'temporal', run: pingTemporal, optional: true },
    ...(isStopping() ? [{ name: 'stopping', run: () => false }] : []),
  ]);
}
