import type { Command } from 'commander';
import { listAlerts } from '../store/alerts/read-alerts';
import { printFrom, reads } from './context';
import { integerBetween } from './options';
import { ageOf } from './print';

/** `alerts list`. */
export function addAlertCommands(program: Command): void {
  const alerts = program.command('alerts').description('what only a person can put right');
  reads(alerts.command('list'))
    .description('the newest alerts; the condition of `open` ones holds, an `event` has no end that we could see')
    .option('--open', 'only those that are open')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .action(({ open, limit }: { open?: true; limit: number }, command: Command) =>
      printFrom(command, async (db) => {
        const { json } = command.optsWithGlobals<{ json?: boolean }>();
        return (await listAlerts(db, limit, open)).map(({ facts, raisedAt, clearedAt, ...row }) =>
          json ? { ...row, facts, raisedAt, clearedAt } : { ...row, age: ageOf(raisedAt) },
        );
      }),
    );
}
