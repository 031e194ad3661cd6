import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

const CHECK = join(PACKAGE_ROOT, 'local', 'check-node.cjs');

/** Runs the check as that version of Node would. */
function checkOn(version: string) {
  const program = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(CHECK)})`;
  return spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
}

test.each(['18.20.4', '20.18.9', '0.12.0'])('Node %s is refused in one line that says what to install', (version) => {
  const { status, stderr } = checkOn(version);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Node [\d.]+ is too old: install Node 20\.19 or newer[^\n]*\n$/);
});

test.each(['20.19.0', '22.1.0', '24.0.0'])('Node %s passes', (version) => {
  expect(checkOn(version)).toMatchObject({ status: 0, stderr: '' });
});

test.each(['start', 'dev', 'demo', 'admin', 'test', 'cluster'])(
  'npm run %s checks Node before anything else',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts[name]).toMatch(/^node local\/check-node\.cjs && /);
  },
);
