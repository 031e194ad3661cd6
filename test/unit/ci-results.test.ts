import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

const folder = mkdtempSync(join(tmpdir(), 'noi-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Statuses = Record<string, 'passed' | 'failed'>;

/** What Jest writes of files that have one test each. */
function written(name: string, files: Statuses): string {
  const testResults = Object.entries(files).map(([file, status]) => ({
    name: file,
    status,
    assertionResults: [{ status }],
  }));
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ testResults }));
  return path;
}

function count(first: Statuses, again: Statuses) {
  const args = ['count', written('first', first), written('again', again)];
  const { status, stdout } = spawnSync(process.execPath, [join(PACKAGE_ROOT, '.ci/results.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

test('two files that passed only alone are named and fail nothing', () => {
  const { status, lines } = count({ a: 'passed', b: 'failed', c: 'failed', d: 'passed' }, { b: 'passed', c: 'passed' });
  expect(lines).toEqual(['passed only when it ran alone: b', 'passed only when it ran alone: c', '4 passed, 0 failed']);
  expect(status).toBe(0);
});

test('three files that passed only alone are named and fail the run', () => {
  const { status, lines } = count(
    { a: 'failed', b: 'failed', c: 'failed', d: 'passed' },
    { a: 'passed', b: 'passed', c: 'passed' },
  );
  for (const file of ['a', 'b', 'c']) expect(lines).toContain(`passed only when it ran alone: ${file}`);
  expect(lines.at(-1)).toBe('4 passed, 3 failed');
  expect(status).toBe(1);
});

test('a file that fails again has failed, and so has a run without results', () => {
  expect(count({ a: 'failed', b: 'passed' }, { a: 'failed' })).toEqual({ status: 1, lines: ['1 passed, 1 failed'] });
  expect(count({}, {})).toEqual({ status: 1, lines: ['0 passed, 1 failed'] });
});
