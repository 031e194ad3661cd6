import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { transaction, type Database, type Prisma, type Queryable } from '../../../prisma/client';
import { raiseAlert } from '../../alerts/store/alerts';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue } from '../../outbox/store/outbox';
import { loadRunIn, RUN_COLUMNS, TOUCH, toRun, type Run } from './runs';

/** How long an operator can release a held run. After that, the run expires in the queue and returns its credit. */
export const HELD_FOR_MS = 7 * 24 * 3_600_000;

/**
 * Counts an account's runs in the last 24 hours that cost something but returned their credit. Excludes undone runs,
 * which have a separate limit, and runs stopped by operators, for which the account is not responsible.
 */
export async function returnedOfDay(tx: Queryable, owner: { accountId: string; mode: Mode }): Promise<number> {
  const { rows } = await tx.query<{ returned: number }>({
    name: 'runs-returned',
    text: `SELECT count(*)::int AS returned FROM runs
           WHERE account_id = $1 AND mode = $2 AND entitlement_restored AND completed_at > now() - interval '24 hours'
             AND NOT undone AND NOT stopped_by_operator AND (cost_micros > 0 OR costs_open)`,
    values: [owner.accountId, owner.mode],
  });
  return rows[0]!.returned;
}

/** Alerts the operator once a day about an account that reached the limit of returned credits. */
export function raiseReturned(
  tx: Queryable,
  of: { accountId: string; runId: string; returned: number },
): Promise<void> {
  const { accountId, runId, returned } = of;
  const subject = `${accountId}/${new Date().toISOString().slice(0, 10)}`;
  return raiseAlert(tx, { alert: 'credits-returned', subject, facts: { accountId, runId, returned: `${returned}` } });
}

/**
 * Releases a held run, whose queue time then starts. @throws Failure `run_not_found`; `invalid_request` if not held
 */
export function releaseRun(
  db: Database,
  runId: string,
  { queueExpiryMs, start }: { queueExpiryMs: number; start(run: Run): WorkflowMessage },
): Promise<Pick<Run, 'id' | 'accountId' | 'status'>> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.RunModel>({
      text: `UPDATE runs SET review = false, queue_expires_at = now() + $2 * interval '1 millisecond', ${TOUCH}
             WHERE id = $1 AND review AND status = 'queued' RETURNING ${RUN_COLUMNS}`,
      values: [runId, queueExpiryMs],
    });
    if (!rows[0]) throw await notHeld(tx, runId);
    const run = toRun(rows[0]);
    const { accountId, status } = run;
    const message = start(run);
    await enqueue(tx, `start:${message.workflowId}`, message);
    await recordAudit(tx, { action: 'run.released', accountId, subject: runId, after: { status } });
    return { id: runId, accountId, status };
  });
}

async function notHeld(tx: Queryable, runId: string): Promise<Failure> {
  const run = await loadRunIn(tx, runId);
  if (!run) return new Failure('run_not_found', { detail: `No run ${runId}.` });
  return new Failure('invalid_request', { detail: `Run ${runId} is ${run.status} and not held for review.` });
}
