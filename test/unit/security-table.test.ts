import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';

const rows = [
  ...readFileSync(join(PACKAGE_ROOT, 'docs/security.md'), 'utf8').matchAll(/^\| (V[\d.]+) +\| ([12]) +\|(.+)\|$/gm),
].map(([, id, level, held]) => ({ id: id!, level: level!, held: held! }));

test('docs/security.md has each requirement of ASVS 5, levels 1 and 2; the files it names exist', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(['1', '2'].map((level) => rows.filter((row) => row.level === level).length)).toEqual([70, 183]);
  const named = rows.flatMap(({ held }) => [...held.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});
