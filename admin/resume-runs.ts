import type { Command } from 'commander';
import { runMessage } from '../domain/messages/runs';
import { runSettings } from '../platform/run-settings';
import { readSettings } from '../platform/settings';
import { releaseRun } from '../store/runs/hold-run';
import { openRuns, resumeRun } from '../store/runs/resume-run';
import { printFrom, writes } from './context';
import { patienceOf } from './run-patience';

/** `runs resume`, for one run by its id or for all that are open. */
export function addResume(runs: Command): void {
  writes(runs.command('resume [id]'))
    .description('start the workflow of open runs again where it is gone, as after a restore; what runs is left alone')
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action(async (id: string | undefined, _, command: Command) => {
      // The deadline of a run that has begun stays that of its row.
      const patience = patienceOf(readSettings(runSettings));
      await printFrom(command, async (db) => {
        const results: object[] = [];
        for (const runId of id === undefined ? await openRuns(db) : [id]) {
          const run = await resumeRun(db, runId, (found) => runMessage(patience, found));
          results.push(run ?? { id: runId, status: 'ended meanwhile' });
        }
        return results;
      });
    });
}

/** `runs release`, for a run that waits for a review. */
export function addRelease(runs: Command): void {
  writes(runs.command('release <id>'))
    .description('start a run that is held, because its account got too many credits back that day')
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action(async (id: string, _, command: Command) => {
      const settings = readSettings(runSettings);
      const start = (run: Parameters<typeof runMessage>[1]) => runMessage(patienceOf(settings), run);
      const queueExpiryMs = settings.RUN_QUEUE_EXPIRY;
      await printFrom(command, (db) => releaseRun(db, id, { queueExpiryMs, start }));
    });
}
