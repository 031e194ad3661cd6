/**
 * A step of `npm run openapi:types`: writes what is generated of the Python client. Types are made from the description;
 * the client for programs without asyncio is the other one, word for word, without what waits.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { describeOpenApi } from '../../api/description/openapi';
import { allEndpoints } from '../../api/endpoints/table';
import { pythonTypes, type Described } from './python-types';

const PACKAGE = join(PACKAGE_ROOT, 'clients', 'python', 'noi');

/** Words of the asynchronous client, and what the other says in their place. */
const SYNCHRONOUS: readonly (readonly [RegExp, string])[] = [
  [/\b(async|await) /g, ''],
  [/\bAsyncGenerator\[(.*), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsync(Client|Run|Generator)\b/g, '$1'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\b__a(enter|exit)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/^import anyio\n/gm, ''],
  [/\banyio\.sleep\b/g, 'time.sleep'],
  [/ asynchronous /g, ' synchronous '],
];

/** Generated files of the Python client by their names in its package. */
export function generatedPython(): Record<string, string> {
  const publicUrl = 'http://127.0.0.1:8080';
  const document = describeOpenApi(allEndpoints(publicUrl), publicUrl) as Described;
  const sources = readdirSync(join(PACKAGE, '_async')).filter((file) => file.endsWith('.py'));
  const made = sources.map((file) => {
    const text = readFileSync(join(PACKAGE, '_async', file), 'utf8');
    const synchronous = SYNCHRONOUS.reduce((result, [words, other]) => result.replace(words, other), text);
    return [
      `_sync/${file}`,
      `# Made from ../_async/${file} by \`npm run openapi:types\`. Do not edit.\n${synchronous}`,
    ];
  });
  return { 'types.py': pythonTypes(document), ...(Object.fromEntries(made) as Record<string, string>) };
}

if (require.main === module) {
  for (const [file, text] of Object.entries(generatedPython())) {
    mkdirSync(dirname(join(PACKAGE, file)), { recursive: true });
    writeFileSync(join(PACKAGE, file), text);
  }
}
