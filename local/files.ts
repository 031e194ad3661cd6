import { readFileSync, renameSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_SETTINGS } from '../base/secrets';

/** Content of `ready.json`. Its shape is a public contract (stand-ins/README.md). */
export interface ReadyFile {
  api: string;
  temporal: string;
  /** null if TEMPORAL_ADDRESS is set, because the URL of that server's web UI is unknown. */
  temporalWeb: string | null;
  database: string;
  /** Connection string of the role that owns the tables and runs migrations. */
  databaseOwner: string;
  /** URL of the stand-in; null with a real provider. The same applies to `agents` and `payments`. */
  mail: string | null;
  agents: string | null;
  payments: string | null;
  /** URL of the page with traces and metrics; null without `--observe`, or if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  traces: string | null;
  /** Base URLs of /metrics, /health/live and /health/ready. */
  metrics: { api: string; worker: string };
  keys: { live: string; test: string };
  account: { id: string; email: string };
  /** Process ids by part, including the supervisor. */
  pids: Record<string, number>;
}

/** Replaces a file atomically. Only its owner can read it, because it contains keys. */
function replacePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

export function writePrivateJson(path: string, content: object): void {
  replacePrivateFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Content of ready.json; null if it is missing or one of its processes has ended. */
export function readReadyFile(path: string): ReadyFile | null {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as ReadyFile;
    return Object.values(content.pids).every(isAlive) ? content : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const NAMES =
  'DATABASE_URL|PUBLIC_URL|TASK_QUEUE|TOKEN_SECRET|MAIL|MAIL_FROM|OPERATOR_EMAIL|SUPPORT_ADDRESS|DEPLOYMENT_ID|' +
  'TRUSTED_HOPS|RATE_LIMIT_STORE|SWEEP_INTERVAL|CITED_PAGES_ORIGIN';
const GROUPS = 'TEMPORAL|ANTHROPIC|AGENT|RESEND|STRIPE|WEBHOOK|ALERT|RUN|EVALUATION|SEARCH|SESSION|STEP';
const NEEDED = new RegExp(`^(${NAMES}|(${GROUPS})_\\w+)$`);

/** Writes the settings that `npm run admin` needs to reach the running instance. */
export function writeOperatorFile(path: string, settings: NodeJS.ProcessEnv): void {
  writeEnvFile(path, Object.fromEntries(Object.entries(settings).filter(([name]) => NEEDED.test(name))));
}

/** Writes settings to a private file for `node --env-file` and parseEnv. */
export function writeEnvFile(path: string, settings: NodeJS.ProcessEnv): void {
  const lines = Object.entries(settings)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${quoted(value!)}\n`);
  replacePrivateFile(path, lines.sort().join(''));
}

// Quotation marks cannot be escaped, so use a kind that the value does not contain.
function quoted(value: string): string {
  const mark = ["'", '"', '`'].find((one) => !value.includes(one)) ?? "'";
  return mark + value + mark;
}

/** Moves secrets into files in `folder`, the way Docker and Kubernetes mount them. */
export function withSecretFiles(settings: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secrets: ReadonlySet<string> = new Set(SECRET_SETTINGS);
  const entries = Object.entries(settings).map(([name, value]): [string, string | undefined] => {
    if (value === undefined || !secrets.has(name)) return [name, value];
    const file = join(folder, name);
    writeFileSync(file, `${value}\n`, { mode: 0o600 });
    return [`${name}_FILE`, file];
  });
  return Object.fromEntries(entries);
}
