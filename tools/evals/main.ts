/** `npm run evals`: runs the fixed briefs through the research agent and measures its findings. */
import { join, resolve } from 'node:path';
import { CommanderError, Command, InvalidArgumentError } from 'commander';
import { PACKAGE_ROOT } from '../../base/package-root';
import { EVAL_BRIEFS } from './briefs';
import { runClaims } from './claims';
import { runTrials, type Trial } from './trial';
import { providerOf, readerPlaceOf, type Provider } from './provider';
import {
  inDollars,
  report,
  comparison,
  keep,
  keptFile,
  lastKept,
  TRIALS,
  readRecordings,
  record,
  resultOf,
  type Origin,
} from './results';

const HELP = `
Without ANTHROPIC_API_KEY the local stand-in answers the briefs: free, offline, and only a test of the mechanism. With a
key the provider researches them, which costs money. The command then prints the maximum cost and starts nothing without
--yes or --budget. Each trial is recorded below LOCAL_DIR/evals, and --from measures recorded trials again for free.

--claims measures the second reader (CLAIM_CHECK_MODEL) on 60 labeled pairs of a claim and a passage in five languages.
With --keep it stores model, agreement and date in vendors/agents/measured-readers.json. The worker does not use a model
below 90%, or a model measured with a different prompt.

Exit codes: 0 nothing is worse than the kept result. 1 a measure is worse, a session failed, or the kept result has a
different prompt, schema, rules, model, second reader or set of briefs (--keep replaces it); with --claims, a model is
below 90% or the provider is down. 2 wrong usage, or spending was not approved. 130 interrupted.`;

interface Flags {
  brief?: string[];
  from?: string;
  budget?: number;
  yes?: boolean;
  trials: number;
  parallel: number;
  keep?: boolean;
  json?: boolean;
  claims?: boolean;
}

/** Options that do not apply when judging claims. */
const OF_TRIALS = ['brief', 'from', 'budget'] as const;

const number = (least: number, words: string) => (value: string) => {
  const parsed = Number(value);
  if (!Number.isFinite(parsed) || parsed < least) throw new InvalidArgumentError(words);
  return parsed;
};

function command(): Command {
  return new Command('npm run evals --')
    .description('Measures the research agent on forty fixed briefs and compares with the last kept result.')
    .option('--brief <names...>', `only these of: ${EVAL_BRIEFS.map(({ name }) => name).join(', ')}`)
    .option('--from <folder>', 'measure recorded trials again instead of running new ones')
    .option('--budget <dollars>', 'maximum cost of all sessions together', number(0.12, 'dollars, from 0.12'))
    .option('--yes', 'approve the maximum cost, which is printed without this option')
    .option('--trials <n>', 'number of trials of each brief', number(1, 'a number from 1'), TRIALS)
    .option('--parallel <n>', 'sessions at the same time', number(1, 'a number from 1'), 3)
    .option('--keep', 'keep the result for later comparisons (all briefs only)')
    .option('--json', 'print the result as JSON')
    .option('--claims', 'measure the second reader of claims instead')
    .addHelpText('after', HELP)
    .exitOverride();
}

