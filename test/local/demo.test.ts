import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../local/ports';
import { built } from '../../local/process/launch';
import type { Findings } from '../../modules/findings/contract/findings';
import { searchableFolder } from '../support/programs';

const folder = searchableFolder(join(tmpdir(), 'noi-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Word counts of readable strings. If its habits are varied, the stand-in writes a single word or hundreds. */
const READABLE_WORDS = { least: 8, most: 120 };
/** Letters in scripts other than the idea's. If its habits are varied, the stand-in writes in a dozen scripts. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u;

test('the demo evaluates an idea and saves documents that a newcomer can read', async () => {
  const out = join(folder, 'out');
  // Drop HABITS, so that the stand-in has the same habits as in `npm start`.
  const { HABITS: _none, ...own } = process.env;
  const env = { ...own, LOCAL_DIR: join(folder, 'local'), PORT: `${await freePort()}`, NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [built('local/demo/main'), '--out', out], { env });
  expect(stdout).toMatch(/✓ writing the dossier/);
  expect(stdout).toMatch(/^(PURSUE|REFINE|AVOID) {2}\d+ of 100, (low|medium|high) confidence$/m);
  expect(stdout).toContain('This is an example: ');
  expect(readdirSync(out).toSorted()).toEqual(['dossier.html', 'dossier.pdf', 'findings.json']);
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  const findings = JSON.parse(read('findings.json')) as Findings;
  expect(findings.limitations[0]).toMatch(/^This dossier is an example/);
  expect(findings.evidence.filter(({ verification }) => verification?.support !== 'supported')).toEqual([]);
  const texts = [findings.verdict, ...Object.values(findings.dimensions)].map(({ rationale }) => rationale);
  const words = texts.map((text) => text.split(' ').length);
  expect(Math.min(...words)).toBeGreaterThanOrEqual(READABLE_WORDS.least);
  expect(Math.max(...words)).toBeLessThanOrEqual(READABLE_WORDS.most);
  expect(texts.filter((text) => FOREIGN.test(text))).toEqual([]);
  expect(read('dossier.html')).toContain(findings.runId);
  expect(read('dossier.pdf').slice(0, 5)).toBe('%PDF-');
}, 180_000);
