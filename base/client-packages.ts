import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root';
import { SERVICE_VERSION } from './versions';

/** Folder of the packages that the build makes for customers. */
export const CLIENT_PACKAGES = join(PACKAGE_ROOT, 'dist', 'packages');

/** File of each package; the version is that of the API. */
export const PACKAGE_FILES = {
  npm: `noi-client-${SERVICE_VERSION}.tgz`,
  python: `noi-${SERVICE_VERSION}-py3-none-any.whl`,
  mcp: `noi-mcp-${SERVICE_VERSION}.tgz`,
} as const;
export type ClientPackage = keyof typeof PACKAGE_FILES;

const read = new Map<ClientPackage, { bytes: Buffer; sha256: string }>();

/** Package as the build made it, with its checksum in hex; read once. */
export function readPackage(name: ClientPackage): { bytes: Buffer; sha256: string } {
  const known = read.get(name);
  if (known) return known;
  const bytes = readFileSync(join(CLIENT_PACKAGES, PACKAGE_FILES[name]));
  const made = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  read.set(name, made);
  return made;
}
