import { paymentSettings } from '../../../platform/payment-settings';
import { readSettings } from '../../../platform/settings';
import { checkPlatform } from '../../../providers/payments/check-platform';
import { openPayments } from '../../../providers/payments/open-payments';
import { deploymentIdOf } from '../../../store/deployment/deployment-id';
import { check, fail, ok, warn, type PartialFinding } from '../check';

/** The payment provider answers in each mode, sends us events, and leaves the money where withdrawals find it. */
export const payments = check({
  name: 'payments',
  needs: ['database'],
  cure: 'Correct STRIPE_SECRET_KEY_LIVE or _TEST; checkouts answer 502 meanwhile and can be repeated.',
  async run({ db, env, role }) {
    const settings = readSettings(paymentSettings, env);
    const opened = openPayments(settings, { deploymentId: deploymentIdOf(db, settings.DEPLOYMENT_ID) });
    if (!opened) {
      const cure = 'Set STRIPE_SECRET_KEY_LIVE with STRIPE_WEBHOOK_SECRETS_LIVE, if this deployment is to sell.';
      return warn('No key of the payment provider: nothing can be sold, returned or paid out.', cure);
    }
    const found: PartialFinding[] = opened.modes.flatMap((mode) => {
      const name = mode === 'live' ? 'STRIPE_WEBHOOK_SECRETS_LIVE' : 'STRIPE_WEBHOOK_SECRETS_TEST';
      // Only the API receives events.
      if (settings[name] || role === 'worker') return [];
      const part = `${mode}/webhook-secret`;
      const cure = `Set ${name} to the signing secret of the endpoint PUBLIC_URL/webhooks/stripe.`;
      return [{ part, ...fail(`${name} is not set: payments are noticed by the sweep only.`, cure) }];
    });
    for (const { mode, name, status, detail, cure } of await checkPlatform(opened)) {
      found.push({ part: `${mode}/${name}`, status, detail, cure });
    }
    return found.length > 0 ? found : ok('The payment provider answers.');
  },
});
