import { checkHealth, type Health } from '../platform/observation/server';
import { databaseCheck } from '../prisma/connection-flaw';
import type { ApiDeps } from './deps';
import { readHealth } from './service-health';
import { createStatusReader } from './service-status';

/** Connections to PostgreSQL for probes alone: requests that wait for one of the pool make no process unready. */
export const PROBE_CONNECTIONS = 2;

/** `db` is a pool of {@link PROBE_CONNECTIONS} that no request uses. */
type ProbedParts = Pick<ApiDeps, 'db' | 'pingTemporal' | 'isStopping'> & { settings: { publicUrl: string } };

/** Creates what health checks and the status page read. One reading serves all callers for `keptMs`, of the status for `statusMs`. */
export function createProbes(
  { db, pingTemporal, isStopping, settings }: ProbedParts,
  { keptMs = 1_000, statusMs = 5_000 } = {},
): Pick<ApiDeps, 'readiness' | 'health' | 'status'> {
  const checked = shared(keptMs, () =>
    checkHealth([databaseCheck(db), { name: 'temporal', run: pingTemporal, optional: true }]),
  );
  const readiness = async () => (isStopping() ? stopping(await checked()) : checked());
  const health = shared(keptMs, () => readHealth(db, settings));
  return {
    readiness,
    health,
    status: { read: shared(statusMs, createStatusReader({ db, isStopping, readiness, health })) },
  };
}

function stopping({ checks, reasons }: Health): Health {
  return { fine: false, reasons, checks: [...checks, { name: 'stopping', status: 'failed', latencyMs: 0 }] };
}

/** Shares one reading with everybody who asks within `keptMs` of its start. */
function shared<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (!known || performance.now() - known.at >= keptMs) known = { at: performance.now(), answer: read() };
    return known.answer;
  };
}
