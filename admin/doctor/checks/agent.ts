import { AGENT_NAME } from '../../../contracts/agent';
import { agentSettings } from '../../../platform/agent-settings';
import { claimSettings } from '../../../platform/claim-settings';
import { readSettings } from '../../../platform/settings';
import { whyNoReader } from '../../../providers/agents/claim-reader';
import { openAgents } from '../../../providers/agents/open-agents';
import { findProvisionedAgent } from '../../../store/agents/provisioned-agents';
import { check, fail, ok, warn } from '../check';

const PROVISION = 'npm run admin -- agents provision';

/** The agent provider answers our key, and the deployed agent is the one of this repository and of our row. */
export const agent = check({
  name: 'agent',
  only: 'worker',
  needs: ['database'],
  cure: `Correct ${Object.keys(agentSettings).join(' or ')}; runs wait for about a minute and then fail meanwhile.`,
  async run({ db, env }) {
    const agents = openAgents(readSettings(agentSettings, env));
    const recorded = await findProvisionedAgent(db, AGENT_NAME, agents.definition);
    const { status, differences } = await agents.drift();
    if (status === 'unprovisioned' || recorded?.provider !== agents.provider) {
      return fail(`The research agent is not deployed (${differences.join('; ') || 'not recorded here'}).`, PROVISION);
    }
    if (status === 'drifted') return warn(`The deployed agent differs: ${differences.join('; ')}.`, PROVISION);
    const reader = whyNoReader(readSettings({ ...agentSettings, ...claimSettings }, env));
    return ok(
      [`Agent ${recorded.agentId}, version ${recorded.agentVersion}, is as defined.`, reader].filter(Boolean).join(' '),
    );
  },
});
