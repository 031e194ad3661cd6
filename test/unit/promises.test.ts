import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from '../../tools/mutations/mutations';
import { PARTS, programsOf } from '../../tools/proof/parts';

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Tests for each section of docs/interface: a file, or a file and part of a test title. */
const promises = JSON.parse(read('test/promises.json')) as Record<string, string[]>;
/** Projects that run in the proof, not in `npm test`. */
const PROOF = /^test\/(browser|costs|faults|upgrade|cluster)\//;

/** Sections of a page, or the title of a page without sections. */
function sectionsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return headings.length === 1 ? headings : headings.slice(1);
}

test('names a test for each section of the public contract', () => {
  const pages = readdirSync(join(ROOT, 'docs', 'interface')).map((name) => `docs/interface/${name}`);
  const sections = ['docs/interface.md', ...pages].flatMap(sectionsOf);
  expect(Object.keys(promises).toSorted()).toEqual(sections.toSorted());
});

test.each(Object.entries(promises))('covers "%s" with a test of npm test', (_, tests) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const cited of tests) {
    const [file = '', title = ''] = cited.split(': ', 2);
    expect(file).not.toMatch(PROOF);
    expect(read(`test/${file}.test.ts`)).toContain(title);
  }
});

test('names only existing files in the parts of the proof', () => {
  const named = PARTS.flatMap((part) => [...programsOf(part), ...part.brokenBy]);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('breaks each promise with a mutation that still applies', () => {
  const names = MUTATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, file, find, caughtBy } of MUTATIONS) {
    expect({ name, times: read(file).split(find).length - 1 }).toEqual({ name, times: 1 });
    expect(caughtBy.length).toBeGreaterThan(0);
    for (const test of caughtBy) expect([name, test, existsSync(join(ROOT, test))]).toEqual([name, test, true]);
  }
});
