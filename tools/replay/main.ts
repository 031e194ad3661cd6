/**
 * `npm run replay`: replays every recorded history with this checkout's workflow code. With `--from ADDRESS`, replays a
 * running cluster's open and closed workflows instead.
 */
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { Command } from 'commander';
import { integerBetween } from '../../admin/options';
import { print } from '../../admin/print';
import { processIdentity } from '../../base/build';
import { DEFAULT_TASK_QUEUE } from '../../base/workflow-messages';
import { exitWith } from '../../test/support/exit-with';
import { temporalAccess, createTemporalClient } from '../../vendors/temporal-client';
import { readWorkflowBundle } from '../../worker/bundle';
import { recordedHistories, replayFailures, replayCluster } from './histories';

interface Options {
  from?: string;
  taskQueue: string;
  limit: number;
  json?: boolean;
}

const ACCESS = `
Namespace, TLS, client certificates, API keys and profiles are read from TEMPORAL_… (docs/configuration.md).
Exits 1 if a history does not replay, or if there are no histories.`;

async function main(): Promise<number> {
  const options = new Command('npm run replay --')
    .description(
      'Replays the recorded histories, or those of a running cluster, on the workflow code of this checkout.',
    )
    .option('--from <address>', 'host:port of Temporal in a running cluster')
    .option('--task-queue <name>', 'task queue of the product', process.env.TASK_QUEUE || DEFAULT_TASK_QUEUE)
    .option('--limit <n>', 'maximum histories per workflow type, open and closed', integerBetween(1, 1_000), 20)
    .option('--json', 'print one JSON value')
    .addHelpText('after', ACCESS)
    .parse()
    .opts<Options>();
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), shutdownSignals: [] });
  return options.from ? replayFrom(options.from, options) : replayRecorded();
}

async function replayRecorded(): Promise<number> {
  const histories = recordedHistories();
  const failures = Object.entries(await replayFailures(histories));
  for (const [name, reason] of failures) process.stderr.write(`${name} does not replay: ${reason}\n`);
  process.stdout.write(`${Object.keys(histories).length - failures.length} histories were replayed\n`);
  return failures.length > 0 ? 1 : 0;
}

async function replayFrom(from: string, options: Options): Promise<number> {
  const access = temporalAccess({ ...process.env, TEMPORAL_ADDRESS: from });
  const client = createTemporalClient(access, processIdentity('admin'));
  const result = await replayCluster(client, { ...options, workflowBundle: { code: await readWorkflowBundle() } });
  await client.connection.close();
  print(result, options);
  if (result.types.some(({ replayed }) => replayed > 0)) return result.failures.length > 0 ? 1 : 0;
  const where = `${from}, namespace ${access.namespace}, task queue ${options.taskQueue}`;
  process.stderr.write(`No history was found at ${where}: nothing is proven.\n`);
  return 1;
}

exitWith(main());
