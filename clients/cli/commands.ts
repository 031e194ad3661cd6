import { parseArgs } from 'node:util';
import type { EvaluationCreate, RunStatus, SearchCreate } from '../typescript/src/types';
import { readItems, waitForBatch } from './batch';
import { listen, type Context } from './listen';

/** Incorrect use of a command. The message says what to correct. */
export class UsageError extends Error {}

type Command = (words: string[], context: Context) => Promise<number>;

/** Output of `--help`. */
export const HELP = `noi-client, for developers

  noi-client listen [--forward-to URL] [--types TYPE,…] [--since TIME] [--secret whsec_…]
      Prints your account's events as they happen. With --forward-to, sends each to a URL such as
      http://localhost:4000/hooks, signed like a delivery. You need no public address.
      Without --secret, each start creates and prints a new one.

  noi-client events replay WEBHOOK_ID --delivery ID
  noi-client events replay WEBHOOK_ID --since TIME [--until TIME]
      Resends one delivery, or the events of a period, to a webhook endpoint.

  noi-client runs wait RUN_ID [--timeout SECONDS]
      Waits for a run to end and prints its state. Exits 1 if it ended without findings.

  noi-client runs batch FILE.jsonl [--search] [--wait] [--idempotency-key KEY]
      Starts an Idea Check (with --search, a Custom Search) for each line of FILE, such as
      {"idea": "…"}, all or none, and prints the batch id. Each run uses a credit; with a test key
      the sandbox simulates them for free. Repeating the same KEY and file starts nothing twice.

  noi-client batches wait BATCH_ID
      Waits for a batch to end and prints its results as JSON Lines, like runs batch --wait.
      Exits 1 if a run ended without findings.

  noi-client batches cancel BATCH_ID
      Cancels the runs of a batch that have not ended, and prints its state.

  noi-client runs delete RUN_ID --yes
      Permanently deletes the content of an ended run. Its credit stays used.

TIME looks like 2026-11-25T09:30:00Z. Environment:
  NOI_API_URL   address of the service, such as https://api.example.com
  NOI_API_KEY   an API key. Scopes: listen and replay need webhooks:manage, wait runs:read, batches wait
                also findings:read; batch, cancel and delete need the scope that creates those runs
`;

