import type { Command } from 'commander';
import { agentSettings } from '../base/agent-settings';
import { readSettings } from '../base/settings';
import { AGENT_NAME } from '../modules/findings/contract/agents';
import { recordDrift, recordProvisionedAgent } from '../modules/findings/store/agents';
import { openAgents } from '../vendors/agents/open-agents';
import { withDatabase, writes } from './context';
import { print } from './print';

export function addAgentCommands(program: Command): void {
  const agents = program.command('agents').description('the managed research agent');
  writes(agents.command('provision'))
    .description('deploy the agent definition of this repository; new runs use it')
    .action(async (_, command) => {
      const provisioned = await provider().provision();
      await withDatabase(command, (db) => recordProvisionedAgent(db, AGENT_NAME, provisioned));
      print({ name: AGENT_NAME, ...provisioned }, command.optsWithGlobals());
    });
  writes(agents.command('drift'))
    .description('compare the deployed agent with its definition; exits 1 if they differ')
    .action(async (_, command) => {
      const deployed = provider();
      const drift = await deployed.drift();
      const checked = { definition: deployed.definition, driftStatus: drift.status };
      await withDatabase(command, (db) => recordDrift(db, AGENT_NAME, checked));
      print({ name: AGENT_NAME, ...drift }, command.optsWithGlobals());
      if (drift.status !== 'in_sync') process.exitCode = 1;
    });
}

const provider = () => openAgents(readSettings(agentSettings));
