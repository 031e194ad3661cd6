/** `npm run -s sbom`: prints the shipped packages as CycloneDX 1.6 (JSON), from the lockfile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { shippedPackages } from '../documents/generated';

type Versioned = { name: string; version: string };

const ALGORITHMS: Readonly<Record<string, string>> = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' };
const purlOf = ({ name, version }: Versioned) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const named = ({ name, version }: Versioned) => ({
  'bom-ref': purlOf({ name, version }),
  name,
  version,
  purl: purlOf({ name, version }),
});

function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return { alg: ALGORITHMS[algorithm]!, content: Buffer.from(digest, 'base64').toString('hex') };
}

const product = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Versioned;
const components = shippedPackages().map(({ licence, integrity, ...one }) => ({
  type: 'library',
  ...named(one),
  licenses: [{ expression: licence.replaceAll(/ and /gi, ' AND ') }],
  ...(integrity !== null && { hashes: [hashOf(integrity)] }),
}));
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: { type: 'application', ...named(product) } },
  components,
};
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
