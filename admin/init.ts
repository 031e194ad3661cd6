import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { mixUps, refuseWherePublic } from '../base/public-deployment';
import { readSettings } from '../base/settings';
import { reads } from './context';
import { tryStart } from './doctor/checks/settings';
import { envText, isQuotable, LINES, type Values } from './env-file';
import { print } from './print';

const lineOf = (name: string) => LINES.find((line) => line.name === name);

/** Explains why an answer is invalid; null if it is valid. Never quotes the value. */
function flawOf(name: string, value: string, others: Values): string | null {
  if (!isQuotable(value)) return `${name}: must be one line, and cannot combine ' with " $ \` or a backslash`;
  try {
    readSettings({ [name]: lineOf(name)!.spec }, { [name]: value });
  } catch (error) {
    return (error as Error).message.split('\n').at(-1)!.trim();
  }
  return mixUps({ ...others, [name]: value })[0] ?? null;
}

/** Variables that still need an answer: all prompts, plus the key and secret of at least one payment mode. */
function missing(values: Values, managed: boolean): string[] {
  const asked = LINES.filter((line) => line.asked && (line.only !== 'managed' || managed)).map(({ name }) => name);
  const ofMode = (mode: string) => [`STRIPE_SECRET_KEY_${mode}`, `STRIPE_WEBHOOK_SECRETS_${mode}`];
  const begun = ['TEST', 'LIVE'].filter((mode) => ofMode(mode).some((name) => name in values));
  return [...asked, ...(begun.length > 0 ? begun : ['TEST']).flatMap(ofMode)].filter((name) => !(name in values));
}

interface Given {
  values: Values;
  /** True if the deployment uses a managed PostgreSQL and Temporal Cloud. */
  managed: boolean;
}

/** Reads answers from options, the file and, for keys, the environment. @throws Error naming all invalid answers */
function givenAnswers(options: Options): Given {
  const file = options.answers === undefined ? {} : parseEnv(readFileSync(options.answers, 'utf8'));
  const written = (name: string) => options[optionOf(name)] ?? file[name];
  const managed = options.managed ?? LINES.some(({ name, only }) => only === 'managed' && Boolean(written(name)));
  const flaws = Object.keys(file)
    .filter((name) => !lineOf(name))
    .map((name) => `${name}: unknown name; see .env.example for all names`);
  const values: Values = {};
  for (const { name, secret, make, only } of LINES) {
    const value = written(name) || (secret && !make && process.env[name]);
    if (!value || (only && (only === 'managed') !== managed)) continue;
    const flaw = flawOf(name, String(value), values);
    if (flaw) flaws.push(flaw);
    else values[name] = String(value);
  }
  if (flaws.length > 0) throw new Error(`Invalid answers:\n  ${flaws.join('\n  ')}`);
  return { values, managed };
}

/** Option name as commander stores it. */
const optionOf = (name: string) => name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Prompts for missing answers, and repeats the prompt after an invalid one. Secrets are never echoed, even if several
 * lines are pasted at once: each prompt is set before the next character is read.
 *
 * @throws Error if the user quits before the last answer
 */
function askFor(values: Values, managed: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let [asked, hidden] = ['', false];
    const shown = (text: string | Buffer) => hidden || process.stdout.write(text);
    const output = new Writable({ write: (text: Buffer, _, done) => (shown(text), done()) });
    const terminal = createInterface({ input: process.stdin, output, terminal: true });
    const ask = () => {
      [asked = ''] = missing(values, managed);
      if (asked === '') return terminal.close();
      const { says, secret } = lineOf(asked)!;
      if (secret) process.stdout.write(`${says} (not shown): `);
      terminal.setPrompt(secret ? '' : `${says}: `);
      hidden = secret === true;
      terminal.prompt();
    };
    terminal.on('line', (line) => {
      if (hidden) process.stdout.write('\n');
      const answer = line.trim();
      // If the answer is a live key, store it as one.
      const name = /^[sr]k_live_/.test(answer) ? asked.replace(/^(STRIPE_SECRET_KEY)_TEST$/, '$1_LIVE') : asked;
      const flaw = answer === '' ? `${name}: enter a value` : flawOf(name, answer, values);
      if (flaw) process.stdout.write(`${flaw}\n`);
      else values[name] = answer;
      ask();
    });
    terminal.on('SIGINT', () => terminal.close());
    terminal.on('close', () => {
      if (missing(values, managed).length === 0) resolve();
      else reject(new Error('Canceled. Nothing was written.'));
    });
    ask();
  });
}

