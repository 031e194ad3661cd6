import type { Command } from 'commander';
import { RUN_FAILURES, type RunFailureCode } from '../contracts/run-failures';
import { RUN_KIND_NAMES, type RunKind, type RunStatusName } from '../contracts/runs';
import type { RunFilter } from '../store/runs/list-all-runs';
import { integerBetween, oneOf, since } from './options';

/** Most runs that one command changes; given again it takes the next. */
const MOST = 1_000;

/** Options that select runs. */
export interface RunOptions {
  account?: string;
  kind?: RunKind;
  status?: RunStatusName;
  failureCode?: RunFailureCode;
  since?: Date;
  limit: number;
}

/** Adds the options that select runs by what they have in common. */
export function selectsRuns(command: Command, statuses: readonly RunStatusName[], limit: number): Command {
  command
    .option('--account <id>', 'of one account only')
    .option('--kind <kind>', RUN_KIND_NAMES.join(', '), oneOf(RUN_KIND_NAMES))
    .option('--status <status>', statuses.join(', '), oneOf(statuses))
    .option('--since <when>', 'created since then: a date, a time, or an age such as 2h', since)
    .option('--limit <n>', 'how many, the newest first', integerBetween(1, MOST), limit);
  if (!statuses.includes('failed')) return command;
  const codes = Object.keys(RUN_FAILURES) as RunFailureCode[];
  return command.option('--failure-code <code>', 'that ended for this reason', oneOf(codes));
}

/** Filter of the given options. */
export function filterOf({ account, kind, status, failureCode, since: from }: RunOptions): RunFilter {
  return { accountId: account, kind, failureCode, since: from, ...(status && { statuses: [status] }) };
}

/** True if the options narrow the runs at all. */
export function selects(options: RunOptions): boolean {
  const { account, kind, status, failureCode, since: from } = options;
  return [account, kind, status, failureCode, from].some((given) => given !== undefined);
}
