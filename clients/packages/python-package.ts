import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SERVICE_VERSION } from '../../contracts/versions';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { wheel } from './archive';

const SOURCE = join(PACKAGE_ROOT, 'clients', 'python');

/** Wheel of `noi`, for every Python from 3.10. It is built here, so that building the product needs no Python. */
export function pythonWheel(): Buffer {
  const info = `noi-${SERVICE_VERSION}.dist-info`;
  const sources = readdirSync(join(SOURCE, 'noi'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(py|typed)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const files = {
    ...Object.fromEntries(sources.map((file) => [relative(SOURCE, file), readFileSync(file)])),
    [`${info}/METADATA`]: metadata(),
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: noi\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  return wheel(files, info);
}

function metadata(): string {
  const fields = [
    'Metadata-Version: 2.1',
    'Name: noi',
    `Version: ${SERVICE_VERSION}`,
    'Summary: Client of Newsletter Opportunity Intelligence: start research, wait for it, read findings and dossiers.',
    'Requires-Python: >=3.10',
    'Requires-Dist: httpx >=0.27,<1',
    'Requires-Dist: typing_extensions >=4.6',
    'Classifier: Typing :: Typed',
    'Description-Content-Type: text/markdown',
  ];
  return `${fields.join('\n')}\n\n${readFileSync(join(SOURCE, 'README.md'), 'utf8')}`;
}
