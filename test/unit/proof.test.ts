import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { affectedBy, changeSinceLanded } from '../../tools/proof/affected';
import { PARTS } from '../../tools/proof/parts';

const namesFor = (paths: readonly string[] | null) => affectedBy(paths).map(({ name }) => name);

test.each(PARTS)('what $name plays and what can break it exists', (part) => {
  const programs = [...part.plays('1'), ...(part.short?.() ?? [])].map(([module]) => `${module}.ts`);
  for (const path of [...programs, ...part.brokenBy])
    expect([path, existsSync(join(PACKAGE_ROOT, path))]).toEqual([path, true]);
});

test.each(PARTS)('a change of the tool of $name plays it', (part) => {
  const tools = part.plays('1').map(([module]) => `${module}.ts`);
  expect(namesFor(tools)).toContain(part.name);
});

test.each([
  ['a page of the documents', ['docs/operations.md'], []],
  ['an endpoint', ['api/endpoints/runs/get-run.ts'], ['linters', 'bruno']],
  ['how requests are read', ['README.md', 'http/endpoint.ts'], ['linters', 'storms']],
  ['a transaction of orders', ['store/orders/move-order.ts'], ['buyers']],
  ['a dependency', ['package.json', 'package-lock.json'], ['node']],
  ['a file whose name only begins like a rule', ['package.json.orig', 'httpd/x.ts'], []],
])('a change of %s plays only what it can break', (_, paths, names) => {
  expect(namesFor(paths)).toEqual(names);
});

test('of a change that nobody knows the cheap parts are played', () => {
  const { paths } = changeSinceLanded({ PROOF_BASE: '0000000000000000000000000000000000000000' });
  expect(paths).toBeNull();
  expect(namesFor(paths)).toEqual(['linters']);
});

test('a part that there is none of is refused with the list of all', () => {
  const { status, stderr } = spawnSync(process.execPath, [built('tools/proof/main'), 'buyers', 'sellers'], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain('There is no part sellers of the proof');
  for (const { name } of PARTS) expect(stderr).toContain(name);
});
