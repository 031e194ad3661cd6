import { temporalAccess } from '../../../providers/temporal-access';
import { check, fail, inTime, messageOf, ok } from '../check';

/** Temporal answers. */
export const temporal = check({
  name: 'temporal',
  cure: 'Start Temporal, or correct the settings TEMPORAL_…: runs are accepted meanwhile and start when it is back.',
  async run({ temporal: client, env }) {
    const begun = performance.now();
    try {
      const { serverVersion } = await inTime(client, () => client.workflowService.getSystemInfo({}));
      return ok(`Temporal ${serverVersion} answers (connected in ${Math.round(performance.now() - begun)} ms).`);
    } catch (error) {
      const { address } = temporalAccess(env).connection;
      return fail(`Temporal does not answer at ${address}: ${messageOf(error)}`, this.cure);
    }
  },
});
