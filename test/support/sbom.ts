import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import type { ShippedPackage } from './shipped-packages';

/** Algorithms of npm's digests by CycloneDX's names. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

interface Own {
  name: string;
  version: string;
}

const purlOf = ({ name, version }: Own) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const own = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Own;

function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return { alg: ALGORITHMS[algorithm]!, content: Buffer.from(digest, 'base64').toString('hex') };
}

/** Bill of materials in CycloneDX 1.6 (JSON): the product of package.json with these packages. */
export function sbomOf(packages: readonly ShippedPackage[]): string {
  const components = packages.map(({ name, version, licence, integrity }) => ({
    type: 'library',
    'bom-ref': purlOf({ name, version }),
    name,
    version,
    purl: purlOf({ name, version }),
    licenses: [{ expression: licence.replaceAll(/ and /gi, ' AND ') }],
    ...(integrity !== null && { hashes: [hashOf(integrity)] }),
  }));
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': purlOf(own),
        name: own.name,
        version: own.version,
        purl: purlOf(own),
      },
    },
    components,
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
