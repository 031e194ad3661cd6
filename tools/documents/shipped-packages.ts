import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** A package that the product is shipped with. */
export interface ShippedPackage {
  name: string;
  version: string;
  licence: string;
  /** Digest of its archive as npm writes it: algorithm, a hyphen, base64; null where the lockfile has none. */
  integrity: string | null;
}

/** A package of the lockfile (npm, version 3), as far as it is read. */
type Locked = { version: string; license?: string; integrity?: string } & Partial<
  Record<'dev' | 'devOptional' | 'link' | 'os' | 'cpu', unknown>
>;

/** Licences of packages whose package.json names none, by what their licence file says. */
const BY_THEIR_FILE: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

/** Each shipped version by name, without binaries of one platform. @throws Error for a package without a licence */
export function shippedPackages(): ShippedPackage[] {
  const lock = readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const found = new Map<string, ShippedPackage>();
  for (const [path, locked] of Object.entries(packages)) {
    const { version, license, integrity = null, dev, devOptional, link, os, cpu } = locked;
    if (!path.startsWith('node_modules/') || dev || devOptional || link || os || cpu) continue;
    const name = path.split('node_modules/').at(-1)!;
    const licence = license ?? BY_THEIR_FILE[name];
    if (licence === undefined) throw new Error(`${name} has no licence in package-lock.json; read its licence file.`);
    found.set(`${name}@${version}`, { name, version, licence, integrity });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Name, version and licence of every shipped package, as JSON with a line each, which /licences shows. */
export function noticesFile(): string {
  const rows = shippedPackages().map(({ name, version, licence }) => `  ["${name}", "${version}", "${licence}"]`);
  return `[\n${rows.join(',\n')}\n]\n`;
}
