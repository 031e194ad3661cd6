import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import {
  listBreaks,
  listOrphans,
  approveReturn,
  settleBreak,
  type Break,
} from '../modules/reconciliation/store/breaks';
import { findRun, requestRun } from '../modules/reconciliation/store/reconciliation';
import type { Database } from '../prisma/client';
import { reads, withDatabase, writes } from './context';
import { dateInPast } from './options';
import { ageOf, print, shownMoney } from './print';

const POLL_MS = 250;
/** How long a worker may take to start a reconciliation, and then to finish it. */
const TAKEN_UP_WITHIN_MS = 60_000;
const ENDED_WITHIN_MS = 30 * 60_000;

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

interface ReconcileOptions {
  since?: Date;
  settle?: string;
  reason?: string;
}

export function addReconciliationCommands(program: Command): void {
  writes(program.command('reconcile'))
    .description(
      'reconcile the payment provider’s books with ours, and print the differences; exits 1 if it is incomplete',
    )
    .option('--since <date>', 'compare from this date, such as 2026-11-01, instead of the bookmark', dateInPast)
    .option('--settle <id>', 'close an investigated difference; moves no money')
    .option('--reason <text>', 'recorded in the audit log; required with --settle')
    .action(async ({ since, settle, reason }: ReconcileOptions, command: Command) => {
      if (settle !== undefined && !reason)
        throw new Error('--settle requires --reason: say why the difference is acceptable.');
      const breaks = await withDatabase(command, async (db) =>
        settle === undefined ? freshBreaks(db, since ?? null) : [await settleBreak(db, settle, reason!)],
      );
      printBreaks(breaks, command);
    });

  const orphans = program.command('orphans').description('payments of customers without an order in our database');
  reads(orphans.command('list'))
    .description('list orphaned payments that wait for a decision')
    .action(async (_, command: Command) => printBreaks(await withDatabase(command, listOrphans), command));
  writes(orphans.command('return <id>'))
    .description('refund an orphaned payment to the payer; the id is that of its difference (brk_…)')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      printBreaks([await withDatabase(command, (db) => approveReturn(db, id, reason))], command);
    });
}

async function freshBreaks(db: Database, since: Date | null): Promise<Break[]> {
  const runId = await requestRun(db, since);
  const begun = Date.now();
  for (;;) {
    const run = await findRun(db, runId);
    if (run?.endedAt) {
      process.stderr.write(`${sentenceOf(run)}\n`);
      if (!run.complete) process.exitCode = 1;
      return listBreaks(db, runId);
    }
    const waited = Date.now() - begun;
    if (!run && waited > TAKEN_UP_WITHIN_MS)
      throw new Error('No worker started the comparison. Is one running, with payments on?');
    if (waited > ENDED_WITHIN_MS) throw new Error(`Still comparing. Follow reconciliation/${runId} in Temporal Web.`);
    await sleep(POLL_MS);
  }
}

function sentenceOf({ complete, compared, objects, fromAt }: Run): string {
  const modes = compared.length > 0 ? `${compared.join(' and ')} mode` : 'no mode';
  if (complete) return `Compared ${objects} objects since ${fromAt.toISOString()}: all of ${modes}.`;
  if (compared.length === 0 && objects === 0)
    return 'Nothing was compared: the worker has no valid key for the payment provider.';
  return `Incomplete: only ${modes} was compared in full. See the worker log, then run the command again.`;
}

function printBreaks(breaks: Break[], command: Command): void {
  const options = command.optsWithGlobals<{ json?: boolean }>();
  const rows = breaks.map((found) => ({
    id: found.id,
    cause: found.cause,
    orderId: found.orderId,
    paymentId: found.paymentId,
    amount: shownMoney(command, found),
    ...(options.json ? { currency: found.currency, since: found.since } : { age: ageOf(found.since) }),
    status: found.status,
    kind: found.kind,
    objectId: found.objectId,
    withdrawalId: found.withdrawalId,
    mode: found.mode,
    ...(options.json && { deploymentId: found.deploymentId, reason: found.reason }),
  }));
  print(rows, options);
}
