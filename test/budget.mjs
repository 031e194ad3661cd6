/**
 * Part of `npm run check`: keeps the product and its checks (tests, tools, stand-ins) within `budget.json`. Line counts
 * cover only code; file counts cover every file. To raise a limit, commit that change alone, with the reason.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

const CODE = new Set(['.ts', '.js', '.cjs', '.mjs', '.py', '.go', '.java', '.sh', '.css']);
const budget = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8'));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = listed.split('\n').filter((path) => path !== '' && existsSync(path));
const isProof = (path) => /^(test|tools|stand-ins)\//.test(path);
const isCode = (path) => CODE.has(extname(path)) && !path.startsWith('docs/');
const linesOf = (paths) => paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);

const counted = {
  productLines: linesOf(files.filter((path) => !isProof(path) && isCode(path))),
  proofLines: linesOf(files.filter((path) => isProof(path) && isCode(path))),
  proofFiles: files.filter(isProof).length,
};
const over = Object.entries(counted).filter(([name, count]) => count > budget[name]);
for (const [name, count] of Object.entries(counted)) process.stdout.write(`${name}: ${count} of ${budget[name]}\n`);
for (const [name] of over)
  process.stderr.write(`${name} is over its bound in test/budget.json: delete something first\n`);
process.exitCode = over.length > 0 ? 1 : 0;
