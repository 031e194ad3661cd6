/** `npm run demo`: runs one check or search from request to dossier, on a running or temporary `npm start`. */
import { Command } from 'commander';
import { DEFAULT_CANDIDATE_COUNT, type RunKind } from '../../modules/run-kinds/contract';
import { readReadyFile, type ReadyFile } from '../files';
import { localFolder } from '../folder';
import { built, ours } from '../process/launch';
import { onOrphaned } from '../process/stop-on-signal';
import { runToEnd } from '../process/supervise';
import { report as reportTo, silent, type Report } from '../report';
import { builtPreparation, BUILT_SCRIPTS, startLocal } from '../start';
import { playRun, type Demo } from './play-run';

const DEFAULT_IDEA = 'A weekly newsletter for roofing owners: a bid taken apart, a price trend, a hiring tip';
const ADMIN_STOP_WITHIN_MS = 5_000;

const DEFAULT_OPERATOR = 'Former site manager in Leipzig, ten hours a week, 2,000 contacts among small building firms';
const DEFAULT_EXPERTISE = ['roofing', 'building law', 'hiring'];
const OUT = 'folder for the documents (default ./demo-output/<runId>)';

interface EvaluateFlags {
  audience?: string;
  geography?: string;
  out?: string;
}

interface SearchFlags {
  expertise: string[];
  candidates: number;
  out?: string;
}

async function main(): Promise<void> {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => abort.abort(new Error(`stopped by ${signal}`)));
  }
  onOrphaned(() => abort.abort(new Error('stopped by the end of npm')));
  const withDemo = (out: string | undefined, work: (demo: Demo) => Promise<void>) =>
    withParts(abort.signal, (ready) =>
      work({
        ready,
        ...(out && { out }),
        stream: process.stdout,
        terminal: process.stdout.isTTY,
        grant: (accountId, kind) => grant(ready, accountId, kind),
        signal: abort.signal,
      }),
    );

  const program = new Command('npm run demo --').description(
    'Checks one newsletter idea, from request to dossier, with example data.',
  );
  program
    .command('evaluate', { isDefault: true })
    .description('checks one newsletter idea and saves its findings and dossier')
    .argument('[idea]', 'the idea to check', DEFAULT_IDEA)
    .allowExcessArguments()
    .option('--audience <text>', 'who the newsletter is for')
    .option('--geography <text>', 'country or region of its readers')
    .option('--out <folder>', OUT)
    .action((idea: string, { out, ...about }: EvaluateFlags, { args }: Command) => {
      const unknown = unknownCommand(args);
      if (unknown) program.error(unknown);
      return withDemo(out, (demo) => playRun(demo, { idea, ...about }));
    });
  program
    .command('search')
    .description('finds and ranks newsletter ideas for one person and saves portfolio, findings and dossier')
    .argument('[operatorProfile]', 'who would run the newsletter', DEFAULT_OPERATOR)
    .option('--expertise <words...>', 'what they know', DEFAULT_EXPERTISE)
    .option('--candidates <n>', 'how many ideas, 3 to 25', Number, DEFAULT_CANDIDATE_COUNT)
    .option('--out <folder>', OUT)
    .action((operatorProfile: string, { out, expertise, candidates: candidateCount }: SearchFlags) =>
      withDemo(out, (demo) => playRun(demo, { operatorProfile, expertise, candidateCount })),
    );
  await program.parseAsync();
}

/** Rejects a mistyped command instead of evaluating it as an idea. */
function unknownCommand(words: readonly string[]): string | null {
  const [first] = words;
  if (first === undefined || (words.length === 1 && /\s/.test(first.trim()))) return null;
  return [
    `error: unknown command '${first}'`,
    '  npm run demo -- "Your idea in a sentence"',
    '  npm run demo -- search "Who you are" --expertise "…"',
  ].join('\n');
}

/** Uses a running `npm start`, or starts the same parts and stops them afterwards. */
async function withParts(signal: AbortSignal, work: (ready: ReadyFile) => Promise<void>): Promise<void> {
  const folder = localFolder(process.env);
  const running = readReadyFile(folder.ready);
  if (running && (await answers(running.api))) {
    process.stdout.write(`Using your running npm start (${running.api}).\n`);
    return work(running);
  }
  const report: Report = {
    ...reportTo(process.stdout, process.stdout.isTTY && !process.env.NO_COLOR),
    line: silent.line,
  };
  const env = { LOG_LEVEL: 'warn', ...process.env };
  const local = await startLocal({
    folder,
    env,
    report,
    preparation: builtPreparation,
    scripts: BUILT_SCRIPTS,
    signal,
  });
  try {
    process.stdout.write('\n');
    await work(local.ready);
  } finally {
    await local.stop();
  }
}

async function answers(api: string): Promise<boolean> {
  try {
    return (await fetch(`${api}/health/ready`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

async function grant(ready: ReadyFile, accountId: string, kind: RunKind): Promise<void> {
  const args = ['entitlements', 'grant', '--account', accountId, '--kind', kind, '--count', '1'];
  const env = { ...process.env, DATABASE_URL: ready.database };
  try {
    await runToEnd('admin', ours(built('admin/main'), env, ADMIN_STOP_WITHIN_MS, args), silent);
  } catch (cause) {
    throw new Error(`Could not grant an entitlement. Run: DATABASE_URL=… npm run admin -- ${args.join(' ')}`, {
      cause,
    });
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`\n${error.message}\n`);
    process.exit(1);
  },
);
