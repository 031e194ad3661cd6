import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { str } from 'envalid';
import { BUILD, processIdentity } from '../base/build';
import { plainJson, plainText } from '../base/plain-text';
import { temporalSettings } from '../base/process-settings';
import { readSettings } from '../base/settings';
import { DEFAULT_TASK_QUEUE } from '../base/workflow-messages';
import { lastRouting, recordDeploy, type DeployChange } from '../modules/operations/store/deployment';
import { markRestored } from '../modules/outbox/store/audit';
import { changeRouting, movePinned, type RoutingChange } from '../vendors/change-routing';
import { temporalAccess, createTemporalClient } from '../vendors/temporal-client';
import {
  readDeployment,
  buildsWithoutWorkers,
  type DeployedBuild,
  type WorkerDeployment,
} from '../vendors/worker-deployments';
import { reads, withDatabase, writes } from './context';
import { readSteps, requireReady, type DeployDeps, type DeployStep } from './deploy-steps';
import { counted } from './doctor/check';
import { integerBetween } from './options';
import { print } from './print';

const UNVERSIONED = 'unversioned';

const settings = {
  ...temporalSettings,
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
};

export function addDeployCommands(program: Command): void {
  const deploy = program.command('deploy').description('worker builds that run workflows (docs/runbook/upgrade.md)');
  reads(deploy.command('status'))
    .description(
      'builds with their share of new work, running workflows and workers; exits 1 if workflows are pinned to a build without workers',
    )
    .action((_, command: Command) =>
      withDeployment(async (_client, seen) => {
        printBuilds(seen, command);
        if (buildsWithoutWorkers(seen).length > 0) process.exitCode = 1;
      }),
    );
  reads(deploy.command('next [build]'))
    .description('steps to deploy a build (default: this one): done, to do or blocked, each with its command')
    .action((build: string | undefined, _, command: Command) =>
      withDeployment(async (client, seen) => {
        const deps = { client, taskQueue: taskQueueOf() };
        const steps = await withDatabase(command, (db) => readSteps({ ...deps, db }, seen, build ?? BUILD.buildId));
        const { json } = command.optsWithGlobals<{ json?: boolean }>();
        process.stdout.write(json ? `${plainJson(steps)}\n` : plainText(stepsAsText(build ?? BUILD.buildId, steps)));
      }),
    );
  writes(deploy.command('ramp <build>'))
    .description('start a percentage of new workflows on a build; refused while an earlier step is not done')
    .requiredOption('--percent <n>', 'of 100', integerBetween(0, 100))
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((build: string, { percent }: { percent: number }, command: Command) =>
      change(command, build, async (seen, deps) => {
        if (percent > 0) requireReady(await readSteps(deps, seen, build), 'ramp');
        return {
          action: 'deployment.ramped',
          routing: percent === 0 ? { ramping: null } : { ramping: build, percent },
          after: { ramping: percent === 0 ? null : build, percent },
        };
      }),
    );
  writes(deploy.command('promote <build>'))
    .description(
      `start all new workflows on a build, and move payments to it; "${UNVERSIONED}" for workers without a build`,
    )
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((build: string, _, command: Command) =>
      change(command, build, async (seen, deps) => {
        await requirePromotable(seen, deps, build);
        return {
          action: 'deployment.promoted',
          routing: { current: build === UNVERSIONED ? null : build },
          after: { current: build },
        };
      }),
    );
  writes(deploy.command('rollback'))
    .description('end a ramp, or make the previous build current again; repeating it changes nothing')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((_, command: Command) => change(command, null, rollback));
  writes(deploy.command('move <build>'))
    .description('move workflows pinned to a build without workers to another build; replay them there first')
    .requiredOption('--to <build>', 'a build that replays their histories (npm run replay)')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((build: string, { to }: { to: string }, command: Command) => move(command, build, to));
  writes(deploy.command('restored'))
    .description(
      'record, before workers start, that the database was restored: earlier runs then look for their agent session',
    )
    .requiredOption('--reason <text>', 'recorded in the audit log')
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

async function change(
  command: Command,
  build: string | null,
  decide: (seen: WorkerDeployment, deps: DeployDeps) => Promise<Decision>,
): Promise<void> {
  await withDeployment(async (client, seen) => {
    const before = { current: seen.current, ramping: seen.ramping, percent: percentOf(seen) };
    await withDatabase(command, async (db) => {
      const { action, routing, after } = await decide(seen, { db, client, taskQueue: taskQueueOf() });
      const buildId = build ?? String(after.current ?? after.ramping ?? UNVERSIONED);
      await recordDeploy(db, { action, buildId, before, after }, () => changeRouting(client, seen, routing));
    });
    printBuilds(await readDeployment(client, taskQueueOf()), command);
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

// A build that was current before has already been ramped, so it only needs workers.
async function requirePromotable(seen: WorkerDeployment, deps: DeployDeps, build: string): Promise<void> {
  if (build === UNVERSIONED) {
    if (seen.unversioned.length > 0) return;
    throw new Error('Nothing was changed: no unversioned worker is polling. Start one with WORKER_VERSIONING=off.');
  }
  const wasCurrent = seen.builds.find(({ buildId }) => buildId === build)?.lastCurrentAt ?? null;
  const steps = await readSteps(deps, seen, build);
  requireReady(
    wasCurrent === null ? steps : steps.filter(({ step }) => step === 'start' || step === 'promote'),
    'promote',
  );
}

async function rollback(seen: WorkerDeployment, { db }: DeployDeps): Promise<Decision> {
  const action = 'deployment.rolled_back';
  if (seen.ramping !== null) {
    return { action, routing: { ramping: null }, after: { current: seen.current, ramping: null } };
  }
  const last = await lastRouting(db);
  // Refuses to repeat a rollback whose response was lost, because repeating it would make the newer build current.
  if (last?.action === action && last.current === seen.current) {
    throw new Error(
      `Nothing was done: the rollback of ${last.at.toISOString()} already made build ${seen.current} current. To use another build, promote it by name.`,
    );
  }
  const earlier = seen.builds
    .filter(({ buildId, lastCurrentAt }) => buildId !== seen.current && lastCurrentAt !== null)
    .toSorted((a, b) => b.lastCurrentAt!.getTime() - a.lastCurrentAt!.getTime())[0];
  if (!earlier) throw new Error('No build was current before this one. Promote a build by name.');
  if (earlier.workers.length === 0) {
    throw new Error(`Build ${earlier.buildId} no longer has workers: start one first, or promote another build.`);
  }
  return { action, routing: { current: earlier.buildId }, after: { current: earlier.buildId, ramping: null } };
}

async function withDeployment(work: (client: Client, seen: WorkerDeployment) => Promise<void>): Promise<void> {
  const client = createTemporalClient(temporalAccess(readSettings(settings)), processIdentity('admin'));
  try {
    await work(client, await readDeployment(client, taskQueueOf()));
  } finally {
    await client.connection.close();
  }
}

const taskQueueOf = () => readSettings(settings).TASK_QUEUE;

function printBuilds(deployment: WorkerDeployment, command: Command): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const rows = [...deployment.builds, ...withoutVersion(deployment)].map(
    ({ buildId, state, percent, since, pinned, moving, workers }) => ({
      buildId,
      state,
      percent,
      since,
      pinned,
      moving,
      workers: json ? workers : workers.length,
    }),
  );
  const stranded = buildsWithoutWorkers(deployment).map(({ buildId }) => buildId);
  const notes = [
    ...(deployment.current === null ? ['No build is current: unversioned workers get new work.'] : []),
    ...(deployment.unbegun > 0 ? [`No worker has started ${counted(deployment.unbegun, 'workflow')} yet.`] : []),
    ...stranded.map(
      (buildId) =>
        `Build ${buildId} has pinned workflows and no worker: start one, or move them (docs/runbook/runs.md#build-gone).`,
    ),
  ];
  print(rows, { ...(json && { json }), ...(notes.length > 0 && { note: notes.join('\n') }) });
}

/** Row for unversioned workers, if any of them poll, have open workflows or receive new work. */
function withoutVersion(deployment: WorkerDeployment): DeployedBuild[] {
  const { current, unversioned, unversionedWork } = deployment;
  if (current !== null && unversioned.length === 0 && unversionedWork === 0) return [];
  const common = { buildId: UNVERSIONED, since: null, lastCurrentAt: null, pinned: 0, workers: unversioned };
  const [state, percent] =
    current === null
      ? (['current', 100 - percentOf(deployment)] as const)
      : ([unversionedWork > 0 ? 'draining' : 'drained', 0] as const);
  return [{ ...common, state, percent, moving: unversionedWork }];
}

function stepsAsText(build: string, steps: readonly DeployStep[]): string {
  const lines = steps.flatMap(({ step, state, detail, command, back }) => [
    `${state.padEnd(7)}  ${step.padEnd(9)}  ${detail}`,
    ...(state === 'to do' && command ? [`${' '.repeat(20)}-> ${command}`] : []),
    ...(state === 'to do' && back ? [`${' '.repeat(20)}back: ${back}`] : []),
  ]);
  return `Build ${build}\n${lines.join('\n')}\n`;
}

function percentOf({ ramping, builds }: WorkerDeployment): number {
  return builds.find(({ buildId }) => buildId === ramping)?.percent ?? 0;
}
