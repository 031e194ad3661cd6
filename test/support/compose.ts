import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../base/package-root';

/** Settings that the command of PostgreSQL has in a file of Compose (`-c name=value`); none where the file gives no command. */
export function serverSettings(file: string): Record<string, string> {
  const { services } = parse(readFileSync(join(PACKAGE_ROOT, file), 'utf8'), { merge: true }) as {
    services: { postgres?: { command?: string[] } };
  };
  const given = (services.postgres?.command ?? []).filter((word) => word.includes('='));
  return Object.fromEntries(given.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
}

/** Files of Compose that give PostgreSQL a command, which replaces that of the files before. */
export const filesWithServer = (): string[] =>
  ['', 'deploy/']
    .flatMap((folder) => readdirSync(join(PACKAGE_ROOT, folder)).map((name) => folder + name))
    .filter((name) => /compose\.ya?ml$/.test(name) && Object.keys(serverSettings(name)).length > 0);
