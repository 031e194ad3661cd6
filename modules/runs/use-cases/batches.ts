import type { RunLimits } from '../../../base/work-limits';
import type { Database } from '../../../prisma/client';
import type { Work } from '../../outbox/store/outbox';
import { RUN } from '../../run-kinds/rules';
import type { RunBatch } from '../contract';
import { runMessage } from '../messages';
import { readArtifact } from '../store/artifacts';
import { cancelBatch, findBatch, type Batch } from '../store/batches';
import type { RunCache } from '../store/changes';
import { findRun, type RunOwner } from '../store/runs';
import { toRunStatus } from './run-view';

export const BATCH_ID = { prefix: 'bat', missing: 'batch_not_found' } as const;

/** API view of a batch (docs/interface/runs.md). */
export function toRunBatch({ id, counts, createdAt, cancelRequestedAt, endedAt }: Batch): RunBatch {
  const { queued = 0, running = 0, canceling = 0, completed = 0, failed = 0, expired = 0, canceled = 0 } = counts;
  return {
    batchId: id,
    status: endedAt ? 'ended' : cancelRequestedAt ? 'canceling' : 'in_progress',
    counts: { queued, running: running + canceling, completed, failed: failed + expired, canceled },
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Cancels a batch's open runs. Later reads in this process see the change. @throws Failure as {@link cancelBatch} */
export async function cancelOwnBatch(
  deps: Work & { runs: Pick<RunCache, 'forget'>; settings: RunLimits & { undoWindowMs: number } },
  owner: RunOwner,
  id: string,
): Promise<Batch> {
  const { batch, pending } = await cancelBatch(deps.db, owner, id, deps.settings.undoWindowMs, (canceling) =>
    runMessage(deps.settings, canceling, 'cancelRequested'),
  );
  for (const message of pending) deps.deliver(message);
  for (const runId of batch.runIds) deps.runs.forget(runId);
  return batch;
}

/**
 * Yields a line of JSON for each ended run of a batch, in the order of the items, with the run's findings or failure.
 * Loads one run at a time.
 *
 * @throws Failure `batch_not_found` before the first line
 */
export async function batchResults(db: Database, owner: RunOwner, id: string): Promise<AsyncGenerator<string>> {
  const { runIds } = await findBatch(db.pool, owner, id);
  return linesOf(db, owner, runIds);
}

async function* linesOf(db: Database, owner: RunOwner, runIds: readonly string[]): AsyncGenerator<string> {
  for (const runId of runIds) {
    const run = await findRun(db, owner, runId);
    if (!run || !RUN.isTerminal(run.status)) continue;
    const { status, failure } = toRunStatus(run);
    const findings = status === 'completed' ? await readArtifact(db, runId, 'findings') : null;
    const result = findings ? { findings: JSON.parse(findings.toString()) as object } : { failure };
    yield `${JSON.stringify({ runId, status, ...result })}\n`;
  }
}
