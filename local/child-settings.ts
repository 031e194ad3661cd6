/** Addresses of the parts that the children need to know. */
export interface PartAddresses {
  database: string;
  temporal: string;
  api: { host: string; port: number; url: string };
  /** null where the user's own settings name the provider. */
  mail: string | null;
  agents: string | null;
}

/** Environment of our two processes. */
export interface ChildSettings {
  api: NodeJS.ProcessEnv;
  worker: NodeJS.ProcessEnv;
}

/** Accepted by the stand-ins, which take any key; never sent to a provider, since it comes with a stand-in's address only. */
const STAND_IN_KEY = 'local-stand-in';

/** The mail stand-in is needed unless the user names a provider by key or by address. */
export function needsMailStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.RESEND_API_KEY && !env.RESEND_BASE_URL;
}

/** The agent stand-in is needed unless the user names a provider by key or by address. */
export function needsAgentStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.ANTHROPIC_API_KEY && !env.ANTHROPIC_BASE_URL;
}

/** The user's environment with what the embedded default decides laid over it, and its defaults laid under it. */
export function childSettings(env: NodeJS.ProcessEnv, parts: PartAddresses): ChildSettings {
  const common = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    TEMPORAL_NAMESPACE: 'default',
    PUBLIC_URL: parts.api.url,
    MAIL_FROM: 'Newsletter Opportunity Intelligence <hello@noi.localhost>',
    ...env,
    DATABASE_URL: parts.database,
    TEMPORAL_ADDRESS: parts.temporal,
    ...provider('ANTHROPIC', env, parts.agents),
    ...(parts.agents && { AGENT_PROVIDER_NAME: 'local-sample' }),
    ...provider('RESEND', env, parts.mail),
  };
  return {
    api: { CHECK_RESPONSES: 'true', ...common, HOST: parts.api.host, PORT: String(parts.api.port) },
    worker: common,
  };
}

/** Environment of the stand-ins: nothing of the user's settings, least of all keys. */
export function standInSettings(env: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOG_LEVEL'];
  const base = Object.fromEntries(kept.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
  return { ...base, ...own };
}

function provider(prefix: 'ANTHROPIC' | 'RESEND', env: NodeJS.ProcessEnv, standIn: string | null): NodeJS.ProcessEnv {
  if (standIn) return { [`${prefix}_API_KEY`]: STAND_IN_KEY, [`${prefix}_BASE_URL`]: standIn };
  return { [`${prefix}_API_KEY`]: env[`${prefix}_API_KEY`] ?? STAND_IN_KEY };
}
