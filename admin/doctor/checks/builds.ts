import { readDeployment, strandedBuilds } from '../../../providers/worker-deployments';
import { check, fail, ok, warn } from '../check';

/** The build that new work goes to has workers, and so has every build that running workflows are pinned to. */
export const builds = check({
  name: 'builds',
  needs: ['temporal'],
  cure: 'Let this client describe worker deployments in the namespace.',
  async run({ temporal, taskQueue }) {
    const deployment = await readDeployment(temporal, taskQueue);
    if (deployment.builds.length === 0) return ok('Workers take work without a version (WORKER_VERSIONING=off).');
    const stranded = strandedBuilds(deployment);
    if (stranded.length > 0) {
      const names = stranded.map(({ buildId, pinned }) => `${buildId} (${pinned} workflows)`).join(', ');
      const cure =
        'Start a worker of that build again, or move its workflows: docs/runbook/build-gone.md has the commands.';
      return fail(`No worker runs a build that workflows are pinned to: ${names}.`, cure);
    }
    const { current, unversioned } = deployment;
    const workers =
      current === null ? unversioned : deployment.builds.find(({ buildId }) => buildId === current)?.workers;
    const name = current === null ? 'Workers without a version get' : `Build ${current} gets`;
    if (!workers?.length) {
      return fail(
        `${name} new work, and none polls ${taskQueue}.`,
        'Start one, or make another build current: npm run admin -- deploy promote BUILD --reason TEXT',
      );
    }
    if (current !== null && unversioned.length > 0) {
      const cure = `Set WORKER_VERSIONING=on there, or run: npm run admin -- deploy promote unversioned --reason TEXT`;
      return warn(`${name} new work; ${unversioned.join(', ')} without a version gets none.`, cure);
    }
    return ok(`${name} new work.`);
  },
});
