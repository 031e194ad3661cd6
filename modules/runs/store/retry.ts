import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { isOneOf } from '../../../base/machine';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import type { AccountState } from '../../accounts/contract';
import type { Reservation } from '../../entitlements/rules';
import { grantOne } from '../../entitlements/store/grant';
import { findGivenBack, takeEntitlement } from '../../entitlements/store/take';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue } from '../../outbox/store/outbox';
import type { RunStatusName } from '../../run-kinds/contract';
import { REPEATABLE_RUN, RUN } from '../../run-kinds/rules';
import { insertRun } from './accept';
import { loadRunIn, type Run } from './runs';

export interface RetryRun {
  /** If true, pays with a newly granted credit instead of the credit that the run returned. */
  grant: boolean;
  queueExpiryMs: number;
  reservation(run: Run): Reservation;
  /** Returns the workflow to start for the new run with this id. */
  start(run: Run, newRunId: string): WorkflowMessage;
}

export interface Retried {
  runId: string;
  retryOf: string;
  status: RunStatusName;
  /** Credit that pays for the new run: the one that the old run returned, or a newly granted one. */
  credit: 'returned' | 'granted';
  /** True if an earlier command created the new run. */
  replayed: boolean;
}

/**
 * Repeats a failed or expired run with the same input. The credit that the run returned pays for the new run, so the
 * customer pays nothing more. Each run can be repeated only once. Further calls return the same new run.
 *
 * @throws Failure `run_not_found`; `invalid_request` for a run that did not fail, an account that is not active, or a
 * credit that is no longer available; `budget_spent` if the account's budget is spent
 */
export function retryRun(db: Database, runId: string, command: RetryRun): Promise<Retried> {
  return transaction(db, async (tx) => {
    const { run, account } = await lockRun(tx, runId);
    if (run.mode === 'test') throw refused(`Run ${runId} is a sandbox run. Its owner can start it again.`);
    const follower = await findFollower(tx, runId);
    if (follower) return follower;
    if (!isOneOf(REPEATABLE_RUN, run.status)) {
      throw refused(`Run ${runId} is ${run.status}. Only failed or expired runs can be repeated.`);
    }
    if (account !== 'active') throw refused(`The account of run ${runId} is ${account}; it must be active.`);
    const entitlementId = command.grant
      ? await grantOne(tx, run.accountId, run.kind, run.mode)
      : await returnedCredit(tx, runId);

    const newRunId = newId('run');
    const start = command.start(run, newRunId);
    const taken = await takeEntitlement(tx, run, run.kind, newRunId, command.reservation(run), entitlementId);
    const { queueExpiryMs } = command;
    await insertRun(tx, { ...run, queueExpiryMs, retryOf: runId, review: false }, newRunId, taken, start.workflowId);
    await enqueue(tx, `start:${start.workflowId}`, start);
    await recordAudit(tx, {
      action: 'run.retried',
      accountId: run.accountId,
      subject: runId,
      before: { status: run.status },
      after: { status: 'queued', runId: newRunId },
    });
    return { runId: newRunId, retryOf: runId, status: 'queued', credit: creditOf(command.grant), replayed: false };
  });
}

const refused = (detail: string) => new Failure('invalid_request', { detail });
const creditOf = (granted: boolean) => (granted ? ('granted' as const) : ('returned' as const));

// Locks the account, as suspensions and budget checks do, so that no run is repeated twice. The run itself needs no
// lock, because a failed run never changes.
async function lockRun(tx: Queryable, runId: string): Promise<{ run: Run; account: AccountState }> {
  const { rows: accounts } = await tx.query<{ status: AccountState }>({
    text: `SELECT accounts.status FROM accounts JOIN runs ON runs.account_id = accounts.id WHERE runs.id = $1
           FOR NO KEY UPDATE OF accounts`,
    values: [runId],
  });
  if (!accounts[0]) throw new Failure('run_not_found', { detail: `No run ${runId}.` });
  const run = (await loadRunIn(tx, runId))!;
  if (run.deletedAt) throw new Failure('run_not_found', { detail: `Run ${runId} was deleted by its owner.` });
  return { run, account: accounts[0].status };
}

async function findFollower(tx: Queryable, runId: string): Promise<Retried | null> {
  const { rows } = await tx.query<{ id: string; status: RunStatusName; source: string }>({
    text: `SELECT runs.id, runs.status, source FROM runs JOIN entitlements ON entitlements.id = entitlement_id
           WHERE retry_of = $1`,
    values: [runId],
  });
  if (!rows[0]) return null;
  const { id, status, source } = rows[0];
  return { runId: id, retryOf: runId, status, credit: creditOf(source === 'grant'), replayed: true };
}

async function returnedCredit(tx: Queryable, runId: string): Promise<string> {
  const credit = await findGivenBack(tx, runId);
  if (!credit) throw refused(`Run ${runId} returned no credit (its purchase is gone). Use --grant to give a new one.`);
  if (credit.frozen) throw refused(`The credit of run ${runId} is frozen by a dispute. Use --grant to give a new one.`);
  if (credit.status === 'unused') return credit.id;
  const became = credit.takenBy ? `was used by run ${credit.takenBy}` : `is ${credit.status}`;
  throw refused(`The credit that run ${runId} returned ${became}. Use --grant to give a new one.`);
}

export interface ResumedRun {
  id: string;
  accountId: string;
  status: RunStatusName;
}

/** Lists the ids of all unfinished runs that are not held for review, oldest first. */
export async function openRuns(db: Database): Promise<string[]> {
  const open = await db.prisma.run.findMany({
    where: { status: { in: [...RUN.open] }, review: false },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  return open.map(({ id }) => id);
}

/**
 * Restarts the workflow of an open run if it is missing. It may have ended without ending the run, for example if the
 * database was restored afterward, or Temporal may have lost it. Continues with the run's existing session. Does not
 * touch a running workflow. Returns null if the run has ended.
 *
 * @throws Failure `not_found`; `invalid_request` if the run is held for review
 */
export function resumeRun(
  db: Database,
  runId: string,
  start: (run: Run) => WorkflowMessage,
): Promise<ResumedRun | null> {
  return transaction(db, async (tx) => {
    const run = await loadRunIn(tx, runId);
    if (!run) throw new Failure('not_found', { detail: `No run ${runId}.` });
    const { accountId, status, workflowId } = run;
    if (RUN.isTerminal(status)) return null;
    if (run.review)
      throw new Failure('invalid_request', { detail: `Run ${runId} is held: use runs release ${runId}.` });
    // Each resumption has a unique key, because each must be delivered.
    await enqueue(tx, `resume:${workflowId}:${new Date().toISOString()}`, { ...start(run), restarts: true });
    await recordAudit(tx, { action: 'run.resumed', accountId, subject: runId, before: { status }, after: { status } });
    return { id: runId, accountId, status };
  });
}
