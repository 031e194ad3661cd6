import type { Command } from 'commander';
import { Failure } from '../contracts/failures';
import { recompute } from '../domain/recompute';
import { readDossierContent } from '../store/runs/read-artifact';
import { reads, withDatabase } from './context';
import { print } from './print';

/** `runs recompute ID`: exit code 1 where a stored figure is not what its inputs give. */
export function addRecompute(runs: Command): void {
  reads(runs.command('recompute <id>'))
    .description('recompute the figures of a run from its inputs; exits 1 where one differs')
    .action(async (id: string, _, command: Command) => {
      const content = await withDatabase(command, (db) => readDossierContent(db, id));
      if (!content) throw new Failure('not_found', { detail: `No findings of a run ${id}.` });
      const figures = recompute(content.findings, content.portfolio);
      const wrong = figures.filter(({ agrees }) => !agrees).length;
      const note =
        figures.length === 0
          ? 'These findings hold no figures that the service computes.'
          : `${figures.length - wrong} of ${figures.length} figures agree.`;
      print(figures, { ...command.optsWithGlobals(), note });
      if (wrong > 0) process.exitCode = 1;
    });
}
