import type { Command } from 'commander';
import { Failure } from '../base/failures';
import { RUN_QUEUE_EXPIRY_MS } from '../base/work-limits';
import { RUN_FAILURES, type RunFailureCode } from '../base/run-failures';
import { runLimitsOf, runSettings, sessionLimitSettings, sessionLimitsOf } from '../base/run-settings';
import { readSettings } from '../base/settings';
import { reservationOf } from '../modules/entitlements/rules';
import { RUN_KIND_NAMES, type RunStatusName, type RunKind } from '../modules/run-kinds/contract';
import { REPEATABLE_RUN } from '../modules/run-kinds/rules';
import { runMessage } from '../modules/runs/messages';
import { releaseRun } from '../modules/runs/store/held';
import { listAllRuns, listRetried, type RunFilter } from '../modules/runs/store/lists';
import { openRuns, resumeRun } from '../modules/runs/store/retry';
import { retryRun, type RetryRun } from '../modules/runs/store/retry';
import { loadRun, type Run } from '../modules/runs/store/runs';
import { stopRun } from '../modules/runs/store/stop';
import type { Database } from '../prisma/client';
import { withDatabase, writes, printFrom } from './context';
import { integerBetween, oneOf, since } from './options';
import { print } from './print';

/** Runs that an operator can stop. A run that its owner is canceling ends by itself. */
const STOPPABLE = ['queued', 'running'] as const satisfies readonly RunStatusName[];
const DEFAULT_LIMIT = 100;
const LIMITED = 'There may be more. Repeat the command, or raise --limit.';

interface OperateOptions extends RunOptions {
  dryRun: boolean;
  reason?: string;
  grant?: boolean;
}

export function addRunOperations(runs: Command): void {
  operation(runs.command('cancel [id]'), STOPPABLE, {
    what: 'stop a run, or the selected ones: they fail with stopped_by_operator, and their entitlements are returned',
    act: (db, id) => stopRun(db, id),
  });
  operation(runs.command('retry [id]'), REPEATABLE_RUN, {
    what: 'retry a failed or expired run, or the selected ones, with the returned entitlement; prints the new run',
    act: (db, id, { grant = false }) => retryRun(db, id, retryOf(grant)),
    skips: listRetried,
  }).option('--grant', 'grant a new entitlement if the customer has used the returned one', false);
}

/** Parts that differ between `cancel` and `retry`. `skips` returns the runs that need no change. */
interface Operation {
  what: string;
  act(db: Database, id: string, options: OperateOptions): Promise<object>;
  skips?(db: Database, ids: string[]): Promise<Set<string>>;
}

function operation(command: Command, statuses: readonly RunStatusName[], { what, act, skips }: Operation): Command {
  return selectsRuns(writes(command).description(what), statuses, DEFAULT_LIMIT)
    .option('--dry-run', 'only show the runs that would change', false)
    .option('--reason <text>', 'recorded in the audit log; required')
    .action(async (id: string | undefined, options: OperateOptions, self: Command) => {
      if (!options.dryRun && !options.reason) throw new Error('Pass --reason TEXT for the audit log.');
      if ((id === undefined) !== selects(options)) {
        throw new Error('Pass one run id, or select runs with --status, --account, --kind or --since; not both.');
      }
      const outcome = await withDatabase(self, async (db) => {
        if (id !== undefined) return options.dryRun ? shown(await find(db, id)) : act(db, id, options);
        const selected = await select(db, { statuses, ...filterOf(options) }, options.limit, skips);
        return options.dryRun ? selected.map(shown) : each(selected, (run) => act(db, run.id, options));
      });
      const outcomes: object[] = Array.isArray(outcome) ? outcome : [];
      const note = outcomes.length === options.limit ? LIMITED : undefined;
      print(outcome, { ...self.optsWithGlobals(), note });
      if (outcomes.some((one) => 'error' in one)) process.exitCode = 1;
    });
}

async function find(db: Database, id: string): Promise<Run> {
  const run = await loadRun(db, id);
  if (!run) throw new Failure('run_not_found', { detail: `No run ${id}.` });
  return run;
}

