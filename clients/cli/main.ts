#!/usr/bin/env node
/** The `noi-client` command for developers. Settings: NOI_API_KEY, NOI_API_URL. Only results go to stdout. */
import { createClient, NoiError } from '../typescript/src/index';
import { commandOf, HELP, UsageError } from './commands';

/** Next step after a failure, by error code. The error's message already says what happened. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  invalid_api_key: 'Set NOI_API_KEY to a valid key of your account; create one on /account/keys.',
  insufficient_scope: 'Use a key with the named scope; create one on /account/keys.',
  connection_failed: 'Check that the service runs, and that NOI_API_URL is its address.',
  timed_out: 'Check that NOI_API_URL is the address of the service, then try again.',
  not_found: 'This service is older than this command, or NOI_API_URL points to another service.',
  webhook_not_found: 'Use the webhookId of an endpoint of this account; GET /v1/webhooks lists them.',
  run_not_found: 'Use the runId of a run of this account, in the mode of the key.',
  run_not_finished: 'Wait until the run ends or cancel it, then delete it.',
  batch_not_found: 'Use the batchId of a batch of this account, in the mode of the key.',
  wait_timed_out: 'Repeat the command to keep waiting.',
};

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  if (words.length === 0 || words.includes('--help') || words.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const command = commandOf(words);
  if (!command) throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}".`);
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort());
  const { NOI_API_KEY: apiKey, NOI_API_URL: baseUrl = '' } = process.env;
  if (!apiKey) throw new UsageError('NOI_API_KEY is not set. Create a key on /account/keys.');
  if (!baseUrl.trim())
    throw new UsageError(
      'NOI_API_URL is not set. Set it to the address of the service, such as https://api.example.com.',
    );
  const noi = createClient({ apiKey, baseUrl });
  try {
    return await command.run(command.words, {
      noi,
      sandbox: apiKey.includes('_test_'),
      signal: stopped.signal,
      print: (line) => process.stdout.write(`${line}\n`),
      say: (line) => process.stderr.write(`${line}\n`),
    });
  } catch (error) {
    // Ctrl-C is the normal way to stop, so it is not a failure.
    if (stopped.signal.aborted) return 0;
    throw error;
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee noi-client --help.`;
  if (!(error instanceof NoiError)) return (error as Error).message;
  const { message, code, retryAfterSeconds, problem } = error;
  const lines = [
    `${message} (${code})`,
    WAYS_OUT[code],
    retryAfterSeconds !== null && `Try again after ${Math.ceil(retryAfterSeconds)} seconds.`,
    problem?.requestId && `Request ${problem.requestId}.`,
  ];
  return lines.filter(Boolean).join('\n');
}

async function run(): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

void run();
