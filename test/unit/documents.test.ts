import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_FILES } from '../../base/client-packages';
import { PACKAGE_ROOT } from '../../base/package-root';
import { GENERATED } from '../../tools/documents/generated';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: PACKAGE_ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(PACKAGE_ROOT, file)));
const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), 'utf8');
const headings = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
// The formatter changes line breaks and table padding.
const words = (page: string) =>
  page
    .replaceAll(/[ -]*\|[ -]*/g, '|')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** True if a path from the root leads to a file, and the path's fragment to a heading in it. */
function leadsSomewhere(target: string): boolean {
  const [path, fragment] = target.split('#') as [string, string?];
  if (!existsSync(join(PACKAGE_ROOT, path))) return false;
  return fragment === undefined || headings(path).map(anchor).includes(fragment);
}

test('every link in the documents leads to an existing file and heading', () => {
  const pages = tracked.filter((file) => file.endsWith('.md'));
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/interface.md']),
  );
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(([, target]) =>
      target!.startsWith('#') ? `${page}${target}` : join(dirname(page), target!),
    ),
  );
  expect(links.filter((target) => !leadsSomewhere(target))).toEqual([]);
});

test('every page that code, settings or messages mention exists', () => {
  const texts = tracked.filter((file) => /\.(ts|py|ya?ml|sh|json|tpl|md)$/.test(file) && file !== 'CHANGELOG.md');
  const named = texts.flatMap((file) => read(file).match(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? []);
  expect([...new Set(named)].filter((target) => !leadsSomewhere(target))).toEqual([]);
});

test.each(Object.entries(GENERATED))('%s matches the code (`npm run docs` generates it)', (page, made) => {
  expect(words(read(page))).toBe(words(made()));
});

/** Commands and configurations that install our packages from a registry, where anyone could register their names. */
const BY_NAME =
  /(?:\bnpx|\bnpm (?:i|add|install|exec)|\bpnpm (?:add|dlx)|\byarn (?:add|dlx)|\bbunx?(?: add| x)?|\bpip3? install|\bpipx \w+|\buvx?(?: add| pip install| tool run)?|"npx",\s*"args": \[)(?:[\s"]+-[-\w,"]+)*[\s"]+noi(?:-client|-mcp)?["`@=\s]/;

test("instructions always install our packages from the service's own address", () => {
  for (const sample of ['npx noi-client listen', 'pip install noi\n']) expect(sample).toMatch(BY_NAME);
  const texts = tracked.filter(
    (file) =>
      /^(api|clients|commands|docs|local|web)\/.*\.(ts|py|md|json)$|^[A-Z]+\.md$/.test(file) && file !== 'CHANGELOG.md',
  );
  expect(texts.filter((file) => BY_NAME.test(read(file)))).toEqual([]);
  expect(texts.filter((file) => /(localhost|127\.0\.0\.1):3000/.test(read(file)))).toEqual([]);
  const readmes = { npm: 'clients/typescript', python: 'clients/python', mcp: 'clients/mcp' };
  for (const [name, folder] of Object.entries(readmes)) {
    const file = PACKAGE_FILES[name as keyof typeof readmes];
    expect(read(`${folder}/README.md`)).toContain(`/developers/clients/${file}`);
  }
});

test('docs/security.md names all 253 ASVS 5 requirements of levels 1 and 2, and cites real files', () => {
  const page = read('docs/security.md');
  const ids = [...page.matchAll(/V(\d+\.\d+\.)(\d+)(?:–V\1(\d+))?/g)].flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${section}${Number(first) + i}`),
  );
  // Requirements of chapters V1 to V17.
  const counts = Array.from({ length: 17 }, (_, i) => ids.filter((id) => id.startsWith(`${i + 1}.`)).length);
  expect(counts).toEqual([27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]);
  expect(new Set(ids).size).toBe(ids.length);
  const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});
