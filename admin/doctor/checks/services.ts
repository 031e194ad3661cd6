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

/** Checks that the API answers at its public URL, through any proxies in front of it. */
export const api = check({
  name: 'api',
  cure: 'Correct PUBLIC_URL.',
  async run({ env }) {
    const publicUrl = env.PUBLIC_URL?.replace(/\/$/, '');
    if (!publicUrl) return warn('PUBLIC_URL is not set here, so the API was not checked.', 'Set PUBLIC_URL.');
    const options = { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: 'manual' } as const;
    const response = await fetch(`${publicUrl}/health/ready`, options).catch((error: Error) => error);
    if (response instanceof Error) return unreachable(new URL(publicUrl), response);
    const body = (await response.json().catch(() => null)) as Ready | null;
    if (!body?.checks) return unknownAnswer(publicUrl, response.status);
    const failed = body.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
    if (response.status === 200 && failed.length === 0) return ok(`The API at ${publicUrl} is ready.`);
    const why = failed.map((name) => (name === 'database' ? `database (${body.database})` : name)).join(' and ');
    if (response.status === 200) return warn(`The API at ${publicUrl} cannot use ${why}.`, COMPARE);
    return fail(`The API at ${publicUrl} answers but is not ready: it cannot use ${why}.`, COMPARE);
  },
});

const COMPARE = 'Fix that first. If it works from here, compare the settings of the API with the settings here.';

/** Response body of `/health/ready`. */
interface Ready {
  database?: string;
  checks?: { name: string; status: string }[];
}

function unreachable({ host, hostname, origin }: URL, error: Error): PartialFinding {
  const { code = error.name } = (error.cause ?? error) as { code?: string };
  const [what, cure] = whyUnreached(code, host, hostname);
  return fail(`The API is unreachable at ${origin}: ${what} (${messageOf(error)}).`, cure);
}

function whyUnreached(code: string, host: string, name: string): [what: string, cure: string] {
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) {
    return [
      `DNS has no address for ${name}`,
      `Point an A record of ${name} at this host. Check it: dig +short ${name}`,
    ];
  }
  if (/CERT|SIGNED|ISSUER|SIGNATURE|EPROTO|ERR_SSL/.test(code)) {
    const look = `docker compose logs --tail 50 proxy; openssl s_client -connect ${name}:443 -servername ${name}`;
    return [`the certificate or TLS of ${name} is not accepted`, `Find the cause: ${look}`];
  }
  const cure = 'Start proxy and API (docker compose up --detach --wait), and open the port in the firewall.';
  return [`nothing answers at ${host}`, cure];
}

/** Explains a response that came from a proxy or another server instead of the API. */
function unknownAnswer(publicUrl: string, status: number): PartialFinding {
  const fromProxy = status === 502 || status === 503 || status === 504;
  const text = fromProxy
    ? `The proxy at ${publicUrl} answers ${status}: it cannot reach a ready API.`
    : `The server at ${publicUrl} is not the API (it answered ${status}).`;
  return fail(
    text,
    fromProxy
      ? `${START_API} If it is running, correct the upstream address of the proxy.`
      : 'Correct PUBLIC_URL, or the upstream address of the proxy.',
  );
}

const PROVISION = 'admin agents provision';

