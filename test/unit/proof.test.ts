import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { affectedBy, changeSinceLanded } from '../../tools/proof/affected';
import { PARTS } from '../../tools/proof/parts';

const namesFor = (paths: readonly string[] | null) => affectedBy(paths).map(({ name }) => name);
const sourceOf = (program: string) => (program.endsWith('.sh') ? program : `${program}.ts`);

test.each(PARTS)('what $name plays and what can break it exists, and a change of its tool plays it', (part) => {
  const programs = part.plays('1').map(([program]) => sourceOf(program));
  for (const path of [...programs, ...part.brokenBy])
    expect([path, existsSync(join(PACKAGE_ROOT, path))]).toEqual([path, true]);
  for (const program of programs.filter((path) => !path.startsWith('tools/tests/')))
    expect(namesFor([program])).toContain(part.name);
});

test('plays the parts that a change can break, and the cheap ones where git does not know the change', () => {
  expect(namesFor(['docs/operations.md', 'package.json.orig'])).toEqual([]);
  expect(namesFor(['api/endpoints/runs/get-run.ts'])).toEqual(expect.arrayContaining(['linters', 'bruno']));
  const { paths } = changeSinceLanded({ PROOF_BASE: '0000000000000000000000000000000000000000' });
  expect(namesFor(paths)).toEqual(['linters', 'alerts']);
});

test('refuses an unknown part with the list of all', () => {
  const args = [built('tools/proof/main'), 'buyers', 'sellers'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(2);
  for (const { name } of PARTS) expect(stderr).toContain(name);
});
