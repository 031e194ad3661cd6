import { agentSettings, claimSettings } from '../../../base/agent-settings';
import { linkAccess, mailSettings, senderSettings } from '../../../base/mail-settings';
import { paymentSettings } from '../../../base/payment-settings';
import { readSettings } from '../../../base/settings';
import { AgentsError, AGENT_NAME } from '../../../modules/findings/contract/agents';
import { findProvisionedAgent } from '../../../modules/findings/store/agents';
import { deploymentIdOf } from '../../../modules/operations/store/deployment';
import { PaymentsError } from '../../../modules/orders/payment-provider';
import { findAgentStop } from '../../../modules/runs/store/agent-stops';
import { whyNoReader } from '../../../vendors/agents/claim-reader';
import { openAgents } from '../../../vendors/agents/open-agents';
import { checkMailAccess } from '../../../vendors/mail/provider';
import { checkPlatform } from '../../../vendors/payments/check-platform';
import { openPayments } from '../../../vendors/payments/open-payments';
import { check, fail, messageOf, ok, warn, type PartialFinding } from '../check';

const ANSWER_WITHIN_MS = 5_000;

const START_API = 'Start it: docker compose up --detach --wait api.';

/** The API answers at its public address, through whatever proxies are in front of it. */
export const api = check({
  name: 'api',
  cure: 'Correct PUBLIC_URL.',
  async run({ env }) {
    const publicUrl = env.PUBLIC_URL?.replace(/\/$/, '');
    if (!publicUrl) return warn('PUBLIC_URL is not set here, so the API is not asked.', 'Set PUBLIC_URL.');
    const options = { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: 'manual' } as const;
    const response = await fetch(`${publicUrl}/health/ready`, options).catch((error: Error) => error);
    if (response instanceof Error) return unreachable(new URL(publicUrl), response);
    const body = (await response.json().catch(() => null)) as Ready | null;
    if (!body?.checks) return unknownAnswer(publicUrl, response.status);
    const failed = body.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
    if (response.status === 200 && failed.length === 0) return ok(`The API at ${publicUrl} is ready.`);
    const why = failed.map((name) => (name === 'database' ? `database (${body.database})` : name)).join(' and ');
    if (response.status === 200) return warn(`The API at ${publicUrl} cannot use ${why}.`, COMPARE);
    return fail(`The API at ${publicUrl} answers and is not ready: it cannot use ${why}.`, COMPARE);
  },
});

const COMPARE = 'Fix that first; where its own check here is ok, compare the settings of the API with these.';

/** What an API answers to `/health/ready`. */
interface Ready {
  database?: string;
  checks?: { name: string; status: string }[];
}

function unreachable({ host, hostname, origin }: URL, error: Error): PartialFinding {
  const { code = error.name } = (error.cause ?? error) as { code?: string };
  const [what, cure] = whyUnreached(code, host, hostname);
  return fail(`The API is not reached at ${origin}: ${what} (${messageOf(error)}).`, cure);
}

function whyUnreached(code: string, host: string, name: string): [what: string, cure: string] {
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) {
    return [`DNS has no address for ${name}`, `Point an A record of ${name} here; see: dig +short ${name}`];
  }
  if (/CERT|SIGNED|ISSUER|SIGNATURE|EPROTO|ERR_SSL/.test(code)) {
    const look = `docker compose logs --tail 50 proxy; openssl s_client -connect ${name}:443 -servername ${name}`;
    return [`the certificate or TLS of ${name} is not accepted`, `See why: ${look}`];
  }
  const cure = 'Start proxy and API (docker compose up --detach --wait), and open the port in the firewall.';
  return [`nothing answers at ${host}`, cure];
}

/** An answer that is none of the API's comes from what is in front of it. */
function unknownAnswer(publicUrl: string, status: number): PartialFinding {
  const fromProxy = status === 502 || status === 503 || status === 504;
  const text = fromProxy
    ? `The proxy at ${publicUrl} answers ${status}: it reaches no API that is ready.`
    : `What answers at ${publicUrl} is not the API: ${status}.`;
  return fail(
    text,
    fromProxy
      ? `${START_API} Else correct where the proxy sends requests.`
      : 'Correct PUBLIC_URL, or where the proxy sends requests.',
  );
}

const PROVISION = 'admin agents provision';

