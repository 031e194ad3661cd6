import type { Command } from 'commander';
import { readQueue } from '../store/runs/read-queue';
import { printFrom, reads } from './context';
import { integerBetween } from './options';
import { durationOf } from './print';

/** `queue`. */
export function addQueueCommand(program: Command): void {
  reads(program.command('queue'))
    .description('runs that wait for a worker: how many, how old the oldest is, and whose')
    .option('--limit <n>', 'how many accounts, the deepest first', integerBetween(1, 1000), 20)
    .action(({ limit }: { limit: number }, command: Command) =>
      printFrom(command, async (db) => {
        const queue = await readQueue(db, limit);
        if (command.optsWithGlobals<{ json?: boolean }>().json) return queue;
        const { byAccount, ...all } = queue;
        return [{ accountId: 'all', ...all }, ...byAccount].map(({ accountId, depth, oldestSeconds }) => ({
          account: accountId,
          waiting: depth,
          oldest: oldestSeconds === null ? null : durationOf(oldestSeconds * 1_000),
        }));
      }),
    );
}
