import { existsSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { join } from 'node:path';

/**
 * Names of the settings that one of our images reads: the keys of `apiSettings` or `workerSettings`, and for the migration process
 * the one that it reads by itself. null where that part does not exist in this checkout.
 */
export function settingsOf(service: 'api' | 'worker' | 'migrate'): string[] | null {
  if (service === 'migrate') return ['DATABASE_URL'];
  if (!existsSync(join(PACKAGE_ROOT, service, 'settings.ts'))) return null;
  const exported = require(join(PACKAGE_ROOT, service, 'settings')) as Record<string, Record<string, unknown>>;
  const settings = exported[`${service}Settings`];
  if (!settings) throw new Error(`${service}/settings.ts does not export ${service}Settings`);
  return Object.keys(settings);
}
