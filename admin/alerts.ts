import type { Command } from 'commander';
import { listAlerts } from '../store/alerts/read-alerts';
import { reads, withDatabase } from './context';
import { integerBetween } from './options';
import { ageOf, print } from './print';

/** `alerts list`. */
export function addAlertCommands(program: Command): void {
  const alerts = program.command('alerts').description('what only a person can put right');
  reads(alerts.command('list'))
    .description('the newest alerts; the condition of `open` ones holds, an `event` has no end that we could see')
    .option('--open', 'only those that are open')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .action(async ({ open, limit }: { open?: true; limit: number }, command: Command) => {
      const options = command.optsWithGlobals<{ json?: boolean }>();
      const listed = await withDatabase(command, (db) => listAlerts(db, limit, open));
      const rows = listed.map(({ facts, raisedAt, clearedAt, ...row }) =>
        options.json ? { ...row, facts, raisedAt, clearedAt } : { ...row, age: ageOf(raisedAt) },
      );
      print(rows, options);
    });
}
