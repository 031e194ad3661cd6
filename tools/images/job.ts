import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProxies } from '../../local/cluster/proxy';
import { freePort, LOOPBACK } from '../../local/ports';
import { withSecretFiles } from '../../local/secret-files';
import { sitesOf } from '../../local/vendors';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { openDatabase } from '../../prisma/client';
import { startInternet, type Internet, type Sites } from '../../stand-ins/internet/internet';
import { nameOfPort } from '../../stand-ins/internet/names';
import { trust } from '../../stand-ins/internet/trust';
import { samplePdf } from '../../stand-ins/web/sample-pdf';
import { settingsOf } from '../chaos/settings';
import { startAgents } from '../../test/support/agents';
import { call, createCustomer, createEvaluation } from '../../test/support/api';
import { administer, within } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { OwnProcess, STOPS_WITHIN_MS } from '../../test/support/own-process';
import { startPostbox } from '../../test/support/postbox';
import { startProvider, WEBHOOK_SECRETS } from '../../test/support/shop';
import { MOUNT, type Builder, type Image } from './builder';

/** A small machine renders a dossier slowly while it does other things as well. */
const PATIENT = { EVALUATION_DEADLINE: '10m', STEP_TIMEOUT: '2m', SESSION_HEARTBEAT_TIMEOUT: '30s' };
const RUN_WITHIN_MS = 300_000;
/** What puts a process on the stand-in internet, with what it needs. */
const PRELOAD = ['stand-ins/internet/preload.js', 'stand-ins/internet/trust.js', 'platform/loopback.js'].map((script) =>
  join('dist', script),
);
const SENTENCE = 'Owners of old houses ask for quotes of three installers before they decide.';

/** Loads every program of the image but those that begin to work when they are loaded. */
const LOAD_ALL = `
const { readdirSync } = require('node:fs');
const programs = readdirSync('/app/dist', { recursive: true }).filter((name) => /\\.js$/.test(name));
const own = programs.filter((name) => !/(^|\\/)(main|[a-z-]+-thread|workflow-bundle)\\.js$/.test(name));
for (const name of own) require('/app/dist/' + name);
console.log(own.length);
process.exit(0);`;

const READ_PDF = `
require('/app/dist/providers/cited-pages/pdf-page-text.js')
  .pdfPageText(new Uint8Array(Buffer.from(process.env.SAMPLE_PDF, 'base64')))
  .then(({ text }) => { console.log(text); process.exit(0); });`;

/**
 * Has the images do a job on real parts with stand-ins for the providers: an empty database is migrated, an Idea Check is
 * asked for over HTTP and its dossier downloaded, every page is shown, an operator looks; then they stop in order.
 *
 * @throws Error that says what an image did not do
 */
