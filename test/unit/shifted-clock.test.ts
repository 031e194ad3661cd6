import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';

const AHEAD_MS = 400_000;
const PROGRAM = `
  const date = new Date();
  const shown = [Date.now(), +date, Date.parse(Date())];
  console.log(JSON.stringify({ shown, fixed: +new Date(1_000), kept: date instanceof Date && date.constructor === Date }));`;

test('a process with a wrong clock sees it wherever it asks for the time, and fixed moments stay what they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-clock-'));
  writeFileSync(join(folder, 'clock'), String(AHEAD_MS));
  const options = { env: { ...process.env, CLOCK_FILE: join(folder, 'clock') }, encoding: 'utf8' } as const;
  const before = Date.now();
  const output = execFileSync(
    process.execPath,
    ['--require', built('tools/campaign/shifted-clock'), '-e', PROGRAM],
    options,
  );
  const elapsed = Date.now() - before;
  rmSync(folder, { recursive: true });
  const { shown, fixed, kept } = JSON.parse(output) as { shown: number[]; fixed: number; kept: boolean };
  expect({ fixed, kept }).toEqual({ fixed: 1_000, kept: true });
  for (const moment of shown) {
    // Texts of dates have whole seconds.
    expect(moment).toBeGreaterThanOrEqual(before + AHEAD_MS - 1_000);
    expect(moment).toBeLessThanOrEqual(before + AHEAD_MS + elapsed);
  }
});
