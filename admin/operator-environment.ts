import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PACKAGE_ROOT } from '../platform/package-root';
import { readSecretFiles } from '../platform/secret-files';

/** Groups settings by provider: a key must never be sent to the address of another one. */
const TOGETHER = ['ANTHROPIC_', 'STRIPE_', 'RESEND_'];

/**
 * Reads secrets that are given as files, then the settings that a running `npm start` wrote for operators
 * (`operator.env` in LOCAL_DIR) if DATABASE_URL is not set. Settings of the shell take precedence, with all settings of
 * the same provider.
 *
 * @throws Error as {@link readSecretFiles}
 */
export function readOperatorEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  readSecretFiles(env);
  if (env.DATABASE_URL) return;
  const file = join(env.LOCAL_DIR || join(PACKAGE_ROOT, '.local'), 'operator.env');
  if (!existsSync(file)) return;
  const own = TOGETHER.filter((prefix) => Object.keys(env).some((name) => name.startsWith(prefix) && env[name]));
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    if (!own.some((prefix) => name.startsWith(prefix))) env[name] ||= value;
  }
}
