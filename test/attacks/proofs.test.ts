import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const rows = readFileSync(join(__dirname, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (.+?) +\| `(.+?)` +\| (.+?) +\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, area, file, says]) => [area!, file!, says!] as const);

test('every area of attack that is listed has its row', () => {
  expect(rows.length).toBeGreaterThan(25);
});

test.each(rows)('%s: %s says "%s"', (_, file, says) => {
  const titles = [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['`])(.*?)\1/g),
  ];
  expect(titles.map(([, , title]) => title).filter((title) => title!.includes(says))).not.toEqual([]);
});
