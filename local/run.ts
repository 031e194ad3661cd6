import { Command } from 'commander';
import { banner } from './banner';
import { localFolder } from './folder';
import { stopOnSignal } from './process/stop-on-signal';
import { rebuildOnChange } from './rebuild';
import { report as reportTo, seconds } from './report';
import { startLocal } from './start';
import type { ChildScripts, Preparation } from './start-context';

const SETTINGS = `
Settings (environment variables):
  LOCAL_DIR           folder for data and ready.json (default .local)
  PORT, HOST          of the API (default 3000 on 127.0.0.1)
  DATABASE_URL        a PostgreSQL to use instead of the embedded one
  TEMPORAL_ADDRESS    a Temporal server to use instead of the embedded one (or TEMPORAL_PROFILE)
  TEMPORAL_CLI_PATH   the "temporal" program to start
  ANTHROPIC_API_KEY   use the real agent provider instead of the stand-in
  STRIPE_SECRET_KEY_TEST, STRIPE_SECRET_KEY_LIVE  use the real payment provider instead of the stand-in,
                      with STRIPE_WEBHOOK_SECRETS_TEST, STRIPE_WEBHOOK_SECRETS_LIVE for its webhooks
  RESEND_API_KEY      use the real mail provider instead of the stand-in
  SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL  who sells, on legal pages and receipts
  OTEL_EXPORTER_OTLP_ENDPOINT  send traces to this collector (OTLP over HTTP)
Every other setting (docs/configuration.md) is passed on to the product.`;

/**
 * Runs `npm start`: starts the embedded default and keeps it running until a signal. Exits with code 0 after an orderly
 * stop and 1 if the start fails.
 */
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
      'Runs the API, the worker and everything they need on this machine. Ctrl-C stops it all; data is kept.',
    )
    .option('--fresh', 'begin with empty data')
    .option('--observe', 'trace each request, and show traces and metrics on a page')
    .option('--watch', 'rebuild, and restart API and worker, when a source file changes (npm run dev)')
    .addHelpText('after', SETTINGS)
    .parse();
  const options = command.opts<Arguments>();
  // `npm start --fresh`: without the two dashes between, npm takes the option for its own.
  return { ...options, ...(process.env.npm_config_fresh === 'true' && { fresh: true }) };
}
