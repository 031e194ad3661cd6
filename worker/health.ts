import type { Worker } from '@temporalio/worker';
import type { Liveness } from '../platform/liveness';
import { checkHealth, type Check, type Health } from '../platform/observation/health';

/** Parts that the health of a worker is read from. */
export interface WorkerParts {
  liveness: Liveness;
  /** Null while it connects to Temporal. */
  worker(): Pick<Worker, 'getStatus'> | null;
  isStopping(): boolean;
  database: Check;
  pingTemporal(): Promise<unknown>;
}

/** Fails where only a restart helps: a loop that does not even move, or pollers that ended by themselves. */
export function livenessOf({ liveness, worker, isStopping }: WorkerParts): Promise<Health> {
  const loops = liveness.loops().map(({ loop, stuck }) => ({ name: loop, run: () => !stuck }));
  const status = worker()?.getStatus();
  const pollersAreGone = status !== undefined && status.runState !== 'INITIALIZED' && !polls(status);
  return checkHealth([...loops, { name: 'polling', run: () => isStopping() || !pollersAreGone }]);
}

/** Fails where the worker does no work: it does not poll, a loop has done none for too long, or what it needs is away. */
export function workReadinessOf(parts: WorkerParts): Promise<Health> {
  const { liveness, worker, isStopping, database, pingTemporal } = parts;
  const status = worker()?.getStatus();
  const checks: Check[] = [
    database,
    { name: 'temporal', run: pingTemporal },
    { name: 'polling', run: () => status !== undefined && polls(status) },
    ...liveness.loops().map(({ loop, late }) => ({ name: loop, run: () => !late })),
    ...(isStopping() ? [{ name: 'stopping', run: () => false }] : []),
  ];
  return checkHealth(checks);
}

type Status = ReturnType<Worker['getStatus']>;

function polls({ runState, workflowPollerState, activityPollerState }: Status): boolean {
  return runState === 'RUNNING' && workflowPollerState === 'POLLING' && activityPollerState === 'POLLING';
}
