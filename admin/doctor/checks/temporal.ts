import { temporalAccess } from '../../../providers/temporal-client';
import { check, fail, messageOf, ok } from '../check';

const ANSWER_WITHIN_MS = 5_000;

/** Temporal answers. */
export const temporal = check({
  name: 'temporal',
  cure: 'Start Temporal, or correct the settings TEMPORAL_…: runs are accepted meanwhile and start when it is back.',
  async run({ temporal: client, env }) {
    const begun = performance.now();
    try {
      const { serverVersion } = await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
        client.workflowService.getSystemInfo({}),
      );
      return ok(`Temporal ${serverVersion} answers (connected in ${Math.round(performance.now() - begun)} ms).`);
    } catch (error) {
      const { address } = temporalAccess(env).connection;
      return fail(`Temporal does not answer at ${address}: ${messageOf(error)}`, this.cure);
    }
  },
});