/** Adds generated and derived values. @throws Error if the API and the worker would refuse the result */
function completed(values: Values, managed: boolean): Values {
  for (const { name, make, only } of LINES)
    if (make && !(name in values) && !(managed && only === 'here')) values[name] = make(values);
  const specs = Object.fromEntries(Object.keys(values).map((name) => [name, lineOf(name)!.spec]));
  refuseWherePublic(readSettings(specs, values) as unknown as Parameters<typeof refuseWherePublic>[0]);
  return values;
}

/** Atomically writes a new file that only its owner can read. @throws Error if it exists */
function writeNew(path: string, text: string): void {
  const part = `${path}.${process.pid}`;
  try {
    writeFileSync(part, text, { flag: 'wx', mode: 0o600 });
    linkSync(part, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? exists(path) : error;
  } finally {
    rmSync(part, { force: true });
  }
}

const exists = (path: string) =>
  new Error(`${path} exists, and its passwords may be in use. Pass another file with --out, or remove it.`);

/** Variables that Compose sets in addition to those in the file. */
const OF_COMPOSE = { DATABASE_URL: 'postgresql://noi_app:check@postgres/noi', TEMPORAL_ADDRESS: 'temporal:7233' };

/** Checks a settings file. Prints values that a process would refuse, and misspelled names, which Compose ignores. */
async function checkFile(path: string): Promise<void> {
  const env = { TRUSTED_HOPS: '1', ...OF_COMPOSE, ...parseEnv(readFileSync(path, 'utf8')) };
  const tried = await Promise.all((['api', 'worker'] as const).map((role) => tryStart(role, env)));
  const said = new Set(tried.flatMap(({ refused, warned }) => `${refused ?? 'no answer'}\n${warned}`.split('\n')));
  const flaws = [...said].map((line) => line.trim()).filter((line) => line !== '');
  process.stdout.write(flaws.length > 0 ? `${flaws.join('\n')}\n` : `The API and the worker start with ${path}.\n`);
  if (flaws.length > 0) process.exitCode = 1;
}

interface Options {
  out: string;
  check?: boolean;
  answers?: string;
  managed?: boolean;
  json?: boolean;
  [line: string]: string | boolean | undefined;
}

export function addInitCommand(program: Command): void {
  const command = reads(program.command('init'))
    .description('write .env for Docker Compose: asks for eight values, generates all passwords and secrets')
    .option(
      '--answers <file>',
      'file with NAME=value lines, named as in .env.example; keys can also come from the environment',
    )
    .option('--out <file>', 'file to write', '.env')
    .option(
      '--check',
      'check the file given by --out for values that the API or the worker refuses, and for misspelled names',
    )
    .option('--managed', 'use a managed PostgreSQL and Temporal Cloud (compose.managed.yaml)');
  for (const { name, says, secret } of LINES)
    if (!secret) command.option(`--${name.toLowerCase().replaceAll('_', '-')} <text>`, says);
  command.action(async () => {
    const options = command.optsWithGlobals<Options>();
    const { out } = options;
    if (options.check) return checkFile(out);
    if (existsSync(out)) throw exists(out);
    const { values, managed } = givenAnswers(options);
    const unanswered = missing(values, managed);
    if (unanswered.length > 0 && !(process.stdin.isTTY && process.stdout.isTTY))
      throw new Error(
        `Answers are missing: ${unanswered.join(', ')}. Add them to --answers, or run this on a terminal.`,
      );
    if (unanswered.length > 0) await askFor(values, managed);
    writeNew(out, envText(completed(values, managed)));
    const files = `${managed ? ' -f compose.managed.yaml' : ''}${basename(out) === '.env' ? '' : ` --env-file ${out}`}`;
    const next = ['up --build --detach', 'run --rm --no-deps -T worker admin agents provision'];
    const commands = next.map((words) => `docker compose${files} ${words}`);
    if (options.json) print({ written: out, next: commands }, options);
    else process.stdout.write(`Wrote ${out}. Keep a copy elsewhere. Next:\n\n  ${commands.join('\n  ')}\n`);
  });
}
