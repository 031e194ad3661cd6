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

test.each<[name: string, first: Statuses, again: Statuses, lines: string[]]>([
  [
    'names two files that passed only alone',
    { a: 'failed', b: 'failed', c: 'passed' },
    { a: 'passed', b: 'passed' },
    ['a', 'b', '3 passed, 0 failed'],
  ],
  [
    'fails where three files passed only alone',
    { a: 'failed', b: 'failed', c: 'failed' },
    { a: 'passed', b: 'passed', c: 'passed' },
    ['a', 'b', 'c', '3 passed, 3 failed'],
  ],
  ['fails where a file fails again', { a: 'failed', b: 'passed' }, { a: 'failed' }, ['1 passed, 1 failed']],
  ['fails without results', {}, {}, ['0 passed, 1 failed']],
])('%s', (_, first, again, lines) => {
  const said = count(first, again);
  const end = said.lines.at(-1)!;
  const alone = said.lines.flatMap((line) => /^passed only when it ran alone: (.*)/.exec(line)?.[1] ?? []);
  expect([...alone, end]).toEqual(lines);
  expect(said.status).toBe(end.endsWith(' 0 failed') ? 0 : 1);
});
