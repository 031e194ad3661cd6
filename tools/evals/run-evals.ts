import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { textOf } from '../../admin/print';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { EVAL_BRIEFS } from './briefs';
import { runClaims } from './claims';
import { playAll, type Play } from './play';
import { providerOf, type Provider } from './provider';
import {
  comparison,
  inDollars,
  keep,
  keptFile,
  lastKept,
  PLAYS,
  readRecordings,
  record,
  resultOf,
  type Comparison,
  type Origin,
  type Result,
} from './results';
import { MEASURES, type MeasureName } from './summary';

/** Sessions at the same time. */
const PARALLEL = 3;

const HELP = `
Without ANTHROPIC_API_KEY the local stand-in plays the briefs: free, offline, and a test of the mechanism only. With a
key they go to the provider, which costs money: the most it can cost is printed first, and nothing begins without
--yes. Every play is recorded below LOCAL_DIR/evals and can be measured again with --from, at no cost.

--claims measures the second reader of claims, the model CLAIM_CHECK_MODEL, with 60 labelled pairs of a claim and a
passage in five languages. --keep then writes model, agreement and day into providers/agents/measured-readers.json, by
which the worker decides which model reads: none below 90%, nor one measured with another prompt than today's.

Exit codes: 0 nothing is worse than the kept result; 1 a measure is worse, a session failed, or the kept result is of
another prompt, schema, rules, model, second reader or set of briefs (--keep replaces it), or with --claims a model
agrees with less than 90% or the provider is out; 2 wrong use, or spending was not agreed to; 130 interrupted.`;

interface Flags {
  brief?: string[];
  from?: string;
  yes?: boolean;
  keep?: boolean;
  json?: boolean;
  claims?: boolean;
}

function command(): Command {
  return new Command('npm run evals --')
    .description('Measures the research agent on forty fixed briefs and compares with the last kept result.')
    .addOption(new Option('--brief <names...>', 'only these').choices(EVAL_BRIEFS.map(({ name }) => name)))
    .option('--from <folder>', 'measure recorded plays again instead of playing')
    .option('--yes', 'agree to the cost that is said without this')
    .option('--keep', 'keep the result as the one to compare with (all briefs only)')
    .option('--json', 'print the result with its plays as JSON')
    .option('--claims', 'measure the second reader of claims instead')
    .addHelpText('after', HELP)
    .exitOverride();
}

/**
 * Runs the command line `args` and returns the exit code; output goes to `out`, everything else to standard error.
 *
 * @throws CommanderError for arguments that cannot be read, and for --help
 */
export async function runEvals(
  args: string[],
  env: NodeJS.ProcessEnv,
  out: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const flags = command().parse(args, { from: 'user' }).opts<Flags>();
  const provider = providerOf(env);
  if (flags.claims) return runClaims(provider, flags, { out, refuse }, signal);
  const briefs = EVAL_BRIEFS.filter(({ name }) => flags.brief?.includes(name) ?? true);
  const recorded = flags.from === undefined ? null : readRecordings(flags.from);
  const origin: Origin = recorded ? recorded[0]! : originOf(provider);
  if (!recorded && provider.costs && !flags.yes) {
    const sessions = briefs.length * PLAYS;
    const most = inDollars((provider.budgetMicros + provider.readerMicros) * sessions);
    return refuse(`${sessions} sessions at ${provider.name} can cost ${most} at most. Agree with --yes.`);
  }
  const plays = recorded
    ? recorded.filter(({ brief }) => briefs.some((each) => each.name === brief))
    : await playThem(provider, briefs, env, signal);
  const result = resultOf(origin, plays);
  const kept = lastKept(keptFile(origin.provider));
  const compared = kept && comparison(kept, result);
  out(flags.json ? `${JSON.stringify({ ...result, comparison: compared })}\n` : report(result, compared));
  if (signal.aborted) return 130;
  if (flags.keep) keep(keptFile(origin.provider), result);
  const isWorse = compared?.differences.some(({ verdict }) => verdict === 'worse') ?? false;
  const isOther = !flags.keep && compared !== null && compared.changed.length > 0;
  return isWorse || isOther || result.briefs.some(({ end }) => end === 'failed') ? 1 : 0;
}

/** Each measure with its value now and in the kept result, and what that was measured with otherwise. */
function report({ provider, model, summary }: Result, compared: Comparison | null): string {
  const rows = Object.entries(MEASURES).map(([name, { label }]) => {
    const { before, verdict } = compared?.differences.find(({ measure }) => measure === name) ?? {};
    return { measure: label, now: summary[name as MeasureName], kept: before ?? null, verdict: verdict ?? null };
  });
  const changed = compared?.changed.map((what) => `The kept result is of other ${what}: keep a new one.\n`) ?? [];
  return [`${provider}, model ${model}\n`, textOf(rows), ...changed].join('');
}

async function playThem(
  provider: Provider,
  briefs: typeof EVAL_BRIEFS,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Play[]> {
  const folder = join(resolve(env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local')), 'evals', stamp(new Date()));
  const parts = await provider.open();
  process.stderr.write(`Playing ${briefs.length} briefs ${PLAYS} times at ${provider.name}; recorded in ${folder}\n`);
  try {
    const reference = (brief: string, round: number) => `eval_${brief}_${round}_${stamp(new Date())}`;
    const table = { ...parts, budgetMicros: provider.budgetMicros, maxRepairs: provider.maxRepairs, reference, signal };
    return await playAll(briefs, table, { rounds: PLAYS, parallel: PARALLEL }, (played) => {
      record(folder, originOf(provider), played);
      process.stderr.write(
        `  ${played.brief} ${played.round}: ${played.end}${played.detail ? ` (${played.detail})` : ''}\n`,
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
