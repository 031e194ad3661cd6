import type { Client } from '@temporalio/client';
import { agentSettings } from '../base/agent-settings';
import { BUILD } from '../base/build';
import { readSettings } from '../base/settings';
import type { Database } from '../prisma/client';
import { openAgents } from '../vendors/agents/open-agents';
import { countBegun, type DeployedBuild, type WorkerDeployment } from '../vendors/worker-deployments';
import { counted, messageOf, runChecks, type Finding } from './doctor/check';
import { database, migrations, databaseRole, schema } from './doctor/checks/database';

/** Steps of a deploy, in their order (docs/runbook/upgrade.md). */
type StepName = 'databases' | 'migrate' | 'start' | 'provision' | 'ramp' | 'promote' | 'drain' | 'retire';

/** One step as its check found it; `unknown` where this build cannot tell, which holds up nothing. */
export interface DeployStep {
  step: StepName;
  state: 'done' | 'to do' | 'blocked' | 'unknown';
  detail: string;
  command: string | null;
  back: string | null;
}

/** What the steps are read from. */
export interface DeployDeps {
  db: Database;
  client: Client;
  taskQueue: string;
}

/** A step before it is known whether an earlier one holds it up; null where this build cannot tell. */
type Found = Omit<DeployStep, 'state'> & { isDone: boolean | null };

const ROLLBACK = 'admin deploy rollback --reason TEXT';

/**
 * Steps that bring `build` into use, each with what its check found. Migrations and agent are those of the code that
 * asks, so they are unknown where `build` is another.
 */
export async function readSteps(deps: DeployDeps, seen: WorkerDeployment, build: string): Promise<DeployStep[]> {
  const [prepared, agent, begun] = await Promise.all([
    preparation(deps, build),
    agentStep(build),
    countBegun(deps.client, deps.taskQueue),
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

/** @throws Error that names the first step before `next` that is not done, and what does it */
export function requireReady(steps: readonly DeployStep[], next: StepName): void {
  const before = steps.slice(
    0,
    steps.findIndex(({ step }) => step === next),
  );
  const open = before.find(({ state }) => state === 'to do' || state === 'blocked');
  if (!open) return;
  const cure = open.command ? ` Do: ${open.command}` : '';
  throw new Error(`Nothing was changed, because the step before is not done (${open.step}): ${open.detail}${cure}`);
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
  `This is build ${BUILD.buildId}: ask in the image of ${build}, or with BUILD_ID=${build} in its checkout.`;

const PROVISION = 'admin agents provision';

async function agentStep(build: string): Promise<Found> {
  const step = { step: 'provision', command: PROVISION, back: null } as const;
  if (build !== BUILD.buildId) return { ...step, isDone: null, detail: askIn(build) };
  try {
    const { status, differences } = await openAgents(readSettings(agentSettings)).drift();
    if (status === 'in_sync') return { ...step, isDone: true, detail: 'The agent is as this build defines it.' };
    return { ...step, isDone: false, detail: `The agent is not as this build defines it: ${differences.join('; ')}.` };
  } catch (error) {
    // An emergency can be deployed while the provider is away.
    return { ...step, isDone: null, detail: `The agent provider could not be asked: ${messageOf(error)}` };
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
      ? `${counted(own.workers.length, 'worker')} of it polled lately.`
      : 'No worker of it has polled: start it beside the old ones, with WORKER_VERSIONING=on.',
    command: `BUILD_ID=${build} PREVIOUS_BUILD_ID=${seen.current ?? 'OLD'} docker compose --profile drain up --detach`,
    back: 'Stop its workers: they get no work before the ramp.',
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
        ? 'New work starts on it.'
        : `${moving} running workflows then move to it, and ${seen.unbegun} that nothing has begun start on it.`,
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
        `${pinned} running workflows end on the builds before` +
        `${seen.unversionedWork > 0 ? `, ${seen.unversionedWork} of no version move at their next step` : ''}.`,
      command: null,
      back: null,
    },
    {
      step: 'retire',
      isDone: isCurrent && left === 0 && idle.length === 0,
      detail: idle.length > 0 ? `Workers that nothing needs: ${idle.join(', ')}.` : 'No worker is there for nothing.',
      command: 'docker compose --profile drain stop worker-previous',
      back: 'docker compose --profile drain up --detach worker-previous',
    },
  ];
}

function rampDetail(own: DeployedBuild | undefined, isFirst: boolean, moving: number): string {
  if (own?.state === 'ramping') return `${own.percent}% of new work starts on it; look at failures before more.`;
  if (own?.state === 'current') return 'All new work starts on it.';
  if (isFirst) return 'Nothing is under way: its worker makes it current by itself.';
  if (moving === 0) return 'None of the new work starts on it.';
  return `Of ${moving} running workflows its part moves to it at their next step: replay them first (npm run replay).`;
}

const othersOf = ({ builds }: WorkerDeployment, build: string) => builds.filter(({ buildId }) => buildId !== build);

function sum(builds: readonly DeployedBuild[], of: 'pinned' | 'moving'): number {
  return builds.reduce((all, build) => all + build[of], 0);
}
