/** `npm run cluster`: runs the services of docker-compose.yml on this machine, and controls the running ones. */
import { Command } from 'commander';
import { localFolder } from '../folder';
import { identify } from '../process/identity';
import { stopOnSignal } from '../process/stop-on-signal';
import { report as reportTo, seconds } from '../report';
import { builtPreparation, BUILT_SCRIPTS } from '../start';
import { CONTROLS, clusterFileOf, readClusterFile, type Control, type ClusterFile } from './context';
import { startCluster } from './start';

const HELP = `
Starts on loopback, with the settings of docker-compose.yml and deploy/: PostgreSQL, the production Temporal server
(built once from its Go module), two APIs behind a proxy, three workers, and stand-ins for the providers. Ctrl-C
stops everything. A process that dies is replaced within 12 s. Each start begins with empty data.

Writes to LOCAL_DIR (default .local): cluster.json with addresses, keys and process ids, and the settings that
"npm run admin" reads. Passes other settings to the product, except keys of real providers.`;

async function main(): Promise<void> {
  const command = new Command('npm run cluster --')
    .description('Runs the product as if on several machines, without containers.')
    .addHelpText('after', HELP)
    .action(run);
  for (const control of CONTROLS)
    command
      .command(control)
      .description(`${control} parts of the running cluster, in the given order`)
      .argument('<parts...>', 'proxy, api, worker, temporal, postgres, or a single process such as worker-1')
      .action((parts: string[]) => order(control, parts));
  command.command('ps').description('list the parts of the running cluster, with process ids and states').action(list);
  await command.parseAsync();
}

function list(): void {
  for (const [part, pid] of Object.entries(runningCluster().pids))
    process.stdout.write(`${part.padEnd(12)}${String(pid).padStart(8)}  ${identify(pid) ? 'runs' : 'ended'}\n`);
}

/** @throws Error if no cluster is running */
function runningCluster(): ClusterFile {
  const path = clusterFileOf(localFolder(process.env));
  const cluster = readClusterFile(path);
  if (!cluster)
    throw new Error(`No cluster is running (${path} is missing). Start one, or set LOCAL_DIR to its folder.`);
  return cluster;
}

/** Asks the running cluster to stop, start or restart parts. @throws Error with the reason if it fails */
async function order(control: Control, parts: readonly string[]): Promise<void> {
  const cluster = runningCluster();
  for (const part of parts) {
    const answer = await fetch(`${cluster.control}/${control}/${part}`, { method: 'POST' });
    if (answer.ok) continue;
    throw new Error(answer.status === 404 ? `The cluster has no part ${part}.` : await answer.text());
  }
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const report = reportTo(process.stdout, process.stdout.isTTY && !process.env.NO_COLOR);
  const abort = new AbortController();
  const running = stopOnSignal(abort, (text) => report.note(text));
  try {
    const cluster = await startCluster({
      folder: localFolder(process.env),
      env: process.env,
      report,
      preparation: builtPreparation,
      scripts: BUILT_SCRIPTS,
      signal: abort.signal,
    });
    await running.started(cluster);
    report.plain(`\nThe cluster is ready after ${seconds(performance.now() - startedAt)}: ${cluster.path}\n`);
  } catch (error) {
    if (!abort.signal.aborted) report.note((error as Error).message);
    process.exit(abort.signal.aborted ? 0 : 1);
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
