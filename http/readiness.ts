import { checkHealth, type Health } from '../platform/observation/health';
import { databaseCheck } from '../prisma/database-check';
import type { ApiDeps } from './deps';

/** Time for which an answer serves everybody: a flood of probes costs no more than one, and fails no other. */
const KEPT_MS = 1_000;

type ReadinessDeps = Pick<ApiDeps, 'db' | 'pingTemporal' | 'isStopping'>;

/**
 * Readiness of an API process for requests: not while the database is unreachable or accepts no writes, nor once its stop
 * was asked for. Temporal is reported only, since the outbox accepts requests without it.
 */
export function readinessOf({ db, pingTemporal, isStopping }: ReadinessDeps): Promise<Health> {
  return checkHealth([
    databaseCheck(db),
    { name: 'temporal', run: pingTemporal, optional: true },
    ...(isStopping() ? [{ name: 'stopping', run: () => false }] : []),
  ]);
}

/** Creates the shared reader of {@link readinessOf}, whose answers are at most `keptMs` old; a stop shows at once. */
export function createReadiness(deps: ReadinessDeps, keptMs = KEPT_MS): ApiDeps['readiness'] {
  let known: { at: number; stopping: boolean; answer: Promise<Health> } | null = null;
  return () => {
    const stopping = deps.isStopping();
    if (!known || known.stopping !== stopping || performance.now() - known.at >= keptMs) {
      known = { at: performance.now(), stopping, answer: readinessOf(deps) };
    }
    return known.answer;
  };
}
