import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { generateSealingKey } from '../../base/secrets';
import { newToken } from '../../base/tokens';
import { apiSettings } from '../../http/settings';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import type { Internet } from '../../stand-ins/internet/internet';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_SECRETS } from '../../stand-ins/payments/answer';
import { workerSettings } from '../../worker/settings';
import { MAIL_STAND_IN_SECRET } from '../child-settings';
import { withSecretFiles } from '../files';
import { startApi, startWorker, type Part } from '../parts';
import { LOOPBACK } from '../ports';
import { together } from '../report';
import { composeService, type ComposeValues } from './compose';
import { holdable, type ClusterContext } from './context';
import { freeApi, listeningAt, type ProxiedApi } from './proxy';

const WORKERS = 3;

/** An API or worker of the cluster. Workers have no `url`. */
export interface ProductProcess {
  url: string | null;
  metrics: string;
  pid: () => number;
}

/** Provisions the agents, then starts the given APIs and three workers. */
export async function startProduct(context: ClusterContext, apis: readonly ProxiedApi[]): Promise<ProductProcess[]> {
  const { report, preparation, signal: outer } = context;
  const worker = settingsOf(context, 'worker');
  await report.step('provision agents', () => preparation.provisionAgents(worker, report, outer));
  const workers = Array.from({ length: WORKERS }, () => null);
  return together<ProductProcess[]>(outer, (signal) =>
    [...apis, ...workers].map((api, index) => start(context, api, index, signal)),
  );
}

async function start(
  context: ClusterContext,
  api: ProxiedApi | null,
  index: number,
  signal: AbortSignal,
): Promise<ProductProcess> {
  const at = api ?? (await freeApi());
  const env = { ...settingsOf(context, api ? 'api' : 'worker'), ...listeningAt(at) };
  const part = await holdable(async () => {
    let added: Part | null = null;
    const own = { ...context, add: (one: Part) => void (added = one) };
    if (api) await startApi(own, env, api.url, signal, `api-${index + 1}`);
    else await startWorker(own, env, signal, `worker-${index - 1}`);
    return added!;
  });
  context.add(part);
  return { url: api?.url ?? null, metrics: at.metrics, pid: () => part.pid() };
}

/** Environment of a process, with its secrets in files. */
export function settingsOf({ env, values, internet, data }: ClusterContext, service: 'api' | 'worker') {
  return withSecretFiles(productSettings(service, env, values, internet.settings), join(data, 'secrets', service));
}

export const MAIL_KEY = 'local-mail-key';

/** Variables of docker-compose.yml: random passwords and stand-in keys, never the user's real keys. */
export function composeVariables(env: NodeJS.ProcessEnv, publicUrl: string): NodeJS.ProcessEnv {
  const password = () => randomBytes(18).toString('base64url');
  return {
    ...env,
    POSTGRES_PASSWORD: password(),
    DATABASE_OWNER_PASSWORD: password(),
    DATABASE_APP_PASSWORD: password(),
    TEMPORAL_DATABASE_PASSWORD: password(),
    PUBLIC_URL: publicUrl,
    TRUSTED_HOPS: '1',
    // The build id is constant, so that workers pick up workflows that an earlier build started.
    BUILD_ID: env.BUILD_ID ?? 'cluster',
    MAIL: 'on',
    MAIL_FROM: 'Newsletter Opportunity Intelligence <hello@noi.localhost>',
    SUPPORT_ADDRESS: 'support@noi.localhost',
    OPERATOR_EMAIL: 'operator@noi.localhost',
    SELLER_NAME: 'Example Ltd',
    TOKEN_SECRET: newToken(),
    WEBHOOK_SECRET_KEY: generateSealingKey(),
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
    STRIPE_WEBHOOK_SECRETS_LIVE: PAYMENTS_STAND_IN_SECRETS.live,
    STRIPE_WEBHOOK_SECRETS_TEST: PAYMENTS_STAND_IN_SECRETS.test,
    RESEND_API_KEY: MAIL_KEY,
    RESEND_WEBHOOK_SECRET: MAIL_STAND_IN_SECRET,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
  };
}

/** Environment that docker-compose.yml gives an API or a worker, plus the stand-in internet. */
export function productSettings(
  service: 'api' | 'worker',
  env: NodeJS.ProcessEnv,
  values: ComposeValues,
  internet: Internet['settings'],
): NodeJS.ProcessEnv {
  const known = Object.keys(service === 'api' ? apiSettings : workerSettings);
  const decided = /^(TEMPORAL|DATABASE|METRICS)_|_BASE_URL$/;
  const user = known.filter((name) => env[name] && env[name] === values.variables[name] && !decided.test(name));
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    // As in the Dockerfile.
    NODE_ENV: 'production',
    ...internet,
    ...Object.fromEntries(user.map((name) => [name, env[name]])),
    ...composeService(service, values).environment,
    HOST: LOOPBACK,
    METRICS_HOST: LOOPBACK,
    ...(service === 'worker' && {
      AGENT_PROVIDER_NAME: 'local-sample',
      MAILS_PER_SECOND: env.MAILS_PER_SECOND ?? '50',
    }),
  };
}
