/** `npm run replay -- --from ADDRESS`: replays histories of a running cluster on the code here. */
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { Command } from 'commander';
import { integerBetween } from '../../admin/options';
import { print } from '../../admin/print';
import { DEFAULT_TASK_QUEUE } from '../../contracts/workflow-messages';
import { processIdentity } from '../../platform/build';
import { temporalAccess } from '../../providers/temporal-access';
import { createTemporalClient } from '../../providers/temporal-client';
import { readWorkflowBundle } from '../../worker/bundle';
import { replayCluster } from './sample-histories';

interface Options {
  from?: string;
  namespace?: string;
  taskQueue: string;
  limit: number;
  json?: boolean;
}

const ACCESS = `
TLS, client certificates, API keys and profiles are read from TEMPORAL_… (docs/configuration.md).
Exits 1 where a history does not replay, or where there is none.`;

async function main(): Promise<void> {
  const options = new Command('npm run replay --')
    .description('Replays histories of a running cluster, open and closed, on the workflow code of this checkout.')
    .option('--from <address>', 'host:port of Temporal; by default TEMPORAL_ADDRESS')
    .option('--namespace <name>', 'by default TEMPORAL_NAMESPACE, else "default"')
    .option('--task-queue <name>', 'task queue of the product', process.env.TASK_QUEUE || DEFAULT_TASK_QUEUE)
    .option('--limit <n>', 'histories of each workflow type at most', integerBetween(1, 1_000), 20)
    .option('--json', 'print one JSON value')
    .addHelpText('after', ACCESS)
    .parse()
    .opts<Options>();
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), shutdownSignals: [] });
  const access = temporalAccess({
    ...process.env,
    ...(options.from && { TEMPORAL_ADDRESS: options.from }),
    ...(options.namespace && { TEMPORAL_NAMESPACE: options.namespace }),
  });
  const client = createTemporalClient(access, processIdentity('admin'));
  const workflowBundle = { code: await readWorkflowBundle() };
  const { types, failures } = await replayCluster(client, { ...options, workflowBundle });
  await client.connection.close();
  const replayed = types.reduce((sum, type) => sum + type.replayed, 0);
  if (options.json) print({ types, failures }, options);
  else
    print(
      types.map((type) => ({ ...type })),
      {},
    );
  for (const { workflow, workflowId, reason } of failures) {
    process.stderr.write(`${workflow}: ${workflowId} does not replay: ${reason}\n`);
  }
  if (replayed === 0) {
    const where = `${access.connection.address}, namespace ${access.namespace}, task queue ${options.taskQueue}`;
    process.stderr.write(`No history was found at ${where}: nothing is proven.\n`);
  }
  process.exit(failures.length > 0 || replayed === 0 ? 1 : 0);
}

main().catch((error: Error) => {
  process.stderr.write(`error: ${error.message}\n`);
  process.exit(1);
});
