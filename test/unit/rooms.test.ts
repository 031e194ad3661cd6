import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const rooms = require(join(ROOT, 'rooms.cjs')) as Record<string, string[]>;

const folder = mkdtempSync(join(tmpdir(), 'noi-rooms-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file for each rule of imports that breaks it, by the rule. */
const BREACHES: Record<string, Record<string, string>> = {
  'domain-imports': { 'domain/climbs.ts': "import type { Row } from '../store/row';\nexport type Climbs = Row;" },
  'store-imports': {
    'store/row.ts': "export interface Row {}\nexport const late = () => import('../providers/mail');",
  },
  'api-imports': { 'api/beside.ts': "export { page } from '../web/page';" },
  'web-imports': { 'web/page.ts': "import { route } from '../api/route';\nexport const page = route;" },
  'admin-imports': { 'admin/serves.ts': "export const keys = require('../stand-ins/keys');" },
  'tools-imports': { 'tools/proves.ts': "import '../test/support';" },
  'a-room-is-in-the-table': { 'cellar/hides.ts': "import '../contracts/ids';" },
  'workflows-are-deterministic': { 'workflows/story.ts': "import { randomUUID } from 'node:crypto';\nrandomUUID();" },
  'client-is-a-package-of-its-own': { 'clients/typescript/src/takes.ts': "import '../../../platform/html';" },
  'endpoints-reach-providers-by-commands': { 'api/endpoints/orders/pays.ts': "import '../../../providers/mail';" },
  'no-circles': {
    'http/one.ts': "import type { Two } from './two';\nexport type One = Two | 1;",
    'http/two.ts': "import type { One } from './one';\nexport type Two = One | 2;",
  },
};

/** Files that the breaches import, none of which breaks a rule. */
const SOUND = ['providers/mail', 'stand-ins/keys', 'test/support', 'contracts/ids', 'platform/html', 'api/route'];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('each rule of imports finds its breach, and nothing else', () => {
  for (const files of Object.values(BREACHES)) for (const [path, text] of Object.entries(files)) write(path, text);
  for (const path of SOUND) write(`${path}.ts`, 'export const route = 1;');
  const depcruise = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: '' });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string; severity: string } }[] };
  };
  const found = summary.violations.map(({ from, rule }) => `${rule.severity} ${rule.name} ${from}`);
  const planted = Object.entries(BREACHES).flatMap(([rule, files]) =>
    Object.keys(files)
      .slice(0, 1)
      .map((path) => `error ${rule} ${path}`),
  );
  expect(found.toSorted()).toEqual(planted.toSorted());
});

test('ARCHITECTURE.md says of each room what the table of imports says', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const said = [...text.matchAll(/^\| `([a-z-]+)\/` .*\| ([^|]+?) +\|$/gm)].map(([, room, imports]) => [room, imports]);
  const table = Object.entries(rooms).filter(([room]) => existsSync(join(ROOT, room)));
  const others = { tools: 'everything but test', test: 'everything' };
  const words = (imports: string[]) => imports.filter((room) => room !== 'contracts').join(', ') || '–';
  expect(Object.fromEntries(said)).toEqual({
    ...Object.fromEntries(table.map(([room, imports]) => [room, words(imports)])),
    ...others,
  });
});
