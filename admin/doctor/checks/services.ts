import { agentSettings, claimSettings } from '../../../base/agent-settings';
import { linkAccess, mailSettings, senderSettings } from '../../../base/mail-settings';
import { paymentSettings } from '../../../base/payment-settings';
import { readSettings } from '../../../base/settings';
import { AGENT_NAME } from '../../../modules/findings/contract/agents';
import { findProvisionedAgent } from '../../../modules/findings/store/agents';
import { deploymentIdOf } from '../../../modules/operations/store/deployment';
import { countWriters } from '../../../modules/usage/store/requests';
import { whyNoReader } from '../../../vendors/agents/claim-reader';
import { openAgents } from '../../../vendors/agents/open-agents';
import { checkMailAccess } from '../../../vendors/mail/provider';
import { checkPlatform } from '../../../vendors/payments/check-platform';
import { openPayments } from '../../../vendors/payments/open-payments';
import { check, fail, ok, warn, type PartialFinding } from '../check';

const ANSWER_WITHIN_MS = 5_000;

/** The API answers at its public address, through whatever proxies are in front of it. */
export const api = check({
  name: 'api',
  cure: 'Start the API, or correct PUBLIC_URL, DNS, the certificate or the proxy in front of it.',
  async run({ env }) {
    const publicUrl = env.PUBLIC_URL?.replace(/\/$/, '');
    if (!publicUrl) return warn('PUBLIC_URL is not set here, so the API is not asked.', 'Set PUBLIC_URL.');
    const response = await fetch(`${publicUrl}/health/ready`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'manual',
    });
    const body = (await response.json().catch(() => null)) as { checks?: { name: string; status: string }[] } | null;
    const failed = body?.checks?.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? [];
    if (response.status !== 200) {
      const why = failed.length > 0 ? `cannot reach ${failed.join(' and ')}` : `answers ${response.status}`;
      return fail(`The API at ${publicUrl} ${why}.`, this.cure);
    }
    if (failed.length === 0) return ok(`The API at ${publicUrl} is ready.`);
    return warn(`The API at ${publicUrl} cannot reach ${failed.join(' and ')}.`, 'Compare its settings with these.');
  },
});

/** Processes that counted requests within it answer now, or did before the last deploy. */
const RECENT_MS = 600_000;

const inProcesses = (count: number) => `${count} process${count === 1 ? '' : 'es'}`;

/** Rate limits are counted once for all processes of the API. */
export const limits = check({
  name: 'limits',
  needs: ['database'],
  cure: 'Set RATE_LIMIT_STORE=postgres for every API process.',
  async run({ db, env }) {
    const isPublic = env.PUBLIC_URL?.startsWith('https:') ?? false;
    const store = env.RATE_LIMIT_STORE ?? (isPublic ? 'postgres' : 'memory');
    const by = env.RATE_LIMIT_STORE ? 'RATE_LIMIT_STORE' : 'default';
    if (store === 'postgres') return ok(`Limits are counted in PostgreSQL for all processes together, by ${by}.`);
    const processes = await countWriters(db, RECENT_MS);
    const counting = `Limits are counted in the memory of each API process, by ${by}`;
    if (processes < 2 && !isPublic) return ok(`${counting}; ${inProcesses(processes)} answered lately.`);
    return warn(
      `${counting}: ${inProcesses(processes)} answered within ten minutes, and with several each caller has that many times its limit.`,
      this.cure,
    );
  },
});

const PROVISION = 'npm run admin -- agents provision';

/** The agent provider answers our key, and the deployed agent is the one of this repository and of our row. */
export const agent = check({
  name: 'agent',
  only: 'worker',
  needs: ['database'],
  cure: `Correct ${Object.keys(agentSettings).join(' or ')}; runs wait for about a minute and then fail meanwhile.`,
  async run({ db, env }) {
    const agents = openAgents(readSettings(agentSettings, env));
    const recorded = await findProvisionedAgent(db, AGENT_NAME, agents.definition);
    const { status, differences } = await agents.drift();
    if (status === 'unprovisioned' || recorded?.provider !== agents.provider) {
      return fail(`The research agent is not deployed (${differences.join('; ') || 'not recorded here'}).`, PROVISION);
    }
    if (status === 'drifted') return warn(`The deployed agent differs: ${differences.join('; ')}.`, PROVISION);
    const reader = whyNoReader(readSettings({ ...agentSettings, ...claimSettings }, env));
    return ok(
      [`Agent ${recorded.agentId}, version ${recorded.agentVersion}, is as defined.`, reader].filter(Boolean).join(' '),
    );
  },
});

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
