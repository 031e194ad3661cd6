import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { follow, listen, start } from './stand-in';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noi-agents-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a stand-in that is started again keeps agents and sessions, and the sessions continue', async () => {
  const stateFile = join(folder, 'deep', 'agents.json');
  const variety = { seed: 1, sources: [20, 20], profile: 'typical', habits: 'usual', sites: 'shared' } as const;
  const first = await listen({ stateFile, stepMs: 60_000, variety });
  const before = await first.client().provision();
  const going = await start(first.client(), before, 'Going on', 'run_going');
  await first.fault('task:Silent', 'hang');
  await first.request('POST', '/_control/pace', { stepMs: 1 });
  const silent = await start(first.client(), before, 'Silent');
  const waiting = await start(first.client(), before, 'Waiting');
  const submission = await follow(first.client(), waiting);
  await first.close();

  const second = await listen({ stateFile });
  try {
    const client = second.client();
    expect(await client.provision()).toEqual(before);
    expect((await client.findSession(before, 'run_going', new Date(Date.now() - 60_000)))?.sessionId).toBe(going);
    expect((await follow(client, going)).turn.type).toBe('submitted');
    expect((await follow(client, waiting, submission.cursors.at(-1))).turn).toEqual(submission.turn);
    await client.answer(waiting, (submission.turn as { toolUseId: string }).toolUseId, []);
    expect((await follow(client, waiting, submission.turn.cursor)).turn.type).toBe('ended');
    expect(await second.session(silent)).toMatchObject({ status: 'running', events: 2 });
  } finally {
    await second.close();
  }
});

test('a change reaches the file by itself, so that a killed stand-in loses moments only', async () => {
  const stateFile = join(folder, 'agents.json');
  const first = await listen({ stateFile });
  const { agentId } = await first.client().provision();
  const deployedIn = async () => {
    const copy = await listen({ stateFile });
    const { data } = (await copy.request('GET', '/v1/agents')).body as { data: { id: string }[] };
    await copy.close();
    return data[0]?.id === agentId;
  };
  expect(await eventually('the agent in the file', deployedIn)).toBe(true);
  await first.close();
});

test('a file of another format is refused by name and left as it is', async () => {
  const stateFile = join(folder, 'agents.json');
  writeFileSync(stateFile, '{"format":99}');
  await expect(listen({ stateFile })).rejects.toThrow(/agents\.json has format 99/);
});

test('only as many finished sessions are remembered as were asked for', async () => {
  const small = await listen({ keepFinished: 2 });
  const deployed = await small.client().provision();
  await small.fault('POST /v1/sessions', 'refusal', { times: 4 });
  const made: string[] = [];
  for (const idea of ['a', 'b', 'c', 'd']) {
    made.push(await start(small.client(), deployed, idea));
    await follow(small.client(), made.at(-1)!);
  }
  expect((await small.sessions()).map(({ id }) => id)).toEqual(made.slice(2));
  await small.close();
});