/** Runs the command line and returns the exit code. @throws CommanderError for wrong arguments and --help */
export async function runEvals(
  args: string[],
  env: NodeJS.ProcessEnv,
  out: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const flags = command().parse(args, { from: 'user' }).opts<Flags>();
  if (flags.claims) {
    const odd = OF_TRIALS.filter((name) => flags[name] !== undefined);
    if (odd.length > 0) return refuse(`--claims cannot be combined with --${odd.join(' and --')}.`);
    return runClaims(readerPlaceOf(env), flags, { out, refuse }, signal);
  }
  const unknown = flags.brief?.filter((name) => !EVAL_BRIEFS.some((brief) => brief.name === name)) ?? [];
  if (unknown.length > 0) return refuse(`There is no brief "${unknown.join('", "')}"; --help lists them.`);
  const provider = providerOf(env);
  const briefs = EVAL_BRIEFS.filter(({ name }) => flags.brief?.includes(name) ?? true);
  const recorded = flags.from === undefined ? null : readRecordings(flags.from);
  const origin: Origin = recorded ? recorded[0]! : originOf(provider);
  const name = origin.provider;
  const kept = lastKept(keptFile(name));
  const sessions = briefs.length * flags.trials;
  if (!recorded && provider.costs && !flags.yes && flags.budget === undefined) {
    const most = inDollars((provider.budgetMicros + provider.readerMicros) * sessions);
    const before = kept?.summary.cost ? ` The kept result cost ${inDollars(kept.summary.cost)} per trial.` : '';
    return refuse(
      `${sessions} sessions at ${name} can cost up to ${most}.${before} Approve with --yes, or set --budget.`,
    );
  }
  const budgetMicros = sessionBudget(provider, flags, sessions);
  if (!recorded && budgetMicros <= 0) {
    const reading = inDollars(provider.readerMicros * sessions);
    return refuse(`--budget must exceed ${reading}, the maximum cost of the second reader. Or set CLAIM_CHECK=off.`);
  }
  const trials = recorded
    ? recorded.filter(({ brief }) => briefs.some((each) => each.name === brief))
    : await runThem(provider, briefs, { ...flags, budgetMicros }, env, signal);
  const result = resultOf(origin, trials);
  const compared = kept && comparison(kept, result);
  out(flags.json ? `${JSON.stringify({ ...result, comparison: compared })}\n` : `${report(result, compared)}\n`);
  if (signal.aborted) return 130;
  if (flags.keep) keep(keptFile(name), result);
  const isWorse = compared?.differences.some(({ verdict }) => verdict === 'worse') ?? false;
  const isOther = !flags.keep && compared !== null && compared.changed.length > 0;
  return isWorse || isOther || result.briefs.some(({ end }) => end === 'failed') ? 1 : 0;
}

/** Budget of one session in millionths of a dollar: its share of --budget minus the second reader's share. */
function sessionBudget({ budgetMicros, readerMicros }: Provider, { budget }: Flags, sessions: number): number {
  return budget === undefined ? budgetMicros : (budget * 1_000_000) / sessions - readerMicros;
}

async function runThem(
  provider: Provider,
  briefs: typeof EVAL_BRIEFS,
  { trials, parallel, budgetMicros }: Pick<Flags, 'trials' | 'parallel'> & { budgetMicros: number },
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Trial[]> {
  const folder = join(resolve(env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local')), 'evals', stamp(new Date()));
  const parts = await provider.open();
  process.stderr.write(`Running ${briefs.length} briefs ${trials} times at ${provider.name}; recording in ${folder}\n`);
  try {
    const reference = (brief: string, round: number) => `eval_${brief}_${round}_${stamp(new Date())}`;
    const table = { ...parts, budgetMicros, maxRepairs: provider.maxRepairs, reference, signal };
    return await runTrials(briefs, table, { rounds: trials, parallel }, (trial) => {
      record(folder, originOf(provider), trial);
      process.stderr.write(
        `  ${trial.brief} ${trial.round}: ${trial.end}${trial.detail ? ` (${trial.detail})` : ''}\n`,
      );
    });
  } finally {
    await parts.close();
  }
}

const originOf = ({ name, definition, reader }: Provider): Origin => ({ provider: name, definition, reader });

function stamp(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

if (require.main === module) {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stopped.abort(new Error(`stopped by ${name}`)));
  }

  runEvals(process.argv.slice(2), process.env, (text) => process.stdout.write(text), stopped.signal).then(
    (code) => process.exit(code),
    (error: Error) => {
      if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
      process.stderr.write(`${error.message}\n`);
      process.exit(stopped.signal.aborted ? 130 : 1);
    },
  );
}
