import type { Client } from '@temporalio/client';
import { agentSettings } from '../base/agent-settings';
import { BUILD } from '../base/build';
import { readSettings } from '../base/settings';
import type { Database } from '../prisma/client';
import { openAgents } from '../vendors/agents/open-agents';
import { countStarted, type DeployedBuild, type WorkerDeployment } from '../vendors/worker-deployments';
import { counted, messageOf, runChecks, type Finding } from './doctor/check';
import { database, migrations, databaseRole, schema } from './doctor/checks/database';

/** Steps of a deploy, in order (docs/runbook/upgrade.md). */
type StepName = 'databases' | 'migrate' | 'start' | 'provision' | 'ramp' | 'promote' | 'drain' | 'retire';

/** Result of checking one step. `unknown`: the step could not be checked. Such a step does not block later ones. */
export interface DeployStep {
  step: StepName;
  state: 'done' | 'to do' | 'blocked' | 'unknown';
  detail: string;
  command: string | null;
  back: string | null;
}

export interface DeployDeps {
  db: Database;
  client: Client;
  taskQueue: string;
}

/** A checked step before its state is derived from earlier steps. `isDone` is null if it could not be checked. */
type Found = Omit<DeployStep, 'state'> & { isDone: boolean | null };

const ROLLBACK = 'admin deploy rollback --reason TEXT';

/** Checks every step of deploying `build`. Only that build's own code can check migrate and provision. */
export async function readSteps(deps: DeployDeps, seen: WorkerDeployment, build: string): Promise<DeployStep[]> {
  const [prepared, agent, begun] = await Promise.all([
    preparation(deps, build),
    agentStep(build),
    countStarted(deps.client, deps.taskQueue),
  ]);
  const found = [...prepared, startStep(seen, build), agent, ...routing(seen, build, begun), ...ending(seen, build)];
  const first = found.find(({ isDone }) => isDone === false);
  return found.map(({ isDone, ...step }) => {
    if (isDone === null) return { ...step, state: 'unknown' };
    if (isDone) return { ...step, state: 'done', command: null };
    return step.step === first?.step
      ? { ...step, state: 'to do' }
      : { ...step, state: 'blocked', detail: `First: ${first!.step}. ${step.detail}` };
  });
}

/** @throws Error naming the first unfinished step before `next`, with its command */
export function requireReady(steps: readonly DeployStep[], next: StepName): void {
  const before = steps.slice(
    0,
    steps.findIndex(({ step }) => step === next),
  );
  const open = before.find(({ state }) => state === 'to do' || state === 'blocked');
  if (!open) return;
  const cure = open.command ? ` Do: ${open.command}` : '';
  throw new Error(`Nothing was changed: finish the step "${open.step}" first. ${open.detail}${cure}`);
}

async function preparation({ db, client, taskQueue }: DeployDeps, build: string): Promise<Found[]> {
  const checks = { db, env: process.env, role: 'operator', temporal: client, taskQueue } as const;
  const [reached, ...migrated] = await runChecks([database, migrations, schema, databaseRole], checks);
  const isReached = reached!.status !== 'fail';
  const databases: Found = {
    step: 'databases',
    isDone: isReached,
    detail: reached!.detail,
    command: 'sh deploy/setup-databases.sh',
    back: null,
  };
  const common = { step: 'migrate', command: 'node dist/prisma/migrate.js', back: null } as const;
  if (build !== BUILD.buildId) return [databases, { ...common, isDone: null, detail: askIn(build) }];
  const isMigrated = isReached && migrated.every(({ status }) => status !== 'fail');
  return [databases, { ...common, isDone: isMigrated, detail: worstOf(migrated) }];
}

const askIn = (build: string) =>
  `This is build ${BUILD.buildId}: run the command in the image of ${build}, or in its checkout with BUILD_ID=${build}.`;

const PROVISION = 'admin agents provision';

async function agentStep(build: string): Promise<Found> {
  const step = { step: 'provision', command: PROVISION, back: null } as const;
  if (build !== BUILD.buildId) return { ...step, isDone: null, detail: askIn(build) };
  try {
    const { status, differences } = await openAgents(readSettings(agentSettings)).drift();
    if (status === 'in_sync')
      return { ...step, isDone: true, detail: 'The agent matches the definition of this build.' };
    return {
      ...step,
      isDone: false,
      detail: `The agent differs from the definition of this build: ${differences.join('; ')}.`,
    };
  } catch (error) {
    // An emergency deploy must work even while the provider is down.
    return { ...step, isDone: null, detail: `The agent provider did not answer: ${messageOf(error)}` };
  }
}

