import { Command } from 'commander';
import { accessOf } from './context';

/** Adds commands to the program. */
type AddCommands = (program: Command) => void;

/**
 * Modules of the commands, by the first words that they answer to. A module is loaded for its words alone: with what
 * they need, all of them cost a second of processor time before the first line is printed.
 */
const GROUPS: { words: string[]; load: () => Promise<AddCommands> }[] = [
  { words: ['accounts', 'entitlements'], load: async () => (await import('./accounts.ts')).addAccountCommands },
  { words: ['keys'], load: async () => (await import('./keys.ts')).addKeyCommands },
  { words: ['runs'], load: async () => (await import('./runs.ts')).addRunCommands },
  { words: ['samples'], load: async () => (await import('./samples.ts')).addSampleCommands },
  { words: ['queue'], load: async () => (await import('./queue.ts')).addQueueCommand },
  { words: ['webhooks'], load: async () => (await import('./webhooks.ts')).addWebhookCommands },
  { words: ['opportunities'], load: async () => (await import('./opportunities.ts')).addOpportunityCommands },
  { words: ['orders', 'payments'], load: async () => (await import('./orders.ts')).addOrderCommands },
  { words: ['contributors', 'ledger'], load: async () => (await import('./contributors.ts')).addContributorCommands },
  { words: ['withdrawals'], load: async () => (await import('./withdrawals.ts')).addWithdrawalCommands },
  { words: ['reconcile', 'orphans'], load: async () => (await import('./reconcile.ts')).addReconciliationCommands },
  { words: ['agents'], load: async () => (await import('./agents.ts')).addAgentCommands },
  { words: ['deploy'], load: async () => (await import('./deploy.ts')).addDeployCommands },
  { words: ['mail'], load: async () => (await import('./mail.ts')).addMailCommands },
  { words: ['alerts'], load: async () => (await import('./alerts.ts')).addAlertCommands },
  { words: ['figures'], load: async () => (await import('./figures.ts')).addFiguresCommand },
  { words: ['audit'], load: async () => (await import('./audit.ts')).addAuditCommands },
  { words: ['secrets'], load: async () => (await import('./secrets.ts')).addSecretCommands },
  {
    words: ['first-contact'],
    load: async () => (await import('./first-contact/command.ts')).addFirstContactCommand,
  },
  { words: ['doctor'], load: async () => (await import('./doctor/command.ts')).addDoctorCommand },
];

/**
 * Builds `npm run admin -- …`, the operators' commands: of the arguments' group, or all of them where they name none, as
 * for `--help`. Exits with an error for an unknown group: followed by `--help`, commander would show the root help.
 */
export async function createProgram(words: string[] = []): Promise<Command> {
  const program = new Command('admin')
    .description(
      'Operate Newsletter Opportunity Intelligence. Speaks to DATABASE_URL, or to the running local default.',
    )
    .option('--actor <name>', 'who acts, for the audit log; ADMIN_ACTOR, else the user of this shell')
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

/** All leaf commands. */
export function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

// Commands that require a reason declare it; for other writing commands it is optional.
function offerReason(command: Command): void {
  if (accessOf(command) !== 'write' || command.options.some(({ long }) => long === '--reason')) return;
  command.option('--reason <text>', 'kept in the audit log');
}
