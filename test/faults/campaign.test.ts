import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';

/** A story whose parts all happen with this seed; the whole is `npm run proof -- campaign`. */
const FAULTS = 20;
const SEED = 21;
/** Eight times what an idle machine with two cores needs: only a campaign that hangs takes longer. */
const ENDS_WITHIN_MS = 15 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'noi-campaign-'));
/** A campaign that broke a promise or did not end leaves its journal and the logs of its processes. */
let kept = false;
afterAll(() => {
  if (!kept) rmSync(folder, { recursive: true, force: true });
});

test(
  `a story of purchases, runs and payouts under ${FAULTS} faults keeps every promise`,
  async () => {
    kept = true;
    const { code, output } = await campaign('--faults', String(FAULTS), '--seed', String(SEED));
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    expect(output.trimEnd().split('\n').at(-1)).toBe(`campaign: ${FAULTS} faults, 0 broken promises, seed ${SEED}`);
    // Proves that the story was one: each part of it happened.
    const acts = [
      'order idea_check',
      'order opportunity',
      'order .*by a stranger',
      'run of',
      'withdrawal',
      'dispute',
      'scan',
    ];
    for (const part of [...acts, 'event of a customer', 'fault kill', 'fault outage'])
      expect(output).toMatch(new RegExp(`^ +\\d+ +${part}`, 'm'));
    kept = false;
  },
  ENDS_WITHIN_MS,
);

test('an unknown option or a number that is none is refused before anything is started', async () => {
  expect(await campaign('--faults', 'many')).toMatchObject({
    code: 1,
    output: expect.stringContaining('whole number'),
  });
  expect(await campaign('--fault', '3')).toMatchObject({ code: 1, output: expect.stringContaining('--faults') });
});

/** Runs the program to its end; its standard input ends it with this process. */
async function campaign(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { TEST_DATABASE_URL: _database, TEST_TEMPORAL_ADDRESS: _temporal, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['--require', built('local/process/follow-parent'), built('tools/campaign/main'), ...args],
    {
      env: { ...env, LOCAL_DIR: folder },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
