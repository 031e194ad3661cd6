/** `npm run cluster`: the parts of docker-compose.yml on this machine, and a drill of them. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { print } from '../../admin/print';
import { CONTROLS, type Control } from '../../local/cluster/control';
import { clusterFileOf, readClusterFile, type ClusterFile } from '../../local/cluster/file';
import { startCluster, type RunningCluster } from '../../local/cluster/start';
import { localFolder, type LocalFolder } from '../../local/folder';
import { builtPreparation } from '../../local/preparation';
import { identify } from '../../local/process/identity';
import { stopOnSignal } from '../../local/process/stop-on-signal';
import { report as reportTo, seconds, type Report } from '../../local/report';
import { BUILT_SCRIPTS } from '../../local/start';
import { startPostbox, type Postbox } from '../../test/support/postbox';
import { drill, WHOLE_DRILL } from './drill';
import { drillSettings } from './drill-settings';
import { drillTable } from './table';
import { Tally } from './tally';
import { createWorld, type DrillSizes } from './world';

const HELP = `
Starts, on loopback and with the settings of docker-compose.yml and deploy/: PostgreSQL, the production Temporal server
(built from its Go module, once), two APIs behind two proxies, three workers, and stand-ins of the providers. Ctrl-C
stops it all. A process that dies is replaced within 12 s. Data begins empty.

LOCAL_DIR (default .local) gets cluster.json with addresses, keys and process ids, and the settings that
"npm run admin" reads. Other settings are passed on to the product; keys of real providers are not.

--drill asks for ${describe(WHOLE_DRILL)}
while processes are restarted, killed and replaced, checks that nothing was lost or done twice, prints a table, and
exits with 0, or with the broken promises and 1. The output of the processes is in cluster.log.`;

async function main(): Promise<void> {
  const command = new Command('npm run cluster --')
    .description('Runs the product as on many machines, without containers.')
    .option('--drill', 'use it while its processes are restarted and killed, and stop')
    .addHelpText('after', HELP)
    .action(({ drill: drills = false }: { drill?: boolean }) => run(drills));
  for (const control of CONTROLS)
    command
      .command(control)
      .description(`${control} parts of the cluster that runs, one kind after the other`)
      .argument('<parts...>', 'proxy, api, worker, temporal, postgres, or one of them, such as worker-1')
      .action((parts: string[]) => order(control, parts));
  command
    .command('ps')
    .description('list the parts of the cluster that runs, with the process of each and whether it is there')
    .action(() => list());
  await command.parseAsync();
}

function list(): void {
  const parts = Object.entries(runningCluster().pids);
  print(
    parts.map(([part, pid]) => ({ part, pid, runs: identify(pid) !== null })),
    {},
  );
}

/** @throws Error where no cluster runs */
function runningCluster(): ClusterFile {
  const path = clusterFileOf(localFolder(process.env));
  const cluster = readClusterFile(path);
  if (!cluster) throw new Error(`No ${path}: no cluster runs there. Start one, or set LOCAL_DIR to its folder.`);
  return cluster;
}

/** Has the running cluster stop, start or restart parts; exits 1 with the reason where it does not. */
async function order(control: Control, parts: readonly string[]): Promise<void> {
  const cluster = runningCluster();
  for (const part of parts) {
    const answer = await fetch(`${cluster.control}/${control}/${part}`, { method: 'POST' });
    if (answer.ok) continue;
    throw new Error(answer.status === 404 ? `The cluster has no part ${part}.` : await answer.text());
  }
}

async function run(drills: boolean): Promise<void> {
  const startedAt = performance.now();
  const folder = localFolder(process.env);
  const report = reportOf(folder, drills);
  const abort = new AbortController();
  const running = stopOnSignal(abort, (text) => report.note(text));
  try {
    const postbox = drills ? await startPostbox() : null;
    const cluster = await startCluster({
      folder,
      env: { ...process.env, ...(postbox && drillSettings(postbox)) },
      report,
      preparation: builtPreparation,
      scripts: BUILT_SCRIPTS,
      signal: abort.signal,
    });
    await running.started(cluster);
    report.plain(`\nThe cluster is ready after ${seconds(performance.now() - startedAt)}: ${cluster.path}\n`);
    if (postbox) process.exit(await drillOn(cluster, postbox, report));
  } catch (error) {
    if (!abort.signal.aborted) report.note((error as Error).message);
    process.exit(abort.signal.aborted ? 0 : 1);
  }
}

async function drillOn(cluster: RunningCluster, postbox: Postbox, report: Report): Promise<number> {
  const tally = new Tally();
  let broken: string[];
  try {
    const world = await createWorld(cluster.path, postbox, WHOLE_DRILL, tally);
    broken = await drill(world, WHOLE_DRILL, report.note).finally(() => world.close());
  } finally {
    await cluster.stop();
  }
  const verdict = `cluster: ${describe(WHOLE_DRILL)}, ${broken.length} broken promises`;
  report.plain(['', drillTable(tally), '', ...broken.map((flaw) => `broken promise: ${flaw}`), verdict].join('\n'));
  return broken.length === 0 ? 0 : 1;
}

function describe(sizes: DrillSizes): string {
  return Object.entries(sizes)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}

/** Reports to the terminal; in a drill the lines of the processes go to a file. */
function reportOf({ root }: LocalFolder, drills: boolean): Report {
  const report = reportTo(process.stdout, process.stdout.isTTY && !process.env.NO_COLOR);
  if (!drills) return report;
  const log = createWriteStream(join(root, 'cluster.log'));
  return { ...report, line: (name, text) => void log.write(`${name} | ${text}\n`) };
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
