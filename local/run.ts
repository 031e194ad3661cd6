import { Command } from 'commander';
import { banner } from './banner';
import { localFolder } from './folder';
import { onOrphaned } from './process/on-orphaned';
import { report as reportTo, seconds } from './report';
import { startLocal, type RunningLocal } from './start';
import type { ChildScripts, Preparation } from './start-context';

const SETTINGS = `
Settings (environment variables):
  LOCAL_DIR           folder for data and ready.json (default .local)
  PORT, HOST          of the API (default 3000 on 127.0.0.1)
  DATABASE_URL        a PostgreSQL to use instead of the embedded one
  TEMPORAL_ADDRESS    a Temporal server to use instead of the embedded one
  TEMPORAL_CLI_PATH   the "temporal" program to start
  ANTHROPIC_API_KEY   use the real agent provider instead of the stand-in
  RESEND_API_KEY      use the real mail provider instead of the stand-in
Every other setting of the product is passed on to it.`;

/**
 * The command `npm start`: starts the embedded default and stays until a signal stops it. Ends the process, with exit code 0
 * after an orderly stop and 1 where the start failed.
 */
export async function runLocal(preparation: Preparation, scripts: ChildScripts): Promise<void> {
  const { fresh = false } = parseArguments();
  const startedAt = performance.now();
  const report = reportTo(process.stdout, process.stdout.isTTY && !process.env.NO_COLOR);
  const abort = new AbortController();
  const running = stopOnSignal(abort, (text) => report.note(text));
  try {
    const folder = localFolder(process.env);
    const options = { folder, env: process.env, fresh, report, preparation, scripts, signal: abort.signal };
    const local = await startLocal(options);
    await running.is(local);
    report.plain(banner(local.ready, folder.ready, seconds(performance.now() - startedAt)));
  } catch (error) {
    if (!abort.signal.aborted) report.note((error as Error).message);
    process.exit(abort.signal.aborted ? 0 : 1);
  }
}

function parseArguments(): { fresh?: boolean } {
  return new Command('npm start --')
    .description('Runs the API, the worker and all they need on this machine. Ctrl-C stops everything; data is kept.')
    .option('--fresh', 'begin with empty data')
    .addHelpText('after', SETTINGS)
    .parse()
    .opts();
}

/** First signal: stop in order, also while still starting. Second: kill. */
function stopOnSignal(abort: AbortController, say: (text: string) => void) {
  let running: RunningLocal | null = null;
  const stop = async () => {
    await running?.stop();
    say('stopped');
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals | 'end of npm') => {
    if (abort.signal.aborted) {
      say('stopping at once');
      running?.kill();
      // What is still starting ends by itself once the pipes to this process close.
      process.exit(1);
    }
    say(`${signal}: stopping (again to stop at once)`);
    abort.abort(new Error(`stopped by ${signal}`));
    if (running) void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  onOrphaned(() => !abort.signal.aborted && onSignal('end of npm'));
  // The terminal may be gone (SIGHUP): a remark must not end the stop half-way.
  process.stdout.on('error', () => undefined);
  return {
    /** To be called when the start is done; a signal may have come just before. */
    async is(value: RunningLocal): Promise<void> {
      running = value;
      if (abort.signal.aborted) await stop();
    },
  };
}
