/** Runs `npm start`: the whole product on this machine, until Ctrl-C. */
import { execFile } from 'node:child_process';
import { watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../base/package-root';
import { isAllStandIns } from './child-settings';
import type { ReadyFile } from './files';
import { localFolder } from './folder';
import type { ChildScripts, Preparation } from './parts';
import { stopOnSignal } from './process/stop-on-signal';
import type { Output } from './process/supervise';
import { report as reportTo, seconds } from './report';
import { builtPreparation, BUILT_SCRIPTS, startLocal } from './start';

const SETTINGS = `
Settings (environment variables):
  LOCAL_DIR           folder for data and ready.json (default .local)
  PORT, HOST          port and host of the API (default 3000 on 127.0.0.1)
  DATABASE_URL        a PostgreSQL to use instead of the embedded one
  TEMPORAL_ADDRESS    a Temporal server to use instead of the embedded one
  TEMPORAL_CLI_PATH   the "temporal" program to start
  ANTHROPIC_API_KEY   use the real agent provider instead of the stand-in
  STRIPE_SECRET_KEY_TEST, STRIPE_SECRET_KEY_LIVE  use the real payment provider instead of the stand-in,
                      with STRIPE_WEBHOOK_SECRETS_TEST, STRIPE_WEBHOOK_SECRETS_LIVE for its webhooks
  RESEND_API_KEY      use the real mail provider instead of the stand-in
  SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL  the seller, on legal pages and receipts
  OTEL_EXPORTER_OTLP_ENDPOINT  send traces to this collector (OTLP over HTTP)
All other settings (docs/configuration.md) are passed to the product.`;

/** Runs `npm start` until a signal. Exits 0 after an orderly stop, 1 if the start fails. */
export async function runLocal(preparation: Preparation, scripts: ChildScripts): Promise<void> {
  const { fresh = false, watch = false, observe = false } = parseArguments();
  const startedAt = performance.now();
  const report = reportTo(process.stdout, process.stdout.isTTY && !process.env.NO_COLOR);
  const abort = new AbortController();
  const running = stopOnSignal(abort, (text) => report.note(text));
  try {
    const folder = localFolder(process.env);
    const options = { folder, env: process.env, fresh, observe, report, preparation, scripts, signal: abort.signal };
    const local = await startLocal(options);
    await running.started(local);
    report.plain(banner(local.ready, folder.ready, seconds(performance.now() - startedAt)));
    if (watch) rebuildOnChange(local.restartProduct, report, abort.signal);
  } catch (error) {
    if (!abort.signal.aborted) report.note((error as Error).message);
    process.exit(abort.signal.aborted ? 0 : 1);
  }
}

interface Arguments {
  fresh?: boolean;
  watch?: boolean;
  observe?: boolean;
}

function parseArguments(): Arguments {
  const command = new Command('npm start --')
    .description(
      'Runs the API, the worker and everything they need on this machine. Ctrl-C stops everything and keeps the data.',
    )
    .option('--fresh', 'start with empty data')
    .option('--observe', 'trace each request, and show traces and metrics on a page')
    .option('--watch', 'rebuild and restart the API and the worker when a source file changes (npm run dev)')
    .addHelpText('after', SETTINGS)
    .parse();
  const options = command.opts<Arguments>();
  // Supports `npm start --fresh`. Without the extra `--`, npm keeps the option for itself.
  return { ...options, ...(process.env.npm_config_fresh === 'true' && { fresh: true }) };
}

export function banner(ready: ReadyFile, readyFilePath: string, took: string): string {
  const { api, account, metrics } = ready;
  const rows: [what: string, where: string | null][] = [
    ['Shop and account', api],
    ['API reference', `${api}/docs`],
    ['Emails it sends', ready.mail],
    ['Checkouts to pay', ready.payments],
    ['Agent sessions', ready.agents],
    ['Temporal Web', ready.temporalWeb],
    ['Traces', ready.traces],
    ['Metrics', `${metrics.api}/metrics and ${metrics.worker}/metrics`],
    ['Keys and addresses', readyFilePath],
  ];
  const width = Math.max(...rows.map(([what]) => what.length)) + 2;
  const lines = rows.filter((row): row is [string, string] => row[1] !== null);
  return [
    '',
    `Newsletter Opportunity Intelligence is ready after ${took}.`,
    '',
    ...nextCommands(ready),
    ...lines.map(([what, where]) => `  ${what.padEnd(width)}${where}`),
    '',
    `Stop with Ctrl-C. Your data, owned by ${account.email}, is kept. npm start -- --fresh starts with empty data.`,
    '',
  ].join('\n');
}

/** Next steps for the user. With a real provider, runs cost money, and the /local page is off. */
function nextCommands(ready: ReadyFile): string[] {
  if (!isAllStandIns(ready))
    return ['Start a run in your account or with the live key. It uses your providers and costs money.', ''];
  return [
    'Open this page first. It checks an idea with one click and has your API keys:',
    '',
    `  ${ready.api}/local`,
    '',
  ];
}

/** Source folders of the API and the worker. After changes to local/ or stand-ins/, restart `npm run dev`. */
const SOURCES = 'base prisma modules vendors activities workflows worker http api web server'.split(' ');
const QUIET_MS = 150;

/** Rebuilds and restarts when a source file changes, one build at a time. A failed build restarts nothing. */
function rebuildOnChange(restart: () => Promise<void>, output: Output, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const changed = (folder: string, file: string | null) => {
    if (!file || !/\.(ts|typ|sql)$/.test(file) || file.startsWith('generated')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(() => rebuild(join(folder, file), restart, output));
    }, QUIET_MS);
  };
  const watchers = SOURCES.map((folder) =>
    watchFolder(join(PACKAGE_ROOT, folder), { recursive: true }, (_, file) => changed(folder, file)),
  );
  signal.addEventListener('abort', () => watchers.forEach((watcher) => watcher.close()), { once: true });
  output.note('watching: the API and the worker are rebuilt and restarted when a source file changes');
}

async function rebuild(file: string, restart: () => Promise<void>, output: Output): Promise<void> {
  output.note(`${file} changed: building`);
  try {
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: PACKAGE_ROOT });
    await restart();
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    output.note(`build failed; the previous build keeps running\n${stdout || message}`);
  }
}

if (require.main === module) void runLocal(builtPreparation, BUILT_SCRIPTS);