function worstOf(findings: readonly Finding[]): string {
  const failed = findings.filter(({ status }) => status === 'fail');
  return (failed.length > 0 ? failed : findings).map(({ detail }) => detail).join(' ');
}

function startStep(seen: WorkerDeployment, build: string): Found {
  const own = seen.builds.find(({ buildId }) => buildId === build);
  return {
    step: 'start',
    isDone: (own?.workers.length ?? 0) > 0,
    detail: own
      ? `${counted(own.workers.length, 'worker')} of this build polled recently.`
      : 'No worker of this build has polled. Start one next to the old ones, with WORKER_VERSIONING=on.',
    command: `BUILD_ID=${build} PREVIOUS_BUILD_ID=${seen.current ?? 'OLD'} docker compose --profile drain up --detach`,
    back: 'Stop its workers; they get no work before the ramp.',
  };
}

function routing(seen: WorkerDeployment, build: string, begun: number): Found[] {
  const own = seen.builds.find(({ buildId }) => buildId === build);
  const isCurrent = seen.current === build;
  const isFirst = seen.current === null && seen.unversioned.length === 0 && begun === 0;
  const moving = seen.unversionedWork + sum(othersOf(seen, build), 'moving');
  return [
    {
      step: 'ramp',
      isDone: isCurrent || seen.ramping === build || isFirst,
      detail: rampDetail(own, isFirst, moving),
      command: `admin deploy ramp ${build} --percent 10 --reason TEXT`,
      back: ROLLBACK,
    },
    {
      step: 'promote',
      isDone: isCurrent,
      detail: isCurrent
        ? 'New work starts on this build.'
        : `${moving} running workflows will move to this build, and ${seen.unbegun} unstarted ones will start on it.`,
      command: `admin deploy promote ${build} --reason TEXT`,
      back: ROLLBACK,
    },
  ];
}

function ending(seen: WorkerDeployment, build: string): Found[] {
  const isCurrent = seen.current === build;
  const old = othersOf(seen, build);
  const pinned = sum(old, 'pinned');
  const left = pinned + seen.unversionedWork;
  const idle = isCurrent
    ? [
        ...old.filter((each) => each.pinned === 0 && each.workers.length > 0).map(({ buildId }) => buildId),
        ...(seen.unversionedWork === 0 && seen.unversioned.length > 0 ? ['without a version'] : []),
      ]
    : [];
  return [
    {
      step: 'drain',
      isDone: isCurrent && left === 0,
      detail:
        `${pinned} running workflows are finishing on earlier builds` +
        `${seen.unversionedWork > 0 ? `; ${seen.unversionedWork} unversioned ones move at their next step` : ''}.`,
      command: null,
      back: null,
    },
    {
      step: 'retire',
      isDone: isCurrent && left === 0 && idle.length === 0,
      detail: idle.length > 0 ? `Workers that are no longer needed: ${idle.join(', ')}.` : 'No idle workers.',
      command: 'docker compose --profile drain stop worker-previous',
      back: 'docker compose --profile drain up --detach worker-previous',
    },
  ];
}

function rampDetail(own: DeployedBuild | undefined, isFirst: boolean, moving: number): string {
  if (own?.state === 'ramping')
    return `${own.percent}% of new work starts on this build. Check for failures before you raise it.`;
  if (own?.state === 'current') return 'All new work starts on this build.';
  if (isFirst) return 'No workflow is running: the first worker makes its build current automatically.';
  if (moving === 0) return 'No new work starts on this build.';
  return `This percentage of ${moving} running workflows moves to this build at the next step. Replay them first (npm run replay).`;
}

const othersOf = ({ builds }: WorkerDeployment, build: string) => builds.filter(({ buildId }) => buildId !== build);

function sum(builds: readonly DeployedBuild[], of: 'pinned' | 'moving'): number {
  return builds.reduce((all, build) => all + build[of], 0);
}
