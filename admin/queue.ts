import type { Command } from 'commander';
import { readQueue } from '../store/runs/read-queue';
import { reads, withDatabase } from './context';
import { integerBetween } from './options';
import { durationOf, print } from './print';

/** `queue`. */
export function addQueueCommand(program: Command): void {
  reads(program.command('queue'))
    .description('runs that wait for a worker: how many, how old the oldest is, and whose')
    .option('--limit <n>', 'how many accounts, the deepest first', integerBetween(1, 1000), 20)
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const queue = await withDatabase(command, (db) => readQueue(db, limit));
      const options = command.optsWithGlobals<{ json?: boolean }>();
      const { byAccount, ...all } = queue;
      const rows = [{ accountId: 'all', ...all }, ...byAccount].map(({ accountId, depth, oldestSeconds }) => ({
        account: accountId,
        waiting: depth,
        oldest: oldestSeconds === null ? null : durationOf(oldestSeconds * 1_000),
      }));
      print(options.json ? { ...queue } : rows, options);
    });
}
