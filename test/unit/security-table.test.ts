import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Requirements of ASVS 5.0.0 by level. */
const REQUIREMENTS = { 1: 70, 2: 183 };

const rows = [
  ...readFileSync(join(PACKAGE_ROOT, 'docs/security.md'), 'utf8').matchAll(
    /^\| (V\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm,
  ),
].map(([, id, level, , held]) => ({ id: id!, level: Number(level), held: held! }));

test('docs/security.md has every requirement of ASVS levels 1 and 2', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const [level, count] of Object.entries(REQUIREMENTS)) {
    expect(rows.filter((row) => row.level === Number(level))).toHaveLength(count);
  }
});

test('docs/security.md names files that exist', () => {
  const named = rows.flatMap(({ held }) => [...held.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});
