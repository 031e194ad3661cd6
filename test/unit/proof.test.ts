import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { affectedBy, changeSinceLanded, programsOf } from '../../tools/proof/affected';
import { PARTS } from '../../tools/proof/parts';

const namesFor = (paths: readonly string[] | null) => affectedBy(paths).map(({ name }) => name);

test.each(PARTS)('what $name plays and what can break it exists', (part) => {
  for (const path of [...programsOf(part), ...part.brokenBy])
    expect([path, existsSync(join(PACKAGE_ROOT, path))]).toEqual([path, true]);
});

test('plays the parts that a change can break, or the cheap ones of an unknown change', () => {
  expect(namesFor(['docs/security.md', 'package.json.orig'])).toEqual([]);
  expect(namesFor(['api/endpoints/runs/get-run.ts'])).toEqual(expect.arrayContaining(['linters', 'bruno']));
  expect(namesFor(['tools/proof/compose.sh'])).toEqual(['compose']);
  const { paths } = changeSinceLanded({ PROOF_BASE: '0000000000000000000000000000000000000000' });
  expect(namesFor(paths)).toEqual(['linters', 'alerts']);
});