export async function doJob(builder: Builder, say: (text: string) => void): Promise<void> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = `images_${process.pid}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const database = within(server, name);
  const folder = mkdtempSync(join(tmpdir(), 'noi-images-'));
  const [port, edgePort] = [await freePort(), await freePort()];
  const [agents, postbox] = [await startAgents(), await startPostbox()];
  let sites: Sites | null = null;
  const internet = await startInternet(folder, () => sites!);
  trust(internet.authority.pem);
  const edge = await startProxies(edgePort, internet.authority.issue(), [`http://${LOOPBACK}:${port}`]);
  const { url } = edge;
  const webhook = { url: `${url}/webhooks/stripe`, secrets: WEBHOOK_SECRETS };
  const { provider, close } = await startProvider(edgePort, { webhook });
  sites = sitesOf({ agents: agents.url, payments: provider.url, mail: postbox.url });
  await agents.variety({ sources: [6, 12], habits: 'varied', sites: 'own' });
  const temporal = process.env.TEST_TEMPORAL_ADDRESS!;
  const alerts = `https://${nameOfPort(Number(new URL(postbox.url).port))}/alerts`;
  const settings = mounted(folder, internet, {
    ...settingsOf({ database, temporal, publicUrl: url, alerts }),
    ...PATIENT,
    METRICS_HOST: LOOPBACK,
  });
  // Not at once: the providers of this process have to answer meanwhile.
  const run = async (image: Image, command: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const all = { ...settings, ...env };
    const [program, ...args] = builder.inside(image, command, Object.keys(all), { mount: folder });
    const options = { env: environmentOf(image, all), maxBuffer: 1 << 24 };
    return (await promisify(execFile)(program, args, options)).stdout;
  };
  const environmentOf = (image: Image, env: NodeJS.ProcessEnv) => ({ ...builder.configOf(image).env, ...env });
  const start = async (image: Image, env: NodeJS.ProcessEnv) => {
    const all = { ...settings, ...env };
    const [command, ...args] = builder.inside(image, builder.configOf(image).command, Object.keys(all), {
      mount: folder,
    });
    const program = { command, args, env: environmentOf(image, all), stopWithinMs: STOPS_WITHIN_MS };
    const process_ = new OwnProcess(image, program, join(folder, `${image}.log`));
    running.push(process_);
    await process_.start();
    if (process_.crashes.length > 0) throw new Error(process_.crashes.join('\n'));
  };
  const running: OwnProcess[] = [];
  try {
    const migrated = await run('migrate', builder.configOf('migrate').command);
    if (!/^applied /m.test(migrated)) throw new Error(`migrate applied nothing: ${migrated}`);
    say('  migrate: an empty database has the schema');
    const loaded = (await run('worker', ['node', '--eval', LOAD_ALL])).trim();
    const read = await run('worker', ['node', '--eval', READ_PDF], {
      SAMPLE_PDF: Buffer.from(samplePdf(['Quotes', SENTENCE])).toString('base64'),
    });
    if (!read.includes(SENTENCE)) throw new Error(`The worker read of a PDF: ${read}`);
    say(`  worker: ${loaded} modules load, a PDF is read`);
    await run('worker', ['admin', 'agents', 'provision']);
    await start('worker', { METRICS_PORT: String(await freePort()) });
    await start('api', { METRICS_PORT: String(await freePort()), HOST: LOOPBACK, PORT: String(port) });
    await research(database, url, say);
    say(`  api: ${await showPages(url)} pages are shown`);
    const listed = await run('worker', ['admin', 'runs', 'list']);
    if (!listed.includes('completed')) throw new Error(`admin runs list says: ${listed}`);
    say('  admin: an operator sees the run');
  } finally {
    await Promise.all(running.map((each) => each.stop()));
    await Promise.all([edge.close(), agents.close(), postbox.close(), close()]);
    await internet.close();
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings of a container that has `folder` mounted: secrets and the stand-in internet are there. */
function mounted(folder: string, internet: Internet, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const script of PRELOAD) cpSync(join(PACKAGE_ROOT, script), join(folder, script));
  const given = { ...withSecretFiles(settings, join(folder, 'secrets')), ...internet.settings };
  // Containers run under another account.
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const seen = (value: string | undefined) => value?.replaceAll(folder, MOUNT).replaceAll(PACKAGE_ROOT, MOUNT);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, seen(value)]));
}

async function research(database: string, url: string, say: (text: string) => void): Promise<void> {
  const db = openDatabase(database, 2);
  try {
    const customer = await createCustomer(db);
    const { status, body } = await createEvaluation({ url }, customer, 'job-of-images');
    if (status !== 202) throw new Error(`A request for a run is answered with ${status}`);
    const path = `/v1/runs/${body.runId}`;
    const read = <T>(of: string) => call<T>({ url }, 'GET', of, { key: customer.apiKey });
    const ended = await eventually(
      'the run ends',
      async () => {
        const answer = await read<{ status: string }>(path);
        return ['completed', 'failed', 'expired'].includes(answer.body.status) && answer.body.status;
      },
      RUN_WITHIN_MS,
    );
    if (ended !== 'completed') throw new Error(`The run is ${ended}`);
    const dossier = await fetch(`${url}${path}/dossier?format=pdf`, { headers: { 'x-api-key': customer.apiKey } });
    const bytes = Buffer.from(await dossier.arrayBuffer());
    if (!dossier.ok || bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error(`The dossier is ${dossier.status}`);
    say(`  api and worker: an Idea Check is completed, its dossier has ${Math.round(bytes.length / 1_000)} kB`);
  } finally {
    await db.close();
  }
}

/** Asks for each page that the sitemap names, and the texts of licenses; returns how many there are. */
async function showPages(url: string): Promise<number> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page]) => page!);
  for (const page of [...pages, `${url}/licences.txt`, `${url}/openapi/v1.json`]) {
    const { status } = await fetch(page);
    if (status !== 200) throw new Error(`${page} is answered with ${status}`);
  }
  return pages.length + 2;
}
