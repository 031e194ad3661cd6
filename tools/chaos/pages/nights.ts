import { controlAgents } from '../../../test/support/agents';
import type { Scene } from './scene';

/** A night: a trouble that is brought about, and the page whose commands end it. */
export interface Night {
  /** Page of docs/runbook. */
  page: string;
  /** Brings the trouble about; what it returns is for `over`. */
  trouble(scene: Scene): Promise<string>;
  /** What the first look of the page shows while the trouble lasts. */
  shows: RegExp;
  /** Resolves once the trouble is over. @throws Error where the cure did not end it */
  over(scene: Scene, begun: string): Promise<void>;
}

/** Pace of agents, and one by which no session ends in a minute. */
const STEP_MS = 200;
const SLOW_STEP_MS = 30_000;

const completes = (scene: Scene, runId: string) => scene.reaches(runId, 'completed');

/** A run that is under way. */
async function underWay(scene: Scene): Promise<string> {
  const runId = await scene.begin();
  await scene.reaches(runId, 'running');
  return runId;
}

/** Nights that are played, in their order. */
export const NIGHTS: readonly Night[] = [
  {
    page: 'worker-frozen',
    async trouble(scene) {
      for (const { pid } of scene.cluster().workers) process.kill(pid, 'SIGSTOP');
      return scene.begin();
    },
    shows: /No worker reports/,
    over: completes,
  },
  {
    page: 'api-down',
    trouble: (scene) => scene.shell.paste('cluster stop api'),
    shows: /^FAIL +api /m,
    over: (scene) => scene.answers(),
  },
  {
    page: 'database-unreachable',
    trouble: (scene) => scene.shell.paste('cluster stop postgres'),
    shows: /^FAIL +database /m,
    over: async (scene) => completes(scene, await scene.begin()),
  },
  {
    page: 'outbox-stalled',
    async trouble(scene) {
      await scene.shell.paste('cluster stop temporal');
      return scene.begin();
    },
    shows: /^\([1-9]\d* rows?\)$/m,
    over: completes,
  },
  {
    page: 'build-gone',
    async trouble(scene) {
      // Its session must not end while the workers do.
      const agents = controlAgents(scene.cluster().agents, () => Promise.resolve());
      await agents.pace(SLOW_STEP_MS);
      const runId = await underWay(scene);
      await scene.shell.paste('cluster stop worker');
      await agents.pace(STEP_MS);
      return runId;
    },
    shows: /has pinned workflows and no worker/,
    over: completes,
  },
];
