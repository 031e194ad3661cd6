import type { Command } from 'commander';
import { RUN_KIND_NAMES, type RunKind } from '../contracts/runs';
import { RUN_KINDS } from '../domain/run-kinds';
import { listSamples } from '../store/runs/find-samples';
import { publishSample, withdrawSample } from '../store/runs/publish-sample';
import { printFrom, reads, withDatabase, writes } from './context';
import { oneOf } from './options';
import { print } from './print';

/** Pages of a kind's sample, as far as they show a published run. */
const SHOWN_AT: Record<RunKind, string> = {
  idea_check: '/, /sample-dossier, its PDF, and GET /v1/runs/sample/findings',
  custom_search: '/sample-portfolio, its PDF, its ranking and findings as JSON',
};

const DUTY =
  'Everybody can read it now: the whole dossier, with what its owner asked. Their consent is your duty: keep it. ' +
  'Caches may show what was there for five minutes more; erasure of the account or "samples withdraw" ends it.';

/** `samples publish | list | withdraw`. */
export function addSampleCommands(program: Command): void {
  const samples = program.command('samples').description('runs that visitors read as the sample');
  writes(samples.command('publish <run>'))
    .description('show a completed live run to everybody in place of the shipped sample; its owner must have agreed')
    .requiredOption('--kind <kind>', RUN_KIND_NAMES.join(', '), oneOf(RUN_KIND_NAMES))
    .requiredOption('--reason <text>', 'how the owner agreed; kept in the audit log')
    .action(async (run: string, { kind }: { kind: RunKind }, command: Command) => {
      const published = await withDatabase(command, (db) => publishSample(db, run, kind));
      print(
        { ...published, what: RUN_KINDS[kind].label, shownAt: SHOWN_AT[kind] },
        { ...command.optsWithGlobals(), note: DUTY },
      );
    });
  reads(samples.command('list'))
    .description('published samples; one that is not shown gave way to the shipped one')
    .action((_, command: Command) => printFrom(command, listSamples));
  writes(samples.command('withdraw <run>'))
    .description('show the shipped sample again')
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action((run: string, _, command: Command) =>
      printFrom(command, async (db) => {
        await withdrawSample(db, run);
        return { runId: run, status: 'withdrawn' };
      }),
    );
}
