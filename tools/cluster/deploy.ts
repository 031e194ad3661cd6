import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { DEFAULT_TASK_QUEUE } from '../../contracts/workflow-messages';
import { workerSettingsFile } from '../../local/cluster/file';
import { ourWorker } from '../../local/process/launch';
import { deploymentNameOf } from '../../providers/worker-deployments';
import { eventually } from '../../test/support/eventually';
import { OwnProcess, STOPS_WITHIN_MS } from '../../test/support/own-process';
import { makeChangedBuild } from './changed-build';
import type { World } from './world';

/** Build of changed workflows that a drill deploys in addition to the cluster's own. */
const CHANGED_BUILD = 'changed';
const WORKERS = 2;
const ADMITTED_WITHIN_MS = 60_000;
const DRAINS_WITHIN_MS = 300_000;

/** A build as `deploy status --json` prints it. */
interface Build {
  buildId: string;
  state: string;
  pinned: number;
}

/**
 * Deploys a build whose evaluations have another step, as docs/runbook/deploy.md says: new workers next to the old,
 * half of all new workflows, then all.
 */
export async function deployChanged(world: World): Promise<void> {
  const { folder } = world;
  const worker = makeChangedBuild(join(folder, 'cluster', 'changed'));
  const env = { ...parseEnv(readFileSync(workerSettingsFile({ root: folder }), 'utf8')), BUILD_ID: CHANGED_BUILD };
  const program = ourWorker(worker, env, STOPS_WITHIN_MS);
  const log = join(folder, 'cluster', 'changed.log');
  for (let number = 1; number <= WORKERS; number++)
    world.ownProcesses.push(new OwnProcess(`changed-${number}`, program, log));
  await Promise.all(world.ownProcesses.map((each) => each.start()));
  await eventually(
    'the changed build polls',
    async () => (await builds(world)).some(({ buildId }) => buildId === CHANGED_BUILD),
    ADMITTED_WITHIN_MS,
  );
  await change(world, 'ramp', '--percent', '50');
  await change(world, 'promote');
}

/** Promises about a deploy that are broken: every workflow began on one of two builds and the first is empty at the end. */
export async function brokenByDeploy(world: World): Promise<string[]> {
  const pinnedToOthers = async () => {
    const others = (await builds(world)).filter(({ buildId }) => buildId !== CHANGED_BUILD);
    return others.filter(({ pinned }) => pinned > 0);
  };
  await eventually(
    'the build before is empty',
    async () => (await pinnedToOthers()).length === 0,
    DRAINS_WITHIN_MS,
  ).catch(() => undefined);
  const flaws = (await pinnedToOthers()).map(
    ({ buildId, pinned }) => `${pinned} workflows never left build ${buildId}`,
  );
  const now = (await builds(world)).find(({ buildId }) => buildId === CHANGED_BUILD)?.state;
  if ((await evaluationsOn(world, CHANGED_BUILD)) === 0) flaws.push(`no evaluation ran on build ${CHANGED_BUILD}`);
  if (now !== 'current') flaws.push(`build ${CHANGED_BUILD} is ${now}, not current`);
  return [...flaws, ...world.ownProcesses.flatMap(({ crashes }) => crashes)];
}

/** Number of evaluations that ran on a build, whether they have ended or not. */
async function evaluationsOn({ cluster }: World, buildId: string): Promise<number> {
  const connection = await Connection.connect({ address: cluster().temporal });
  try {
    const version = `${deploymentNameOf(DEFAULT_TASK_QUEUE)}:${buildId}`;
    const query = `WorkflowType = 'evaluation' AND TemporalWorkerDeploymentVersion = '${version}'`;
    return (await new Client({ connection }).workflow.count(query)).count;
  } finally {
    await connection.close();
  }
}

async function builds({ admin }: World): Promise<Build[]> {
  return JSON.parse(await admin('deploy', 'status', '--json')) as Build[];
}

async function change({ admin }: World, verb: string, ...options: string[]): Promise<void> {
  await admin('deploy', verb, CHANGED_BUILD, ...options, '--reason', 'by the drill');
}
