import { Command } from 'commander';
import { addAccountCommands } from './accounts';
import { addAgentCommands } from './agents';
import { addAlertCommands } from './alerts';
import { addAuditCommands } from './audit';
import { accessOf } from './context';
import { addContributorCommands } from './contributors';
import { addDeployCommands } from './deploy';
import { addDoctorCommand } from './doctor/command';
import { addKeyCommands } from './keys';
import { addMailCommands } from './mail';
import { addOpportunityCommands } from './opportunities';
import { addOrderCommands } from './orders';
import { addQueueCommand } from './queue';
import { addReconciliationCommands } from './reconcile';
import { addRunCommands } from './runs';
import { addSecretCommands } from './secrets';
import { addWebhookCommands } from './webhooks';
import { addWithdrawalCommands } from './withdrawals';

/** Builds `npm run admin -- …`, the operators' commands. */
export function createProgram(): Command {
  const program = new Command('admin')
    .description(
      'Operate Newsletter Opportunity Intelligence. Speaks to DATABASE_URL, or to the running local default.',
    )
    .option('--actor <name>', 'who acts, for the audit log; ADMIN_ACTOR, else the user of this shell')
    .option('--json', 'print exactly one JSON value on standard output')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError();
  const groups = [
    addAccountCommands,
    addKeyCommands,
    addRunCommands,
    addQueueCommand,
    addWebhookCommands,
    addOpportunityCommands,
    addOrderCommands,
    addContributorCommands,
    addWithdrawalCommands,
    addReconciliationCommands,
    addAgentCommands,
    addDeployCommands,
    addMailCommands,
    addAlertCommands,
    addAuditCommands,
    addSecretCommands,
    addDoctorCommand,
  ];
  for (const add of groups) add(program);
  for (const command of leavesOf(program)) offerReason(command);
  return program;
}

/** Exits with an error for an unknown group: followed by `--help`, commander would show the root help instead. */
export function refuseUnknownGroup(program: Command, words = process.argv.slice(2)): void {
  const [group] = program.parseOptions(words).operands;
  const isKnown = ({ commands }: Command) =>
    commands.some((command) => command.name() === group || command.aliases().includes(group!));
  if (group !== undefined && group !== 'help' && !isKnown(program)) program.error(`error: unknown command '${group}'`);
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
