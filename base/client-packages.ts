import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root';
import { SERVICE_VERSION } from './versions';

/** Folder where the build puts the client packages for customers. */
export const CLIENT_PACKAGES = join(PACKAGE_ROOT, 'dist', 'packages');

/** File name of each package; packages share the API's version. */
export const PACKAGE_FILES = {
  npm: `noi-client-${SERVICE_VERSION}.tgz`,
  python: `noi-${SERVICE_VERSION}-py3-none-any.whl`,
  mcp: `noi-mcp-${SERVICE_VERSION}.tgz`,
} as const;
export type ClientPackage = keyof typeof PACKAGE_FILES;

const read = new Map<ClientPackage, { bytes: Buffer; sha256: string }>();

/** Reads a built package once and caches it with its SHA-256 in hex. */
export function readPackage(name: ClientPackage): { bytes: Buffer; sha256: string } {
  const known = read.get(name);
  if (known) return known;
  const bytes = readFileSync(join(CLIENT_PACKAGES, PACKAGE_FILES[name]));
  const made = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  read.set(name, made);
  return made;
}
