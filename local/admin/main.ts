import { Command } from 'commander';
import { addAccountCommands } from './accounts';
import { addAgentCommands } from './agents';
import { addContributorCommands } from './contributors';
import { addKeyCommands } from './keys';
import { addMailCommands } from './mail';
import { addOpportunityCommands } from './opportunities';
import { addOrderCommands } from './orders';
import { addRunCommands } from './runs';
import { addWebhookCommands } from './webhooks';
import { addWithdrawalCommands } from './withdrawals';

/** `npm run admin -- …`: what operators do from a shell. */
const program = new Command('admin')
  .description('Operate Newsletter Opportunity Intelligence. Speaks to DATABASE_URL, or to the running local default.')
  .option('--json', 'print exactly one JSON value on standard output')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError();
const groups = [
  addAccountCommands,
  addKeyCommands,
  addRunCommands,
  addWebhookCommands,
  addOpportunityCommands,
  addOrderCommands,
  addContributorCommands,
  addWithdrawalCommands,
  addAgentCommands,
  addMailCommands,
];
for (const add of groups) add(program);

program.parseAsync().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
