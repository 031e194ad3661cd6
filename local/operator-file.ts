import { replacePrivateFile } from './ready-file';

/** Settings that operators' commands need: addresses and keys. */
const NAMES =
  'DATABASE_URL|PUBLIC_URL|TASK_QUEUE|TOKEN_SECRET|MAIL|MAIL_FROM|OPERATOR_EMAIL|SUPPORT_ADDRESS|DEPLOYMENT_ID|' +
  'TRUSTED_HOPS|RATE_LIMIT_STORE|SWEEP_INTERVAL|RECONCILIATION_INTERVAL|CITED_PAGES_ORIGIN';
const GROUPS = 'TEMPORAL|ANTHROPIC|AGENT|RESEND|STRIPE|WEBHOOK|ALERT|RUN|EVALUATION|SEARCH|SESSION|STEP';
const NEEDED = new RegExp(`^(${NAMES}|(${GROUPS})_\\w+)$`);

/**
 * Writes the settings that operators' commands need, so that `npm run admin` reaches the running instance.
 */
export function writeOperatorFile(path: string, settings: NodeJS.ProcessEnv): void {
  writeEnvFile(path, Object.fromEntries(Object.entries(settings).filter(([name]) => NEEDED.test(name))));
}

/** Writes settings as a private file that `node --env-file` and parseEnv read. */
export function writeEnvFile(path: string, settings: NodeJS.ProcessEnv): void {
  const lines = Object.entries(settings)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${quoted(value!)}\n`);
  replacePrivateFile(path, lines.sort().join(''));
}

// Each kind of quotation mark can enclose anything but itself.
function quoted(value: string): string {
  const mark = ["'", '"', '`'].find((one) => !value.includes(one)) ?? "'";
  return mark + value + mark;
}
