import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../base/package-root';
import { createDatabase, giveDatabase } from '../postgres/roles';

/** A service of docker-compose.yml, resolved for a process on this machine. */
export interface ComposeService {
  environment: Record<string, string>;
  /** Local path of the script that runs instead of the image's program, or null. */
  script: string | null;
  /** PostgreSQL settings from the command line (`-c name=value`). */
  flags: Record<string, string>;
}

/** Values that differ between deployments of docker-compose.yml. */
export interface ComposeValues {
  variables: NodeJS.ProcessEnv;
  /** Local addresses, keyed by the text that they replace in the Compose file, such as `postgres:5432`. */
  addresses: Record<string, string>;
}

export interface DeclaredService {
  extends?: { file: string; service: string };
  environment?: Record<string, string | null>;
  entrypoint?: string[];
  command?: string[];
  volumes?: string[];
}

/** Compose files of a deployment. `needs` names the variable that enables a file. */
const FILES: { path: string; needs?: string }[] = [
  { path: 'docker-compose.yml' },
  { path: 'deploy/backup.compose.yaml', needs: 'BACKUP_FOLDER' },
];

/** Services of a Compose file, with `extends` resolved. */
export function readServices(path: string): Record<string, DeclaredService | undefined> {
  const text = readFileSync(join(PACKAGE_ROOT, path), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Record<string, DeclaredService> };
  return Object.fromEntries(Object.entries(services).map(([name, own]) => [name, extended(own)]));
}

function extended({ extends: base, ...own }: DeclaredService): DeclaredService {
  if (!base) return own;
  const inherited = readServices(base.file)[base.service]!;
  const environment = { ...inherited.environment, ...own.environment };
  return { ...inherited, ...own, environment, volumes: volumesOf(inherited, own) };
}

const volumesOf = (...declared: (DeclaredService | undefined)[]) => declared.flatMap((each) => each?.volumes ?? []);

/**
 * Reads a service of docker-compose.yml and substitutes `values`.
 * @throws Error if the service or a required variable is missing
 */
export function composeService(name: string, { variables, addresses }: ComposeValues): ComposeService {
  const declared = FILES.filter(({ needs }) => !needs || variables[needs])
    .map(({ path }) => readServices(path)[name])
    .reduce((before, after) => ({ ...before, ...after, volumes: volumesOf(before, after) }));
  if (!declared) throw new Error(`docker-compose.yml has no service ${name}`);
  const volumes = (declared.volumes ?? []).map((volume) => filled(volume, variables));
  const here = (text: string) => placed(filled(text, variables), addresses, volumes);
  const environment: Record<string, string> = {};
  for (const [key, text] of Object.entries(declared.environment ?? {})) {
    // If the file lists a variable without a value, the value comes from the environment.
    const value = text === null ? variables[key] : here(text);
    if (value !== undefined) environment[key] = value;
  }
  const script = declared.entrypoint?.find((word) => word.endsWith('.sh'));
  const flags = (declared.command ?? []).filter((word) => word.includes('=')).map((word) => here(word).split('=', 2));
  return {
    environment,
    script: script ? here(script) : null,
    flags: Object.fromEntries(flags) as ComposeService['flags'],
  };
}

function filled(text: string, variables: NodeJS.ProcessEnv): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, mark?: string, rest = '') => {
    const value = variables[name];
    if (value) return value;
    if (mark === '?') throw new Error(`docker-compose.yml needs ${name}: ${rest}`);
    return mark === '-' ? rest : '';
  });
}

/** Replaces addresses with local ones, and container paths with the checkout paths mounted there. */
function placed(text: string, addresses: Record<string, string>, volumes: string[]): string {
  let value = text;
  for (const [there, here] of Object.entries(addresses)) value = value.replaceAll(there, here);
  for (const volume of volumes) {
    const [source = '', target = ''] = volume.split(':');
    // Skip named volumes.
    if (!/^[./]/.test(source)) continue;
    value = value.replaceAll(new RegExp(`(?<=^|[ =])${target}/`, 'g'), `${resolve(PACKAGE_ROOT, source)}/`);
  }
  return value;
}

/** A line such as `database noi noi_owner "$OWNER_PASSWORD" noi_app "$APP_PASSWORD"`. */
const DATABASE = /^database (\w+) (\w+) "\$(\w+)" (?:(\w+) "\$(\w+)"|'' '')$/gm;

/** Does what deploy/setup-databases.sh does, because the embedded PostgreSQL has no psql. */
export async function setUpDatabases(superuserUrl: string, values: ComposeValues): Promise<void> {
  const { script, environment } = composeService('databases', values);
  const lines = [...readFileSync(script!, 'utf8').matchAll(DATABASE)];
  if (lines.length === 0) throw new Error('deploy/setup-databases.sh has no "database" lines');
  const access = (role: string, password: string) => ({ role, password: environment[password]! });
  for (const [, name, owner, password, app, appPassword] of lines) {
    await giveDatabase(await createDatabase(superuserUrl, name!), {
      owner: access(owner!, password!),
      application: app ? access(app, appPassword!) : null,
    });
  }
}
