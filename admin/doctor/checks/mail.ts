import { linkAccess, mailSettings, senderSettings } from '../../../platform/mail-settings';
import { readSettings } from '../../../platform/settings';
import { checkMailAccess } from '../../../providers/mail/provider';
import { check, fail, ok, warn } from '../check';

/** The mail provider answers our key and sends from our domain; nothing is sent. */
export const mail = check({
  name: 'mail',
  only: 'worker',
  cure: 'Correct RESEND_BASE_URL, or look at the provider’s status page; mails are tried for 20 hours meanwhile.',
  async run({ env }) {
    const settings = readSettings({ ...mailSettings, ...senderSettings }, env);
    if (!linkAccess(settings)) {
      const cure = 'Set TOKEN_SECRET for API and worker, RESEND_API_KEY for the worker, and remove MAIL=off.';
      return warn('Mail is off: no sign-in by link, no free scans, no receipts.', cure);
    }
    const { RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl, MAIL_FROM: from } = settings;
    if (!apiKey) return fail('RESEND_API_KEY is not set: a worker refuses to start.', 'Set it, or MAIL=off.');
    const access = await checkMailAccess({ apiKey, baseUrl, from });
    if (access.kind === 'refused') {
      return fail('The mail provider refuses RESEND_API_KEY.', 'Make another key in its dashboard and set it.');
    }
    if (access.kind === 'unavailable') return warn(`The mail provider answers ${access.status}.`, this.cure);
    const { domain } = access;
    if (domain && domain.status !== 'verified') {
      const cure = 'Verify the domain in the dashboard of the mail provider, or correct MAIL_FROM.';
      return fail(`Mail is sent from ${domain.name}, which is ${domain.status}.`, cure);
    }
    return ok(`The mail provider answers${domain ? `, and ${domain.name} is verified` : ''}.`);
  },
});
