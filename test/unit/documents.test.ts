import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PACKAGE_FILES } from '../../platform/client-packages';
import { PACKAGE_ROOT } from '../../platform/package-root';
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
// The formatter decides line breaks and the padding of tables.
const words = (page: string) =>
  page
    .replaceAll(/[ -]*\|[ -]*/g, '|')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('every citation of a document in the code names a heading of that document', () => {
  const code = tracked.filter(
    (file) => /\.(ts|prisma|sql|yml|sh|mjs|typ)$/.test(file) && !file.includes('documents.test'),
  );
  const cited = code.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/\n\s*(\*|\/\/|--|#)?\s*/g, ' ')
        .matchAll(/(docs\/[\w/-]+\.md), ([A-Z][^).:;,]*)/g),
    ].map(([, page, heading]) => ({ file, page: page!, heading: heading!.trim() })),
  );
  expect(cited.length).toBeGreaterThan(80);
  expect(cited.filter(({ page, heading }) => !headings(page).includes(heading))).toEqual([]);
});

test('no file cites a document that is not in the repository', () => {
  const missing = tracked
    .filter((file) => /\.(ts|prisma|yml|sh|mjs|typ|md)$/.test(file) && !file.includes('documents.test'))
    .flatMap((file) =>
      [...read(file).matchAll(/\b(?:contract|spec|design|facts|style)\.md\b|\bspec row\b/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
  expect(missing).toEqual([]);
});

test('every link between the documents leads to a file and a heading that exist', () => {
  const pages = tracked.filter((file) => file.endsWith('.md'));
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/interface.md']),
  );
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => {
        const [path, fragment] = target.split('#');
        const file = path === '' ? join(PACKAGE_ROOT, page) : resolve(PACKAGE_ROOT, dirname(page), path!);
        if (!existsSync(file)) return true;
        return (
          fragment !== undefined &&
          !headings(file.slice(PACKAGE_ROOT.length + 1))
            .map(anchor)
            .includes(fragment)
        );
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test.each(Object.entries(GENERATED))('%s is what the code says; `npm run docs` writes it', (page, made) => {
  expect(words(read(page))).toBe(words(made()));
});

/** Commands and configurations that take a package of ours from a registry, where anybody may own its name. */
const BY_NAME =
  /(?:\bnpx|\bnpm (?:i|add|install|exec)|\bpnpm (?:add|dlx)|\byarn (?:add|dlx)|\bbunx?(?: add| x)?|\bpip3? install|\bpipx \w+|\buvx?(?: add| pip install| tool run)?|"npx",\s*"args": \[)(?:[\s"]+-[-\w,"]+)*[\s"]+noi(?:-client|-mcp)?["`@=\s]/;

test('every instruction installs our packages from the address of the service', () => {
  for (const sample of [
    'npx noi-client listen',
    'npx -y noi-mcp"',
    'pip install noi\n',
    '"npx",\n "args": ["-y", "noi-mcp"]',
  ]) {
    expect(sample).toMatch(BY_NAME);
  }
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

test('README stays a front door: at most 8 kB', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8_192);
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])(
  '%s keeps to lines of 120 columns and paragraphs of six lines',
  (page) => {
    const lines = read(page).split('\n');
    const isText = (line: string) => line !== '' && !/^(\||#|```)/.test(line);
    let fenced = false;
    let length = 0;
    const long: string[] = [];
    for (const line of lines) {
      if (line.startsWith('```')) fenced = !fenced;
      if (!line.startsWith('|') && [...line].length > 120) long.push(`too wide: ${line.slice(0, 60)}`);
      const starts = /^\s*([-*]|\d+\.) /.test(line);
      length = !fenced && isText(line) ? (starts ? 1 : length + 1) : 0;
      if (length === 7) long.push(`too long: ${line.slice(0, 60)}`);
    }
    expect(long).toEqual([]);
  },
);

test('every decision record says what was decided, why, and what it costs', () => {
  const records = readdirSync(join(PACKAGE_ROOT, 'docs/decisions')).filter(
    (file) => file.endsWith('.md') && file !== 'README.md',
  );
  expect(records.length).toBeGreaterThan(7);
  for (const file of records) {
    expect(headings(`docs/decisions/${file}`)).toEqual([expect.any(String), 'Decision', 'Why', 'Cost']);
  }
});
