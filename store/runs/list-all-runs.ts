import { idsSince } from '../../contracts/ids';
import type { RunFailureCode } from '../../contracts/run-failures';
import type { RunKind, RunStatusName } from '../../contracts/runs';
import type { Database } from '../../prisma/client';
import { toRun, type Run } from './row';

/** Selection of runs by an operator; every given field must agree. */
export interface RunFilter {
  accountId?: string | undefined;
  kind?: RunKind | undefined;
  statuses?: readonly RunStatusName[] | undefined;
  failureCode?: RunFailureCode | undefined;
  /** Created at this moment or later. */
  since?: Date | undefined;
  /** Older than the run with this id. */
  before?: string | undefined;
}

/** Machines that generate ids differ in their clocks by less than this. */
const CLOCK_SLACK_MS = 3_600_000;

/** Newest runs of all accounts, for operators. */
export async function listAllRuns(db: Database, limit: number, filter: RunFilter = {}): Promise<Run[]> {
  const { accountId, kind, statuses, failureCode, since, before } = filter;
  const rows = await db.prisma.run.findMany({
    where: {
      ...(accountId && { accountId }),
      ...(kind && { kind }),
      ...(statuses && { status: { in: [...statuses] } }),
      ...(failureCode && { failureCode }),
      ...(since && { createdAt: { gte: since } }),
      id: {
        ...(before && { lt: before }),
        // As well as by the time, because ids have an index.
        ...(since && { gte: idsSince('run', new Date(+since - CLOCK_SLACK_MS)) }),
      },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(toRun);
}

/** Ids of those of these runs that another run repeats. */
export async function listRetried(db: Database, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.prisma.run.findMany({ where: { retryOf: { in: [...runIds] } }, select: { retryOf: true } });
  return new Set(rows.map(({ retryOf }) => retryOf!));
}