async function select(db: Database, filter: RunFilter, limit: number, skips: Operation['skips']): Promise<Run[]> {
  const selected: Run[] = [];
  for (let before: string | undefined; ;) {
    const page = await listAllRuns(db, limit, { ...filter, before });
    const ids = page.map(({ id }) => id);
    const done = skips ? await skips(db, ids) : new Set();
    selected.push(...page.filter(({ id }) => !done.has(id)));
    if (page.length < limit || selected.length >= limit) return selected.slice(0, limit);
    before = page.at(-1)!.id;
  }
}

/** Changes runs one by one, so that a run that has just ended does not block the others. */
async function each(runs: Run[], act: (run: Run) => Promise<object>): Promise<object[]> {
  const outcomes: object[] = [];
  for (const run of runs) {
    const failed = (error: unknown) => {
      if (error instanceof Failure) return { id: run.id, error: error.message };
      throw error;
    };
    outcomes.push(await act(run).catch(failed));
  }
  return outcomes;
}

function shown({ id, kind, status, accountId, mode, failureCode, createdAt }: Run) {
  return { id, kind, status, accountId, mode, failure: failureCode, createdAt };
}

function retryOf(grant: boolean): RetryRun {
  const settings = readSettings({ ...runSettings, ...sessionLimitSettings });
  const limits = sessionLimitsOf(settings);
  const runLimits = runLimitsOf(settings);
  return {
    grant,
    queueExpiryMs: RUN_QUEUE_EXPIRY_MS,
    reservation: (run) => reservationOf(run, limits),
    start: (run, newRunId) => runMessage(runLimits, { ...run, id: newRunId }),
  };
}

export function addResume(runs: Command): void {
  writes(runs.command('resume [id]'))
    .description(
      'restart missing workflows of open runs, for example after a restore; running workflows are left alone',
    )
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action(async (id: string | undefined, _, command: Command) => {
      // A started run keeps the deadline that is stored in its row.
      const limits = runLimitsOf(readSettings(runSettings));
      await printFrom(command, async (db) => {
        const results: object[] = [];
        for (const runId of id === undefined ? await openRuns(db) : [id]) {
          const run = await resumeRun(db, runId, (found) => runMessage(limits, found));
          results.push(run ?? { id: runId, status: 'ended meanwhile' });
        }
        return results;
      });
    });
}

export function addRelease(runs: Command): void {
  writes(runs.command('release <id>'))
    .description('start a run that is on hold because its account had too many entitlements returned that day')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action(async (id: string, _, command: Command) => {
      const settings = readSettings(runSettings);
      const start = (run: Parameters<typeof runMessage>[1]) => runMessage(runLimitsOf(settings), run);
      await printFrom(command, (db) => releaseRun(db, id, { queueExpiryMs: RUN_QUEUE_EXPIRY_MS, start }));
    });
}

/** Maximum number of runs that one command changes. Repeat the command to change more. */
const MOST = 1_000;

export interface RunOptions {
  account?: string;
  kind?: RunKind;
  status?: RunStatusName;
  failureCode?: RunFailureCode;
  since?: Date;
  limit: number;
}

export function selectsRuns(command: Command, statuses: readonly RunStatusName[], limit: number): Command {
  command
    .option('--account <id>', 'only this account')
    .option('--kind <kind>', RUN_KIND_NAMES.join(', '), oneOf(RUN_KIND_NAMES))
    .option('--status <status>', statuses.join(', '), oneOf(statuses))
    .option('--since <when>', 'only runs created since: a date, a time, or an age such as 2h', since)
    .option('--limit <n>', 'how many, newest first', integerBetween(1, MOST), limit);
  if (!statuses.includes('failed')) return command;
  const codes = Object.keys(RUN_FAILURES) as RunFailureCode[];
  return command.option('--failure-code <code>', 'only runs that failed with this code', oneOf(codes));
}

export function filterOf({ account, kind, status, failureCode, since: from }: RunOptions): RunFilter {
  return { accountId: account, kind, failureCode, since: from, ...(status && { statuses: [status] }) };
}

export function selects(options: RunOptions): boolean {
  const { account, kind, status, failureCode, since: from } = options;
  return [account, kind, status, failureCode, from].some((given) => given !== undefined);
}
