/**
 * `npm run proof -- bruno`: starts the product, takes the collection for Bruno and the `.http` file from it, and runs
 * each from top to bottom with a test key, by Bruno's own command and by httpyac. Exits 1 where an answer is not as the
 * file asserts, or where a request that should run did not.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { openDatabase } from '../../prisma/client';
import { collectionTools, run } from '../clients/tools';
import { createCustomer } from '../../test/support/api';
import { withLocalProduct } from '../../test/support/local-product';

/** How a request went, as Bruno's report says. */
interface Reported {
  status: string;
  name: string;
  error: string | null;
  assertionResults: { status: string; lhsExpr: string; error?: string }[];
}

/** Key of an account of its own, so that no run is held to what another made. */
async function testKey(database: string): Promise<string> {
  const db = openDatabase(database, 2);
  try {
    return (await createCustomer(db, { mode: 'test', credits: 0 })).apiKey;
  } finally {
    await db.close();
  }
}

async function playBruno(command: string, folder: string, api: string, key: string): Promise<void> {
  const zip = await (await fetch(`${api}/developers/bruno.zip`)).arrayBuffer();
  const files = Object.entries(unzipSync(new Uint8Array(zip)));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const report = join(folder, 'report.json');
  const args = ['run', '-r', '--env', 'API', '--env-var', `apiKey=${key}`, '--reporter-json', report];
  const failure = await run(command, args, { cwd: folder }).then(
    () => null,
    (error: Error) => error,
  );
  const pages = JSON.parse(readFileSync(report, 'utf8')) as { results: Reported[] }[];
  const results = pages.flatMap((page) => page.results);
  const flaws = results.flatMap(({ name, error, assertionResults }) => [
    ...(error ? [`${name}: ${error}`] : []),
    ...assertionResults.filter(({ status }) => status !== 'pass').map((one) => `${name}: ${one.lhsExpr} ${one.error}`),
  ]);
  const isRequest = ([name, bytes]: (typeof files)[number]) => strFromU8(bytes).includes('type: http') && name;
  const wanted = files.filter((file) => isRequest(file) && !file[0].startsWith('by hand/')).length;
  const ran = new Set(results.filter(({ status }) => status !== 'skipped').map(({ name }) => name)).size;
  if (ran !== wanted) flaws.push(`${ran} requests ran, of ${wanted}`);
  if (flaws.length > 0 || failure) throw new Error(`Bruno: ${[...flaws, failure?.message ?? ''].join('\n')}`);
  console.log(`Bruno: ${ran} requests, ${results.flatMap((one) => one.assertionResults).length} assertions`);
}

async function playHttpFile(command: string, folder: string, api: string, key: string): Promise<void> {
  const text = await (await fetch(`${api}/developers/noi.http`)).text();
  const file = join(folder, 'noi.http');
  writeFileSync(file, text.replace(/^@apiKey = .*$/m, `@apiKey = ${key}`));
  const said = join(folder, 'said.json');
  // Into a file: it ends before a pipe has taken all of it. Exit code 1 says what its results say, too.
  await run('sh', ['-c', `"$0" send "$1" --all --json > "$2" || true`, command, file, said], { cwd: folder });
  const { requests } = JSON.parse(readFileSync(said, 'utf8')) as {
    requests: { name: string; testResults?: { status: string; error?: { displayMessage: string } }[] }[];
  };
  const results = requests
    .flatMap(({ name, testResults = [] }) => testResults.map((result) => ({ name, ...result })))
    .filter(({ status }) => status !== 'SKIPPED');
  const flaws = results.filter(({ status }) => status !== 'SUCCESS');
  if (flaws.length > 0) {
    throw new Error(flaws.map(({ name, error }) => `httpyac: ${name}: ${error?.displayMessage}`).join('\n'));
  }
  const wanted = text.split(/^### /m).filter((one) => one.includes('client.test(') && !one.includes('\n# @disabled'));
  if (results.length < wanted.length) throw new Error(`httpyac: ${results.length} tests, of ${wanted.length}`);
  console.log(`httpyac: ${results.length} answers, each as asserted`);
}

async function main(): Promise<void> {
  const bin = join(await collectionTools(), 'node_modules', '.bin');
  await withLocalProduct('bruno', {}, async (ready, folder) => {
    for (const [name, play] of [['bru', playBruno] as const, ['httpyac', playHttpFile] as const]) {
      mkdirSync(join(folder, name));
      await play(join(bin, name), join(folder, name), ready.api, await testKey(ready.database));
    }
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
