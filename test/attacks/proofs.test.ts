import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';

test('names only existing tests in the table of attacks', () => {
  const table = readFileSync(join(PACKAGE_ROOT, 'test/attacks/README.md'), 'utf8');
  const named = [...table.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});
