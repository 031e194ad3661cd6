import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { currentDescription } from '../openapi/description';
import { pythonTypes } from './python-types';
import { typescriptTypes } from './typescript-types';

const PYTHON = join(PACKAGE_ROOT, 'clients', 'python', 'noi');

/** Words in the async Python client and their replacements in the sync one. */
const SYNCHRONOUS: readonly (readonly [RegExp, string])[] = [
  [/\b(async|await) /g, ''],
  [/\bAsyncGenerator\[(.*), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsync(Client|Run|Generator)\b/g, '$1'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\b__a(enter|exit)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\baiter_lines\b/g, 'iter_lines'],
  [/^import anyio\n/gm, ''],
  [/\banyio\.sleep\b/g, 'time.sleep'],
  [/ asynchronous /g, ' synchronous '],
];

/** Writes the generated parts of both clients: their types, and the sync Python client. */
export function generate(): void {
  const description = currentDescription();
  writeFileSync(join(PACKAGE_ROOT, 'clients', 'typescript', 'src', 'api-types.ts'), typescriptTypes(description));
  writeFileSync(join(PYTHON, 'types.py'), pythonTypes(description));
  mkdirSync(join(PYTHON, '_sync'), { recursive: true });
  for (const file of readdirSync(join(PYTHON, '_async')).filter((name) => name.endsWith('.py'))) {
    const source = readFileSync(join(PYTHON, '_async', file), 'utf8');
    const text = SYNCHRONOUS.reduce((result, [words, other]) => result.replace(words, other), source);
    writeFileSync(
      join(PYTHON, '_sync', file),
      `# Generated from ../_async/${file} by \`npm run build\`. Do not edit.\n${text}`,
    );
  }
}
