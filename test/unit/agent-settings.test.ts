import { agentSettings } from '../../platform/agent-settings';
import { readSettings } from '../../platform/settings';
import { DEFAULT_MODEL } from '../../providers/agents/agent-definition';

const read = (env: NodeJS.ProcessEnv) => readSettings(agentSettings, { ANTHROPIC_API_KEY: 'key', ...env });

test('without settings the agent is the one of its definition, and scans have a cheaper model', () => {
  expect(read({})).toMatchObject({
    AGENT_MODEL: DEFAULT_MODEL,
    AGENT_EFFORT: 'high',
    AGENT_SCAN_MODEL: 'claude-haiku-5-5',
    AGENT_SCAN_EFFORT: 'low',
    AGENT_BLOCKED_DOMAINS: undefined,
  });
});

test('blocked domains are host names in any order, each once', () => {
  const { AGENT_BLOCKED_DOMAINS } = read({ AGENT_BLOCKED_DOMAINS: 'Spam.example, ads.example.com,spam.example' });
  expect(AGENT_BLOCKED_DOMAINS).toEqual(['ads.example.com', 'spam.example']);
});

test.each([
  ['AGENT_EFFORT', 'extreme'],
  ['AGENT_BLOCKED_DOMAINS', 'https://ads.example.com'],
  ['AGENT_BLOCKED_DOMAINS', 'ads.example.com/path'],
  ['AGENT_BLOCKED_DOMAINS', 'localhost'],
  ['AGENT_BLOCKED_DOMAINS', Array.from({ length: 65 }, (_, i) => `d${i}.example`).join(',')],
  ['AGENT_COUNTRY', 'Germany'],
  ['AGENT_TIME_ZONE', 'Europe/Nowhere'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
});
