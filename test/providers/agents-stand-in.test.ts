import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENTS_STAND_IN_KEY, type StandInOptions } from '../../local/agents/stand-in';
import { eventually } from '../support/eventually';
import { AMPLE, brief, startProvider, watch, type ControlledSession, type Provider } from './provider';

const headers = { 'x-api-key': AGENTS_STAND_IN_KEY };
const open: Provider[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agents-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
  await rm(folder, { recursive: true });
});

async function provide(options?: StandInOptions): Promise<Provider> {
  const provider = await startProvider(options);
  open.push(provider);
  return provider;
}

test('an unknown route is answered in the provider’s own error form', async () => {
  const { url } = await provide();
  for (const path of ['/v1/messages', '/v1/sessions/x/threads', '/']) {
    const answer = await fetch(url + path, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
  }
});

test('only the stand-in’s own key is taken, on unknown routes too', async () => {
  const { url } = await provide();
  for (const sent of [{}, { 'x-api-key': 'sk-ant-real' }, { authorization: 'Bearer sk-ant-real' }]) {
    const answer = await fetch(`${url}/v1/nothing`, { headers: sent as Record<string, string> });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { type: 'authentication_error' } });
  }
  expect((await fetch(`${url}/v1/agents`, { headers })).status).toBe(200);
});

test('a body that is no JSON object is a 400 and not an error of the stand-in', async () => {
  const { url } = await provide();
  for (const body of ['{', 'null', '[]', '"text"']) {
    const answer = await fetch(`${url}/v1/agents`, { method: 'POST', headers, body });
    expect([body, answer.status]).toEqual([body, 400]);
  }
});

test('a fault that is not understood is refused with a reason', async () => {
  const { control } = await provide();
  const arm = (fault: object) => control('POST', '/faults', fault);
  await expect(arm({ match: 'POST /v1/sessions', effect: 'explode' })).rejects.toThrow('effect');
  await expect(arm({ match: 'sessions', effect: 'hang' })).rejects.toThrow('match');
  await expect(arm({ match: 'task:x', effect: 'hang', times: 0 })).rejects.toThrow('times');
});

test('a stream that is struck by timeout_after opens and breaks off', async () => {
  const provider = await provide({ stepMs: 3_600_000 });
  const agent = await provider.agents.provision();
  const { sessionId } = await provider.agents.startSession(agent, 'run_cut', brief('A cut'), AMPLE);
  const match = 'GET /v1/sessions/*/events/stream';
  await provider.control('POST', '/faults', { match, effect: 'timeout_after', times: 1, delayMs: 50 });
  const stream = await fetch(`${provider.url}/v1/sessions/${sessionId}/events/stream`, { headers });
  expect(stream.status).toBe(200);
  await expect(stream.text()).rejects.toThrow('terminated');
});

test('after a restart the same agent and sessions are there, and a running session goes on', async () => {
  const stateFile = join(folder, 'agents.json');
  const before = await startProvider({ stateFile, stepMs: 3_600_000 });
  const agent = await before.agents.provision();
  const { sessionId } = await before.agents.startSession(agent, 'run_restart', brief('A restart'), AMPLE);
  await before.close();
  expect(await readdir(folder)).toEqual(['agents.json']);

  const after = await provide({ stateFile });
  expect(await after.agents.provision()).toEqual(agent);
  expect((await after.agents.findSession(agent, 'run_restart', new Date(0)))?.sessionId).toBe(sessionId);
  expect(await after.agents.follow(sessionId, watch())).toMatchObject({ type: 'submitted' });
});

test('state reaches the file by itself, without a clean end', async () => {
  const provider = await provide({ stateFile: join(folder, 'state', 'agents.json') });
  await provider.agents.provision();
  await eventually('the file', async () =>
    (await readdir(join(folder, 'state')).catch((): string[] => [])).includes('agents.json'),
  );
});

test('finished sessions are forgotten beyond the limit, running ones never', async () => {
  const provider = await provide({ keepFinished: 2, stepMs: 60 });
  const agent = await provider.agents.provision();
  await provider.control('POST', '/faults', { match: 'task:still here', effect: 'hang', times: 1 });
  await provider.agents.startSession(agent, 'run_running', brief('still here'), AMPLE);
  for (const reference of ['run_1', 'run_2', 'run_3', 'run_4']) {
    const { sessionId } = await provider.agents.startSession(agent, reference, brief(reference), AMPLE);
    await provider.agents.stop(sessionId);
  }
  const kept = (await provider.control('GET', '/sessions')) as ControlledSession[];
  expect(kept.map((session) => session.metadata['reference'])).toEqual(['run_running', 'run_3', 'run_4']);
});