/** Checks that the provider accepts our key, and that the deployed agent matches this build and our database row. */
export const agent = check({
  name: 'agent',
  only: 'worker',
  needs: ['database'],
  cure: `Correct ${Object.keys(agentSettings).join(' or ')}. Meanwhile, runs wait about a minute and then fail.`,
  async run({ db, env }) {
    const stop = await findAgentStop(db);
    // Check the recorded stop first: a spend limit blocks real work, but not the read requests below.
    if (stop)
      return refusedWork(`${stop.words} (since ${stop.since.toISOString()}; runs wait and resume by themselves)`);
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
  return fail(`The agent provider refuses our work: ${words}.`, cureFor(words));
}

function cureFor(words: string): string {
  if (/limit|credit|billing|402/i.test(words))
    return `Raise the spend limit or buy credit at ${LIMITS_OF_AGENT}. Runs resume within a minute.`;
  if (/workspace|organization/i.test(words))
    return `Re-enable the workspace, or create a key in another workspace at ${KEYS_OF_AGENT}.`;
  return `Create a key at ${KEYS_OF_AGENT}, set ANTHROPIC_API_KEY for every worker and restart them. Runs then resume.`;
}

/** @throws `error` if it is not an AgentsError */
function providerTrouble(error: Error): PartialFinding {
  if (!(error instanceof AgentsError)) throw error;
  if (error.kind === 'account_stopped') return refusedWork(error.message);
  const cure = 'Check https://status.claude.com, ANTHROPIC_BASE_URL, and the outbound network.';
  return fail(`The agent provider does not answer correctly: ${error.message}.`, cure);
}

const NOT_SELLING = {
  part: 'live',
  ...warn(
    'STRIPE_SECRET_KEY_LIVE is not set here: the website sells nothing, and only test keys can buy.',
    'Set it with STRIPE_WEBHOOK_SECRETS_LIVE to open sales (docs/going-live.md).',
  ),
};

/** Checks that the payment provider answers, sends us events, and keeps our balance available for withdrawals. */
export const payments = check({
  name: 'payments',
  needs: ['database'],
  cure: 'Correct STRIPE_SECRET_KEY_LIVE or _TEST. Meanwhile, checkouts answer 502 and can be retried.',
  async run({ db, env, role }) {
    const settings = readSettings(paymentSettings, env);
    const opened = openPayments(settings, { deploymentId: deploymentIdOf(db, settings.DEPLOYMENT_ID) });
    if (!opened) {
      const cure = 'To sell from this deployment, set STRIPE_SECRET_KEY_LIVE and STRIPE_WEBHOOK_SECRETS_LIVE.';
      return warn('No key for the payment provider: sales, refunds and payouts are off.', cure);
    }
    const found: PartialFinding[] = opened.modes.includes('live') ? [] : [NOT_SELLING];
    found.push(
      ...opened.modes.flatMap((mode): PartialFinding[] => {
        const name = mode === 'live' ? 'STRIPE_WEBHOOK_SECRETS_LIVE' : 'STRIPE_WEBHOOK_SECRETS_TEST';
        // Only the API receives events, so a worker needs no signing secret.
        if (settings[name] || role === 'worker') return [];
        const part = `${mode}/webhook-secret`;
        const cure = `Set ${name} to the signing secret of the endpoint PUBLIC_URL/webhooks/stripe.`;
        const judge = role === 'api' ? fail : warn;
        return [
          {
            part,
            ...judge(`${name} is not set here: without it, the API learns of payments only from the sweep.`, cure),
          },
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

/** @throws `error` if it is not a PaymentsError */
function unavailablePayments(error: Error): PartialFinding {
  if (!(error instanceof PaymentsError)) throw error;
  const cure =
    'Check https://status.stripe.com. Meanwhile, checkouts answer 502 and can be retried; refunds and payouts resume by themselves.';
  return fail(`The payment provider does not answer correctly: ${error.message}.`, cure);
}

/** Checks that the mail provider accepts our key and has verified our domain. Sends no mail. */
export const mail = check({
  name: 'mail',
  only: 'worker',
  cure: 'Check https://resend-status.com and the outbound network. Meanwhile, mail is retried for 20 hours.',
  async run({ env }) {
    const settings = readSettings({ ...mailSettings, ...senderSettings }, env);
    if (!linkAccess(settings)) {
      const cure =
        'Set TOKEN_SECRET for the API and the worker, set RESEND_API_KEY for the worker, and remove MAIL=off.';
      return warn('Mail is off: no sign-in by link, no free scans, no receipts.', cure);
    }
    const { RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl, MAIL_FROM: from } = settings;
    if (!apiKey) return fail('RESEND_API_KEY is not set: workers refuse to start.', 'Set it, or MAIL=off.');
    const access = await checkMailAccess({ apiKey, baseUrl, from });
    if (access.kind === 'refused') {
      const cure = 'Create a key at https://resend.com/api-keys, set RESEND_API_KEY for every worker and restart them.';
      return fail('The mail provider refuses RESEND_API_KEY.', cure);
    }
    if (access.kind === 'unavailable') return warn(`The mail provider answers ${access.status}.`, this.cure);
    const { domain } = access;
    if (domain && domain.status !== 'verified') {
      const cure = 'Verify the domain in the mail provider’s dashboard, or correct MAIL_FROM.';
      return fail(`Mail is sent from ${domain.name}, which is ${domain.status}.`, cure);
    }
    return ok(`The mail provider answers${domain ? `, and ${domain.name} is verified` : ''}.`);
  },
});
