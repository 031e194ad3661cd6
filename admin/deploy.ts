import type { Command } from 'commander';
import { str } from 'envalid';
import type { Client } from '@temporalio/client';
import { DEFAULT_TASK_QUEUE } from '../contracts/workflow-messages';
import { processIdentity } from '../platform/build';
import { readSettings } from '../platform/settings';
import { temporalSettings } from '../platform/temporal-settings';
import { temporalAccess } from '../providers/temporal-access';
import { createTemporalClient } from '../providers/temporal-client';
import { changeRouting, movePinned, type RoutingChange } from '../providers/change-routing';
import { readDeployment, strandedBuilds, type WorkerDeployment } from '../providers/worker-deployments';
import { lastRouting, type RoutingEvent } from '../store/deployment/last-routing';
import { recordDeploy, type DeployChange } from '../store/deployment/record-deploy';
import { markRestored } from '../store/deployment/restores';
import { reads, withDatabase, writes } from './context';
import { integerBetween } from './options';
import { print } from './print';

/** Name for workers without a version where a command names a build. */
const UNVERSIONED = 'unversioned';

const settings = {
  ...temporalSettings,
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
};

/** `deploy status | ramp | promote | rollback | move | restored`. */
export function addDeployCommands(program: Command): void {
  const deploy = program.command('deploy').description('the builds that workflows run on (docs/runbook/deploy.md)');
  reads(deploy.command('status'))
    .description('builds with their part in new work, pinned workflows and workers; exits 1 where one has no workers')
    .action((_, command: Command) =>
      withDeployment(async (_client, seen) => {
        printBuilds(seen, command);
        if (strandedBuilds(seen).length > 0) process.exitCode = 1;
      }),
    );
  writes(deploy.command('ramp <build>'))
    .description('start a part of all new workflows on a build')
    .requiredOption('--percent <n>', 'of 100', integerBetween(0, 100))
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action((build: string, { percent }: { percent: number }, command: Command) =>
      change(command, build, () => ({
        action: 'deployment.ramped',
        routing: percent === 0 ? { ramping: null } : { ramping: build, percent },
        after: { ramping: percent === 0 ? null : build, percent },
      })),
    );
  writes(deploy.command('promote <build>'))
    .description(
      `start all new workflows on a build, and move payments to it; "${UNVERSIONED}" for workers without one`,
    )
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action((build: string, _, command: Command) =>
      change(command, build, () => ({
        action: 'deployment.promoted',
        routing: { current: build === UNVERSIONED ? null : build },
        after: { current: build },
      })),
    );
  writes(deploy.command('rollback'))
    .description('end a ramp, or make the build current that was current before; twice in a row does it once')
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action((_, command: Command) => change(command, null, rollback));
  writes(deploy.command('move <build>'))
    .description(
      'move the workflows that are pinned to a build without workers to another one; replay them there first',
    )
    .requiredOption('--to <build>', 'a build whose code follows their histories (npm run replay)')
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action((build: string, { to }: { to: string }, command: Command) => move(command, build, to));
  writes(deploy.command('restored'))
    .description(
      'say, before workers start, that the database was set back: work of before looks for its agent session',
    )
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action(async (_, command: Command) => {
      await withDatabase(command, markRestored);
      print({ restored: true }, command.optsWithGlobals());
    });
}

interface Decision {
  action: DeployChange['action'];
  routing: RoutingChange;
  after: DeployChange['after'];
}

/** Makes and audits one change; `decide` sees what the routing is now, and the change before. */
async function change(
  command: Command,
  build: string | null,
  decide: (seen: WorkerDeployment, last: RoutingEvent | null) => Decision,
): Promise<void> {
  await withDeployment(async (client, seen) => {
    const before = { current: seen.current, ramping: seen.ramping, percent: percentOf(seen) };
    await withDatabase(command, async (db) => {
      const { action, routing, after } = decide(seen, await lastRouting(db));
      const buildId = build ?? String(after.current ?? after.ramping ?? UNVERSIONED);
      await recordDeploy(db, { action, buildId, before, after }, () => changeRouting(client, seen, routing));
    });
    printBuilds(await readAgain(client), command);
  });
}

async function move(command: Command, from: string, to: string): Promise<void> {
  await withDeployment(async (client, { name, builds }) => {
    const target = builds.find(({ buildId }) => buildId === to);
    if (!target || target.workers.length === 0) throw new Error(`Build ${to} has no workers: start one first.`);
    const pinned = builds.find(({ buildId }) => buildId === from)?.pinned ?? 0;
    const entry = { action: 'deployment.moved', buildId: from, before: { pinned }, after: { to } } as const;
    await withDatabase(command, (db) => recordDeploy(db, entry));
    const moved = await movePinned(client, name, from, to);
    print({ buildId: from, to, moved }, command.optsWithGlobals());
  });
}

function rollback(seen: WorkerDeployment, last: RoutingEvent | null): Decision {
  const action = 'deployment.rolled_back';
  if (seen.ramping !== null) {
    return { action, routing: { ramping: null }, after: { current: seen.current, ramping: null } };
  }
  // Repeated because its answer was lost, it would go forward again.
  if (last?.action === action && last.current === seen.current) {
    throw new Error(
      `Nothing was done: build ${seen.current} is current by a rollback of ${last.at.toISOString()}. Promote another by its name.`,
    );
  }
  const earlier = seen.builds
    .filter(({ buildId, lastCurrentAt }) => buildId !== seen.current && lastCurrentAt !== null)
    .toSorted((a, b) => b.lastCurrentAt!.getTime() - a.lastCurrentAt!.getTime())[0];
  if (!earlier) throw new Error('No build was current before this one; promote one by its name.');
  if (earlier.workers.length === 0) {
    throw new Error(`Build ${earlier.buildId} has no workers any more: start one first, or promote another build.`);
  }
  return { action, routing: { current: earlier.buildId }, after: { current: earlier.buildId, ramping: null } };
}

async function withDeployment(work: (client: Client, seen: WorkerDeployment) => Promise<void>): Promise<void> {
  const read = readSettings(settings);
  const client = createTemporalClient(temporalAccess(read), processIdentity('admin'));
  try {
    await work(client, await readOrRefuse(client, read.TASK_QUEUE));
  } finally {
    await client.connection.close();
  }
}

const readAgain = (client: Client) => readOrRefuse(client, readSettings(settings).TASK_QUEUE);

async function readOrRefuse(client: Client, taskQueue: string): Promise<WorkerDeployment> {
  const deployment = await readDeployment(client, taskQueue);
  if (deployment) return deployment;
  throw new Error(
    `No worker with a version has polled the task queue ${taskQueue}: start one with WORKER_VERSIONING=on and BUILD_ID.`,
  );
}

function printBuilds(deployment: WorkerDeployment, command: Command): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const rows = deployment.builds.map(({ buildId, state, percent, since, pinned, workers }) => ({
    buildId,
    state,
    percent,
    since,
    pinned,
    workers: json ? workers : workers.length,
  }));
  const stranded = strandedBuilds(deployment).map(({ buildId }) => buildId);
  const notes = [
    ...(deployment.current === null ? ['No build is current: workers without a version get new work.'] : []),
    ...stranded.map(
      (buildId) =>
        `Build ${buildId} has pinned workflows and no worker: start one, or move them (docs/runbook/build-gone.md).`,
    ),
  ];
  print(rows, { ...(json && { json }), ...(notes.length > 0 && { note: notes.join('\n') }) });
}

function percentOf({ ramping, builds }: WorkerDeployment): number {
  return builds.find(({ buildId }) => buildId === ramping)?.percent ?? 0;
}
