import type { Command } from 'commander';
import { Failure } from '../contracts/failures';
import { RUN_FAILURES } from '../contracts/run-failures';
import { RUN } from '../domain/runs';
import { listAllRuns } from '../store/runs/list-all-runs';
import { loadRun } from '../store/runs/find-run';
import { listFlaws } from '../store/runs/record-flaws';
import { evidenceOf, type Run } from '../store/runs/row';
import { printFrom, reads, withDatabase } from './context';
import { addRunOperations } from './operate-runs';
import { print } from './print';
import { addRecompute } from './recompute';
import { addRelease, addResume } from './resume-runs';
import { filterOf, selectsRuns, type RunOptions } from './selected-runs';

/** `runs show | list | recompute | cancel | retry | resume | release`. */
export function addRunCommands(program: Command): void {
  const runs = program.command('runs').description('paid runs');
  reads(runs.command('show <id>'))
    .description('show one run, and the flaws that its last submissions still have')
    .action(async (id, _, command) => {
      const [run, flaws] = await withDatabase(command, (db) => Promise.all([loadRun(db, id), listFlaws(db, id)]));
      if (!run) throw new Failure('not_found', { detail: `No run ${id}.` });
      const {
        input: _input,
        evidenceCited: _cited,
        evidenceVerified: _verified,
        claimsSupported: _supported,
        claimsPartly: _partly,
        claimsUnsupported: _unsupported,
        ...rest
      } = run;
      const failure = run.failureCode ? RUN_FAILURES[run.failureCode].message : null;
      const { json } = command.optsWithGlobals();
      const shown = json ? flaws : flaws.map(({ pointer, detail }) => `${pointer || '/'} ${detail}`);
      const evidence = json ? evidenceOf(run) : evidenceText(run);
      print({ ...rest, progress: progressOf(run), evidence, failure, flaws: shown }, { json });
    });
  selectsRuns(reads(runs.command('list')), RUN.states, 20)
    .description('the newest runs, with their progress')
    .action((options: RunOptions, command: Command) =>
      printFrom(command, async (db) =>
        (await listAllRuns(db, options.limit, filterOf(options))).map((run) => ({
          id: run.id,
          kind: run.kind,
          status: run.status,
          stage: run.stage,
          progress: progressOf(run),
          evidence: evidenceText(run),
          accountId: run.accountId,
          mode: run.mode,
          failure: run.failureCode,
          createdAt: run.createdAt,
          completedAt: run.completedAt,
        })),
      ),
    );
  addRecompute(runs);
  addRunOperations(runs);
  addResume(runs);
  addRelease(runs);
}

function progressOf(run: Run): string {
  return `${run.progressDone}/${run.progressTotal}`;
}

/** Quotations found of those cited, such as `5/6`; null before they were checked. */
function evidenceText(run: Run): string | null {
  const evidence = evidenceOf(run);
  return evidence && `${evidence.verified}/${evidence.cited}`;
}
