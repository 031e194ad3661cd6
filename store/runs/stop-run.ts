import { Failure } from '../../contracts/failures';
import type { RunStatusName } from '../../contracts/runs';
import { cancelMessage } from '../../domain/messages/runs';
import { RUN } from '../../domain/run-kinds';
import { transaction, type Database, type Prisma, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/enqueue';
import { endRunIn } from './end-run';
import { RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/** A run after {@link stopRun}. */
export interface StoppedRun {
  id: string;
  accountId: string;
  /** Status before. */
  was: RunStatusName;
  /** `failed` if it had not begun; else `canceling` until its workflow, or a sweep within minutes, has ended it. */
  status: RunStatusName;
}

/**
 * Stops a run by an operator: it fails as `stopped_by_operator` and its credit goes back. One that is queued ends at
 * once, also while no worker is there; one that runs is signaled, and its deadline is now, so that the sweep ends it
 * even if its workflow is gone. One that its owner is canceling stays the owner's.
 *
 * @throws Failure `run_not_found`; `run_already_finished` once the run has ended
 */
export function stopRun(db: Database, runId: string): Promise<StoppedRun> {
  return transaction(db, async (tx) => {
    const { rows: found } = await tx.query<{ status: RunStatusName }>({
      text: 'SELECT status FROM runs WHERE id = $1 FOR UPDATE',
      values: [runId],
    });
    const was = found[0]?.status;
    if (!was) throw new Failure('run_not_found', { detail: `No run ${runId}.` });
    if (RUN.isTerminal(was)) {
      throw new Failure('run_already_finished', { detail: `Run ${runId} is already ${was}.` });
    }
    const run = await markCanceling(tx, runId);
    const ends = was === 'queued';
    if (ends) await endRunIn(tx, runId, 'canceled', 'canceled', null);
    else await enqueue(tx, `cancel:${run.workflowId}`, cancelMessage(run));
    const status = ends ? 'failed' : 'canceling';
    const { accountId } = run;
    await recordAudit(tx, {
      action: 'run.canceled',
      accountId,
      subject: runId,
      before: { status: was },
      after: { status },
    });
    return { id: runId, accountId, was, status };
  });
}

// Its deadline is now: the sweep ends what no workflow ends.
async function markCanceling(tx: Queryable, runId: string): Promise<Run> {
  await tx.query({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, stopped_by_operator = true
           WHERE id = $1 AND status = ANY($3)`,
    values: [runId, 'canceling', RUN.before('canceling')],
  });
  const { rows } = await tx.query<Prisma.RunModel>({
    text: `UPDATE runs SET deadline_at = CASE WHEN deadline_at > now() THEN now() ELSE deadline_at END, ${TOUCH}
           WHERE id = $1 RETURNING ${RUN_COLUMNS}`,
    values: [runId],
  });
  return toRun(rows[0]!);
}
