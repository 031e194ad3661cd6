import type { Command } from 'commander';
import { Failure } from '../../contracts/failures';
import { RUN_FAILURES, type RunFailureCode } from '../../contracts/run-failures';
import type { Run } from '../../prisma/client';
import { listAllRuns, loadRun } from '../../store/runs/read-runs';
import { withDatabase } from './context';
import { integerBetween } from './options';
import { print } from './print';

/** `runs show | list`. */
export function addRunCommands(program: Command): void {
  const runs = program.command('runs').description('paid runs');
  runs
    .command('show <id>')
    .description('show one run')
    .action(async (id, _, command) => {
      const run = await withDatabase((db) => loadRun(db, id));
      if (!run) throw new Failure('not_found', { detail: `No run ${id}.` });
      const { input: _input, ...rest } = run;
      const failure = run.failureCode ? RUN_FAILURES[run.failureCode as RunFailureCode].message : null;
      print({ ...rest, progress: progressOf(run), failure }, command.optsWithGlobals());
    });
  runs
    .command('list')
    .description('the newest runs, with their progress')
    .option('--account <id>', 'of one account only')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(async ({ account, limit }, command) => {
      const list = await withDatabase((db) => listAllRuns(db, limit, account));
      const rows = list.map((run) => ({
        id: run.id,
        kind: run.kind,
        status: run.status,
        stage: run.stage,
        progress: progressOf(run),
        accountId: run.accountId,
        mode: run.mode,
        failure: run.failureCode,
        createdAt: run.createdAt,
        completedAt: run.completedAt,
      }));
      print(rows, command.optsWithGlobals());
    });
}

function progressOf(run: Run): string {
  return `${run.progressDone}/${run.progressTotal}`;
}
