import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_SETTINGS } from '../platform/secret-files';

/** Settings with each secret in a file of `folder`, as Docker and Kubernetes mount them. */
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
