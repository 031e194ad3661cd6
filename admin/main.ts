import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../base/package-root';
import { plainText } from '../base/plain-text';
import { readSecretFiles } from '../base/secrets';
import { DATABASE_WORDS, databaseStateOf } from '../prisma/connection';
import { accessOf } from './context';

type AddCommands = (program: Command) => void;

/** Command modules by the first word of the command. Loads only one of them, because loading all takes a second. */
const GROUPS: { words: string[]; load: () => Promise<AddCommands> }[] = [
  { words: ['accounts', 'entitlements'], load: async () => (await import('./accounts.ts')).addAccountCommands },
  { words: ['keys', 'secrets'], load: async () => (await import('./keys.ts')).addKeyCommands },
  { words: ['runs', 'samples'], load: async () => (await import('./runs.ts')).addRunCommands },
  { words: ['webhooks'], load: async () => (await import('./webhooks.ts')).addWebhookCommands },
  { words: ['opportunities'], load: async () => (await import('./opportunities.ts')).addOpportunityCommands },
  { words: ['orders', 'payments'], load: async () => (await import('./orders.ts')).addOrderCommands },
  { words: ['contributors', 'ledger'], load: async () => (await import('./contributors.ts')).addContributorCommands },
  { words: ['withdrawals'], load: async () => (await import('./withdrawals.ts')).addWithdrawalCommands },
  { words: ['reconcile', 'orphans'], load: async () => (await import('./reconcile.ts')).addReconciliationCommands },
  { words: ['agents'], load: async () => (await import('./agents.ts')).addAgentCommands },
  { words: ['deploy'], load: async () => (await import('./deploy.ts')).addDeployCommands },
  { words: ['mail'], load: async () => (await import('./mail.ts')).addMailCommands },
  {
    words: ['alerts', 'audit', 'figures', 'queue'],
    load: async () => (await import('./reports.ts')).addReportCommands,
  },
  {
    words: ['first-contact'],
    load: async () => (await import('./first-contact/command.ts')).addFirstContactCommand,
  },
  { words: ['init'], load: async () => (await import('./init.ts')).addInitCommand },
  { words: ['doctor'], load: async () => (await import('./doctor/command.ts')).addDoctorCommand },
];

/** Builds `npm run admin` with the command group named in `words`, or with all groups. Exits if the name is unknown. */
export async function createProgram(words: string[] = []): Promise<Command> {
  const program = new Command('admin')
    .description(
      'Operate Newsletter Opportunity Intelligence. Connects to DATABASE_URL, or to the running local default.',
    )
    .option('--actor <name>', 'your name in the audit log; default: ADMIN_ACTOR, or else the user of this shell')
    .option('--json', 'print exactly one JSON value on standard output')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError();
  const [group] = program.parseOptions(words).operands;
  const asked = GROUPS.filter((each) => each.words.includes(group!));
  for (const { load } of asked.length > 0 ? asked : GROUPS) (await load())(program);
  if (asked.length === 0 && group !== undefined && group !== 'help') program.error(`error: unknown command '${group}'`);
  for (const command of leavesOf(program)) offerReason(command);
  return program;
}

export function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

// Commands that require a reason declare it themselves. For other writing commands a reason is optional.
function offerReason(command: Command): void {
  if (accessOf(command) !== 'write' || command.options.some(({ long }) => long === '--reason')) return;
  command.option('--reason <text>', 'recorded in the audit log');
}

/** Error text of a failed command. If the database is down, shows only the last line of Prisma's message, the cause. */
export function failureText(error: Error): string {
  const state = databaseStateOf(error);
  if (state !== 'ok') return away(`PostgreSQL ${DATABASE_WORDS[state]}`, error.message.trim().split('\n').at(-1)!);
  const details = temporalAway(error);
  if (details !== null) return away('Temporal did not answer', details);
  return `error: ${plainText(error.message)}`;
}

function away(what: string, cause: string): string {
  const means = 'The change may have been made anyway. Check, or repeat the command.';
  return `error: ${what} (${plainText(cause)}). ${means}`;
}

/** DEADLINE_EXCEEDED and UNAVAILABLE (grpc.io/docs/guides/status-codes). */
const AWAY = new Set<unknown>([4, 14]);

// Checks the shape of the error, because importing the Temporal client takes longer than most commands.
function temporalAway(error: Error): string | null {
  for (const one of [error, error.cause] as { code?: unknown; details?: unknown }[]) {
    if (typeof one?.details === 'string' && AWAY.has(one.code)) return one.details;
  }
  return null;
}

/** Prefixes of provider settings. Each provider's settings come from one source, so that no key goes to a wrong URL. */
const TOGETHER = ['ANTHROPIC_', 'STRIPE_', 'RESEND_'];

/**
 * Reads secret files and, without DATABASE_URL, the settings of a running `npm start`. If the shell sets any variable
 * of a provider, none of that provider's variables are read from `npm start`.
 */
export function readOperatorEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  readSecretFiles(env);
  if (env.DATABASE_URL) return;
  const file = join(env.LOCAL_DIR || join(PACKAGE_ROOT, '.local'), 'operator.env');
  if (!existsSync(file)) return;
  const own = TOGETHER.filter((prefix) => Object.keys(env).some((name) => name.startsWith(prefix) && env[name]));
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    if (!own.some((prefix) => name.startsWith(prefix))) env[name] ||= value;
  }
}

if (require.main === module) {
  Promise.resolve()
    // `init` must not read answers from a running local instance.
    .then(() => void (process.argv[2] === 'init' || readOperatorEnvironment()))
    .then(() => createProgram(process.argv.slice(2)))
    .then((program) => program.parseAsync())
    .catch((error: Error) => {
      console.error(failureText(error));
      process.exit(1);
    });
}
