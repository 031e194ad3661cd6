import type { ProductEvent } from '../../contracts/product-events';
import type { RunStatusName } from '../../contracts/runs';
import { hasPortfolio } from '../../domain/run-kinds';
import type { HappenedEvent } from '../events/record-event';
import type { Run } from './row';

const TYPES = {
  completed: 'run.completed',
  failed: 'run.failed',
  canceled: 'run.canceled',
  expired: 'run.expired',
} as const satisfies Partial<Record<RunStatusName, ProductEvent>>;

/** Event of a run that has ended. */
export function eventOfRun(run: Pick<Run, 'id' | 'accountId' | 'mode' | 'kind' | 'status'>): HappenedEvent<'run'> {
  const { id: subject, accountId, mode, status } = run;
  const type = TYPES[status as keyof typeof TYPES];
  return { type, subject, status, accountId, mode, hasPortfolio: hasPortfolio(run) };
}