const COMMANDS: Readonly<Record<string, Command>> = {
  listen: async (words, context) => {
    const { values } = parsed(words, 0, ['forward-to', 'types', 'since', 'secret']);
    await listen(context, {
      forwardTo: urlOf(values['forward-to']),
      types: values.types?.split(',').map((type) => type.trim()) ?? null,
      since: timeOf('since', values.since),
      secret: secretOf(values.secret),
    });
    return 0;
  },

  'events replay': async (words, { noi, print, say, signal }) => {
    const { values, names } = parsed(words, 1, ['delivery', 'since', 'until'], 'WEBHOOK_ID');
    const { delivery, ...span } = values;
    const since = timeOf('since', span.since);
    if ((delivery === undefined) === (since === null)) throw new UsageError('Pass either --delivery or --since.');
    if (delivery !== undefined && span.until !== undefined) throw new UsageError('Use --until only with --since.');
    const until = timeOf('until', span.until) ?? new Date().toISOString();
    const wanted = delivery === undefined ? { since: since!, until } : { deliveryId: delivery };
    const { deliveryIds, nextSince } = await noi.webhooks.replay(names[0]!, wanted, { signal });
    for (const id of deliveryIds) print(id);
    if (deliveryIds.length === 0) say('The endpoint is not subscribed to any event of that period.');
    if (nextSince) say(`There are more: repeat the command with --since ${nextSince} --until ${until}.`);
    return 0;
  },

  'runs wait': async (words, { noi, print, say, signal }) => {
    const { values, names } = parsed(words, 1, ['timeout'], 'RUN_ID');
    const seconds = values.timeout === undefined ? null : Number(values.timeout);
    if (seconds !== null && !(seconds > 0)) throw new UsageError('--timeout must be a number of seconds above 0.');
    const options = { signal, ...(seconds !== null && { timeoutMs: seconds * 1_000 }) };
    let last: RunStatus | null = null;
    for await (const run of noi.runs.changes(names[0]!, options)) {
      say(`${run.status}: ${run.stage}, ${run.progress.done} of ${run.progress.total}`);
      last = run;
    }
    print(JSON.stringify(last, null, 2));
    return last?.status === 'completed' ? 0 : 1;
  },

  'runs batch': async (words, context) => {
    const { values, names, flags } = parsed(words, 1, ['idempotency-key'], 'FILE', ['search', 'wait']);
    const items = await readItems(names[0]!).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    const { noi, sandbox, signal, print, say } = context;
    const runs = sandbox ? noi.sandbox : noi.runs;
    const key = values['idempotency-key'];
    const options = { signal, ...(key !== undefined && { idempotencyKey: key }) };
    const { batchId, length } = flags.has('search')
      ? await runs.createSearches(items as SearchCreate[], options)
      : await runs.createEvaluations(items as EvaluationCreate[], options);
    say(`${length} runs started${sandbox ? ' in the sandbox (sandbox: true); nothing was spent' : ''}.`);
    // With --wait, stdout must contain only the results.
    if (!flags.has('wait')) print(batchId);
    else say(`If you stop this command, continue with noi-client batches wait ${batchId}.`);
    return !flags.has('wait') || (await waitForBatch(batchId, context)) ? 0 : 1;
  },

  'batches wait': async (words, context) => {
    const { names } = parsed(words, 1, [], 'BATCH_ID');
    return (await waitForBatch(names[0]!, context)) ? 0 : 1;
  },

  'batches cancel': async (words, { noi, print, signal }) => {
    const { names } = parsed(words, 1, [], 'BATCH_ID');
    print(JSON.stringify(await noi.batches.cancel(names[0]!, { signal }), null, 2));
    return 0;
  },

  'runs delete': async (words, { noi, say, signal }) => {
    const { names, flags } = parsed(words, 1, [], 'RUN_ID', ['yes']);
    const [id] = names as [string];
    if (!flags.has('yes'))
      throw new UsageError(`This deletes all content of ${id} and cannot be undone. Add --yes to delete it.`);
    await noi.call('DELETE /v1/runs/{id}', { path: { id }, signal });
    say(`Deleted ${id}.`);
    return 0;
  },
};

/** Finds the command named by the first one or two words. Returns it with the remaining words, or null if unknown. */
export function commandOf([first = '', second = '', ...rest]: string[]): { run: Command; words: string[] } | null {
  const named = (name: string) => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : null);
  const one = named(first);
  if (one) return { run: one, words: second ? [second, ...rest] : [] };
  const two = named(`${first} ${second}`);
  return two && { run: two, words: rest };
}

type Values = Record<string, string | undefined>;

function parsed(
  words: string[],
  most: 0 | 1,
  options: readonly string[],
  name = '',
  switches: readonly string[] = [],
): { values: Values; names: string[]; flags: Set<string> } {
  const typed = (names: readonly string[], type: 'string' | 'boolean') => names.map((one) => [one, { type }] as const);
  try {
    const { values, positionals: names } = parseArgs({
      args: words,
      options: Object.fromEntries([...typed(options, 'string'), ...typed(switches, 'boolean')]),
      allowPositionals: true,
    });
    const flags = new Set(switches.filter((one) => values[one] === true));
    if (names.length === most) return { values: values as Values, names, flags };
    throw new UsageError(most === 0 ? `"${names[0]}" is not needed here.` : `Pass one ${name}.`);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function urlOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError(`--forward-to must be an address such as http://localhost:4000/hooks, not "${text}".`);
}

function timeOf(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new UsageError(`--${option} must be a time such as 2026-11-25T09:30:00Z, not "${text}".`);
}

function secretOf(text: string | undefined): string | null {
  if (text === undefined || /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text ?? null;
  // The message does not repeat the value, because it may be a real secret with a typo.
  throw new UsageError('--secret must be whsec_ and at least 24 bytes in base64.');
}
