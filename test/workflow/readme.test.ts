import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { useShop } from '../support/use';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'noi-readme-'));

const shop = useShop();
beforeAll(async () => {
  await shop.offer();
  mkdirSync(join(folder, '.local'));
  const ready = { api: shop.api.url, keys: { live: shop.customer.apiKey } };
  writeFileSync(join(folder, '.local', 'ready.json'), JSON.stringify(ready));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

/** Shell blocks under a heading of README.md. */
function blocks(heading: string): string[] {
  const section = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8')
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!;
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);
}

test('the session of README works when it is pasted as a block: run, wait, findings, dossier, archive, purchase', async () => {
  const [session, purchase] = blocks('A session');
  const pasted = `set -e\n${session}\n${purchase}`;
  const { stdout } = await run('bash', ['-c', pasted], { cwd: folder, env: { PATH: process.env.PATH } });

  expect(stdout).toMatch(/"recommendation": "(pursue|refine|avoid)"/);
  for (const file of ['run.json', 'findings.json', 'dossier.html', 'dossier.pdf']) expect(stdout).toContain(file);
  expect(stdout).toMatch(/"status": "pending_payment",\s+"checkoutUrl": "http/);
  expect(readFileSync(join(folder, 'dossier.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toMatchObject({ status: 'completed' });
});