/** The agent provider answers our key, and the deployed agent is the one of this repository and of our row. */
export const agent = check({
  name: 'agent',
  only: 'worker',
  needs: ['database'],
  cure: `Correct ${Object.keys(agentSettings).join(' or ')}; runs wait for about a minute and then fail meanwhile.`,
  async run({ db, env }) {
    const stop = await findAgentStop(db);
    // Limits are met by work alone, which this question is not.
    if (stop) return refusedWork(`${stop.words} (since ${stop.since.toISOString()}; runs wait and lose nothing)`);
    const agents = openAgents(readSettings(agentSettings, env));
    const recorded = await findProvisionedAgent(db, AGENT_NAME, agents.definition);
    const drift = await agents.drift().catch((error: unknown) => error as Error);
    if (drift instanceof Error) return providerTrouble(drift);
    const { status, differences } = drift;
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

const KEYS_OF_AGENT = 'https://platform.claude.com/settings/keys';
const LIMITS_OF_AGENT = 'https://platform.claude.com/settings/limits';

function refusedWork(words: string): PartialFinding {
  return fail(`The agent provider takes no work of ours: ${words}.`, wayOn(words));
}

function wayOn(words: string): string {
  if (/limit|credit|billing|402/i.test(words))
    return `Raise the spend limit or buy credit at ${LIMITS_OF_AGENT}; runs go on within a minute.`;
  if (/workspace|organization/i.test(words))
    return `Enable the workspace again, or make a key in another one at ${KEYS_OF_AGENT}.`;
  return `Make another key at ${KEYS_OF_AGENT}, set ANTHROPIC_API_KEY for every worker and restart them; runs then go on.`;
}

/** @throws an error that is not the provider's */
function providerTrouble(error: Error): PartialFinding {
  if (!(error instanceof AgentsError)) throw error;
  if (error.kind === 'account_stopped') return refusedWork(error.message);
  const cure = 'Look at https://status.claude.com, and at ANTHROPIC_BASE_URL and the way out of this network.';
  return fail(`The agent provider does not answer as it should: ${error.message}.`, cure);
}

const NOT_SELLING = {
  part: 'live',
  ...warn(
    'STRIPE_SECRET_KEY_LIVE is not set here: the pages sell nothing, and only test keys can buy.',
    'Set it with STRIPE_WEBHOOK_SECRETS_LIVE to open sales (docs/going-live.md).',
  ),
};

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
    const found: PartialFinding[] = opened.modes.includes('live') ? [] : [NOT_SELLING];
    found.push(
      ...opened.modes.flatMap((mode): PartialFinding[] => {
        const name = mode === 'live' ? 'STRIPE_WEBHOOK_SECRETS_LIVE' : 'STRIPE_WEBHOOK_SECRETS_TEST';
        // Only the API receives events.
        if (settings[name] || role === 'worker') return [];
        const part = `${mode}/webhook-secret`;
        const cure = `Set ${name} to the signing secret of the endpoint PUBLIC_URL/webhooks/stripe.`;
        const judge = role === 'api' ? fail : warn;
        return [
          { part, ...judge(`${name} is not set here: an API without it notices payments by the sweep only.`, cure) },
        ];
      }),
    );
    const platform = await checkPlatform(opened).catch((error: unknown) => error as Error);
    if (platform instanceof Error) return [...found, unavailablePayments(platform)];
    for (const { mode, name, status, detail, cure } of platform) {
      found.push({ part: `${mode}/${name}`, status, detail, cure });
    }
    return found.length > 0 ? found : ok('The payment provider answers.');
  },
});

/** @throws an error that is not the provider's */
function unavailablePayments(error: Error): PartialFinding {
  if (!(error instanceof PaymentsError)) throw error;
  const cure =
    'Look at https://status.stripe.com; checkouts answer 502 meanwhile and can be repeated, refunds and payouts go on by themselves.';
  return fail(`The payment provider does not answer as it should: ${error.message}.`, cure);
}

/** The mail provider answers our key and sends from our domain; nothing is sent. */
export const mail = check({
  name: 'mail',
  only: 'worker',
  cure: 'Look at https://resend-status.com, and at the way out of this network; mails are tried for 20 hours meanwhile.',
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
      const cure = 'Make another at https://resend.com/api-keys, set RESEND_API_KEY for every worker and restart them.';
      return fail('The mail provider refuses RESEND_API_KEY.', cure);
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
