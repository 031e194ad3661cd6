import { FIRST_EDITION, RULES_EDITION } from '../../modules/findings/rules/rule';
import { agentDefinition } from '../../vendors/agents/agent-definition';
import { useEach } from '../support/use';
import { listen } from './stand-in';

const standIn = useEach(() => listen());

interface Deployed {
  id: string;
  version: number;
  name: string;
  system: string;
  metadata: Record<string, string>;
  [field: string]: unknown;
}
const deployed = async (kind: 'agents' | 'environments') =>
  ((await standIn.request('GET', `/v1/${kind}`)).body as { data: Deployed[] }).data;

/** Changes the deployed agent, as someone could in the provider's console. */
async function tamper(change: object): Promise<void> {
  const [agent] = await deployed('agents');
  const { status } = await standIn.request('POST', `/v1/agents/${agent!.id}`, { version: agent!.version, ...change });
  expect(status).toBe(200);
}

/** The definition's tools, with a changed `web_fetch`. */
function fetching(change: object): object[] {
  return agentDefinition().tools.map((tool) =>
    tool.type === 'agent_toolset_20260401'
      ? { ...tool, configs: tool.configs!.map((one) => (one.name === 'web_fetch' ? { ...one, ...change } : one)) }
      : tool,
  );
}

test('deploys the definition once, and reports drift before and after', async () => {
  const agents = standIn.client();
  expect(await agents.drift()).toEqual({
    status: 'unprovisioned',
    differences: ['agent: not deployed', 'environment: not deployed'],
  });
  const first = await agents.provision();
  expect(first).toMatchObject({ agentVersion: '1' });
  expect(await agents.drift()).toEqual({ status: 'in_sync', differences: [] });
  expect(await standIn.client().provision()).toEqual(first);
  expect(await deployed('agents')).toMatchObject([{ id: first.agentId, version: 1, system: agentDefinition().system }]);
  expect(await deployed('environments')).toMatchObject([{ id: first.providerData['environmentId'] }]);
});

test('creates one agent when clients provision at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => standIn.client().provision()));
  const settled = await standIn.client().provision();
  expect(new Set(all.map(({ agentId }) => agentId)).size).toBe(1);
  expect(all[0]).toEqual(settled);
});

test.each([
  ['the system prompt', { system: 'Praise every idea.' }, ['agent: system prompt differs']],
  ['the model', { model: { id: 'claude-haiku-5-5', effort: 'high' } }, ['agent: model differs']],
  ['the tools', { tools: [] }, ['agent: tools differs']],
  ['where it may fetch', { tools: fetching({ allowed_domains: ['evil.example'] }) }, ['agent: tools differs']],
  [
    'what may name the pages that it fetches',
    { tools: fetching({ url_sources: { user_input: { type: 'none' }, client_tool_results: { type: 'all' } } }) },
    ['agent: tools differs'],
  ],
])('reports a manual change of %s as drift, and undoes it in one new version', async (_, change, differences) => {
  const agents = standIn.client();
  const first = await agents.provision();
  await tamper(change);
  expect(await agents.drift()).toEqual({ status: 'drifted', differences });

  expect(await agents.provision()).toEqual({ ...first, agentVersion: '3' });
  expect(await agents.drift()).toEqual({ status: 'in_sync', differences: [] });
});

test('reports a new definition as drift, and keeps the version of running sessions', async () => {
  const before = await standIn.client().provision();
  const other = standIn.client({ model: 'claude-sonnet-5-5' });
  expect(await other.drift()).toEqual({
    status: 'drifted',
    differences: ['agent: definition differs', 'agent: model differs'],
  });
  const brief = { idea: 'x', audience: null, geography: null };
  const after = await other.provision();
  expect(after).toEqual({ ...before, agentVersion: '2', definition: other.definition });
  expect(other.definition).not.toBe(before.definition);
  expect(await other.startSession(before, 'a', brief, 50_000)).toMatchObject({ agentVersion: '1' });
  expect(await other.findSession(after, 'a', new Date(0))).toMatchObject({
    agentVersion: '1',
    rulesEdition: FIRST_EDITION,
  });
  expect(await other.startSession(after, 'b', brief, 50_000)).toMatchObject({
    agentVersion: '2',
    rulesEdition: RULES_EDITION,
  });
});

test('undoes a change of the environment in place', async () => {
  const agents = standIn.client();
  const first = await agents.provision();
  await standIn.request('POST', `/v1/environments/${first.providerData['environmentId']}`, {
    config: { type: 'cloud', networking: { type: 'unrestricted' } },
  });
  expect(await agents.drift()).toEqual({ status: 'drifted', differences: ['environment: networking differs'] });
  expect(await agents.provision()).toEqual(first);
  expect((await agents.drift()).status).toBe('in_sync');
});

test("does not touch another owner's agent with the same name", async () => {
  const { name, model } = agentDefinition();
  await standIn.request('POST', '/v1/agents', { name, model, metadata: { owner: 'somebody-else' } });
  const { agentId } = await standIn.client().provision();
  const [foreign, ours] = await deployed('agents');
  expect(foreign).toMatchObject({ version: 1, metadata: { owner: 'somebody-else' } });
  expect(ours!.id).toBe(agentId);
});

test("deploys the operator's choices, and reports other choices as drift", async () => {
  const chosen = {
    AGENT_MODEL: 'claude-sonnet-5-5',
    AGENT_EFFORT: 'medium',
    AGENT_BLOCKED_DOMAINS: ['ads.example.com'],
    AGENT_COUNTRY: 'DE',
  } as const;
  const agents = standIn.client({}, undefined, chosen);
  await agents.provision();
  const [agent] = await deployed('agents');
  expect(agent).toMatchObject({ model: { id: 'claude-sonnet-5-5', effort: { type: 'medium' } } });
  // The provider returns every tool, including disabled ones.
  const [{ configs }] = agent!.tools as [{ configs: { enabled: boolean }[] }];
  expect(configs.filter(({ enabled }) => enabled)).toMatchObject([
    {
      name: 'web_search',
      blocked_domains: ['ads.example.com'],
      user_location: { type: 'approximate', country: 'DE' },
    },
    { name: 'web_fetch', blocked_domains: ['ads.example.com'] },
  ]);
  expect(configs).toHaveLength(8);
  expect(await agents.drift()).toEqual({ status: 'in_sync', differences: [] });
  const other = standIn.client({}, undefined, { ...chosen, AGENT_COUNTRY: 'FR' });
  expect((await other.drift()).differences).toContain('agent: tools differs');
});

test("uses separate models for scans and candidates, and the agent's model otherwise", async () => {
  const agents = standIn.client({}, undefined, {
    AGENT_CANDIDATE_MODEL: 'claude-sonnet-5-5',
    AGENT_SCAN_MODEL: 'claude-haiku-5-5',
  });
  const agent = await agents.provision();
  await agents.startSession(agent, 'scn_1', { scannedIdea: 'Tides' }, 50_000);
  const idea = { idea: 'Tides', audience: null, geography: null };
  await agents.startSession(agent, 'run_1', idea, 50_000);
  await agents.startSession(agent, 'run_2/c1', idea, 50_000);
  expect((await standIn.sessions()).map(({ model }) => model)).toEqual([
    { id: 'claude-haiku-5-5', effort: 'low' },
    null,
    { id: 'claude-sonnet-5-5', effort: 'medium' },
  ]);
});
