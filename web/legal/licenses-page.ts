import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../../base/html';
import { PACKAGE_ROOT } from '../../base/package-root';
import { assetFile } from '../assets';
import { textRoute } from '../page';
import { legalPage } from './legal-page';

/** Name, version and license of every shipped package; `npm run docs` generates them from the lockfile. */
const PACKAGES = JSON.parse(assetFile('notices.json').toString()) as [name: string, version: string, licence: string][];

const LICENSES = [...new Set(PACKAGES.map(([, , licence]) => licence))];

const packagesUnder = (licence: string) =>
  PACKAGES.flatMap(([name, version, own]) => (own === licence ? `${name} ${version}` : [])).join(', ');

/** Third-party software in this service, with its licenses. */
export const licencesPage = legalPage({
  path: '/licences',
  title: 'Licenses',
  description: 'Open-source software in this service, and its licenses.',

  body: () =>
    html`<p class="lead">
        This service is built on open-source software. Thank you to everyone who wrote it. All
        <a href="/licences.txt">license texts</a> are in one file.
      </p>
      <p>
        The typefaces Source Sans 3, Source Serif 4 and Noto are licensed under the
        <a href="https://openfontlicense.org">SIL Open Font License 1.1</a>.
      </p>
      ${LICENSES.map(
        (licence) =>
          html`<h2>${licence}</h2>
            <p class="soft">${packagesUnder(licence)}</p>`,
      )}`,
});

const LICENCE_FILE = /^(licen[cs]e|copying|notice)\b/i;
let texts: string | null = null;

/** License files of the installed packages. */
export const licenceTexts = textRoute(
  '/licences.txt',
  'text/plain; charset=utf-8',
  async () => (texts ??= readTexts()),
);

// Reads each package once, because all versions have the same license. Omits packages for other platforms.
function readTexts(): string {
  const names = [...new Set(PACKAGES.map(([name]) => name))];
  return names
    .flatMap((name) => {
      const folder = join(PACKAGE_ROOT, 'node_modules', name);
      return filesOf(folder)
        .filter((file) => LICENCE_FILE.test(file))
        .map((file) => `${name}: ${file}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`);
    })
    .join(`\n${'='.repeat(80)}\n\n`);
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
