import { isTemporalCloud, temporalAccess } from '../../../providers/temporal-client';
import { check, ok, warn } from '../check';

/**
 * Work is dispatched fairly between accounts. No answer of a namespace tells: it decides where Temporal Cloud, or the
 * server's dynamic configuration, has it.
 */
export const fairness = check({
  name: 'fairness',
  cure: 'Correct the settings TEMPORAL_….',
  // oxlint-disable-next-line typescript/require-await -- a setting that cannot be read rejects
  async run({ env }) {
    const { connection, namespace } = temporalAccess(env);
    if (!isTemporalCloud(connection))
      return ok('The server says by matching.enableFairness whether accounts take turns; its API does not tell.');
    const cure = `Activate Fairness on the Overview page of ${namespace} in Temporal Cloud, which bills it, or see there that it is active (docs/kubernetes.md).`;
    return warn(`Accounts take turns only if Fairness is active for ${namespace}, which its API does not tell.`, cure);
  },
});
