import Anthropic from '@anthropic-ai/sdk';
import { AGENTS_STAND_IN_KEY } from '../../local/agents/stand-in';
import { AMPLE, brief, startProvider, type Provider } from './provider';

let provider: Provider;
let vendor: Anthropic;

beforeEach(async () => {
  provider = await startProvider();
  vendor = new Anthropic({ apiKey: AGENTS_STAND_IN_KEY, baseURL: provider.url, maxRetries: 0 });
});
afterEach(() => provider.close());

test('before anything is deployed the agent is unprovisioned', async () => {
  const differences = ['agent: not deployed', 'environment: not deployed'];
  expect(await provider.agents.drift()).toEqual({ status: 'unprovisioned', differences });
});

test('provisioning twice deploys once: same agent, same version, same environment, in sync', async () => {
  const first = await provider.agents.provision();
  expect(first.agentVersion).toBe('1');
  expect(await provider.client().provision()).toEqual(first);
  expect(await provider.agents.drift()).toEqual({ status: 'in_sync', differences: [] });
});

test('processes that provision at the same moment settle on one agent', async () => {
  const provisioned = await Promise.all([1, 2, 3].map(() => provider.client().provision()));
  const settled = await provider.client().provision();
  expect(await provider.client().provision()).toEqual(settled);
  expect(provisioned.map((each) => each.agentId)).toContain(settled.agentId);
});

test('a prompt that somebody changed by hand is drift, and provisioning repairs it under a new version', async () => {
  const { agentId } = await provider.agents.provision();
  await vendor.beta.agents.update(agentId, { version: 1, system: 'Praise every idea.' });
  const differences = ['agent: system prompt differs'];
  expect(await provider.agents.drift()).toEqual({ status: 'drifted', differences });

  expect(await provider.agents.provision()).toMatchObject({ agentId, agentVersion: '3' });
  expect(await provider.agents.drift()).toMatchObject({ status: 'in_sync' });
});

test('a tool that somebody switched on is drift', async () => {
  const { agentId } = await provider.agents.provision();
  await vendor.beta.agents.update(agentId, { version: 1, tools: [{ type: 'agent_toolset_20260401' }] });
  expect(await provider.agents.drift()).toEqual({ status: 'drifted', differences: ['agent: tools differs'] });
});

test('another model in the settings is drift until it is provisioned; an older version can still be run', async () => {
  const before = await provider.agents.provision();
  const changed = provider.client({ model: 'claude-sonnet-5-5' });
  const differences = ['agent: definition differs', 'agent: model differs'];
  expect(await changed.drift()).toEqual({ status: 'drifted', differences });

  expect(await changed.provision()).toEqual({ ...before, agentVersion: '2' });
  const session = await provider.agents.startSession(before, 'run_old', brief('An old version'), AMPLE);
  expect(session.agentVersion).toBe('1');
});

test('an environment with open networking is drift, and provisioning closes it', async () => {
  const { environmentId } = await provider.agents.provision();
  const config = { type: 'cloud', networking: { type: 'unrestricted' } } as const;
  await vendor.beta.environments.update(environmentId, { config });
  const differences = ['environment: networking differs'];
  expect(await provider.agents.drift()).toEqual({ status: 'drifted', differences });
  await provider.agents.provision();
  expect(await provider.agents.drift()).toMatchObject({ status: 'in_sync' });
});

test('an agent of the same name that is not ours is left alone', async () => {
  const stranger = await vendor.beta.agents.create({ name: 'newsletter-research', model: 'claude-opus-5-5' });
  const { agentId } = await provider.agents.provision();
  expect(agentId).not.toBe(stranger.id);
  expect((await vendor.beta.agents.retrieve(stranger.id)).version).toBe(1);
});
