import { readFileSync } from 'node:fs';

/**
 * Settings that are secrets. Each can be given as a file instead, by its name with `_FILE`, as Docker and Kubernetes mount
 * secrets: then neither the environment of the process nor its definition shows it.
 */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'TEMPORAL_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'TOKEN_SECRET',
  'WEBHOOK_SECRET_KEY',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_KEY',
  'ANTHROPIC_API_KEY',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY_LIVE',
  'STRIPE_SECRET_KEY_TEST',
  'STRIPE_WEBHOOK_SECRETS_LIVE',
  'STRIPE_WEBHOOK_SECRETS_TEST',
] as const;

/**
 * Reads the secrets that are given as files (`TOKEN_SECRET_FILE=/run/secrets/token`) into the environment, once, before
 * anything reads a setting. One line break at the end of a file is not part of its secret.
 *
 * @throws Error naming every file that cannot be read, is empty, or is given beside its value; without any contents
 */
export function readSecretFiles(env: NodeJS.ProcessEnv = process.env): void {
  const problems = SECRET_SETTINGS.flatMap((name) => problemOf(env, name) ?? []);
  if (problems.length > 0) throw new Error(`Settings are not usable:\n  ${problems.join('\n  ')}`);
}

/** Reads one secret; returns what is wrong, if anything is. */
function problemOf(env: NodeJS.ProcessEnv, name: string): string | null {
  const variable = `${name}_FILE`;
  const path = env[variable];
  if (path === undefined) return null;
  if (path.trim() === '') return `${variable}: set but empty; give a path or remove the variable`;
  if (env[name] !== undefined) return `${variable}: ${name} is set as well; give one of them`;
  let contents: string;
  try {
    contents = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return `${variable}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): ${path}`;
  }
  if (contents.trim() === '') return `${variable}: the file is empty: ${path}`;
  env[name] = contents;
  // So that a child process with this environment can do the same.
  delete env[variable];
  return null;
}
