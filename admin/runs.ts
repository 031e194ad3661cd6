import type { Command } from 'commander';
import { Failure } from '../base/failures';
import { RUN_FAILURES } from '../base/run-failures';
import { recompute } from '../modules/findings/publish';
import { RUN_KIND_NAMES, type RunKind } from '../modules/run-kinds/contract';
import { RUN, RUN_KINDS } from '../modules/run-kinds/rules';
import { findAgentStop } from '../modules/runs/store/agent-stops';
import { readDossierContent } from '../modules/runs/store/artifacts';
import { listAllRuns } from '../modules/runs/store/lists';
import { loadRun, evidenceOf, type Run } from '../modules/runs/store/runs';
import { listSamples, publishSample, withdrawSample } from '../modules/runs/store/samples';
import { listFlaws } from '../modules/runs/store/submissions';
import { SAMPLES } from '../modules/runs/use-cases/sample';
import { printFrom, reads, withDatabase, writes } from './context';
import { addRunOperations, addRelease, addResume, filterOf, selectsRuns, type RunOptions } from './operate-runs';
import { oneOf } from './options';
import { print } from './print';

export function addRunCommands(program: Command): void {
  const runs = program.command('runs').description('paid runs');
  reads(runs.command('show <id>'))
    .description('show a run, why it failed or waits, and the problems in its last submissions')
    .action(async (id, _, command) => {
      const [run, flaws, stop] = await withDatabase(command, (db) =>
        Promise.all([loadRun(db, id), listFlaws(db, id), findAgentStop(db)]),
      );
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
      // Sandbox runs do not need the agent provider, so they never wait for it.
      const waits = stop !== null && run.mode === 'live' && !RUN.isTerminal(run.status);
      const waitsFor = waits ? (json ? stop : `${stop.since.toISOString()} ${stop.words}`) : null;
      print({ ...rest, progress: progressOf(run), evidence, failure, waitsFor, flaws: shown }, { json });
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
  addSamples(program);
}

function progressOf(run: Run): string {
  return `${run.progressDone}/${run.progressTotal}`;
}

/** Number of verified quotations out of all cited ones, such as `5/6`; null before the check. */
function evidenceText(run: Run): string | null {
  const evidence = evidenceOf(run);
  return evidence && `${evidence.verified}/${evidence.cited}`;
}

/** `runs recompute ID`: exits 1 if a stored figure differs from the recomputed one. */
function addRecompute(runs: Command): void {
  reads(runs.command('recompute <id>'))
    .description('recompute the figures of a run from its inputs; exits 1 if one differs')
    .action(async (id: string, _, command: Command) => {
      const content = await withDatabase(command, (db) => readDossierContent(db, id));
      if (!content) throw new Failure('not_found', { detail: `No findings of a run ${id}.` });
      const figures = recompute(content.findings, content.portfolio);
      const wrong = figures.filter(({ agrees }) => !agrees).length;
      const note =
        figures.length === 0
          ? 'These findings have no computed figures.'
          : `${figures.length - wrong} of ${figures.length} figures agree.`;
      print(figures, { ...command.optsWithGlobals(), note });
      if (wrong > 0) process.exitCode = 1;
    });
}

const DUTY =
  'The whole dossier and the question of its owner are public now. Keep a record of their consent. ' +
  'Caches may show the earlier sample for up to five minutes. To undo: "samples withdraw". Erasing the account also removes it.';

function addSamples(program: Command): void {
  const samples = program.command('samples').description('runs shown to visitors as samples');
  writes(samples.command('publish <run>'))
    .description('publish a completed live run instead of the built-in sample; its owner must have agreed')
    .requiredOption('--kind <kind>', RUN_KIND_NAMES.join(', '), oneOf(RUN_KIND_NAMES))
    .requiredOption('--reason <text>', 'how the owner agreed; recorded in the audit log')
    .action(async (run: string, { kind }: { kind: RunKind }, command: Command) => {
      const published = await withDatabase(command, (db) => publishSample(db, run, kind));
      print(
        { ...published, what: RUN_KINDS[kind].label, shownAt: SAMPLES[kind].shownAt },
        { ...command.optsWithGlobals(), note: DUTY },
      );
    });
  reads(samples.command('list'))
    .description('list published samples; if one is not shown, the built-in sample is shown instead')
    .action((_, command: Command) => printFrom(command, listSamples));
  writes(samples.command('withdraw <run>'))
    .description('show the built-in sample again')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((run: string, _, command: Command) =>
      printFrom(command, async (db) => {
        await withdrawSample(db, run);
        return { runId: run, status: 'withdrawn' };
      }),
    );
}
