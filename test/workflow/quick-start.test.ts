import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, parse, relative } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_FILES } from '../../platform/client-packages';
import { BEHAVIOURS, type Driver } from '../../tools/clients/behaviours/behaviour';
import { play } from '../../tools/clients/behaviours/play';
import { canDrive, FROM_SOURCES, startPythonDriver } from '../../tools/clients/behaviours/python-driver';
import { typescriptDriver } from '../../tools/clients/behaviours/typescript-driver';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { call, createCustomer } from '../support/api';
import { useStack } from '../support/use';

const run = promisify(execFile);
const COMPILER = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
// Inside the checkout, so that the packages named by the page resolve.
mkdirSync(join(PACKAGE_ROOT, 'dist'), { recursive: true });
const folder = mkdtempSync(join(PACKAGE_ROOT, 'dist', 'quick-start-'));

let unpacked: ReturnType<typeof unpackClient>;
const stack = useStack();
beforeAll(async () => {
  unpacked = unpackClient();
  // Each test that uses the package says why there is none.
  unpacked.catch(() => undefined);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

test('the typed quick start of /developers runs as it is pasted, and compiles against the client that is served', async () => {
  await unpacked;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const shown = readFileSync(join(PACKAGE_ROOT, 'web', 'developers', 'samples', 'quick-start.ts'), 'utf8');
  writeFileSync(join(folder, 'quick-start.ts'), shown);

  const compilerOptions = { strict: true, module: 'preserve', target: 'es2022', types: ['node'], skipLibCheck: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(process.execPath, [COMPILER, '-p', folder]);
  writeFileSync(join(folder, 'quick-start.mjs'), shown);
  const { stdout } = await run(process.execPath, ['quick-start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, NOI_API_URL: stack.api.url, NOI_API_KEY: stack.customer.apiKey },
  });

  expect(stdout).toMatch(/^(pursue|refine|avoid) \d+\n$/);
});

// Where httpx is; `npm run clients` plays it by the client as it is installed.
if (canDrive('python3')) {
  test('the quick start in Python runs as it is shown', async () => {
    const program = join(PACKAGE_ROOT, 'web', 'developers', 'samples', 'quick-start.py');
    const env = { ...FROM_SOURCES, NOI_API_URL: stack.api.url, NOI_API_KEY: stack.customer.apiKey };
    const { stdout } = await run('python3', [program], { env: { PATH: process.env.PATH, ...env } });
    expect(stdout).toMatch(/^(pursue|refine|avoid) \d+\n$/);
  });
}

test('the package of our client is what its exports and types name and no more, as ESM and as CommonJS, and its command', async () => {
  const { files, text } = await unpacked;
  const modules = readdirSync(join(PACKAGE_ROOT, 'clients', 'typescript', 'src')).map((file) => parse(file).name);
  const compiled = modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
  const both = ['esm', 'cjs'].flatMap((format) => ['package.json', ...compiled].map((file) => `${format}/${file}`));
  const command = readdirSync(join(PACKAGE_ROOT, 'clients', 'cli')).map((file) => `cli/${parse(file).name}.js`);
  expect(files).toEqual(['package.json', 'README.md', ...both, ...command].sort());

  const { exports } = JSON.parse(text('package.json')) as { exports: Record<string, Record<string, object>> };
  const named = Object.values(exports['.']!).flatMap((targets) => Object.values(targets) as string[]);
  expect(named).toHaveLength(4);
  expect(files).toEqual(expect.arrayContaining(named.map((file) => normalize(file))));
  expect([text('esm/package.json'), text('cjs/package.json')]).toEqual([
    '{"type":"module"}\n',
    '{"type":"commonjs"}\n',
  ]);
});

test('the quick start of our client compiles and runs, starts one run however often, and loads as CommonJS too', async () => {
  await unpacked;
  const readme = readFileSync(join(PACKAGE_ROOT, 'clients', 'typescript', 'README.md'), 'utf8');
  const [quickStart, ...others] = Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code!);
  writeFileSync(join(folder, 'client.mts'), quickStart!);
  writeFileSync(join(folder, 'types.cts'), TYPED);
  others.forEach((code, place) => writeFileSync(join(folder, `other-${place}.mts`), GIVEN + code));
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', types: ['node'] };
  writeFileSync(join(folder, 'client.json'), JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts'] }));
  await run(process.execPath, [COMPILER, '-p', join(folder, 'client.json')]);

  const env = { PATH: process.env.PATH, NOI_API_URL: stack.api.url, NOI_API_KEY: stack.customer.apiKey };
  const runs = async () => {
    const { apiKey: key } = stack.customer;
    return (await call<{ data: object[] }>(stack.api, 'GET', '/v1/runs', { key })).body.data.length;
  };
  const before = await runs();
  for (let time = 0; time < 2; time++) {
    const { stdout } = await run(process.execPath, ['client.mjs'], { cwd: folder, env });
    expect(stdout).toMatch(/^(pursue|refine|avoid) \d+\n$/);
  }
  expect(readFileSync(join(folder, 'dossier.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await runs()).toBe(before + 1);
  expect((await run(process.execPath, ['types.cjs'], { cwd: folder })).stdout).toBe('function\n');
});

/** Unpacks the client as it is served, where programs in our folder find it; its files, and a reader of them. */
async function unpackClient() {
  const served = await fetch(`${stack.api.url}/developers/clients/${PACKAGE_FILES.npm}`);
  writeFileSync(join(folder, 'noi-client.tgz'), Buffer.from(await served.arrayBuffer()));
  const installed = join(folder, 'node_modules', 'noi-client');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, 'noi-client.tgz'), '-C', installed, '--strip-components=1']);
  const all = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    files: all.map(({ parentPath, name }) => relative(installed, join(parentPath, name))).sort(),
    text: (file: string) => readFileSync(join(installed, file), 'utf8'),
  };
}

/** Names that the further examples of the page take from their reader; they are compiled, not run. */
const GIVEN = `declare const noi: import('noi-client').Client;
declare const idea: string, operatorProfile: string, expertise: string[], rawBody: Uint8Array, request: Request;
declare function buyCredits(): Promise<void>;
`;

/** Use by a program of CommonJS: it would not compile if the types of the package were not found. */
const TYPED = `import { createClient, NoiError, verifyWebhook } from 'noi-client';
async function received(body: string): Promise<string | null> {
  const event = await verifyWebhook(body, {}, 'whsec_x');
  switch (event.type) {
    case 'run.completed':
      return event.data.links.findings;
    case 'webhook.test':
      return event.data.webhookId;
    default:
      return event.data.id;
  }
}
function known({ code }: NoiError): boolean {
  const one: 'entitlement_required' extends typeof code ? true : false = true;
  const other: 'of_a_later_version' extends typeof code ? true : false = true;
  return one && other && code === 'agent_refused';
}
async function price(): Promise<number | undefined> {
  const noi = createClient({ apiKey: 'noi_test_key', baseUrl: 'https://api.example.com' });
  // @ts-expect-error: an idea is required.
  await noi.runs.createEvaluation({}).wait();
  // @ts-expect-error: there is no such endpoint.
  await noi.call('GET /v1/nothing');
  // @ts-expect-error: which run?
  await noi.call('GET /v1/runs/{id}');
  await noi.account({ timeoutMs: 5_000, maxRetries: 0, signal: AbortSignal.timeout(9_000) });
  const { data } = await noi.opportunities.list();
  return data[0]?.price.amount;
}
console.log([price, received, known].every(Boolean) && typeof NoiError);
`;

describe('what clients share', () => {
  const python = canDrive('python3') ? (['sync', 'async'] as const) : [];
  const drivers: Driver[] = [typescriptDriver, ...python.map((mode) => startPythonDriver('python3', mode))];
  afterAll(() => Promise.all(drivers.map((driver) => driver.close())));
  const ofTheProduct = BEHAVIOURS.filter(({ answers }) => !answers);

  test.each(drivers)('$name does with the product all that is in the list', async (driver) => {
    const { apiKey } = await createCustomer(stack.db, { mode: 'test' });
    for (const behaviour of ofTheProduct) await play(behaviour, driver, { url: stack.api.url, apiKey });
    expect(ofTheProduct.length).toBeGreaterThan(0);
  });
});
